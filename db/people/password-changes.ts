/**
 * Changes or resets a person's password. In the same unit of work it ends every session except the one in which the
 * password was changed, and invalidates emailed links that could still be used to take over the account.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { CredentialHash } from '../../schema/credential.ts';
import type { RenewedSession } from '../../schema/people/person.ts';
import { emailKey } from '../../schema/text/email.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { text, value } from '../engine/placeholders.ts';
import { credentialStatements } from './credentials.ts';
import { mailLinkStatements } from './mail-links.ts';
import { passkeyRemoval } from './passkeys.ts';
import { providerIdentityStatements } from './provider-steps.ts';
import { sessionStatements } from './sessions.ts';

export interface PasswordChange {
  personId: string;
  passwordHash: string;
  /** The session in which it is changed, and which goes on with another secret. */
  session: RenewedSession;
  /** The person's `credentialsVersion` when the current password, or a passkey, was verified. */
  verified: number;
}

export interface PasswordReset {
  personId: string;
  /** The address that the link was sent to. The reset requires that the account still has this address. */
  email: string;
  passwordHash: string;
  /** True to end the person's connections with apps and the sign-ins of schools as well. */
  endApps: boolean;
  /** True to remove the person's passkeys as well, because somebody else may have added one. */
  endPasskeys: boolean;
}

/** Returns the steps that end the connections of a person with apps at all schools. */
export interface EndConnections {
  everywhere(personId: string, now: number, by: 'person' | 'platform'): Step[];
}

export function passwordChangeStore(db: Database, audit: AuditTrail, connections: EndConnections) {
  const { people } = db.tables;
  const sessions = sessionStatements(db);
  const links = mailLinkStatements(db);
  const removePasskeys = passkeyRemoval(db, audit);
  const identities = providerIdentityStatements(db);
  const credentials = credentialStatements(db);
  // Uses the primary key.
  const self = (p: Params<{ personId: string }>) => and(eq(people.id, text(p.personId)), sql`${people.active}`);
  const set = db.write((q, p: Params<{ passwordHash: string; personId: string }>) =>
    q
      .update(people)
      .set({ passwordHash: value(p.passwordHash) })
      .where(self(p)),
  );
  // The link proves that the person receives e-mail at the address, if the account still has it.
  const setByLink = db.write((q, p: Params<{ passwordHash: string; key: string; personId: string }>) =>
    q
      .update(people)
      .set({ passwordHash: value(p.passwordHash), emailVerified: true })
      .where(and(self(p), eq(people.emailKey, text(p.key)))),
  );

  return {
    /** @returns false when the session has ended, or the credentials have changed since they were verified */
    async change({ personId, passwordHash, session, verified }: PasswordChange, event: AuditEvent): Promise<boolean> {
      return db.atomically(
        credentials.unchanged(personId, verified),
        sessions.renew(session, personId),
        required(set({ personId, passwordHash })),
        credentials.renew(personId),
        sessions.endAllOf(personId, event.at, session.id),
        links.drop(personId, 'reset_password'),
        // Somebody who knew the old password may have requested a change of the address.
        links.drop(personId, 'verify_email'),
        ...(await audit.steps(event)),
      );
    },

    /** @returns false if the link was used before, or the person has another address by now */
    async reset(hash: CredentialHash, reset: PasswordReset, event: AuditEvent): Promise<boolean> {
      const { personId, email, passwordHash, endApps, endPasskeys } = reset;
      return db.atomically(
        links.use(hash, 'reset_password', event.at),
        required(setByLink({ personId, key: emailKey(email), passwordHash })),
        credentials.renew(personId),
        // They are no second factor of the account, which a mailbox must not remove.
        ...(endApps ? [identities.dropOf(personId)] : []),
        sessions.endAllOf(personId, event.at),
        links.drop(personId, 'verify_email'),
        ...(endApps ? connections.everywhere(personId, event.at, 'person') : []),
        ...(endPasskeys ? await removePasskeys(personId, event) : []),
        ...(await audit.steps(event)),
      );
    },
  };
}
