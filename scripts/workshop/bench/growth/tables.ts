import type { Measurement } from '../measure.ts';
import { median } from '../statistics.ts';

/** A row with the measurements of the empty and the grown database, by round. */
export interface Compared {
  name: string;
  measured: readonly Measurement[][];
}

type Read = (one: Measurement) => number;
const rate: Read = (one) => one.requestsPerSecond;
const cpu: Read = (one) => one.cpuMicroseconds;
const p99: Read = (one) => one.p99Milliseconds;

export const table = (headings: readonly string[], lines: readonly (readonly string[])[]): string =>
  [headings, headings.map((_, index) => (index === 0 ? '---' : '---:')), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** Ratios are medians of the ratios within a round, and the worst of them. */
export function renderRatios(compared: readonly Compared[]): string {
  const lines = compared.map(({ name, measured: [empty = [], grown = []] }) => {
    const both = (read: Read, digits: number) => [empty, grown].map((one) => median(one.map(read)).toFixed(digits));
    const ratios = (read: Read) => grown.map((one, round) => read(one) / read(empty[round] ?? one));
    return [
      name,
      ...both(rate, 0),
      ...both(p99, 1),
      ...both(cpu, 1),
      median(ratios(rate)).toFixed(2),
      median(ratios(cpu)).toFixed(2),
      Math.max(...ratios(cpu)).toFixed(2),
    ];
  });
  const pairs = ['req/s', 'p99 ms', 'CPU µs'].flatMap((heading) => [heading, `${heading}, grown`]);
  return table(['row', ...pairs, 'req/s ratio', 'CPU ratio', 'worst'], lines);
}
