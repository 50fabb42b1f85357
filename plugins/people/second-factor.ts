/**
 * The second factor of people who sign in with a password: who needs one, and whether it was shown. A person with an
 * authenticator app always needs its code. A person of whom two factors are demanded and who has passkeys but no app
 * needs a passkey, because otherwise the password alone would suffice to add an app.
 */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { RequestOrigin, SignInMethod } from '../../schema/audit/audit-event.ts';
import type { CredentialHash } from '../../schema/credential.ts';
import type { Membership, Person, Session } from '../../schema/people/person.ts';
import { isPlatformOperator } from '../../schema/people/platform-operator.ts';
import {
  type AuthenticatedBy,
  demandsSecondFactor,
  isMultiFactor,
  makeRecoveryCodes,
  type NewAuthenticator,
  RESET_LIFETIME_MS,
  recoveryCodeHash,
  recoveryCodeHashes,
  type SecondFactorNeeded,
  type SetupProof,
} from '../../schema/people/second-factor.ts';
import { SECOND_FACTOR_PER_ACCOUNT } from '../../schema/throttle.ts';
import { offer } from '../offer.ts';
import { makeTotpSecret, totpSetup, totpStep } from './one-time-codes.ts';

const counterOf = (personId: string) => ({ kind: 'second_factor', subject: personId, rule: SECOND_FACTOR_PER_ACCOUNT });

export type CodeOutcome =
  | { outcome: 'verified'; by: AuthenticatedBy }
  | { outcome: 'wrong_code' }
  | { outcome: 'throttled'; retryAfterSeconds: number };

export type AddOutcome = {
  outcome: 'added';
  recoveryCodes: string[];
  person: Pick<Person, 'id' | 'credentialsVersion'>;
  /** When the person proved who they are, before the secret was shown. */
  authenticatedAt: number;
};

export interface SecondFactor {
  /** Whether the platform, also because they run it, or a school where they are active, demands two factors of a person. */
  isDemandedOf(personId: string): Promise<boolean>;
  /** Whether what the session proved is too little for a role at a school. */
  isMissing(
    session: Pick<Session, 'authenticatedBy'>,
    membership: Pick<Membership, 'role' | 'secondFactorFor'>,
  ): boolean;
  /** Whether the session began with two factors, not long ago. */
  isFresh(session: Pick<Session, 'authenticatedAt' | 'authenticatedBy'>): boolean;
  neededBy(personId: string): Promise<SecondFactorNeeded>;
  /**
   * Whether a school may reset the second factor of a person, who must be its member. The second factor also protects
   * other schools, so nobody who runs one of them, or teaches there, can be reset.
   */
  isResettableAt(siteId: string, personId: string): Promise<boolean>;
  /** Whether the person has an authenticator app or a passkey. */
  hasAny(personId: string): Promise<boolean>;
  /**
   * Determines what has to follow a correct password. If a reset of the second factor is due, it is carried out first.
   * @returns the person as of now, or nothing if the credentials have changed since the password was verified
   */
  afterPassword(
    person: Person,
    origin: RequestOrigin,
  ): Promise<{ person: Person; needs: SecondFactorNeeded; wasReset: boolean } | undefined>;
  /** Seals the state of a sign-in whose password was correct, for the form that asks for the second factor. */
  remember(person: Person, browser: CredentialHash): string;
  /** @returns the person of a sealed sign-in of this browser, if it has not expired and the credentials are unchanged */
  recall(sealed: string, browser: CredentialHash): Promise<Person | undefined>;
  /** Verifies a code of the authenticator app, or a recovery code, and uses it up. */
  verify(person: Pick<Person, 'id'>, typed: string, origin: RequestOrigin): Promise<CodeOutcome>;
  /** @param proof what the person has proved before the secret is shown */
  prepare(session: Session, proof: SetupProof): Promise<NewAuthenticator | undefined>;
  /** @returns the same authenticator again, for a form that was sent with a wrong code */
  reopen(session: Session, sealed: string): NewAuthenticator | undefined;
  /**
   * Adds the authenticator if the code is its own, and nothing else has to follow the password by now than when the
   * secret was shown. Attempts are not limited, because the page shows the secret.
   */
  add(
    session: Session,
    sealed: string,
    code: string,
    origin: RequestOrigin,
  ): Promise<AddOutcome | { outcome: 'wrong_code' | 'stale' }>;
}

declare module './stores.ts' {
  interface People {
    readonly secondFactor: SecondFactor;
  }
}

