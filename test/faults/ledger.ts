/**
 * What the clients of a load were told, and what they were not told. Whatever was acknowledged must be true after a
 * fault; a request without an answer may have been carried out or not, but only as a whole.
 */
import { performance } from 'node:perf_hooks';
import { type Answer, type Outgoing, send } from '../support/server-process.ts';
import { isLinearizable, type Operation, type Register } from './histories.ts';
import { type Check, check, percentile } from './report.ts';

interface History {
  readonly register: Register;
  readonly operations: Operation[];
}

interface Heard {
  readonly at: number;
  readonly ms: number;
  readonly status: number;
}

export class Ledger {
  readonly #histories = new Map<string, History>();
  readonly #heard: Heard[] = [];
  /** Answers that are neither what the request was for, nor an outage that says when to come back. */
  readonly unexpected: string[] = [];

  /** Sends a request and keeps how it was answered. */
  async ask(url: string, outgoing: Outgoing = {}): Promise<Answer> {
    return this.hear(() => send(url, outgoing));
  }

  async hear(request: () => Promise<Answer>): Promise<Answer> {
    const answer = await request();
    this.#heard.push({ at: performance.now(), ms: answer.ms, status: answer.status });
    return answer;
  }

  /** Sends a request about a code or token, and writes into its history what the answer said. */
  async note(
    name: string,
    register: Register,
    action: Operation['action'],
    request: () => Promise<Answer>,
    said: (answer: Answer) => string | undefined,
  ): Promise<{ answer: Answer; said: string | undefined; operation: Operation }> {
    const from = performance.now();
    const answer = await this.hear(request);
    const operation = { action, said: this.#saidBy(answer, said), from, to: performance.now() };
    this.add(name, register, operation);
    return { answer, said: operation.said, operation };
  }

  add(name: string, register: Register, operation: Operation): void {
    const history = this.#histories.get(name) ?? { register, operations: [] };
    history.operations.push(operation);
    this.#histories.set(name, history);
  }

  #saidBy(answer: Answer, said: (answer: Answer) => string | undefined): string | undefined {
    if (isUnanswered(answer)) return undefined;
    const outcome = said(answer);
    if (outcome === undefined) this.unexpected.push(`${answer.status} ${answer.body.slice(0, 200)}`);
    return outcome;
  }

  /** The codes and tokens whose histories cannot have happened. */
  impossible(): string[] {
    return [...this.#histories]
      .filter(([, { register, operations }]) => !isLinearizable(register, operations))
      .map(([name, { operations }]) => `${name.slice(0, 20)}: ${JSON.stringify(operations)}`);
  }

  checks(): Check[] {
    return [
      check('answers that are neither right nor an outage', this.unexpected.slice(0, 5), []),
      check('codes and tokens whose histories cannot have happened', this.impossible().slice(0, 3), []),
    ];
  }

  /** How long requests took that were answered after a moment. */
  slowestSince(moment: number): number {
    return Math.round(Math.max(0, ...this.#heard.filter(({ at }) => at >= moment).map(({ ms }) => ms)));
  }

  /** How many requests were answered with what, between two moments. */
  statuses(from = 0, to = Number.POSITIVE_INFINITY): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { at, status } of this.#heard) {
      const name = status === 0 ? 'none' : String(status);
      if (at >= from && at < to) counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  }

  figures(): Record<string, string | number> {
    const times = this.#heard.map(({ ms }) => ms);
    const operations = [...this.#histories.values()].reduce((sum, history) => sum + history.operations.length, 0);
    return {
      requests: this.#heard.length,
      answers: Object.entries(this.statuses())
        .map(([status, count]) => `${count} × ${status}`)
        .join(' '),
      'p50 ms': percentile(times, 0.5),
      'slowest ms': percentile(times, 1),
      histories: this.#histories.size,
      'operations in them': operations,
    };
  }
}

/** Whether the client cannot know if its request was carried out: no answer, or an outage that says when to come back. */
export const isUnanswered = ({ status, headers }: Answer): boolean =>
  status === 0 || (status === 503 && headers['retry-after'] !== undefined);

/** A client that works, and later compares what it was told with what there is. */
export interface Clerk {
  /** One piece of work; a request that fails ends it. */
  work(): Promise<void>;
  /** After the fault, with the server as it is now. */
  compare(origin: string): Promise<readonly Check[]>;
  /** How many events of the audit log there must be, by event and target; `most` if answers were lost. */
  events(): readonly Expected[];
}

export interface Expected {
  readonly event: string;
  readonly target?: string;
  readonly personId?: string;
  readonly least: number;
  readonly most: number;
}
