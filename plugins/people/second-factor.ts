/**
 * The second factor of people who sign in with a password: who needs one, and whether it was shown. A person with an
 * authenticator app always needs its code. A person of whom two factors are demanded and who has passkeys but no app
 * needs a passkey, because otherwise the password alone would suffice to add an app.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { RequestOrigin, SignInMethod } from '../../schema/audit/audit-event.ts';
import type { CredentialHash } from '../../schema/credential.ts';
import type { AnySession, Membership, Person, Session } from '../../schema/people/person.ts';
import { isPlatformOperator } from '../../schema/people/platform-operator.ts';
import {
  type AuthenticatedBy,
  type Authenticator,
  demandsSecondFactor,
  isMultiFactor,
  recoveryCodeHash,
  type SecondFactorNeeded,
} from '../../schema/people/second-factor.ts';
import type { PlaceOf } from '../../schema/people/sign-in-place.ts';
import { provide } from '../provide.ts';
import { type AuthenticatorSetup, authenticatorSetup } from './authenticator-setup.ts';
import { isCode, TOTP_SECRETS, totpStep } from './one-time-codes.ts';
import { envelopeOf } from './sealed-forms.ts';
import { type NotJudged, secondFactorLimits } from './second-factor-limits.ts';
import { resetsOf, type SecondFactorResets } from './second-factor-resets.ts';

export type CodeOutcome =
  | { outcome: 'verified'; by: AuthenticatedBy }
  | { outcome: 'wrong_code' | 'wrong_recovery_code' }
  | NotJudged;

export interface SecondFactor extends AuthenticatorSetup, SecondFactorResets {
  /** Returns whether the platform, or a school where the person is active, demands two factors of a person. */
  isDemandedOf(personId: string): Promise<boolean>;
  /** Returns whether what the session proved is too little for a role at a school. */
  isMissing(
    session: Pick<Session, 'authenticatedBy'>,
    membership: Pick<Membership, 'role' | 'secondFactorFor'>,
  ): boolean;
  /**
   * Returns whether a sign-in at a school proved one factor of somebody who runs it and has a second one here, which the
   * account would have asked for. It opens the pages, but confirms nothing and allows apps nothing that runs the school.
   */
  isSteppedOver(session: AnySession, membership: Pick<Membership, 'role'>): Promise<boolean>;
  /** Returns whether the session began with two factors, not long ago. */
  isFresh(session: Pick<AnySession, 'authenticatedAt' | 'authenticatedBy'> & { knowsAuthTime?: boolean }): boolean;
  neededBy(personId: string): Promise<SecondFactorNeeded>;
  /**
   * Returns whether a school may reset the second factor of a person, who must be its member. The second factor also
   * protects what the person may do elsewhere (`powersOutside`).
   */
  isResettableAt(siteId: string, personId: string): Promise<boolean>;
  /** Returns whether the person has an authenticator app or a passkey. */
  hasAny(personId: string): Promise<boolean>;
  /**
   * Determines what has to follow a correct password. If a reset of the second factor is due, it is carried out first,
   * and the person is told.
   * @param locale of the request
   * @returns the person as of now, or nothing if the credentials have changed since the password was verified
   */
  afterPassword(
    person: Person,
    origin: RequestOrigin,
    locale: string,
  ): Promise<{ person: Person; needs: SecondFactorNeeded } | undefined>;
  /** Seals the state of a sign-in whose password was correct, for the form that asks for the second factor. */
  remember(person: Person, browser: CredentialHash): string;
  /** @returns the person of a sealed sign-in of this browser, if it has not expired and the credentials are unchanged */
  recall(sealed: string, browser: CredentialHash): Promise<Person | undefined>;
  /**
   * Verifies a code of the authenticator app, or a recovery code, and uses it up. The person is told of a recovery code,
   * and of several wrong codes.
   * @param locale of the request
   * @param siteOf only with a form of the sign-in to an app
   */
  verify(
    person: Pick<Person, 'id' | 'email' | 'credentialsVersion'>,
    typed: string,
    request: Pick<FastifyRequest, 'headers' | 'id' | 'ip'>,
    locale: string,
    siteOf?: PlaceOf,
  ): Promise<CodeOutcome>;
}

declare module './stores.ts' {
  interface People {
    readonly secondFactor: SecondFactor;
  }
}

/** How long a correct password is remembered. */
const SIGN_IN_LIFE_MS = 10 * 60_000;

export default fp(
  async (app) => {
    const requirements = requirementsOf(app);
    const resets = resetsOf(app);
    provide(app.people, 'secondFactor', {
      ...requirements,
      ...signingIn(app, requirements),
      ...resets,
      ...verification(app, resets),
      ...authenticatorSetup(app, requirements.neededBy),
    } satisfies SecondFactor);
  },
  {
    name: 'second-factor',
    dependencies: ['key-ring', 'stores', 'throttle', 'sign-in', 'login-session', 'passkeys', 'powers-outside'],
  },
);

function requirementsOf({
  clock,
  config,
  people,
}: FastifyInstance): Pick<
  SecondFactor,
  'isDemandedOf' | 'isMissing' | 'isSteppedOver' | 'isFresh' | 'isResettableAt' | 'neededBy' | 'hasAny'
