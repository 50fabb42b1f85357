/**
 * Handles the first start of an empty platform with a one-time setup link. Spending the link and creating the first
 * school and its owner are one unit of work, so the link works only once.
 */
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { CredentialHash } from '../../schema/credential.ts';
import type { NewPerson } from '../../schema/people/person.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, type RowOf, required } from '../engine/engine.ts';
import { bytes, integer, rowOf, value } from '../engine/placeholders.ts';
import { memberIndex } from './member-index.ts';
import { type NewSite, peopleStatements } from './people.ts';

export function setupStore(db: Database, audit: AuditTrail) {
  const t = db.tables;
  const people = peopleStatements(db);
  const index = memberIndex(db);
  const readAnyone = db.one((q) => q.select({ id: t.people.id }).from(t.people).limit(1));
  const live = (p: Params<{ hash: CredentialHash; now: number }>) =>
    and(
      eq(t.setupLinks.hash, bytes(db, p.hash)),
      isNull(t.setupLinks.usedAt),
      gt(t.setupLinks.expiresAt, integer(p.now)),
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
  const dropLinks = db.write((q) => q.delete(t.setupLinks));

  return {
    isEmpty: async (): Promise<boolean> => (await readAnyone()) === undefined,

    /** Stores a new link, which replaces any earlier one. */
    async openLink(hash: CredentialHash, expiresAt: number): Promise<void> {
      await db.atomically(dropLinks(), insertLink({ hash, expiresAt, usedAt: null }));
    },

    isLinkLive: async (hash: CredentialHash, now: number): Promise<boolean> =>
      (await readLink({ hash, now })) !== undefined,

    /**
     * Uses the link and creates the school with its owner, or does neither.
     * @returns false if the link was used before
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
