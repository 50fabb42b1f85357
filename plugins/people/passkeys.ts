/** Passkeys (WebAuthn): creates options for browsers and verifies their responses. */
import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { RequestOrigin } from '../../schema/audit/audit-event.ts';
import { passkeyName } from '../../schema/people/passkey.ts';
import type { Person, Session } from '../../schema/people/person.ts';
import type { PlaceOf } from '../../schema/people/sign-in-place.ts';
import { SECOND_FACTOR_PER_ACCOUNT, SIGN_IN_PER_NETWORK } from '../../schema/throttle.ts';
import { networkCounters } from '../http/throttle.ts';
import { provide } from '../provide.ts';
import { CHALLENGE_LIFE_MS, type Challenges, passkeyChallenges } from './passkey-challenges.ts';
import { withoutStatement } from './passkey-statement.ts';
import { resetsOf } from './second-factor-resets.ts';
import type { SignInOutcome } from './sign-in.ts';

/** The WebAuthn options that the page passes to the browser, as JSON. */
export type PasskeyQuestion = string;

export interface Passkeys {
  /** Browsers bind passkeys to a domain, so they are not available at an IP address. */
  readonly available: boolean;
  /** @param boundTo the browser or the session that has to respond */
  askForSignIn(boundTo: string): Promise<PasskeyQuestion>;
  /**
   * Returns the person whose passkey signed, if the response belongs to the same browser or session and is used for the
   * first time.
   * @param siteOf only with a form of the sign-in to an app
   */
  signIn(answer: string, boundTo: string, origin: RequestOrigin, siteOf?: PlaceOf): Promise<SignInOutcome>;
  /**
   * Call this only after reauthentication: the options prove it once, for ten minutes, and as long as the session and
   * the credentials last.
   * @param verified the person's `credentialsVersion` when the password or passkey was verified
   */
  askForNew(session: Session, verified: number): Promise<PasskeyQuestion>;
  /**
   * Adds a passkey, and tells the person.
   * @param locale of the request
   * @returns false if the response is invalid, or the name cannot be stored
   */
  add(session: Session, answer: string, name: string, origin: RequestOrigin, locale: string): Promise<boolean>;
}

declare module './stores.ts' {
  interface People {
    readonly passkeys: Passkeys;
  }
}

/** Loaded with the first passkey, because it takes a tenth of the start. */
const webauthn = () => import('@simplewebauthn/server');

/** WebAuthn §5.1, §6.5.1: base64url of at most 1023 bytes. */
const CREDENTIAL_ID = /^[A-Za-z0-9_-]{1,1364}$/;
/** WebAuthn §5.8.4. Browsers report these values unsigned, and unknown ones are not stored. */
const TRANSPORTS: ReadonlySet<string> = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

export default fp(
  async (app) => {
    const party = relyingPartyOf(app);
    provide(app.people, 'passkeys', {
      available: isIP(party.id.replace(/^\[|\]$/g, '')) === 0,
      ...signingIn(app, party),
      ...adding(app, party),
    } satisfies Passkeys);
  },
  { name: 'passkeys', dependencies: ['stores', 'sign-in', 'login-session'] },
);

/** This server as a relying party, which is identified by its domain. */
interface RelyingParty {
  id: string;
  challenges: Challenges;
  /** The values that every response is compared with. */
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
  const { cancellation } = resetsOf(app);

  return {
    async askForSignIn(boundTo) {
      const challenge = challenges.make('passkey', boundTo);
      const { generateAuthenticationOptions } = await webauthn();
      // The options name no credentials: the device knows its passkeys, and the server does not reveal who has any.
      return JSON.stringify(
        await generateAuthenticationOptions({
          rpID,
          challenge,
          userVerification: 'required',
          timeout: CHALLENGE_LIFE_MS,
        }),
      );
    },

    async signIn(answer, boundTo, origin, siteOf) {
      const networks = networkCounters('sign_in_network', origin.ip ?? '', SIGN_IN_PER_NETWORK);
      const wait = await throttle.take(...networks);
      if (wait > 0) return { outcome: 'throttled', retryAfterSeconds: Math.ceil(wait / 1000) };
      // Only an invalid response counts, so the attempt is given back if anything else fails.
      const { owner, isAccepted } = await verify(answer, boundTo, origin).catch(async (error: unknown) => {
        await throttle.giveBack(...networks);
        throw error;
      });
      if (owner === undefined || !isAccepted) {
        const personId = await named(owner);
        const whose = { ...(await siteOf?.(personId)), ...(personId === undefined ? {} : { personId }) };
        await audit.record({ ...origin, ...whose, event: 'sign_in_failed', at: clock(), target: 'passkey' });
        return { outcome: 'wrong_credentials' };
      }
      await throttle.giveBack(...networks);
      return { outcome: 'signed_in', person: owner, method: 'passkey' };
    },
  };

