/** After „in“. */
export const timeSpan = (seconds: number): string => {
  if (seconds < 60) return seconds <= 1 ? 'einer Sekunde' : `${Math.ceil(seconds)} Sekunden`;
  if (seconds > 5400) return `etwa ${Math.ceil(seconds / 3600)} Stunden`;
  const count = Math.ceil(seconds / 60);
  return count === 1 ? 'einer Minute' : `${count} Minuten`;
};