> {
  const { memberships, passkeyStore, persons, secondFactors } = people;
  const demands = ({ role, secondFactorFor }: Pick<Membership, 'role' | 'secondFactorFor'>): boolean =>
    demandsSecondFactor(role, config.secondFactor, secondFactorFor);

  const hasApp = async (personId: string): Promise<boolean> => (await secondFactors.find(personId)) !== undefined;
  const hasPasskey = async (personId: string): Promise<boolean> => (await passkeyStore.ofPerson(personId)).length > 0;
  const hasAny = async (personId: string): Promise<boolean> => (await hasApp(personId)) || (await hasPasskey(personId));
  async function isDemandedOf(personId: string): Promise<boolean> {
    if ((await memberships.of(personId)).some(demands)) return true;
    if (config.secondFactor === 'off' || config.platformOperators.length === 0) return false;
    const person = await persons.find(personId);
    return person !== undefined && isPlatformOperator(config.platformOperators, person);
  }

  return {
    isDemandedOf,

    isMissing: ({ authenticatedBy }, membership) => !isMultiFactor(authenticatedBy) && demands(membership),

    isSteppedOver: async ({ authenticatedBy, person, schoolId }, { role }) =>
      schoolId !== undefined && role !== 'member' && !isMultiFactor(authenticatedBy) && hasAny(person.id),

    isFresh: ({ authenticatedAt, authenticatedBy, knowsAuthTime = true }) =>
      knowsAuthTime && isMultiFactor(authenticatedBy) && authenticatedAt + config.lifetimes.freshSecondFactor > clock(),

    async isResettableAt(siteId, personId) {
      const known = await memberships.ofAnyStatus(personId);
      const isMember = known.some((one) => one.siteId === siteId && one.status === 'active');
      return isMember && !(await people.powersOutside(siteId, personId));
    },

    async neededBy(personId) {
      if (await hasApp(personId)) return 'code';
      return (await hasPasskey(personId)) && (await isDemandedOf(personId)) ? 'passkey' : 'none';
    },

    hasAny,
  };
}

function signingIn(
  app: FastifyInstance,
  { isResettableAt, neededBy }: ReturnType<typeof requirementsOf>,
): Pick<SecondFactor, 'afterPassword' | 'remember' | 'recall'> {
  const { clock } = app;
  const { mailer, persons: people, secondFactorResets } = app.people;
  const envelope = envelopeOf(app, 'second factor sign-in');

  return {
    async afterPassword(person, origin, locale) {
      const at = clock();
      const { id: personId, credentialsVersion: version } = person;
      const reset = await secondFactorResets.pending(personId, at);
      // The memberships may have changed since the approval.
      const wasReset = reset?.isDue === true && (await isResettableAt(reset.siteId, personId));
      if (wasReset) {
        const { siteId, siteName: school, timezone } = reset;
        const event = {
          ...origin,
          ...mailer.notice(person, locale, { kind: 'second_factor_reset_done', school, at, timezone }),
          event: 'second_factor_removed' as const,
          at,
          personId,
          siteId,
        };
        if (!(await secondFactorResets.complete(personId, version, event))) return undefined;
      }
      const current = wasReset ? { ...person, credentialsVersion: version + 1 } : person;
      return { person: current, needs: await neededBy(personId) };
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

function verification(app: FastifyInstance, { cancellation }: SecondFactorResets): Pick<SecondFactor, 'verify'> {
  const { audit, clock, keyRing, originOf, networkLabelOf } = app;
  const { mailer, secondFactors } = app.people;
  const limits = secondFactorLimits(app);

  async function use(
    person: Pick<Person, 'id' | 'email'>,
    authenticator: Authenticator | undefined,
    typed: string,
    origin: RequestOrigin,
    locale: string,
  ): Promise<AuthenticatedBy | undefined> {
    const at = clock();
    const personId = person.id;
    const hash = recoveryCodeHash(typed);
    if (hash !== undefined) {
      const left = Math.max(0, (await secondFactors.recoveryCodesLeft(personId)) - 1);
      const notice = mailer.notice(person, locale, { kind: 'recovery_code_used', left, at });
      const event = { ...origin, ...notice, event: 'recovery_code_used' as const, at, personId };
      return (await secondFactors.useRecoveryCode(personId, hash, event)) ? 'password_and_recovery_code' : undefined;
    }
    if (authenticator === undefined) return undefined;
    const step = totpStep(keyRing.open(TOTP_SECRETS, authenticator.sealedSecret), typed, at);
    if (step === undefined) return undefined;
    const cancelled = await cancellation(personId, origin);
    return (await secondFactors.useStep(personId, step, cancelled)) ? 'password_and_code' : undefined;
  }

  return {
    async verify(person, typed, request, locale, siteOf) {
      const personId = person.id;
      const origin = originOf(request);
      const isRecoveryCode = recoveryCodeHash(typed) !== undefined;
      const authenticator = await secondFactors.find(personId);
      const guess = { isCode: isCode(typed), appAddedAt: authenticator?.createdAt ?? 0 };
      const taken = await limits.take(person, request, guess);
      if ('outcome' in taken) return taken;
      try {
        const by = await use(person, authenticator, typed, origin, locale);
        if (by !== undefined) {
          await limits.succeeded(taken);
          return { outcome: 'verified', by };
        }
      } catch (error) {
        // Only a wrong code counts.
        await limits.giveBack(taken);
        throw error;
      }
      const at = clock();
      const { ip = '', userAgent = '' } = origin;
      const notice = { kind: 'wrong_codes', userAgent, network: networkLabelOf(ip), at } as const;
      const outgoing = (await limits.shouldNotify(person, taken)) ? mailer.notice(person, locale, notice) : {};
      // Only what was judged is recorded, so the limits also bound the entries in the log of a school.
      const site = await siteOf?.(personId);
      const target: SignInMethod = isRecoveryCode ? 'recovery_code' : 'totp';
      await audit.record({ ...origin, ...site, ...outgoing, event: 'sign_in_failed', at, personId, target });
      return { outcome: isRecoveryCode ? 'wrong_recovery_code' : 'wrong_code' };
    },
  };
}