/** How long a correct password is remembered, and how long a page with a new secret can be used. */
const SIGN_IN_LIFE_MS = 10 * 60_000;
const SETUP_LIFE_MS = 30 * 60_000;

export default fp(
  async (app) => {
    offer(app.people, 'secondFactor', {
      ...requirementsOf(app),
      ...signingIn(app),
      ...verification(app),
      ...adding(app),
    } satisfies SecondFactor);
  },
  { name: 'second-factor', dependencies: ['key-ring', 'stores', 'throttle', 'sign-in', 'login-session', 'passkeys'] },
);

function requirementsOf({
  clock,
  config,
  people,
}: FastifyInstance): Pick<
  SecondFactor,
  'isDemandedOf' | 'isMissing' | 'isFresh' | 'isResettableAt' | 'neededBy' | 'hasAny'
> {
  const { memberships, passkeyStore, persons, secondFactors } = people;
  const demands = ({ role, secondFactorFor }: Pick<Membership, 'role' | 'secondFactorFor'>): boolean =>
    demandsSecondFactor(role, config.secondFactor, secondFactorFor);

  const hasApp = async (personId: string): Promise<boolean> => (await secondFactors.find(personId)) !== undefined;
  const hasPasskey = async (personId: string): Promise<boolean> => (await passkeyStore.ofPerson(personId)).length > 0;
  async function isDemandedOf(personId: string): Promise<boolean> {
    if ((await memberships.of(personId)).some(demands)) return true;
    if (config.secondFactor === 'off' || config.platformOperators.length === 0) return false;
    const person = await persons.find(personId);
    return person !== undefined && isPlatformOperator(config.platformOperators, person);
  }

  return {
    isDemandedOf,

    isMissing: ({ authenticatedBy }, membership) => !isMultiFactor(authenticatedBy) && demands(membership),

    isFresh: ({ authenticatedAt, authenticatedBy }) =>
      isMultiFactor(authenticatedBy) && authenticatedAt + config.lifetimes.freshSecondFactor > clock(),

    async isResettableAt(siteId, personId) {
      const known = await memberships.ofAnyStatus(personId);
      const isMember = known.some((one) => one.siteId === siteId && one.status === 'active');
      return (
        isMember && !known.some((one) => one.siteId !== siteId && one.role !== 'member' && one.status !== 'invited')
      );
    },

    async neededBy(personId) {
      if (await hasApp(personId)) return 'code';
      return (await hasPasskey(personId)) && (await isDemandedOf(personId)) ? 'passkey' : 'none';
    },

    hasAny: async (personId) => (await hasApp(personId)) || (await hasPasskey(personId)),
  };
}

function signingIn(app: FastifyInstance): Pick<SecondFactor, 'afterPassword' | 'remember' | 'recall'> {
  const { clock } = app;
  const { persons: people, secondFactorResets } = app.people;
  const { isResettableAt, neededBy } = requirementsOf(app);
  const envelope = envelopeOf(app, 'sign-in');

  return {
    async afterPassword(person, origin) {
      const at = clock();
      const { id: personId, credentialsVersion: version } = person;
      const reset = await secondFactorResets.find(personId);
      const isDue = reset !== undefined && reset.effectiveAt <= at && reset.effectiveAt + RESET_LIFETIME_MS > at;
      // The memberships may have changed since the approval.
      const wasReset = isDue && (await isResettableAt(reset.siteId, personId));
      if (wasReset) {
        const event = { ...origin, event: 'second_factor_removed' as const, at, personId, siteId: reset.siteId };
        if (!(await secondFactorResets.complete(personId, version, event))) return undefined;
      }
      const current = wasReset ? { ...person, credentialsVersion: version + 1 } : person;
      return { person: current, needs: await neededBy(personId), wasReset };
    },

    remember: ({ id, credentialsVersion }, browser) =>
      envelope.close([browser.toString('base64url'), id, credentialsVersion], clock() + SIGN_IN_LIFE_MS),

    async recall(sealed, browser) {
      const [boundTo, id, version] = envelope.open(sealed, clock()) ?? [];
      if (boundTo !== browser.toString('base64url')) return undefined;
      const person = await people.find(String(id));
      return person?.active === true && person.credentialsVersion === version ? person : undefined;
    },
  };
}

