/** Counts attempts against limits that all nodes share, such as failed sign-ins. */
import { createHmac } from 'node:crypto';
import fp from 'fastify-plugin';
import type { ThrottleRule } from '../../schema/throttle.ts';
import { networksOf } from './rate-limit.ts';

/** The counter of an attempt. Subjects are stored only as an HMAC. */
export interface Counter {
  kind: string;
  subject: string;
  rule: ThrottleRule;
}

export interface Throttle {
  /**
   * Counts an attempt against all counters, or against none if it has to wait.
   * @returns the time to wait in milliseconds, or 0 to proceed
   */
  take(...counters: Counter[]): Promise<number>;
  /** Counts an attempt of a caller who is not known against the networks of the address. @returns as `take` */
  takeFrom(kind: string, address: string, rule: ThrottleRule): Promise<number>;
  /** Returns the time that an attempt would have to wait in milliseconds, without counting it. */
  waitFor(counter: Counter): Promise<number>;
  giveBack(...counters: Counter[]): Promise<void>;
  /** @param attempts taken back together with it */
  clear(counters: readonly Counter[], attempts?: readonly Counter[]): Promise<void>;
}

/**
 * The counters of a caller who is not known. For IPv6, one customer can have many networks, so larger prefixes are
 * counted too, with limits that leave room for neighbours.
 */
export const networkCounters = (kind: string, address: string, rule: ThrottleRule): Counter[] =>
  networksOf(address).map((subject, index) => ({ kind, subject, rule: { ...rule, limit: 2 ** index * rule.limit } }));

declare module 'fastify' {
  interface FastifyInstance {
    readonly throttle: Throttle;
  }
}

export default fp(
  async (app) => {
    const { clock, keyRing, throttles } = app;
    const subjectKey = keyRing.derive('throttle subjects');
    const keyOf = ({ kind, subject }: Counter): string =>
      `${kind}:${createHmac('sha256', subjectKey).update(subject).digest('base64url')}`;
    const attemptOf = (counter: Counter) => ({ key: keyOf(counter), rule: counter.rule });

    const take: Throttle['take'] = (...counters) => throttles.take(counters.map(attemptOf), clock());

    app.decorate('throttle', {
      take,
      takeFrom: (kind, address, rule) => take(...networkCounters(kind, address, rule)),
      waitFor: (counter) => throttles.waitFor(attemptOf(counter), clock()),
      giveBack: (...counters) => throttles.giveBack(counters.map(attemptOf)),
      clear: (counters, attempts = []) => throttles.clear(counters.map(keyOf), attempts.map(attemptOf)),
    } satisfies Throttle);
  },
  { name: 'throttle', dependencies: ['key-ring', 'stores'] },
);
