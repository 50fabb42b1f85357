/** Judging an e-mail and a password, within limits that every node agrees on. */
import { createHmac } from 'node:crypto';
import fp from 'fastify-plugin';
import type { RequestOrigin } from '../../schema/audit/audit-event.ts';
import { emailKey, MAX_EMAIL_LENGTH } from '../../schema/people/email.ts';
import type { Person } from '../../schema/people/person.ts';
import { SIGN_IN_PER_ACCOUNT, SIGN_IN_PER_NETWORK, type ThrottleRule } from '../../schema/people/throttle.ts';
import { networkOf } from '../rate-limit.ts';
import { deriveKey } from '../sealing.ts';

export type SignInOutcome =
  | { outcome: 'signed_in'; person: Person }
  | { outcome: 'wrong_credentials' }
  | { outcome: 'throttled'; retryAfterSeconds: number };

export interface Throttle {
  /** Counts an attempt of a subject that is not stored in the clear. @returns milliseconds to wait, 0 to go on */
  take(kind: string, subject: string, rule: ThrottleRule): Promise<number>;
  giveBack(kind: string, subject: string): Promise<void>;
  clear(kind: string, subject: string): Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly throttle: Throttle;
    readonly signIn: (email: string, password: string, origin: RequestOrigin) => Promise<SignInOutcome>;
  }
}

export default fp(
  async (app) => {
    const { audit, clock, config, passwords, people, throttles } = app;
    const subjectKey = deriveKey(config.masterKey, 'throttle subjects');
    const keyOf = (kind: string, subject: string): string =>
      `${kind}:${createHmac('sha256', subjectKey).update(subject).digest('base64url')}`;

    const throttle: Throttle = {
      take: (kind, subject, rule) => throttles.take(keyOf(kind, subject), rule, clock()),
      giveBack: (kind, subject) => throttles.giveBack(keyOf(kind, subject)),
      clear: (kind, subject) => throttles.clear(keyOf(kind, subject)),
    };
    app.decorate('throttle', throttle);

    app.decorate('signIn', async (email: string, password: string, origin: RequestOrigin): Promise<SignInOutcome> => {
      const key = emailKey(email.slice(0, 4 * MAX_EMAIL_LENGTH));
      const network = networkOf(origin.ip ?? '');
      const account = `${key} ${network}`;

      const networkWait = await throttle.take('sign_in_network', network, SIGN_IN_PER_NETWORK);
      if (networkWait > 0) return { outcome: 'throttled', retryAfterSeconds: Math.ceil(networkWait / 1000) };
      const accountWait = await throttle.take('sign_in_account', account, SIGN_IN_PER_ACCOUNT);
      if (accountWait > 0) {
        await throttle.giveBack('sign_in_network', network);
        return { outcome: 'throttled', retryAfterSeconds: Math.ceil(accountWait / 1000) };
      }

      const person = key.includes('\0') ? undefined : await people.findByEmail(key);
      let matches: boolean;
      try {
        matches = await passwords.verify(password, person?.passwordHash);
      } catch (error) {
        // Nothing was judged, so nothing is held against anybody.
        await throttle.giveBack('sign_in_account', account);
        await throttle.giveBack('sign_in_network', network);
        throw error;
      }
      if (person === undefined || !matches || !person.active) {
        await audit.record({
          ...origin,
          event: 'sign_in_failed',
          at: clock(),
          ...(person === undefined ? {} : { personId: person.id }),
        });
        return { outcome: 'wrong_credentials' };
      }
      await throttle.clear('sign_in_account', account);
      await throttle.giveBack('sign_in_network', network);
      return { outcome: 'signed_in', person };
    });
  },
  { name: 'sign-in', dependencies: ['stores', 'passwords'] },
);
