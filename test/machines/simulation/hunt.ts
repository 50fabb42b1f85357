/** Looks for a failure, and shortens what led to it. */
import type { Outcome } from './episode.ts';
import type { Form, Runner } from './runner.ts';

export interface Found {
  readonly seed: number;
  /** Steps of all episodes up to the failure. */
  readonly steps: number;
  readonly requests: number;
  readonly outcome: Outcome;
}

/** Runs one episode after the other until one fails, or so many steps were made. */
export async function hunt(
  runner: Runner,
  form: Form,
  firstSeed: number,
  mostSteps: number,
): Promise<Found | undefined> {
  let [steps, requests] = [0, 0];
  for (let seed = firstSeed; steps < mostSteps; seed += 1) {
    const outcome = await runner.run({ seed, ...form });
    steps += outcome.steps;
    requests += outcome.requests;
    if (outcome.failure !== undefined) return { seed, steps, requests, outcome };
  }
  return undefined;
}

/**
 * Leaves out as much of what happens as it fails without, by halves, quarters and so on (delta debugging).
 * @param most how often it is tried
 * @returns the places of what is left in the plan
 */
export async function shorten(
  runner: Runner,
  form: Form,
  { seed, invariant }: { seed: number; invariant: string },
  most = 150,
): Promise<readonly number[]> {
  let tries = 0;
  const fails = async (only: readonly number[]): Promise<boolean> => {
    tries += 1;
    return (await runner.run({ seed, ...form, only })).failure?.invariant === invariant;
  };
  let plan: readonly number[] = Array.from({ length: form.length }, (_, place) => place);
  for (let parts = 2; parts <= plan.length * 2 && tries < most; ) {
    const size = Math.ceil(plan.length / parts);
    let shorter: readonly number[] | undefined;
    // What comes last is most often what matters, so what comes first is left out first.
    for (let at = 0; at < plan.length && shorter === undefined && tries < most; at += size) {
      const rest = [...plan.slice(0, at), ...plan.slice(at + size)];
      if (await fails(rest)) shorter = rest;
    }
    if (shorter === undefined) {
      if (size === 1) break;
      parts *= 2;
    } else {
      plan = shorter;
      parts = Math.max(2, Math.min(parts - 1, plan.length));
    }
  }
  return plan;
}
