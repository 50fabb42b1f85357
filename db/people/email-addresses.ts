/**
 * Verifies and changes the e-mail address of an account (`people`) with a one-time link sent to that address. Using the
 * link and making the change are one unit of work, which fails if another account has taken the address. The former
 * address is reserved for some days, during which the account can be moved back to it.
 */
import { and, asc, eq, gt, gte, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { CredentialHash } from '../../schema/credential.ts';
import type { FormerAddress } from '../../schema/people/mail-link.ts';
import { emailKey } from '../../schema/text/email.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, required } from '../engine/engine.ts';
import { lockRow } from '../engine/locks.ts';
import { integer, text, value } from '../engine/placeholders.ts';
import { accessEnds } from './account-access.ts';
import { credentialStatements } from './credentials.ts';
import { mailLinkStatements } from './mail-links.ts';
import { memberIndex } from './member-index.ts';
import type { EndConnections } from './password-changes.ts';
import { sessionStatements } from './sessions.ts';

export interface AddressChange {
  personId: string;
  name: string;
  /** The new address. */
  email: string;
  /** The present address, which is reserved, and the link that moves the account back to it. */
  former: { email: string; restoredBy: CredentialHash };
  /** The session in which the change was confirmed, and which goes on. */
  sessionId: string;
}

/** Prepares the statements on addresses that are reserved for their former accounts. */
function reservations(db: Database) {
  const { mailLinks: t } = db.tables;
  const live = (p: Params<{ now: number }>) => [eq(t.purpose, 'restore_email'), gt(t.expiresAt, integer(p.now))];
  // Uses the index mail_links_by_person.
  const readOfPerson = db.many((q, p: Params<{ personId: string; now: number }>) =>
    q
      .select({ email: t.email, changedAt: t.createdAt, until: t.expiresAt })
      .from(t)
      .where(and(eq(t.personId, text(p.personId)), ...live(p)))
      .orderBy(asc(t.createdAt)),
  );
  // Uses the index mail_links_by_reserved_key.
  const readByKey = db.one((q, p: Params<{ key: string; now: number }>) =>
    q
      .select({ personId: t.personId })
      .from(t)
      .where(and(eq(t.reservedKey, text(p.key)), ...live(p)))
      .limit(1),
  );
  // Uses the index mail_links_by_person.
  const dropSince = db.write((q, p: Params<{ personId: string; key: string; now: number }>) =>
    q
      .delete(t)
      .where(
        and(
          eq(t.personId, text(p.personId)),
          eq(t.purpose, 'restore_email'),
          gte(
            t.createdAt,
            sql`(select min(first.created_at) from ${t} as first where first.person_id = ${text(p.personId)} and first.purpose = 'restore_email' and first.reserved_key = ${text(p.key)} and first.expires_at > ${integer(p.now)})`,
          ),
        ),
      ),
  );

  return { readOfPerson, readByKey, dropSince };
}

/** Prepares the changes of the address of an account. */
function addressChanges(db: Database) {
  const { mailLinks, people } = db.tables;
  const self = (p: Params<{ personId: string }>) => eq(people.id, text(p.personId));
  // Uses the primary key.
  const verify = db.write((q, p: Params<{ key: string; personId: string }>) =>
    q
      .update(people)
      .set({ emailVerified: true })
      .where(and(self(p), eq(people.emailKey, text(p.key)))),
  );
  // Uses the primary key.
  const lockAt = lockRow(db, people, (p: Params<{ key: string; personId: string }>) =>
    and(self(p), eq(people.emailKey, text(p.key))),
  );
  // Finds other accounts that have the address or had it, by the indexes people_by_email and mail_links_by_reserved_key.
  const isTaken = (p: Params<{ key: string; personId: string; now: number }>) =>
    sql`(exists (select 1 from ${people} as other where other.email_key = ${text(p.key)} and other.id <> ${text(p.personId)})
      or exists (select 1 from ${mailLinks} as reserved where reserved.reserved_key = ${text(p.key)} and reserved.person_id <> ${text(p.personId)} and reserved.expires_at > ${integer(p.now)}))`;
  const move = db.write((q, p: Params<{ email: string; newKey: string; personId: string; key: string; now: number }>) =>
    q
      .update(people)
      .set({ email: value(p.email), emailKey: value(p.newKey), emailVerified: true })
      .where(and(self(p), sql`not ${isTaken(p)}`)),
  );

  return { verify, lockAt, move };
}

export function emailAddressStore(db: Database, audit: AuditTrail, connections: EndConnections) {
  const { verify, lockAt, move } = addressChanges(db);
  const { readOfPerson, readByKey, dropSince } = reservations(db);
  const links = mailLinkStatements(db);
  const sessions = sessionStatements(db);
  const credentials = credentialStatements(db);
  const ends = accessEnds(db, audit, connections);
  const index = memberIndex(db);

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
     * Changes the address of an account, and reserves the former one. It ends the other sessions, and the links for a
     * password reset, which were sent to the old address.
     * @returns false if the link was used before, or another account has the address or had it until recently
     */
    async change(
      hash: CredentialHash,
      { personId, name, email, former, sessionId }: AddressChange,
      event: AuditEvent,
    ): Promise<boolean> {
      const [key, reservedKey] = [emailKey(email), emailKey(former.email)];
      const restoring = { hash: former.restoredBy, purpose: 'restore_email', personId, email: former.email } as const;
      return db.atomically(
        links.use(hash, 'verify_email', event.at),
        sessions.stillOpen(sessionId, personId),
        required(lockAt({ personId, key: reservedKey })),
        required(move({ personId, email, key, newKey: key, now: event.at })),
        links.add({ ...restoring, reservedKey }, event.at),
        credentials.renew(personId),
        sessions.endAllOf(personId, event.at, sessionId),
        links.drop(personId, 'reset_password'),
        ...(await index.readdress(personId, name, email)),
        ...(await audit.steps(event)),
      );
    },

    /** Lists the addresses that an account can be moved back to, the one before the first change first. */
    former: (personId: string, now: number): Promise<FormerAddress[]> => readOfPerson({ personId, now }),

    /** Returns whether an address is reserved for an account that had it. */
    isReserved: async (key: string, now: number): Promise<boolean> => (await readByKey({ key, now })) !== undefined,

    /**
     * Moves an account back to a former address that is reserved for it. Whoever uses the account now cannot be told from
     * a stranger, so every way into it ends but a link to that address. So do the links that would undo later changes;
     * those of earlier changes stay.
     * @param account for `keepsPasskeys` see `accessEnds`
     * @param by the link that is used up, or nothing for an operator
     * @returns false if the link was used before, or the address is no longer reserved
     */
    async restore(
      account: { personId: string; name: string; email: string; keepsPasskeys: boolean },
      by: { hash: CredentialHash; purpose: 'restore_email' | 'secure_account' } | undefined,
      event: AuditEvent,
    ): Promise<boolean> {
      const { personId, name, email, keepsPasskeys } = account;
      const key = emailKey(email);
      return db.atomically(
        ...(by === undefined ? [] : [links.use(by.hash, by.purpose, event.at)]),
        required(dropSince({ personId, key, now: event.at })),
        required(move({ personId, email, key, newKey: key, now: event.at })),
        ...(await ends.all(personId, by === undefined ? 'platform' : 'person', event, keepsPasskeys)),
        ...(await index.readdress(personId, name, email)),
        ...(await audit.steps(event)),
      );
    },
  };
}
