/** Passkeys (WebAuthn): the questions put to a device, and judging its answers. */
import { isIP } from 'node:net';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { RequestOrigin } from '../../schema/audit/audit-event.ts';
import { passkeyName } from '../../schema/people/passkey.ts';
import type { Person, Session } from '../../schema/people/person.ts';
import { SIGN_IN_PER_NETWORK } from '../../schema/throttle.ts';
import { networkOf } from '../rate-limit.ts';
import { offer } from '../wing.ts';
import { CHALLENGE_LIFE_MS, type Challenges, passkeyChallenges } from './passkey-challenges.ts';
import type { SignInOutcome } from './sign-in.ts';

/** What the page hands to the browser's credential interface, as JSON. */
export type PasskeyQuestion = string;

export interface Passkeys {
  /** A browser ties passkeys to a domain: an address in numbers has none. */
  readonly available: boolean;
  /** @param boundTo the browser or the session that has to answer */
  askForSignIn(boundTo: string): Promise<PasskeyQuestion>;
  /** Who signed, if it is the answer to a question put to the same browser or session, given for the first time. */
  signIn(answer: string, boundTo: string, origin: RequestOrigin): Promise<SignInOutcome>;
  /** Only for somebody who has just shown who it is: the question is the proof of that, once and for ten minutes. */
  askForNew(session: Session): Promise<PasskeyQuestion>;
  /** @returns false when the answer does not fit, or the name cannot be kept */
  add(session: Session, answer: string, name: string, origin: RequestOrigin): Promise<boolean>;
}

declare module './stores.ts' {
  interface People {
    readonly passkeys: Passkeys;
  }
}

/** WebAuthn §5.1, §6.5.1: base64url of no more than 1023 bytes. */
const CREDENTIAL_ID = /^[A-Za-z0-9_-]{1,1364}$/;
/** WebAuthn §5.8.4. A browser says them unsigned; anything else is not worth keeping. */
const TRANSPORTS: ReadonlySet<string> = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

export default fp(
  async (app) => {
    const party = relyingPartyOf(app);
    offer(app.people, 'passkeys', {
      available: isIP(party.id.replace(/^\[|\]$/g, '')) === 0,
      ...signingIn(app, party),
      ...adding(app, party),
    } satisfies Passkeys);
  },
  { name: 'passkeys', dependencies: ['stores', 'sign-in', 'login-session'] },
);

/** This server, as a device knows it: by its domain. */
interface RelyingParty {
  id: string;
  challenges: Challenges;
  /** What every answer has to show. */
  expected: { expectedOrigin: string; expectedRPID: string; requireUserVerification: true };
}

function relyingPartyOf(app: FastifyInstance): RelyingParty {
  const { baseUrl } = app.config;
  const id = new URL(baseUrl).hostname;
  const expected = { expectedOrigin: baseUrl, expectedRPID: id, requireUserVerification: true } as const;
  return { id, challenges: passkeyChallenges(app), expected };
}