  /**
   * Returns whom the entry about a passkey that was not accepted names. Whoever knows the id of a passkey can name its
   * owner, so there are no more such entries about one account than SECOND_FACTOR_PER_ACCOUNT allows guesses.
   */
  async function named(owner: Person | undefined): Promise<string | undefined> {
    if (owner === undefined) return undefined;
    const wait = await throttle.take({ kind: 'passkey_failures', subject: owner.id, rule: SECOND_FACTOR_PER_ACCOUNT });
    return wait > 0 ? undefined : owner.id;
  }

  /**
   * Verifies a response.
   * @returns the owner of the passkey that it names, if there is one, and whether it is valid in every way
   */
  async function verify(
    answer: string,
    boundTo: string,
    origin: RequestOrigin,
  ): Promise<{ owner?: Person; isAccepted: boolean }> {
    const response = parse<AuthenticationResponseJSON>(answer);
    const id = String(response?.id);
    // An invalid id is not looked up.
    const known = CREDENTIAL_ID.test(id) ? await passkeyStore.find(id) : undefined;
    if (response === undefined || known === undefined || !known.person.active) return { isAccepted: false };
    const owner = known.person;
    // WebAuthn §7.2: a device that names a person names the owner.
    const { userHandle } = response.response ?? {};
    if (userHandle && userHandle !== Buffer.from(owner.id).toString('base64url')) return { owner, isAccepted: false };
    const { isOurs, spent } = challenges.check('passkey', boundTo);
    const { publicKey, counter } = known.passkey;
    const credential = { id, publicKey: new Uint8Array(publicKey), counter };
    const { verifyAuthenticationResponse } = await webauthn();
    const result = await attempt(app, () =>
      verifyAuthenticationResponse({ response, expectedChallenge: isOurs, credential, ...expected }),
    );
    if (result?.verified !== true) return { owner, isAccepted: false };
    const used = { ...known.passkey, counter: result.authenticationInfo.newCounter };
    const cancelled = await cancellation(owner.id, origin);
    return { owner, isAccepted: await passkeyStore.use(used, clock(), spent, cancelled) };
  }
}

function adding(
  app: FastifyInstance,
  { id: rpID, challenges, expected }: RelyingParty,
): Pick<Passkeys, 'askForNew' | 'add'> {
  const { audit, clock } = app;
  const { mailer, passkeyStore, persons: people } = app.people;

  return {
    async askForNew({ id, person }, verified) {
      const known = await passkeyStore.ofPerson(person.id);
      const { generateRegistrationOptions } = await webauthn();
      const options = await generateRegistrationOptions({
        rpName: 'Schoolgate',
        rpID,
        userName: person.email,
        userDisplayName: person.name,
        userID: new Uint8Array(Buffer.from(person.id)),
        challenge: challenges.make('new passkey', boundTo(id, verified)),
        timeout: CHALLENGE_LIFE_MS,
        excludeCredentials: known.map((passkey) => ({ id: passkey.id, transports: [...passkey.transports] })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return JSON.stringify(options);
    },

    async add(session, answer, givenName, origin, locale) {
      const { person } = session;
      const isAdded = await keep(session, answer, givenName, origin, locale);
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
    locale: string,
  ): Promise<boolean> {
    const response = parse<RegistrationResponseJSON>(answer);
    const name = passkeyName(givenName);
    if (response === undefined || name === undefined) return false;
    const verified = (await people.find(person.id))?.credentialsVersion;
    if (verified === undefined) return false;
    const { isOurs, spent } = challenges.check('new passkey', boundTo(id, verified));
    const { verifyRegistrationResponse } = await webauthn();
    const result = await attempt(app, async () =>
      verifyRegistrationResponse({
        response: await withoutStatement(response),
        expectedChallenge: isOurs,
        ...expected,
      }),
    );
    if (result?.verified !== true) return false;
    const { credential, credentialBackedUp } = result.registrationInfo;
    // A longer id could be stored, but would be rejected at sign-in.
    if (!CREDENTIAL_ID.test(credential.id)) return false;
    if ((await passkeyStore.find(credential.id)) !== undefined) return false;
    const now = clock();
    const notice = mailer.notice(person, locale, { kind: 'passkey_added', passkey: name, at: now });
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
      { sessionId: id, verified },
      spent,
      { ...origin, ...notice, event: 'passkey_added', at: now, personId: person.id, target: credential.id },
    );
  }
}

/** The session and the version of the credentials for which a passkey may be added. */
const boundTo = (sessionId: string, verified: number): string => `${sessionId} ${verified}`;

/** Runs a verification. The library may throw any error if its input is malformed. */
async function attempt<Result>({ log }: FastifyInstance, check: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await check();
  } catch (error) {
    log.info({ err: error }, 'a passkey was rejected');
    return undefined;
  }
}

/** Parses a form field as a response of the browser. The library validates its contents. */
function parse<Answer>(json: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Answer) : undefined;
  } catch {
    return undefined;
  }
}
