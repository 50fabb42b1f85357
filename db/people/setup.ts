/**
 * Handles the first start of an empty platform with a one-time setup link. Spending the link and creating the first
 * school and its owner are one unit of work, so the link works only once. It counts only while no school has an owner:
 * the unit of work that creates a school otherwise deletes the link, so that of the two, the later one waits for the
 * row of the link and then sees what the earlier one did.
 */
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { CredentialHash } from '../../schema/credential.ts';
import type { NewPerson } from '../../schema/people/person.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, type RowOf, required, type Statement } from '../engine/engine.ts';
import { bytes, integer, rowOf, value } from '../engine/placeholders.ts';
import { memberIndex } from './member-index.ts';
import { type NewSite, peopleStatements } from './people.ts';

/** Prepares the step that ends the setup link. It has to be the first one of the unit of work that creates a school. */
export const setupLinkEnd = (db: Database): Statement<Record<never, never>> =>
  db.write((q) => q.delete(db.tables.setupLinks));

export function setupStore(db: Database, audit: AuditTrail) {
  const t = db.tables;
  const people = peopleStatements(db);
  const index = memberIndex(db);
  const readAnyone = db.one((q) => q.select({ id: t.people.id }).from(t.people).limit(1));
  // An invited owner counts, so that nobody who has the link is before that person.
  const hasOwner = sql`exists (select 1 from ${t.memberships} where ${t.memberships.role} = 'owner' and ${t.memberships.status} <> 'removed')`;
  const readOwned = db.one((q) => q.select({ one: sql<number>`1` }).from(sql`(select 1) as one`).where(hasOwner));
  const live = (p: Params<{ hash: CredentialHash; now: number }>) =>
    and(
      eq(t.setupLinks.hash, bytes(db, p.hash)),
      isNull(t.setupLinks.usedAt),
      gt(t.setupLinks.expiresAt, integer(p.now)),
      sql`not ${hasOwner}`,
    );
  const readLink = db.one((q, p: Params<{ hash: CredentialHash; now: number }>) =>
    q.select({ hash: t.setupLinks.hash }).from(t.setupLinks).where(live(p)),
  );
  const insertLink = db.write((q, p: Params<RowOf<typeof t.setupLinks>>) =>
    q.insert(t.setupLinks).values(rowOf(t.setupLinks, p)),
  );
  const useLink = db.write((q, p: Params<{ now: number; hash: CredentialHash }>) =>
    q
      .update(t.setupLinks)
      .set({ usedAt: value(p.now) })
      .where(live(p)),
  );
  const dropLinks = setupLinkEnd(db);

  return {
    isEmpty: async (): Promise<boolean> => (await readAnyone()) === undefined,

    /** Returns whether a school has an owner, also one who was invited, so that no link creates another school. */
    hasOwner: async (): Promise<boolean> => (await readOwned()) !== undefined,

    /** Stores a new link, which replaces any earlier one. */
    async openLink(hash: CredentialHash, expiresAt: number): Promise<void> {
      await db.atomically(dropLinks(), insertLink({ hash, expiresAt, usedAt: null }));
    },

    isLinkLive: async (hash: CredentialHash, now: number): Promise<boolean> =>
      (await readLink({ hash, now })) !== undefined,

    /**
     * Uses the link and creates the school with its owner, or does neither.
     * @returns false if the link was used before, or a school has an owner by now
     */
    async complete(hash: CredentialHash, owner: NewPerson, site: NewSite, event: AuditEvent): Promise<boolean> {
      const now = owner.createdAt;
      return db.atomically(
        required(useLink({ hash, now })),
        required(people.insertPerson(owner)),
        required(people.insertSite(site, now)),
        people.insertMembership(owner.id, site.id, 'owner', now),
        await index.keep(owner.id, site.id, owner.name, owner.email),
        ...(await audit.steps(event)),
      );
    },
  };
}
