import type { Measurement } from './measure.ts';
import type { Results, RowResult } from './rounds.ts';
import { median } from './statistics.ts';
import type { TargetName } from './targets/target.ts';

const HEADINGS = [
  'row',
  'target',
  'req/s',
  'p50 ms',
  'p95 ms',
  'p99 ms',
  'CPU µs',
  'peak MB',
  'req/s ÷ floor',
  'req/s ÷ peer',
  'CPU ÷ floor',
  'CPU ÷ peer',
];
const TEXT_COLUMNS = 2;

/**
 * One line per row and target. Metrics are medians over the rounds, and ratios medians of the ratios within a round.
 */
export function renderTable(results: Results, targets: readonly TargetName[]): string {
  const lines = [...results.rows].flatMap(([row, measured]) =>
    targets.map((target) => [row, target, ...cells(measured, target)]),
  );
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  const rule = widths.map((width, column) => (column < TEXT_COLUMNS ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [HEADINGS, rule, ...lines].map((line) => renderLine(line, widths)).join('\n');
}

function renderLine(line: readonly string[], widths: readonly number[]): string {
  const padded = widths.map((width, column) => {
    const cell = line[column] ?? '';
    return column < TEXT_COLUMNS ? cell.padEnd(width) : cell.padStart(width);
  });
  return `| ${padded.join(' | ')} |`;
}

function cells(measured: RowResult, target: TargetName): string[] {
  const own = measured.get(target);
  if (own === undefined) return HEADINGS.slice(TEXT_COLUMNS).map(() => 'failed');
  const figure = (of: (measurement: Measurement) => number): number => median(own.map(of));
  const ratio = (to: TargetName, of: (measurement: Measurement) => number): string => {
    const other = measured.get(to);
    return other === undefined || to === target ? '–' : median(ratios(own, other, of)).toFixed(2);
  };
  return [
    figure(rate).toFixed(0),
    figure((it) => it.p50Milliseconds).toFixed(2),
    figure((it) => it.p95Milliseconds).toFixed(2),
    figure((it) => it.p99Milliseconds).toFixed(2),
    figure(cpu).toFixed(1),
    (figure((it) => it.peakBytes) / 1e6).toFixed(0),
    ratio('floor', rate),
    ratio('peer', rate),
    ratio('floor', cpu),
    ratio('peer', cpu),
  ];
}

const rate = (it: Measurement): number => it.requestsPerSecond;
const cpu = (it: Measurement): number => it.cpuMicroseconds;

function ratios(own: readonly Measurement[], other: readonly Measurement[], of: (it: Measurement) => number): number[] {
  return own.flatMap((measurement, round) => {
    const counterpart = other[round];
    return counterpart === undefined ? [] : [of(measurement) / of(counterpart)];
  });
}
