/** How long to wait, after `in`. What takes more than an hour and a half is told in whole hours. */
export const timeSpan = (seconds: number): string => {
  if (seconds < 60) return seconds <= 1 ? 'one second' : `${Math.ceil(seconds)} seconds`;
  if (seconds > 5400) return `about ${Math.ceil(seconds / 3600)} hours`;
  const count = Math.ceil(seconds / 60);
  return count === 1 ? 'one minute' : `${count} minutes`;
};
