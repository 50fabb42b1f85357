/** Before 「後に」. */
export const timeSpan = (seconds: number): string => {
  if (seconds < 60) return `${Math.max(1, Math.ceil(seconds))}秒`;
  return seconds > 5400 ? `約${Math.ceil(seconds / 3600)}時間` : `${Math.ceil(seconds / 60)}分`;
};
