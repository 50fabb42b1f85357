/**
 * Disables and enables accounts, and ends what gives access to one. Everything ends in one unit of work, so that nothing
 * that was under way can outlive it.
 */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { CredentialHash } from '../../schema/credential.ts';
import { SETTLED_AFTER_MS } from '../../schema/people/second-factor.ts';
import { emailKey } from '../../schema/text/email.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { lockRow } from '../engine/locks.ts';
import { text } from '../engine/placeholders.ts';
import { credentialStatements } from './credentials.ts';
import { mailLinkStatements } from './mail-links.ts';
import { orderedDeedEnds } from './ordered-deeds.ts';
import { passkeyRemoval } from './passkeys.ts';
import type { EndConnections } from './password-changes.ts';
import { providerIdentityStatements } from './provider-steps.ts';
import { youngAppRemoval } from './second-factors.ts';
import { sessionStatements } from './sessions.ts';

type ChangedBy = 'person' | 'platform';

/** The steps that end the ways into an account. */
export function accessEnds(db: Database, audit: AuditTrail, connections: EndConnections) {
  const { people } = db.tables;
  const sessions = sessionStatements(db);
  const links = mailLinkStatements(db);
  const credentials = credentialStatements(db);
  const removePasskeys = passkeyRemoval(db, audit);
  const removeYoungApp = youngAppRemoval(db, audit);
  const identities = providerIdentityStatements(db);
  const ordered = orderedDeedEnds(db);
  // Uses the primary key.
  const clearPassword = db.write((q, p: Params<{ personId: string }>) =>
    q
      .update(people)
      .set({ passwordHash: null })
      .where(eq(people.id, text(p.personId))),
  );

  /** Ends sessions, sign-ins under way, connections with apps, and links that would change how the person signs in. */
  const open = (personId: string, by: ChangedBy, now: number, ...identities: Step[]): Step[] => [
    credentials.renew(personId),
    // In the order in which a sign-in at a school locks them.
    ...identities,
    sessions.endAllOf(personId, now),
    ...connections.everywhere(personId, now, by),
    links.drop(personId, 'reset_password'),
    links.drop(personId, 'verify_email'),
  ];

  return {
    open,

    /**
     * The same, and also removes the password, the passkeys and the sign-ins of schools, because somebody else has at least
     * one of them. A link to the account's e-mail address is the way in that remains. It must not become a way round a second
     * factor for whoever reads that e-mail, so an authenticator app that has settled stays, and so do such passkeys.
     * @param keepsPasskeys whether a second factor is demanded of the person, which passkeys may be
     */
    async all(personId: string, by: ChangedBy, event: AuditEvent, keepsPasskeys: boolean): Promise<Step[]> {
      const settled = event.at - SETTLED_AFTER_MS;
      return [
        // Somebody else may have connected a sign-in of a school.
        ...open(personId, by, event.at, identities.dropOf(personId)),
        // Whoever used the account may have ordered it.
        ...ordered.ofPerson(personId, event.at),
        clearPassword({ personId }),
        ...(await removePasskeys(personId, event, keepsPasskeys ? settled : 0)),
        ...(await removeYoungApp(personId, event, settled)),
      ];
    },
  };
}

/** The changes of an account. All use its primary key; `lockMemberOfOne` also uses that of memberships. */
function accountChanges(db: Database) {
  const { memberships, people } = db.tables;
  const disable = db.write((q, p: Params<{ personId: string }>) =>
    q
      .update(people)
      .set({ active: false })
      .where(and(eq(people.id, text(p.personId)), people.active)),
  );
  const enable = db.write((q, p: Params<{ personId: string }>) =>
    q
      .update(people)
      .set({ active: true })
      .where(and(eq(people.id, text(p.personId)), isNull(people.erasedAt), sql`not ${people.active}`)),
  );
  const lockAtAddress = lockRow(db, people, (p: Params<{ personId: string; key: string }>) =>
    and(eq(people.id, text(p.personId)), people.active, eq(people.emailKey, text(p.key))),
  );
  const lockMemberOfOne = lockRow(db, people, (p: Params<{ personId: string; siteId: string }>) =>
    and(
      eq(people.id, text(p.personId)),
      sql`not exists (select 1 from ${memberships} as elsewhere where elsewhere.person_id = ${text(p.personId)} and elsewhere.site_id <> ${text(p.siteId)} and elsewhere.status <> 'removed')`,
    ),
  );

  return { disable, enable, lockAtAddress, lockMemberOfOne };
}

export function accountAccessStore(db: Database, audit: AuditTrail, connections: EndConnections) {
  const { disable, enable, lockAtAddress, lockMemberOfOne } = accountChanges(db);
  const links = mailLinkStatements(db);
  const sessions = sessionStatements(db);
  const credentials = credentialStatements(db);
  const ends = accessEnds(db, audit, connections);
  const ordered = orderedDeedEnds(db);

  return {
    /**
     * Disables an account and ends its sessions and connections, which stay ended when it is enabled again.
     * @returns false if it was disabled, or does not exist
     */
    disable: async (personId: string, event: AuditEvent): Promise<boolean> =>
      db.atomically(
        required(disable({ personId })),
        ...ends.open(personId, 'platform', event.at),
        ...ordered.ofPerson(personId, event.at),
        ...(await audit.steps(event)),
      ),

    /** @returns false if the account was not disabled, was erased, or does not exist */
    enable: async (personId: string, event: AuditEvent): Promise<boolean> =>
      db.atomically(required(enable({ personId })), ...(await audit.steps(event))),

    /**
     * Signs a member out of all browsers for a school, if the person belongs to no other school. The school does not learn
     * whether that is so.
     * @param requestEvent recorded in any case
     * @param endEvent recorded if the sessions have ended
     */
    async signOutMember(
      siteId: string,
      personId: string,
      requestEvent: AuditEvent,
      endEvent: AuditEvent,
    ): Promise<void> {
      const isSignedOut = await db.atomically(
        required(lockMemberOfOne({ siteId, personId })),
        credentials.renew(personId),
        sessions.endAllOf(personId, endEvent.at),
        ...(await audit.steps(requestEvent, endEvent)),
      );
      if (!isSignedOut) await audit.record(requestEvent);
    },

    /** @param events of the same end, for the schools */
    async endConnections(personId: string, event: AuditEvent, ...events: AuditEvent[]): Promise<void> {
      await db.atomically(
        ...connections.everywhere(personId, event.at, 'platform'),
        ...(await audit.steps(...events, event)),
      );
    },

    /**
     * Ends every way into an account but a link to its e-mail address, at the word of the person that somebody else uses
     * the account.
     * @param account with the address that the link was sent to; for `keepsPasskeys` see `accessEnds`
     * @returns false if the link was used before, or the account has another address by now
     */
    async secure(
      hash: CredentialHash,
      { personId, email, keepsPasskeys }: { personId: string; email: string; keepsPasskeys: boolean },
      event: AuditEvent,
    ): Promise<boolean> {
      return db.atomically(
        links.use(hash, 'secure_account', event.at),
        required(lockAtAddress({ personId, key: emailKey(email) })),
        ...(await ends.all(personId, 'person', event, keepsPasskeys)),
        ...(await audit.steps(event)),
      );
    },
  };
}
