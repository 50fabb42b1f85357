import { median } from '../statistics.ts';
import type { Measured, Metrics } from './measure.ts';
import type { Column, Question } from './questions.ts';
import type { SchoolRow } from './rows.ts';

export type ListRow = SchoolRow & Question;

type Read = (metrics: Metrics) => number;

const cpu: Read = ({ cpuMicroseconds }) => cpuMicroseconds;
const rate: Read = ({ requestsPerSecond }) => requestsPerSecond;
const p50: Read = (metrics) => metrics.p50;
const p99: Read = (metrics) => metrics.p99;

const middle = (metrics: readonly Metrics[] | undefined, read: Read): number => median((metrics ?? []).map(read));

/** The median over the rounds of the large school's value divided by the small school's. */
const ratio = ([small = [], large = []]: readonly Metrics[][], read: Read): number =>
  median(small.map((one, round) => read(large[round] ?? one) / read(one)));

const table = (headings: readonly string[], lines: readonly (readonly string[])[]): string =>
  [headings, headings.map((_, index) => (index === 0 ? '---' : '---:')), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

export function renderRows(
  rows: Measured<SchoolRow>,
  statements: readonly (readonly number[])[],
  scale: number,
): string {
  const large = (heading: string): string => `${heading} ${scale} ×`;
  const lines = [...rows].map(([{ name }, measured], index) => {
    const both = (read: Read, digits: number) => measured.map((one) => middle(one, read).toFixed(digits));
    return [
      name,
      ...both(rate, 0),
      ...both(p99, 2),
      ...both(cpu, 1),
      ratio(measured, cpu).toFixed(2),
      statements.map((counts) => counts[index]).join(' / '),
    ];
  });
  const pairs = ['req/s', 'p99 ms', 'CPU µs'].flatMap((heading) => [heading, large(heading)]);
  return table(['row', ...pairs, 'CPU ratio', 'SQL statements'], lines);
}

interface Cell {
  row: ListRow;
  cpu: number;
  time: number;
}

/** One line per list. Of several filters, the most expensive one is shown, by name. */
export function renderLists(lists: Measured<ListRow>, scale: number): string {
  const names = [...new Set([...lists.keys()].map(({ list }) => list))];
  const lines = names.map((name) => {
    const cells = [...lists]
      .filter(([{ list }]) => list === name)
      .map(([row, measured]): Cell => ({ row, cpu: ratio(measured, cpu), time: ratio(measured, p50) }));
    const first = [...lists].find(([row]) => row.list === name && row.column === 'first')?.[1];
    const inColumn = (column: Column): Cell | undefined =>
      cells.filter(({ row }) => row.column === column).toSorted((a, b) => b.cpu - a.cpu)[0];
    const shown = (column: Column): string => {
      const dearest = inColumn(column);
      if (dearest === undefined) return '–';
      const { row } = dearest;
      return `${dearest.cpu.toFixed(2)}${column === 'filtered' ? ` (${row.condition})` : ''}`;
    };
    const times = cells.map(({ row, time }) => (row.column === 'searched' ? 0 : time));
    return [
      name,
      middle(first?.[1], cpu).toFixed(0),
      shown('first'),
      shown('deep'),
      shown('filtered'),
      shown('searched'),
      Math.max(...times).toFixed(2),
    ];
  });
  const headings = ['list', `CPU µs ${scale} ×`, 'first page', 'deep page', 'filtered', 'searched', 'p50 at most'];
  return table(headings, lines);
}
