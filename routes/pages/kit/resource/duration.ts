/** Lengths of recordings, as they are written and read. */

/** As players show it: `12:30`, and `1:02:30` from an hour on. */
export function clockOf(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return (parts[0] === 0 ? parts.slice(1) : parts)
    .map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0')))
    .join(':');
}

/** A number alone is one of minutes. */
export function secondsIn(text: string): number | undefined {
  if (!/^\d{1,6}(?::[0-5]?\d){0,2}$/.test(text)) return undefined;
  const parts = text.split(':').map(Number);
  const inSeconds = parts.length === 1 ? [...parts, 0] : parts;
  return inSeconds.reduce((sum, part) => sum * 60 + part, 0);
}
