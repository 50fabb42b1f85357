/** What a fault script found: counts that must hold, and figures that a person judges. */
import { REPEATED_BY } from '../support/seed.ts';

export interface Check {
  what: string;
  got: unknown;
  want: unknown;
  /** It is about how fast answers are, which others who use the same processor can change. */
  isTime?: true;
}

export interface Report {
  checks: Check[];
  /** Times and sizes; printed, never asserted. */
  figures: Record<string, string | number>;
}

export const check = (what: string, got: unknown, want: unknown): Check => ({ what, got, want });

/** A check that answers are fast. That something ends, such as the stop of a server, is an ordinary check. */
export const checkTime = (what: string, ms: number, limit: number): Check => ({
  ...check(what, ms <= limit || Math.round(ms), true),
  isTime: true,
});

export const holds = ({ got, want }: Check): boolean => JSON.stringify(got) === JSON.stringify(want);

/** What a check expects, in words. */
export const wantedBy = ({ what, want }: Check): string => `${what}: ${inWords(want)}`;

/** What a check found instead. */
export const foundBy = ({ what, got, want }: Check): string =>
  `${what}: ${JSON.stringify(got)}, expected ${JSON.stringify(want)}`;

function inWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'none';
  if (Array.isArray(value) && new Set(value).size === 1) return `${inWords(value[0])} each`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return String(value);
  return Object.entries(value)
    .map(([kind, count]) => `${inWords(count)} × ${kind}`)
    .join(', ');
}

export const printed = ({ figures }: Report): string =>
  [...Object.entries(figures).map(([name, value]) => `${name} ${value}`), REPEATED_BY].join(', ');

/** The value below which a share of all values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

/** Runs a task for each item, a few at a time, and keeps the order. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  task: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const index = next;
      next += 1;
      results[index] = await task(items[index] as Item, index);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
