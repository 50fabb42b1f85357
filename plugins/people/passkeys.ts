/** Passkeys (WebAuthn): the questions put to a device, and judging its answers. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import fp from 'fastify-plugin';
import type { RequestOrigin } from '../../schema/audit/audit-event.ts';
import { hashCredential } from '../../schema/credential.ts';
import { passkeyName } from '../../schema/people/passkey.ts';
import type { Person, Session } from '../../schema/people/person.ts';
import { SIGN_IN_PER_NETWORK } from '../../schema/throttle.ts';
import { networkOf } from '../rate-limit.ts';
import { offer } from '../wing.ts';
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

/** What a challenge is good for: one that a page shows to anybody who is signed in adds no passkey. */
type Purpose = 'passkey' | 'new passkey';

/** WebAuthn §5.1, §6.5.1: base64url of no more than 1023 bytes. */
const CREDENTIAL_ID = /^[A-Za-z0-9_-]{1,1364}$/;
/** WebAuthn §5.8.4. A browser says them unsigned; anything else is not worth keeping. */
const TRANSPORTS: ReadonlySet<string> = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);
const LIFE_MS = 10 * 60_000;
const RANDOM_BYTES = 16;
const TIME_BYTES = 6;

export default fp(
  async (app) => {
    const { audit, clock, config, throttle } = app;
    const { loginSession, passkeyStore } = app.people;
    const { hostname } = new URL(config.baseUrl);
    const expected = { expectedOrigin: config.baseUrl, expectedRPID: hostname, requireUserVerification: true };

    // A challenge carries its end and a proof of whom it is for, so that showing a page writes nothing.
    const seal = (purpose: Purpose, head: Buffer, boundTo: string): Buffer =>
      Buffer.from(loginSession.formToken(purpose, boundTo, head), 'base64url');
    function challengeFor(purpose: Purpose, boundTo: string): Uint8Array<ArrayBuffer> {
      const end = Buffer.alloc(TIME_BYTES);
      end.writeUIntBE(clock() + LIFE_MS, 0, TIME_BYTES);
      const head = Buffer.concat([randomBytes(RANDOM_BYTES), end]);
      return new Uint8Array(Buffer.concat([head, seal(purpose, head, boundTo)]));
    }

    /** A check of the challenge that an answer names, which keeps what is needed to spend it. */
    function challengeCheck(purpose: Purpose, boundTo: string) {
      const spent = { hash: hashCredential(''), expiresAt: 0 };
      const isOurs = (challenge: string): boolean => {
        const bytes = Buffer.from(challenge, 'base64url');
        const head = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES);
        if (head.length < RANDOM_BYTES + TIME_BYTES) return false;
        spent.hash = hashCredential(challenge);
        spent.expiresAt = head.readUIntBE(RANDOM_BYTES, TIME_BYTES);
        const [given, expected] = [bytes.subarray(head.length), seal(purpose, head, boundTo)];
        return given.length === expected.length && timingSafeEqual(given, expected) && clock() < spent.expiresAt;
      };
      return { isOurs, spent };
    }

    /** @returns whose passkey signed, or nothing: whatever is wrong with it, it is no proof */
    async function judge(answer: string, boundTo: string): Promise<Person | undefined> {
      const response = parse<AuthenticationResponseJSON>(answer);
      const id = String(response?.id);
      // What has no place in an id is looked for nowhere.
      const known = CREDENTIAL_ID.test(id) ? await passkeyStore.find(id) : undefined;
      if (response === undefined || known === undefined || !known.person.active) return undefined;
      const { isOurs, spent } = challengeCheck('passkey', boundTo);
      const { publicKey, counter } = known.passkey;
      const credential = { id, publicKey: new Uint8Array(publicKey), counter };
      const result = await attempt(() =>
        verifyAuthenticationResponse({ response, expectedChallenge: isOurs, credential, ...expected }),
      );
      if (result?.verified !== true) return undefined;
      const isFirst = await passkeyStore.use(id, result.authenticationInfo.newCounter, clock(), spent);
      return isFirst ? known.person : undefined;
    }

    /** A library that takes bytes from outside throws whatever they make it throw. */
    async function attempt<Result>(check: () => Promise<Result>): Promise<Result | undefined> {
      try {
        return await check();
      } catch (error) {
        app.log.info({ err: error }, 'a passkey was refused');
        return undefined;
      }
    }

    offer(app.people, 'passkeys', {
      available: isIP(hostname.replace(/^\[|\]$/g, '')) === 0,

      async askForSignIn(boundTo) {
        const challenge = challengeFor('passkey', boundTo);
        // Nobody is named: the device knows whose passkeys it holds, and we tell nobody who has any.
        return JSON.stringify(
          await generateAuthenticationOptions({
            rpID: hostname,
            challenge,
            userVerification: 'required',
            timeout: LIFE_MS,
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

      async askForNew({ id, person }) {
        const known = await passkeyStore.ofPerson(person.id);
        const options = await generateRegistrationOptions({
          rpName: 'Schoolgate',
          rpID: hostname,
          userName: person.email,
          userDisplayName: person.name,
          userID: new Uint8Array(Buffer.from(person.id)),
          challenge: challengeFor('new passkey', id),
          timeout: LIFE_MS,
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
    } satisfies Passkeys);

    async function keep(
      { id, person }: Pick<Session, 'id' | 'person'>,
      answer: string,
      givenName: string,
      origin: RequestOrigin,
    ): Promise<boolean> {
      const response = parse<RegistrationResponseJSON>(answer);
      const name = passkeyName(givenName);
      if (response === undefined || name === undefined) return false;
      const { isOurs, spent } = challengeCheck('new passkey', id);
      const result = await attempt(() =>
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
  },
  { name: 'passkeys', dependencies: ['stores', 'sign-in', 'login-session'] },
);

/** What a form field says to be an answer of the browser; the library looks at every part of it. */
function parse<Answer>(json: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Answer) : undefined;
  } catch {
    return undefined;
  }
}
