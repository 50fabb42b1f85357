import type { RowName } from './load/rows.ts';
import { type Measurement, measure } from './measure.ts';
import type { RunningTarget } from './targets/start.ts';

/** The measurements of one row, by target, in the order of the rounds. */
export type RowResult = Map<string, Measurement[]>;
export interface Failure {
  row: RowName;
  target: string;
  message: string;
}

export interface Results {
  rows: Map<RowName, RowResult>;
  failures: Failure[];
}

interface Plan {
  rows: readonly RowName[];
  rounds: number;
  seconds: number;
  onProgress(line: string): void;
  /** Aborts the run between two measurements with an error. */
  signal: AbortSignal;
}

/**
 * Runs each row on every target in turn, in each round, so that a slow moment of the machine affects all targets alike.
 * The order rotates between rounds. A warm-up round of half the length compiles the hot code and is not counted.
 */
export async function runRounds(targets: readonly RunningTarget[], plan: Plan): Promise<Results> {
  const results: Results = { rows: new Map(plan.rows.map((row) => [row, new Map()])), failures: [] };
  for (let round = 0; round <= plan.rounds; round++) {
    plan.onProgress(round === 0 ? 'warm-up' : `round ${round} of ${plan.rounds}`);
    await runRound(results, targets, plan, round);
  }
  return results;
}

async function runRound(results: Results, targets: readonly RunningTarget[], plan: Plan, round: number): Promise<void> {
  const isWarmUp = round === 0;
  const seconds = isWarmUp ? plan.seconds / 2 : plan.seconds;
  for (const row of plan.rows) {
    for (const running of rotated(targets, round)) {
      if (hasFailed(results, row, running)) continue;
      await runOnce(results, row, running, seconds, isWarmUp);
      plan.signal.throwIfAborted();
    }
  }
}

async function runOnce(results: Results, row: RowName, running: RunningTarget, seconds: number, isWarmUp: boolean) {
  const { target, server } = running;
  try {
    const measurement = await measure(row, target, seconds);
    if (isWarmUp) return;
    const ofRow = results.rows.get(row);
    ofRow?.set(target.name, [...(ofRow.get(target.name) ?? []), measurement]);
  } catch (error) {
    const message = `${error instanceof Error ? error.message : error}\nlast output of the server:\n${server.lastOutput()}`;
    results.rows.get(row)?.delete(target.name);
    results.failures.push({ row, target: target.name, message });
  }
}

function hasFailed({ failures }: Results, row: RowName, { target }: RunningTarget): boolean {
  return failures.some((failure) => failure.row === row && failure.target === target.name);
}

export function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const start = by % Math.max(items.length, 1);
  return [...items.slice(start), ...items.slice(0, start)];
}
