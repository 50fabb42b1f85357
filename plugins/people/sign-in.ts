/** Verifies an e-mail address and a password, within limits that all nodes share. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { fieldValues, IS_CONFIRMATION, type SignInMethod } from '../../schema/audit/audit-event.ts';
import type { Person } from '../../schema/people/person.ts';
import type { PlaceOf } from '../../schema/people/sign-in-place.ts';
import { emailKey, MAX_EMAIL_LENGTH } from '../../schema/text/email.ts';
import {
  SIGN_IN_OVERALL,
  SIGN_IN_PER_ACCOUNT,
  SIGN_IN_PER_BROWSER,
  SIGN_IN_PER_NETWORK,
} from '../../schema/throttle.ts';
import { networkOf, siteOf } from '../http/rate-limit.ts';
import { type Counter, networkCounters } from '../http/throttle.ts';
import { provide } from '../provide.ts';
import { BusyError, type Caller } from './hashing-queue.ts';

export type SignInOutcome =
  | { outcome: 'signed_in'; person: Person; method: SignInMethod }
  | { outcome: 'wrong_credentials' }
  /** `onlyNewBrowsers`: the person can sign in at once in a browser that is known. */
  | { outcome: 'throttled'; retryAfterSeconds: number; onlyNewBrowsers?: boolean };

/** The parts of a request that tell who is signing in: the address and the cookies. */
type SignInRequest = Pick<FastifyRequest, 'headers' | 'id' | 'ip'>;

declare module './stores.ts' {
  interface People {
    /**
     * @param isConfirmation whether a person who is signed in confirms something, which the audit log says if it fails
     * @param siteOf only with a form of the sign-in to an app
     */
    readonly signIn: (
      email: string,
      password: string,
      request: SignInRequest,
      isConfirmation?: boolean,
      siteOf?: PlaceOf,
    ) => Promise<SignInOutcome>;
  }
}

/** The counters of a failed sign-in. */
interface Limits {
  caller: Caller;
  account: readonly Counter[];
  /** Failures at the account over all networks and browsers of this kind. */
  overall: Counter;
  networks: readonly Counter[];
}

/** Guesses at the account, or at others from the same network, do not affect a known browser. */
const limitsOfKnown = (key: string, personId: string, browser: string): Limits => ({
  caller: { line: personId, isKnown: true },
  account: [{ kind: 'sign_in_browser', subject: `${key} ${browser}`, rule: SIGN_IN_PER_BROWSER }],
  overall: { kind: 'sign_in_known', subject: key, rule: SIGN_IN_OVERALL },
  networks: [],
});

const limitsOfStranger = (key: string, address: string): Limits => ({
  caller: { line: siteOf(address), isKnown: false },
  account: [{ kind: 'sign_in_account', subject: `${key} ${networkOf(address)}`, rule: SIGN_IN_PER_ACCOUNT }],
  overall: { kind: 'sign_in_strangers', subject: key, rule: SIGN_IN_OVERALL },
  networks: networkCounters('sign_in_network', address, SIGN_IN_PER_NETWORK),
});

/** The person reads what others read whose password is wrong: everything else would tell strangers about the account. */
const UNREADABLE =
  'the stored password of this person cannot be read, so none is right: set MASTER_KEY_PREVIOUS if the key was replaced, or give the person a new one (schoolgate users send-reset)';

/** A disabled account is answered as if there was none, also as to the time. */
const usableHash = (person: Person | undefined): string | null =>
  person?.active === true ? person.passwordHash : null;

export default fp(
  async (app) => {
    const { audit, clock, originOf, throttle } = app;
    const { knownBrowsers, passwords, persons: people } = app.people;

    provide(
      app.people,
      'signIn',
      async (
        email: string,
        password: string,
        request: SignInRequest,
        isConfirmation = false,
        siteOf?: PlaceOf,
      ): Promise<SignInOutcome> => {
        const key = emailKey(email.slice(0, 4 * MAX_EMAIL_LENGTH));
        const person = key.includes('\0') ? undefined : await people.findByEmail(key);
        const limits = limitsOf(key, person, request);

        const throttled = await take(app, limits);
        if (throttled !== undefined) return throttled;
        try {
          const { matches, renewedHash, isUnreadable } = await passwords.verify(
            password,
            usableHash(person),
            limits.caller,
            key,
          );
          if (isUnreadable) app.log.error({ personId: person?.id, reqId: request.id }, UNREADABLE);
          if (person !== undefined && matches) {
            await throttle.clear([...limits.account, limits.overall], limits.networks);
            if (renewedHash !== undefined) await people.renewPasswordHash(person.id, renewedHash);
            return { outcome: 'signed_in', person, method: 'password' };
          }
        } catch (error) {
          await giveBack(limits, error);
          throw error;
        }
        await recordFailure(request, person, isConfirmation, siteOf);
        return { outcome: 'wrong_credentials' };
      },
    );

    /**
     * Only what was judged is recorded, so SIGN_IN_PER_ACCOUNT and SIGN_IN_OVERALL also limit how many entries a guesser
     * causes in the log of a school.
     */
    const recordFailure = async (
      request: SignInRequest,
      person: Person | undefined,
      isConfirmation: boolean,
      siteOf: PlaceOf | undefined,
    ): Promise<void> =>
      audit.record({
        ...originOf(request),
        ...(await siteOf?.(person?.active === true ? person.id : undefined)),
        event: 'sign_in_failed',
        at: clock(),
        target: 'password',
        ...(person === undefined ? {} : { personId: person.id }),
        ...(isConfirmation ? { after: fieldValues({ [IS_CONFIRMATION]: true }) } : {}),
      });

    function limitsOf(key: string, person: Person | undefined, request: SignInRequest): Limits {
      const browser = knownBrowsers.find(request, person);
      return person !== undefined && browser !== undefined
        ? limitsOfKnown(key, person.id, browser)
        : limitsOfStranger(key, request.ip);
    }

    /** Only a wrong password counts, and no other failure, except for a network that fills the queue itself. */
    async function giveBack({ account, overall, networks }: Limits, error: unknown): Promise<void> {
      const isOwnDoing = error instanceof BusyError && error.isOwnDoing;
      await throttle.giveBack(...account, overall, ...(isOwnDoing ? [] : networks));
    }
  },
  { name: 'sign-in', dependencies: ['stores', 'throttle', 'passwords', 'known-browsers'] },
);

/** Counts the attempt before its outcome is known. @returns the refusal, if it has to wait */
async function take(
  { throttle }: FastifyInstance,
  { account, caller, overall, networks }: Limits,
): Promise<SignInOutcome | undefined> {
  const wait = await throttle.take(...account, overall, ...networks);
  if (wait === 0) return undefined;
  const retryAfterSeconds = Math.ceil(wait / 1000);
  const onlyNewBrowsers = !caller.isKnown && (await throttle.waitFor(overall)) > 0;
  return { outcome: 'throttled', retryAfterSeconds, onlyNewBrowsers };
}
