/**
 * Looks for an input that breaks a target. What reaches code that no input reached before is kept and mutated further, so
 * that the search gets past the first checks of a parser.
 */
import { performance } from 'node:perf_hooks';
import { randomFrom } from '../../support/seed.ts';
import { mutated, type Random } from './mutations.ts';
import type { ReachedCode } from './reached-code.ts';
import type { Target } from './target.ts';

export interface Found {
  target: string;
  input: string;
  fault: string;
}

export interface Hunt {
  runs: number;
  seconds: number;
  found: Found | undefined;
  /** Inputs that reached code which none before them had reached. */
  kept: readonly string[];
}

export interface Hunting {
  seed: number;
  corpus: readonly string[];
  /** Ends the search. */
  isOver(runs: number, seconds: number): boolean;
  /** Without it, nothing is kept: mutations are made of the corpus only. */
  reached?: ReachedCode | undefined;
}

/** Nothing that is given takes longer, on any machine. Texts have some thousand characters. */
const MAX_CPU_MS = 300;
/** V8 takes a while to say what ran, so it is asked after so many inputs, and after each of them if there was something new. */
const BATCH = 64;

export async function hunt(target: Target, { seed, corpus, isOver, reached }: Hunting): Promise<Hunt> {
  const random = randomFrom(seed);
  const began = performance.now();
  const pool = [...new Set([...target.examples, ...corpus])];
  const kept: string[] = [];
  let runs = 0;
  const seconds = (): number => (performance.now() - began) / 1000;
  const outcome = (found?: Found): Hunt => ({ runs, seconds: seconds(), found, kept });

  for (const input of pool) {
    runs += 1;
    const found = await faultOf(target, input);
    if (found !== undefined) return outcome(found);
  }
  await reached?.grew();
  while (!isOver(runs, seconds())) {
    const batch = Array.from({ length: BATCH }, () => mutated(random, chosen(random, pool), pool, target.words));
    for (const input of batch) {
      runs += 1;
      const found = await faultOf(target, input);
      if (found !== undefined) return outcome(found);
    }
    if (reached === undefined || !(await reached.wouldGrow())) continue;
    for (const input of batch) {
      await faultOf(target, input);
      if (!(await reached.grew())) continue;
      kept.push(input);
      pool.push(input);
    }
  }
  return outcome();
}

/** The latest are tried more often, because fewer of their neighbours were. */
const chosen = (random: Random, pool: readonly string[]): string => {
  const from = random() < 0.5 ? Math.floor(pool.length * 0.8) : 0;
  return pool[from + Math.floor(random() * (pool.length - from))] ?? '';
};

/** Tries one input. A run that takes long is repeated, because the machine may have done something else. */
export async function faultOf(target: Target, input: string): Promise<Found | undefined> {
  const found = (fault: string): Found => ({ target: target.name, input, fault });
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3; tries += 1) {
    const before = process.threadCpuUsage();
    try {
      await target.run(input);
    } catch (error) {
      return found(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
    }
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
    if (least <= MAX_CPU_MS) return undefined;
  }
  return found(`takes ${Math.round(least)} ms`);
}
