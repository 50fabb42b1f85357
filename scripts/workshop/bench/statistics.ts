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

/** Returns the slope of the line through points that has the least squares. */
export function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const sum = (of: (dx: number, dy: number) => number) =>
    points.reduce((all, point) => all + of(point[0] - x, point[1] - y), 0);
  return sum((dx, dy) => dx * dy) / sum((dx) => dx * dx);
}
