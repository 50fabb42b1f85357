/** Sets up authenticator apps: shows a new secret, and adds the app once it answers with a code. */
import type { FastifyInstance } from 'fastify';
import type { RequestOrigin } from '../../schema/audit/audit-event.ts';
import type { Person, Session } from '../../schema/people/person.ts';
import {
  makeRecoveryCodes,
  type NewAuthenticator,
  recoveryCodeHashes,
  type SecondFactorNeeded,
  type SetupProof,
} from '../../schema/people/second-factor.ts';
import { makeTotpSecret, TOTP_SECRETS, totpSetup, totpStep } from './one-time-codes.ts';
import { envelopeOf } from './sealed-forms.ts';

export type AddOutcome = {
  outcome: 'added';
  recoveryCodes: string[];
  person: Pick<Person, 'id' | 'credentialsVersion'>;
  /** When the person proved who they are, before the secret was shown. */
  authenticatedAt: number;
};

export interface AuthenticatorSetup {
  /** @param proof what the person has proved before the secret is shown */
  prepare(session: Session, proof: SetupProof): Promise<NewAuthenticator | undefined>;
  /** @returns the same authenticator again, for a form that was sent with a wrong code */
  reopen(session: Session, sealed: string): NewAuthenticator | undefined;
  /**
   * Adds the authenticator if the code is its own, and nothing else has to follow the password by now than when the
   * secret was shown. Attempts are not limited, because the page shows the secret. The
   * person is told.
   * @param locale of the request
   */
  add(
    session: Session,
    sealed: string,
    code: string,
    origin: RequestOrigin,
    locale: string,
  ): Promise<AddOutcome | { outcome: 'wrong_code' | 'stale' }>;
}

/** How long a page with a new secret can be used. */
const SETUP_LIFE_MS = 30 * 60_000;

/** @param neededBy what has to follow the password of a person */
export function authenticatorSetup(
  app: FastifyInstance,
  neededBy: (personId: string) => Promise<SecondFactorNeeded>,
): AuthenticatorSetup {
  const { clock, keyRing } = app;
  const { mailer, persons: people, secondFactors } = app.people;
  const envelope = envelopeOf(app, 'second factor setup');

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

    async add(session, sealed, code, origin, locale) {
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
        { personId, sealedSecret: keyRing.seal(TOTP_SECRETS, secret), lastStep, createdAt: at },
        recoveryCodeHashes(recoveryCodes),
        { sessionId: session.id, version },
        {
          ...origin,
          ...mailer.notice(session.person, locale, { kind: 'second_factor_added', at }),
          event: 'second_factor_added',
          at,
          personId,
        },
      );
      if (!isAdded) return { outcome: 'stale' };
      const person = { id: personId, credentialsVersion: version + 1 };
      return { outcome: 'added', recoveryCodes, person, authenticatedAt };
    },
  };
}
