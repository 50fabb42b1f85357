/**
 * One-time links sent by e-mail, for invitations, password resets and address verification (`mail_links`). Only a hash
 * of each link is stored, and a link is used up in the unit of work that makes the change it allows.
 */
import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { CredentialHash } from '../../schema/credential.ts';
import { type LiveMailLink, MAIL_LINK_LIFETIME, type MailLinkPurpose } from '../../schema/people/mail-link.ts';
import { type Database, type Params, type RowOf, required, type Step } from '../engine/engine.ts';
import { bytes, integer, rowOf, text, value } from '../engine/placeholders.ts';

export interface NewMailLink {
  hash: CredentialHash;
  purpose: MailLinkPurpose;
  personId: string;
  /** Of an invitation. */
  siteId?: string;
  /** Where it is sent; of a new address, what it confirms. */
  email: string;
  /** What the person's password was when it was asked for: a link that waited is not made under another one. */
  askedUnder?: string | null;
}

type Link = { hash: CredentialHash; purpose: MailLinkPurpose; now: number };

/** By the primary key. */
const isLive = (db: Database, p: Params<Link>): SQL[] => {
  const { mailLinks: t } = db.tables;
  return [
    eq(t.hash, bytes(db, p.hash)),
    eq(t.purpose, text(p.purpose)),
    isNull(t.usedAt),
    gt(t.expiresAt, integer(p.now)),
  ];
};

/** The steps that spend links and take them back, for the units of work that do so. */
export function mailLinkStatements(db: Database) {
  const t = db.tables.mailLinks;
  // By primary key.
  const use = db.write((q, p: Params<Link>) =>
    q
      .update(t)
      .set({ usedAt: value(p.now) })
      .where(and(...isLive(db, p))),
  );
  // By mail_links_by_person.
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

  return {
    /** Of any number of simultaneous uses one succeeds; the unit of every other is undone. */
    use: (hash: CredentialHash, purpose: MailLinkPurpose, now: number): Step => required(use({ hash, purpose, now })),

    drop: (personId: string, purpose: MailLinkPurpose, siteId = ''): Step => drop({ personId, purpose, siteId }),
  };
}

export type MailLinkStore = ReturnType<typeof mailLinkStore>;

export function mailLinkStore(db: Database) {
  const { mailLinks: t, people } = db.tables;
  const links = mailLinkStatements(db);
  const insert = db.write((q, p: Params<RowOf<typeof t>>) => q.insert(t).values(rowOf(t, p)));
  // By primary key. It writes, so that a new password and a link that was asked for before it follow one another.
  const stillHas = db.write((q, p: Params<{ personId: string; askedUnder: string }>) =>
    q
      .update(people)
      .set({ active: people.active })
      .where(and(eq(people.id, text(p.personId)), sql`coalesce(${people.passwordHash}, '') = ${text(p.askedUnder)}`)),
  );
  // By primary keys.
  const read = db.one((q, p: Params<Link>) =>
    q
      .select({
        purpose: t.purpose,
        personId: t.personId,
        siteId: t.siteId,
        sentTo: t.email,
        name: people.name,
        email: people.email,
        hasPassword: sql<boolean>`(${people.passwordHash} is not null)`.mapWith(Boolean),
      })
      .from(t)
      .innerJoin(people, eq(people.id, t.personId))
      .where(and(...isLive(db, p), people.active)),
  );

  return {
    /**
     * A new link replaces earlier ones that are good for the same.
     * @returns false when the person has another password than the one it was asked for under
     */
    async open(link: NewMailLink, now: number): Promise<boolean> {
      const { hash, purpose, personId, siteId, email, askedUnder } = link;
      const expiresAt = now + MAIL_LINK_LIFETIME[purpose];
      const row = { hash, purpose, personId, siteId: siteId ?? null, email, createdAt: now, expiresAt, usedAt: null };
      return db.atomically(
        ...(askedUnder === undefined ? [] : [required(stillHas({ personId, askedUnder: askedUnder ?? '' }))]),
        links.drop(personId, purpose, siteId),
        insert(row),
      );
    },

    /** @returns `undefined` when it is spent, replaced, too old or none of ours */
    async find(hash: CredentialHash, purpose: MailLinkPurpose, now: number): Promise<LiveMailLink | undefined> {
      const row = await read({ hash, purpose, now });
      if (row === undefined) return undefined;
      const { personId, siteId, sentTo, ...person } = row;
      return { purpose, personId, siteId, email: sentTo, person };
    },
  };
}
