/** Returns the quantile of ascending values (nearest rank). */
export function quantile(ascending: ArrayLike<number>, share: number): number {
  const rank = Math.min(ascending.length - 1, Math.floor(ascending.length * share));
  return ascending[rank] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const ascending = [...values].sort((a, b) => a - b);
  const upper = Math.floor(ascending.length / 2);
  const low = ascending[ascending.length % 2 === 1 ? upper : upper - 1] ?? Number.NaN;
  return (low + (ascending[upper] ?? Number.NaN)) / 2;
}
