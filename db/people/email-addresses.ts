/**
 * Verifies and changes the e-mail address of an account (`people`) with a one-time link sent to that address. Using the
 * link and making the change are one unit of work, which fails if another account has taken the address.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { CredentialHash } from '../../schema/credential.ts';
import { emailKey } from '../../schema/people/email.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, required } from '../engine/engine.ts';
import { text, value } from '../engine/placeholders.ts';
import { mailLinkStatements } from './mail-links.ts';
import { memberIndex } from './member-index.ts';

export function emailAddressStore(db: Database, audit: AuditTrail) {
  const { people } = db.tables;
  const links = mailLinkStatements(db);
  const index = memberIndex(db);
  const self = (p: Params<{ personId: string }>) => eq(people.id, text(p.personId));
  // Uses the primary key.
  const verify = db.write((q, p: Params<{ key: string; personId: string }>) =>
    q
      .update(people)
      .set({ emailVerified: true })
      .where(and(self(p), eq(people.emailKey, text(p.key)))),
  );
  // Finds other accounts by the index people_by_email.
  const isTaken = (p: Params<{ key: string; personId: string }>) =>
    sql`exists (select 1 from ${people} as other where other.email_key = ${text(p.key)} and other.id <> ${text(p.personId)})`;
  const move = db.write((q, p: Params<{ email: string; newKey: string; personId: string; key: string }>) =>
    q
      .update(people)
      .set({ email: value(p.email), emailKey: value(p.newKey), emailVerified: true })
      .where(and(self(p), sql`not ${isTaken(p)}`)),
  );

  return {
    /** @returns false if the link was used before, or the person has another address by now */
    async verify(hash: CredentialHash, personId: string, email: string, event: AuditEvent): Promise<boolean> {
      return db.atomically(
        links.use(hash, 'verify_email', event.at),
        required(verify({ personId, key: emailKey(email) })),
        ...(await audit.steps(event)),
      );
    },

    /**
     * Changes the address of an account. Links for a password reset were sent to the old address, and are deleted.
     * @returns false if the link was used before, or another account has the address
     */
    async change(
      hash: CredentialHash,
      { personId, name, email }: { personId: string; name: string; email: string },
      event: AuditEvent,
    ): Promise<boolean> {
      const key = emailKey(email);
      return db.atomically(
        links.use(hash, 'verify_email', event.at),
        required(move({ personId, email, key, newKey: key })),
        links.drop(personId, 'reset_password'),
        ...(await index.readdress(personId, name, email)),
        ...(await audit.steps(event)),
      );
    },
  };
}
