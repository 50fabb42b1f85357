/**
 * Limits for wrong second factors. Guessing comes to an end, and never keeps the person out who uses a known
 * browser, a recovery code or a passkey.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Person } from '../../schema/people/person.ts';
import {
  RECOVERY_CODES_PER_NETWORK,
  SECOND_FACTOR_OVERALL,
  SECOND_FACTOR_PER_ACCOUNT,
  SECOND_FACTOR_PER_APP,
  SECOND_FACTOR_PER_BROWSER,
  UNTOLD_WRONG_CODES,
  WRONG_CODE_EMAILS,
} from '../../schema/throttle.ts';
import { type Counter, networkCounters } from '../http/throttle.ts';

type Owner = Pick<Person, 'id' | 'credentialsVersion'>;

/** Why a second factor is not judged. */
export type NotJudged =
  | { outcome: 'throttled'; retryAfterSeconds: number }
  /** No code counts any more, but recovery codes, passkeys and, if this one is none, known browsers do. */
  | { outcome: 'codes_ended' };

interface Limits {
  /** Failures for which the next has to wait. */
  pace: readonly Counter[];
  /** Failures after which codes are not judged any more. */
  inSuccession: readonly Counter[];
  /** The same, also after a right one. */
  inAll: readonly Counter[];
  /** Failures of which the person is not told. */
  unnotified: Counter;
}

/** Guesses from elsewhere do not affect a browser in which the person has signed in with the present credentials. */
const limitsOfKnown = ({ id, credentialsVersion }: Owner, browser: string): Limits => ({
  pace: [{ kind: 'second_factor_browser', subject: `${id} ${browser}`, rule: SECOND_FACTOR_PER_BROWSER }],
  inSuccession: [{ kind: 'second_factor_known', subject: `${id} ${credentialsVersion}`, rule: SECOND_FACTOR_OVERALL }],
  inAll: [],
  unnotified: { kind: 'wrong_codes_known', subject: `${id} ${credentialsVersion}`, rule: UNTOLD_WRONG_CODES },
});

/** A new password lets its owner begin anew, because whoever guesses only knows the old one. */
const limitsOfStranger = ({ id, credentialsVersion }: Owner, appAddedAt: number): Limits => ({
  pace: [{ kind: 'second_factor', subject: `${id} ${credentialsVersion}`, rule: SECOND_FACTOR_PER_ACCOUNT }],
  inSuccession: [
    { kind: 'second_factor_strangers', subject: `${id} ${credentialsVersion}`, rule: SECOND_FACTOR_OVERALL },
  ],
  inAll: [{ kind: 'second_factor_app', subject: `${id} ${appAddedAt}`, rule: SECOND_FACTOR_PER_APP }],
  unnotified: { kind: 'wrong_codes', subject: `${id} ${credentialsVersion}`, rule: UNTOLD_WRONG_CODES },
});

/** Wrong codes of the app do not count against recovery codes, which replace it when no more of them are judged. */
const forRecoveryCode = (limits: Limits, { id }: Owner, browser: string | undefined, address: string): Limits => ({
  pace:
    browser === undefined
      ? networkCounters('recovery_codes', address, RECOVERY_CODES_PER_NETWORK).map((counter) => ({
          ...counter,
          subject: `${id} ${counter.subject}`,
        }))
      : [{ kind: 'recovery_codes', subject: `${id} ${browser}`, rule: RECOVERY_CODES_PER_NETWORK }],
  inSuccession: [],
  inAll: [],
  unnotified: limits.unnotified,
});

export function secondFactorLimits({ people: { knownBrowsers }, throttle }: FastifyInstance) {
  const all = ({ pace, inSuccession, inAll }: Limits): Counter[] => [...pace, ...inSuccession, ...inAll];

  return {
    /**
     * Counts an attempt before its outcome is known.
     * @param appAddedAt when the authenticator app was added
     */
    async take(
      owner: Owner,
      request: Pick<FastifyRequest, 'headers' | 'ip'>,
      { isCode, appAddedAt }: { isCode: boolean; appAddedAt: number },
    ): Promise<Limits | NotJudged> {
      const browser = knownBrowsers.findSignedIn(request, owner);
      const stranger = limitsOfStranger(owner, appAddedAt);
      // When known browsers together have failed too often, they are strangers.
      const inTurn = browser === undefined ? [stranger] : [limitsOfKnown(owner, browser), stranger];
      for (const limits of inTurn) {
        const applying = isCode ? limits : forRecoveryCode(limits, owner, browser, request.ip);
        const wait = await throttle.take(...all(applying));
        if (wait === 0) return applying;
        const ends = [...applying.inSuccession, ...applying.inAll];
        const isEnded = (await Promise.all(ends.map(throttle.waitFor))).some((left) => left > 0);
        if (!isEnded) return { outcome: 'throttled', retryAfterSeconds: Math.ceil(wait / 1000) };
      }
      return { outcome: 'codes_ended' };
    },

    succeeded: ({ pace, inSuccession, inAll, unnotified }: Limits): Promise<void> =>
      throttle.clear([...pace, ...inSuccession, unnotified], inAll),

    giveBack: (limits: Limits): Promise<void> => throttle.giveBack(...all(limits)),

    /** Returns whether the person is to be told of a wrong one: from the fifth in succession, once a day. */
    async shouldNotify({ id }: Owner, { unnotified }: Limits): Promise<boolean> {
      if ((await throttle.take(unnotified)) === 0) return false;
      return (await throttle.take({ kind: 'wrong_code_emails', subject: id, rule: WRONG_CODE_EMAILS })) === 0;
    },
  };
}