function verification({ audit, clock, keyRing, people, throttle }: FastifyInstance): Pick<SecondFactor, 'verify'> {
  const { secondFactors } = people;

  async function use(personId: string, typed: string, origin: RequestOrigin): Promise<AuthenticatedBy | undefined> {
    const at = clock();
    const hash = recoveryCodeHash(typed);
    if (hash !== undefined) {
      const event = { ...origin, event: 'recovery_code_used' as const, at, personId };
      return (await secondFactors.useRecoveryCode(personId, hash, event)) ? 'password_and_recovery_code' : undefined;
    }
    const authenticator = await secondFactors.find(personId);
    if (authenticator === undefined) return undefined;
    const step = totpStep(keyRing.open(SECRETS, authenticator.sealedSecret), typed, at);
    if (step === undefined) return undefined;
    return (await secondFactors.useStep(personId, step)) ? 'password_and_code' : undefined;
  }

  return {
    async verify({ id: personId }, typed, origin) {
      const counter = counterOf(personId);
      const wait = await throttle.take(counter);
      if (wait > 0) return { outcome: 'throttled', retryAfterSeconds: Math.ceil(wait / 1000) };
      try {
        const by = await use(personId, typed, origin);
        if (by !== undefined) {
          await throttle.clear(counter);
          return { outcome: 'verified', by };
        }
      } catch (error) {
        // Only a wrong code counts.
        await throttle.giveBack(counter);
        throw error;
      }
      const target: SignInMethod = recoveryCodeHash(typed) === undefined ? 'totp' : 'recovery_code';
      await audit.record({ ...origin, event: 'sign_in_failed', at: clock(), personId, target });
      return { outcome: 'wrong_code' };
    },
  };
}

function adding(app: FastifyInstance): Pick<SecondFactor, 'prepare' | 'reopen' | 'add'> {
  const { clock, keyRing } = app;
  const { persons: people, secondFactors } = app.people;
  const { neededBy } = requirementsOf(app);
  const envelope = envelopeOf(app, 'setup');

  function read({ id: sessionId, person }: Session, sealed: string) {
    const [session, personId, version, secret, needed, authenticatedAt] = envelope.open(sealed, clock()) ?? [];
    if (session !== sessionId || personId !== person.id) return undefined;
    return {
      secret: Buffer.from(String(secret), 'base64url'),
      version: Number(version),
      needed,
      authenticatedAt: Number(authenticatedAt),
    };
  }

  return {
    async prepare({ id, person: { id: personId, email } }, { needed, authenticatedAt }) {
      const person = await people.find(personId);
      if (person === undefined || (await secondFactors.find(personId)) !== undefined) return undefined;
      const secret = makeTotpSecret();
      const text = Buffer.from(secret).toString('base64url');
      const content = [id, personId, person.credentialsVersion, text, needed, authenticatedAt];
      return { ...totpSetup(secret, email), sealed: envelope.close(content, clock() + SETUP_LIFE_MS) };
    },

    reopen(session, sealed) {
      const content = read(session, sealed);
      return content && { ...totpSetup(content.secret, session.person.email), sealed };
    },

    async add(session, sealed, code, origin) {
      const content = read(session, sealed);
      if (content === undefined) return { outcome: 'stale' };
      const { secret, version, needed, authenticatedAt } = content;
      const at = clock();
      const lastStep = totpStep(secret, code, at);
      if (lastStep === undefined) return { outcome: 'wrong_code' };
      const personId = session.person.id;
      if ((await neededBy(personId)) !== needed) return { outcome: 'stale' };
      const recoveryCodes = makeRecoveryCodes();
      const isAdded = await secondFactors.add(
        { personId, sealedSecret: keyRing.seal(SECRETS, secret), lastStep, createdAt: at },
        recoveryCodeHashes(recoveryCodes),
        { sessionId: session.id, version },
        { ...origin, event: 'second_factor_added', at, personId },
      );
      if (!isAdded) return { outcome: 'stale' };
      const person = { id: personId, credentialsVersion: version + 1 };
      return { outcome: 'added', recoveryCodes, person, authenticatedAt };
    },
  };
}

const SECRETS = 'totp secrets';

type Content = (string | number)[];

/** Seals values for a form, so that only this server can read or create them, for one purpose and a limited time. */
function envelopeOf({ keyRing }: FastifyInstance, step: string) {
  const purpose = `second factor ${step}`;
  return {
    close: (content: Content, until: number): string =>
      keyRing.seal(purpose, Buffer.from(JSON.stringify([until, ...content]))).toString('base64url'),

    /** @returns `undefined` if it was not sealed here, or has expired */
    open(sealed: string, now: number): Content | undefined {
      try {
        const [until, ...content]: Content = JSON.parse(
          keyRing.open(purpose, Buffer.from(sealed, 'base64url')).toString(),
        );
        return Number(until) > now ? content : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
