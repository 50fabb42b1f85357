/** Somebody in the world who does something: sends requests to nodes, and tells the oracle what came of them. */
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { Browser } from '../../support/browser.ts';
import type { Chance } from './chance.ts';
import { must } from './oracle/invariants.ts';
import type { Answer } from './oracle/oracle.ts';
import { type Operation, Unanswered } from './scheduler.ts';
import type { World } from './world.ts';

export class Actor {
  readonly chance: Chance;
  readonly #world: World;
  /** The request that has been prepared, or that was sent last. */
  #operation: Operation | undefined;
  #isSent = true;
  /** Where requests come from. */
  remoteAddress = '127.0.0.1';
  /** Everything goes to this node, if one is named. */
  node: number | undefined;
  /** What becomes of the next request: see `Operation`. */
  fate: Partial<Pick<Operation, 'isLate' | 'failsAt'>> = {};

  constructor(world: World, chance: Chance) {
    this.#world = world;
    this.chance = chance;
  }

  /** The next request, before it is sent: what it may change, it may change from now on. */
  next(title: string): Operation {
    this.#operation = this.#world.operation(this.node ?? this.chance.below(this.#world.nodes), title);
    Object.assign(this.#operation, this.fate);
    this.fate = {};
    this.#isSent = false;
    return this.#operation;
  }

  get last(): Operation {
    if (this.#operation === undefined) throw new Error('nothing has been sent');
    return this.#operation;
  }

  /** The helpers of the tests speak to a server; this is the part of one that they use. */
  get server(): FastifyInstance {
    return { inject: (options: InjectOptions) => this.#send(options) } as unknown as FastifyInstance;
  }

  /** A browser whose requests are sent by whoever uses it. */
  browser(cookies: ReadonlyMap<string, string> = new Map()): Browser {
    const browser = new Browser(this.server);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    return browser;
  }

  async #send(options: InjectOptions): Promise<LightMyRequestResponse> {
    const operation = this.#isSent ? this.next(`${options.method} ${options.url}`) : this.last;
    this.#isSent = true;
    const answer = await this.#world.ask(operation, { remoteAddress: this.remoteAddress, ...options });
    must(
      answer.statusCode < 500 || (answer.statusCode === 503 && operation.failed),
      'no_failure',
      `${options.method} ${options.url} was answered ${answer.statusCode}: ${answer.body.slice(0, 300)}`,
    );
    return answer;
  }
}

/** @returns the answer, or nothing if the process ended before it was given */
export async function answered(asking: Promise<LightMyRequestResponse>): Promise<Answer | undefined> {
  const response = await asking.catch((error: unknown) => {
    if (error instanceof Unanswered) return undefined;
    throw error;
  });
  if (response === undefined) return undefined;
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  return { status: response.statusCode, json: isJson ? response.json() : {} };
}
