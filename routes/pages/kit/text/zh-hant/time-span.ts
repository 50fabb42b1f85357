/** Between 「在」 and 「後」, with the space before a number. */
export const timeSpan = (seconds: number): string => {
  if (seconds < 60) return ` ${Math.max(1, Math.ceil(seconds))} 秒`;
  return seconds > 5400 ? `約 ${Math.ceil(seconds / 3600)} 小時` : ` ${Math.ceil(seconds / 60)} 分鐘`;
};
