/**
 * One-time links sent by e-mail, for invitations, password resets and address verification (`mail_links`). Only a hash
 * of each link is stored, and a link is used up in the unit of work that makes the change it allows.
 */
import { and, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { CredentialHash } from '../../schema/credential.ts';
import {
  INDEPENDENT_LINKS,
  type LiveMailLink,
  MAIL_LINK_LIFETIME,
  type MailLinkPurpose,
} from '../../schema/people/mail-link.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, type RowOf, required, type Step } from '../engine/engine.ts';
import { bytes, integer, rowOf, text, value } from '../engine/placeholders.ts';
import { credentialStatements } from './credentials.ts';

export interface NewMailLink {
  hash: CredentialHash;
  purpose: MailLinkPurpose;
  personId: string;
  /** The school of an invitation. */
  siteId?: string;
  /**
   * The address that the link is sent to. For a new address, also the address that it confirms. Empty if the link is
   * shown to somebody who passes it on, so that its use proves no address.
   */
  email: string;
  /** The person's, at the time of the request. No link is created if the credentials have changed since. */
  credentialsVersion?: number;
  /** The address in the form used for lookups, if no other account may take it as long as the link can be used. */
  reservedKey?: string;
}

type Link = { hash: CredentialHash; purpose: MailLinkPurpose; now: number };

/** Selects a link by its primary key, if it has not expired. */
const isOpen = (db: Database, p: Params<Link>): SQL[] => {
  const { mailLinks: t } = db.tables;
  return [eq(t.hash, bytes(db, p.hash)), eq(t.purpose, text(p.purpose)), gt(t.expiresAt, integer(p.now))];
};

/** The same, if it is unused. */
const isLive = (db: Database, p: Params<Link>): SQL[] => [...isOpen(db, p), isNull(db.tables.mailLinks.usedAt)];

/** The steps that use and delete links, for the units of work that do so. */
export function mailLinkStatements(db: Database) {
  const t = db.tables.mailLinks;
  // Uses the primary key.
  const use = db.write((q, p: Params<Link>) =>
    q
      .update(t)
      .set({ usedAt: value(p.now) })
      .where(and(...isLive(db, p))),
  );
  // Uses the index mail_links_by_person.
  const drop = db.write((q, p: Params<{ personId: string; purpose: string; siteId: string }>) =>
    q
      .delete(t)
      .where(
        and(
          eq(t.personId, text(p.personId)),
          eq(t.purpose, text(p.purpose)),
          sql`coalesce(${t.siteId}, '') = ${text(p.siteId)}`,
        ),
      ),
  );

  const insert = db.write((q, p: Params<RowOf<typeof t>>) => q.insert(t).values(rowOf(t, p)));

  return {
    /** Stores a new link. */
    add({ hash, purpose, personId, siteId, email, reservedKey }: NewMailLink, now: number): Step {
      const link = { hash, purpose, personId, siteId: siteId ?? null, email, reservedKey: reservedKey ?? null };
      return insert({ ...link, createdAt: now, expiresAt: now + MAIL_LINK_LIFETIME[purpose], usedAt: null });
    },

    /** Uses a link. If there are several simultaneous uses, one succeeds and the other units of work fail. */
    use: (hash: CredentialHash, purpose: MailLinkPurpose, now: number): Step => required(use({ hash, purpose, now })),

    /** Deletes the links of a person for a purpose. */
    drop: (personId: string, purpose: MailLinkPurpose, siteId = ''): Step => drop({ personId, purpose, siteId }),
  };
}

export type MailLinkStore = ReturnType<typeof mailLinkStore>;

export function mailLinkStore(db: Database, audit: AuditTrail) {
  const { mailLinks: t, people } = db.tables;
  const links = mailLinkStatements(db);
  const credentials = credentialStatements(db);
  // Uses the primary keys.
  const read = db.one((q, p: Params<Link>) =>
    q
      .select({
        purpose: t.purpose,
        personId: t.personId,
        siteId: t.siteId,
        expiresAt: t.expiresAt,
        sentTo: t.email,
        name: people.name,
        email: people.email,
        hasPassword: sql<boolean>`(${people.passwordHash} is not null)`.mapWith(Boolean),
      })
      .from(t)
      .innerJoin(people, eq(people.id, t.personId))
      .where(and(...isLive(db, p), people.active)),
  );

  const readUsed = db.one((q, p: Params<Link>) =>
    q
      .select({ hash: t.hash })
      .from(t)
      .where(and(...isOpen(db, p), isNotNull(t.usedAt))),
  );

  /**
   * Returns the steps that store a new link, which replaces earlier ones for the same purpose unless they are independent
   * of each other. The unit of work fails if the person's credentials have changed since the request.
   */
  const opening = (link: NewMailLink, now: number): Step[] => {
    const { purpose, personId, siteId, credentialsVersion } = link;
    return [
      ...(credentialsVersion === undefined ? [] : [credentials.unchanged(personId, credentialsVersion)]),
      ...(INDEPENDENT_LINKS.has(purpose) ? [] : [links.drop(personId, purpose, siteId)]),
      links.add(link, now),
    ];
  };

  return {
    opening,

    /**
     * Stores a link that is shown instead of sent.
     * @param further steps of the same unit of work
     * @returns false if the person's credentials have changed since the request
     */
    issue: async (link: NewMailLink, event: AuditEvent, further: readonly Step[] = []): Promise<boolean> =>
      db.atomically(...opening(link, event.at), ...further, ...(await audit.steps(event))),

    /** Uses a link whose change was made otherwise. */
    use: (hash: CredentialHash, purpose: MailLinkPurpose, now: number): Promise<boolean> =>
      db.atomically(links.use(hash, purpose, now)),

    /** Returns whether the link was used, until it would have expired. */
    wasUsed: async (hash: CredentialHash, purpose: MailLinkPurpose, now: number): Promise<boolean> =>
      (await readUsed({ hash, purpose, now })) !== undefined,

    /** @returns `undefined` if the link was used, was replaced, has expired or does not exist */
    async find(hash: CredentialHash, purpose: MailLinkPurpose, now: number): Promise<LiveMailLink | undefined> {
      const row = await read({ hash, purpose, now });
      if (row === undefined) return undefined;
      const { personId, siteId, expiresAt, sentTo, ...person } = row;
      return { purpose, personId, siteId, expiresAt, email: sentTo, person };
    },
  };
}
