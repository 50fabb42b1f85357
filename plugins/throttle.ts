/** Counts attempts against limits that all nodes share, such as failed sign-ins. */
import { createHmac } from 'node:crypto';
import fp from 'fastify-plugin';
import type { ThrottleRule } from '../schema/throttle.ts';

export interface Throttle {
  /**
   * Counts an attempt of a subject, which is stored only as an HMAC.
   * @returns the time to wait in milliseconds, or 0 to proceed
   */
  take(kind: string, subject: string, rule: ThrottleRule): Promise<number>;
  giveBack(kind: string, subject: string): Promise<void>;
  clear(kind: string, subject: string): Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly throttle: Throttle;
  }
}

export default fp(
  async (app) => {
    const { clock, keyRing, throttles } = app;
    const subjectKey = keyRing.derive('throttle subjects');
    const keyOf = (kind: string, subject: string): string =>
      `${kind}:${createHmac('sha256', subjectKey).update(subject).digest('base64url')}`;

    app.decorate('throttle', {
      take: (kind, subject, rule) => throttles.take(keyOf(kind, subject), rule, clock()),
      giveBack: (kind, subject) => throttles.giveBack(keyOf(kind, subject)),
      clear: (kind, subject) => throttles.clear(keyOf(kind, subject)),
    } satisfies Throttle);
  },
  { name: 'throttle', dependencies: ['key-ring', 'stores'] },
);