function signingIn(
  app: FastifyInstance,
  { id: rpID, challenges, expected }: RelyingParty,
): Pick<Passkeys, 'askForSignIn' | 'signIn'> {
  const { audit, clock, throttle } = app;
  const { passkeyStore } = app.people;

  return {
    async askForSignIn(boundTo) {
      const challenge = challenges.make('passkey', boundTo);
      // Nobody is named: the device knows whose passkeys it holds, and we tell nobody who has any.
      return JSON.stringify(
        await generateAuthenticationOptions({
          rpID,
          challenge,
          userVerification: 'required',
          timeout: CHALLENGE_LIFE_MS,
        }),
      );
    },

    async signIn(answer, boundTo, origin) {
      const network = networkOf(origin.ip ?? '');
      const wait = await throttle.take('sign_in_network', network, SIGN_IN_PER_NETWORK);
      if (wait > 0) return { outcome: 'throttled', retryAfterSeconds: Math.ceil(wait / 1000) };
      const person = await judge(answer, boundTo);
      if (person === undefined) {
        await audit.record({ ...origin, event: 'sign_in_failed', at: clock(), target: 'passkey' });
        return { outcome: 'wrong_credentials' };
      }
      await throttle.giveBack('sign_in_network', network);
      return { outcome: 'signed_in', person };
    },
  };

  /** @returns whose passkey signed, or nothing: whatever is wrong with it, it is no proof */
  async function judge(answer: string, boundTo: string): Promise<Person | undefined> {
    const response = parse<AuthenticationResponseJSON>(answer);
    const id = String(response?.id);
    // What has no place in an id is looked for nowhere.
    const known = CREDENTIAL_ID.test(id) ? await passkeyStore.find(id) : undefined;
    if (response === undefined || known === undefined || !known.person.active) return undefined;
    const { isOurs, spent } = challenges.check('passkey', boundTo);
    const { publicKey, counter } = known.passkey;
    const credential = { id, publicKey: new Uint8Array(publicKey), counter };
    const result = await attempt(app, () =>
      verifyAuthenticationResponse({ response, expectedChallenge: isOurs, credential, ...expected }),
    );
    if (result?.verified !== true) return undefined;
    const isFirst = await passkeyStore.use(id, result.authenticationInfo.newCounter, clock(), spent);
    return isFirst ? known.person : undefined;
  }
}

function adding(
  app: FastifyInstance,
  { id: rpID, challenges, expected }: RelyingParty,
): Pick<Passkeys, 'askForNew' | 'add'> {
  const { audit, clock } = app;
  const { passkeyStore } = app.people;

  return {
    async askForNew({ id, person }) {
      const known = await passkeyStore.ofPerson(person.id);
      const options = await generateRegistrationOptions({
        rpName: 'Schoolgate',
        rpID,
        userName: person.email,
        userDisplayName: person.name,
        userID: new Uint8Array(Buffer.from(person.id)),
        challenge: challenges.make('new passkey', id),
        timeout: CHALLENGE_LIFE_MS,
        excludeCredentials: known.map((passkey) => ({ id: passkey.id, transports: [...passkey.transports] })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return JSON.stringify(options);
    },

    async add({ id, person }, answer, givenName, origin) {
      const isAdded = await keep({ id, person }, answer, givenName, origin);
      if (!isAdded) {
        await audit.record({ ...origin, event: 'passkey_refused', at: clock(), personId: person.id });
      }
      return isAdded;
    },
  };

  async function keep(
    { id, person }: Pick<Session, 'id' | 'person'>,
    answer: string,
    givenName: string,
    origin: RequestOrigin,
  ): Promise<boolean> {
    const response = parse<RegistrationResponseJSON>(answer);
    const name = passkeyName(givenName);
    if (response === undefined || name === undefined) return false;
    const { isOurs, spent } = challenges.check('new passkey', id);
    const result = await attempt(app, () =>
      verifyRegistrationResponse({ response, expectedChallenge: isOurs, ...expected }),
    );
    if (result?.verified !== true) return false;
    const { credential, credentialBackedUp } = result.registrationInfo;
    // One that is longer could be kept, and would sign nobody in.
    if (!CREDENTIAL_ID.test(credential.id)) return false;
    if ((await passkeyStore.find(credential.id)) !== undefined) return false;
    const now = clock();
    return passkeyStore.add(
      {
        id: credential.id,
        personId: person.id,
        name,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: (credential.transports ?? []).filter((transport) => TRANSPORTS.has(transport)),
        isBackedUp: credentialBackedUp,
        createdAt: now,
        lastUsedAt: null,
      },
      spent,
      { ...origin, event: 'passkey_added', at: now, personId: person.id, target: credential.id },
    );
  }
}

/** A library that takes bytes from outside throws whatever they make it throw. */
async function attempt<Result>({ log }: FastifyInstance, check: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await check();
  } catch (error) {
    log.info({ err: error }, 'a passkey was refused');
    return undefined;
  }
}

/** What a form field says to be an answer of the browser; the library looks at every part of it. */
function parse<Answer>(json: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Answer) : undefined;
  } catch {
    return undefined;
  }
}
