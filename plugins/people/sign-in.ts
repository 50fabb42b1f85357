/** Verifies an e-mail address and a password, within limits that all nodes share. */
import fp from 'fastify-plugin';
import type { RequestOrigin, SignInMethod } from '../../schema/audit/audit-event.ts';
import { emailKey, MAX_EMAIL_LENGTH } from '../../schema/people/email.ts';
import type { Person } from '../../schema/people/person.ts';
import { SIGN_IN_PER_ACCOUNT, SIGN_IN_PER_NETWORK } from '../../schema/throttle.ts';
import { offer } from '../offer.ts';
import { networkOf } from '../rate-limit.ts';

export type SignInOutcome =
  | { outcome: 'signed_in'; person: Person; method: SignInMethod }
  | { outcome: 'wrong_credentials' }
  | { outcome: 'throttled'; retryAfterSeconds: number };

declare module './stores.ts' {
  interface People {
    readonly signIn: (email: string, password: string, origin: RequestOrigin) => Promise<SignInOutcome>;
  }
}

export default fp(
  async (app) => {
    const { audit, clock, throttle } = app;
    const { passwords, persons: people } = app.people;
    offer(
      app.people,
      'signIn',
      async (email: string, password: string, origin: RequestOrigin): Promise<SignInOutcome> => {
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
          // The password was not verified, so the attempt does not count.
          await throttle.giveBack('sign_in_account', account);
          await throttle.giveBack('sign_in_network', network);
          throw error;
        }
        if (person === undefined || !matches || !person.active) {
          await audit.record({
            ...origin,
            event: 'sign_in_failed',
            at: clock(),
            target: 'password',
            ...(person === undefined ? {} : { personId: person.id }),
          });
          return { outcome: 'wrong_credentials' };
        }
        await throttle.clear('sign_in_account', account);
        await throttle.giveBack('sign_in_network', network);
        return { outcome: 'signed_in', person, method: 'password' };
      },
    );
  },
  { name: 'sign-in', dependencies: ['stores', 'throttle', 'passwords'] },
);
