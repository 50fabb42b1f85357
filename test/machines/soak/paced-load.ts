/**
 * The connections of the long run of the benchmark, at a given rate instead of as fast as they can. While a part of the
 * service restarts, they ask again as clients do, until they are answered.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { CONNECTIONS } from '../../../scripts/workshop/bench/load/callers.ts';
import { type Answer, Connection } from '../../../scripts/workshop/bench/load/connection.ts';
import { type Caller, UnexpectedAnswer } from '../../../scripts/workshop/bench/load/load.ts';
import type { Target } from '../../../scripts/workshop/bench/targets/target.ts';
import { livingCaller } from './life.ts';

const AGAIN_AFTER_MS = 100;
const PATIENCE_MS = 30_000;
/** How long after a restart an answer may still be that of an outage. */
const AFTERMATH_MS = 2000;

export class PacedLoad {
  readonly errors: string[] = [];
  /** What was answered with success, by what was asked for. */
  readonly done = { requests: 0, codes: 0, exchanges: 0, refreshes: 0 };
  /** Requests that were sent more than once; connections that ended because an answer to such a request was another. */
  readonly again = { requests: 0, abandoned: 0, longestMs: 0 };
  readonly #target: Target;
  readonly #everyMs: number;
  readonly #connections: Promise<void>;
  #latencies: number[] = [];
  #outages = 0;
  #calmAt = 0;
  #isStopped = false;

  /** @param rate requests a second, of all connections together */
  constructor(target: Target, rate: number) {
    this.#target = target;
    this.#everyMs = (CONNECTIONS * 1000) / rate;
    const all = Array.from({ length: CONNECTIONS }, (_, index) =>
      this.#keepAsking((index / CONNECTIONS) * this.#everyMs),
    );
    this.#connections = Promise.all(all).then(() => undefined);
  }

  /** The latencies of the requests that were answered at once, since they were last taken. */
  takeLatencies(): number[] {
    const taken = this.#latencies;
    this.#latencies = [];
    return taken;
  }

  /** While something is done, connections may break and requests may be refused for the moment. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#outages += 1;
    try {
      return await work();
    } finally {
      this.#outages -= 1;
      this.#calmAt = performance.now() + AFTERMATH_MS;
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#connections;
  }

  async #keepAsking(firstMs: number): Promise<void> {
    let caller = livingCaller(this.#target);
    let connection: Connection | undefined;
    let due = performance.now() + firstMs;
    while (!this.#isStopped) {
      await sleep(Math.max(0, due - performance.now()));
      due = Math.max(due + this.#everyMs, performance.now());
      const request = caller.next();
      if (request === undefined) throw new Error('a connection has nothing to ask');
      const asked = await this.#ask(request, connection);
      connection = asked?.connection;
      if (asked === undefined || !this.#accept(caller, request, asked)) caller = livingCaller(this.#target);
    }
    connection?.close();
  }

  async #ask(request: string | Buffer, open: Connection | undefined) {
    const begin = performance.now();
    let connection = open;
    for (let tries = 0; performance.now() - begin < PATIENCE_MS; tries += 1) {
      if (tries > 0) await sleep(AGAIN_AFTER_MS);
      try {
        connection = connection?.isOpen ? connection : await Connection.open(this.#target.origin);
        const sent = performance.now();
        const answer = await connection.send(request);
        if (answer.status !== 503)
          return this.#answered(answer, connection, tries, performance.now() - (tries > 0 ? begin : sent));
        this.#refused(`503 ${answer.body.slice(0, 200)}`);
      } catch (error) {
        connection?.close();
        connection = undefined;
        this.#refused(String(error));
      }
    }
    this.errors.push(`no answer for ${PATIENCE_MS} ms`);
    return undefined;
  }

  #answered(answer: Answer, connection: Connection, tries: number, ms: number) {
    if (tries === 0) this.#latencies.push(ms);
    else {
      this.again.requests += 1;
      this.again.longestMs = Math.max(this.again.longestMs, Math.round(ms));
    }
    return { answer, connection, isAgain: tries > 0 };
  }

  #refused(what: string): void {
    if (this.#outages === 0 && performance.now() > this.#calmAt) this.errors.push(`without an outage: ${what}`);
  }

  /** @returns whether the connection goes on with what it was given */
  #accept(
    caller: Caller,
    request: string | Buffer,
    { answer, isAgain }: { answer: Answer; isAgain: boolean },
  ): boolean {
    try {
      caller.accept(answer);
    } catch (error) {
      if (!(error instanceof UnexpectedAnswer)) throw error;
      // The first try may have been done without an answer: a code is then redeemed, and its tokens are lost.
      if (isAgain) this.again.abandoned += 1;
      else this.errors.push(error.message);
      return false;
    }
    this.done.requests += 1;
    const text = request.toString('latin1');
    if (text.includes('grant_type=authorization_code')) this.done.exchanges += 1;
    else if (text.includes('grant_type=refresh_token')) this.done.refreshes += 1;
    else if (answer.status === 303) this.done.codes += 1;
    return true;
  }
}
