/**
 * Decides what continues. Every call of the store waits here until it is let go on, so the order of all that is under
 * way is a series of decisions, and each of them comes from the seed.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { StoreUnavailableError } from '../../../schema/refusals/store-error.ts';
import type { Chance } from './chance.ts';
import type { Seam } from './seams/hooks.ts';

/** One request to one node, from its first byte to its answer. */
export interface Operation {
  readonly node: number;
  /** What is asked, for people. */
  readonly title: string;
  /** Decisions of the scheduler are the time of the oracle. */
  readonly began: number;
  /** Infinite as long as there is no answer. */
  ended: number;
  /** The least and the greatest time that the clock of the world has shown meanwhile. */
  clock: { least: number; most: number };
  /** Whether a call of the store was made to fail. */
  failed: boolean;
  /** Whether one of these was a write that was made, and only its answer was lost. */
  lost: boolean;
  /** Calls of the store that wait. */
  waiting: number;
  /** Calls of the store that went on. */
  calls: number;
  /** Whether it writes only when nothing else can go on, so that what it has read is old by then. */
  isLate: boolean;
  /** Which of them is made to fail, if one is. */
  failsAt: number;
}

interface Parked {
  readonly operation: Operation;
  readonly seam: Seam;
  go(): void;
  fail(error: Error): void;
}

/** The process ended before it answered. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

/** Something that waits for another operation is not waited for longer. */
const IDLE_TURNS = 40;

export class Scheduler {
  readonly open = new Map<Operation, (error: Error) => void>();
  decisions = 0;
  #parked: Parked[] = [];
  #working = 0;
  #changes = 0;
  readonly #context = new AsyncLocalStorage<Operation>();

  /** Called by the seams. What belongs to no request, such as the start of a node, goes on at once. */
  pass(seam: Seam): Promise<void> | undefined {
    const operation = this.#context.getStore();
    if (operation === undefined) return undefined;
    operation.waiting += 1;
    this.#changes += 1;
    return new Promise((go, fail) => this.#parked.push({ operation, seam, go, fail }));
  }

  worked(change: 1 | -1): void {
    this.#working += change;
    this.#changes += 1;
  }

  /** Runs a request until its answer, or until its process ends. */
  run<Answer>(operation: Operation, ask: () => Promise<Answer>): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      this.open.set(operation, reject);
      // Injected requests begin when they are awaited, which has to be in this context.
      this.#context.run(operation, async () => await ask()).then(resolve, reject);
    }).finally(() => {
      this.#changes += 1;
      this.open.delete(operation);
    });
  }

  get canContinue(): boolean {
    return this.#parked.length > 0;
  }

  /** One decision: lets one call of the store go on, or lets several writes share a commit, or lets one fail. */
  async decide(chance: Chance, failing: boolean): Promise<void> {
    const eager = this.#parked.filter(({ operation, seam }) => !operation.isLate || seam !== 'write');
    const chosen = chance.pick(eager.length > 0 ? eager : this.#parked);
    if (chosen === undefined) return;
    this.decisions += 1;
    const { operation } = chosen;
    if ((failing || operation.calls === operation.failsAt) && chosen.seam !== 'pause') {
      const isUndecided = chosen.seam === 'written';
      for (const one of [operation, ...this.#waitingFor(operation)]) {
        one.failed = true;
        one.lost ||= isUndecided;
      }
      this.#take(chosen);
      chosen.fail(new StoreUnavailableError('the simulation has the store fail', { isUndecided }));
    } else {
      const together = chosen.seam === 'write' && chance.happens(0.3) ? this.#writesWith(chosen) : [chosen];
      for (const one of together) this.#take(one);
      for (const one of together) one.go();
    }
    await this.settled();
  }

  /** The processes of some nodes end: nothing that waits there ever goes on. */
  async crash(nodes: readonly number[]): Promise<void> {
    this.decisions += 1;
    this.#parked = this.#parked.filter(({ operation }) => !nodes.includes(operation.node));
    for (const [operation, end] of [...this.open]) {
      if (nodes.includes(operation.node)) end(new Unanswered(operation.title));
    }
    await this.settled();
  }

  /** Resolves when every request waits at a seam, has been answered, or waits for another one. */
  async settled(): Promise<void> {
    let seen = -1;
    for (let idle = 0; idle < IDLE_TURNS; idle += 1) {
      await turn();
      if (this.#working > 0 || seen !== this.#changes) idle = 0;
      seen = this.#changes;
      if (this.#working === 0 && this.#allWait()) return;
    }
  }

  #allWait(): boolean {
    for (const operation of this.open.keys()) if (operation.waiting === 0) return false;
    return true;
  }

  /** What may wait for a call of another request, as for the first use of something that a node keeps. */
  #waitingFor({ node }: Operation): Operation[] {
    return [...this.open.keys()].filter((one) => one.node === node && one.waiting === 0);
  }

  /** The writes of one node that can share a commit. */
  #writesWith({ operation: { node } }: Parked): Parked[] {
    return this.#parked.filter(({ seam, operation }) => seam === 'write' && operation.node === node);
  }

  #take(parked: Parked): void {
    this.#parked = this.#parked.filter((one) => one !== parked);
    parked.operation.waiting -= 1;
    parked.operation.calls += 1;
  }
}
