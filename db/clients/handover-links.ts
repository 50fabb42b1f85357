/**
 * Stores the links by which a school hands an application over to whoever builds it (`handover_links`). Only a hash of
 * each link is stored. A link counts only while the application is active and its maker still manages the school, which
 * is part of every statement, so nothing depends on an earlier check.
 */
import { and, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { HandoverLink, LiveHandoverLink } from '../../schema/clients/handover-link.ts';
import type { CredentialHash } from '../../schema/credential.ts';
import type { StoredApplication } from '../../schema/oauth/site-application.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, type RowOf, required, type Step } from '../engine/engine.ts';
import { bytes, integer, limit, rowOf, text, value } from '../engine/placeholders.ts';
import { stillMay } from '../people/ordered-deeds.ts';

export interface NewHandoverLink {
  hash: CredentialHash;
  application: StoredApplication;
  createdBy: string;
  expiresAt: number;
}

type Key = { hash: CredentialHash; now: number };

/** Selects a link by its primary key, if it can be used. */
function isLive(db: Database, p: Params<Key>): SQL | undefined {
  const { handoverLinks: t, clients, sites } = db.tables;
  return and(
    eq(t.hash, bytes(db, p.hash)),
    isNull(t.revokedAt),
    gt(t.expiresAt, integer(p.now)),
    sql`exists (select 1 from ${clients} where ${clients.id} = ${t.clientId} and ${clients.siteId} = ${t.siteId} and ${clients.active})`,
    sql`exists (select 1 from ${sites} where ${sites.id} = ${t.siteId} and ${sites.active})`,
    stillMay(db, 'manages', t.createdBy, t.siteId),
  );
}

/** The steps that end links, for the units of work that end what the links rely on. */
export function handoverLinkEnds(db: Database) {
  const t = db.tables.handoverLinks;
  const revoking = <Input extends { now: number }>(of: (p: Params<Input>) => SQL | undefined) =>
    db.write((q, p: Params<Input>) =>
      q
        .update(t)
        .set({ revokedAt: value(p.now) })
        .where(and(of(p), isNull(t.revokedAt))),
    );
  type OfClient = { clientId: string; now: number };
  type OfSite = { siteId: string; now: number };
  // Those of a client use the index handover_links_by_client, and those of a site handover_links_by_site.
  const ofClient = revoking((p: Params<OfClient>) => eq(t.clientId, text(p.clientId)));
  const unused = revoking((p: Params<OfClient>) => and(eq(t.clientId, text(p.clientId)), isNull(t.revealedAt)));
  const ofSite = revoking((p: Params<OfSite>) => eq(t.siteId, text(p.siteId)));
  // Uses the index handover_links_by_site.
  const unrevoked = db.many((q, p: Params<OfSite>) =>
    q
      .select({ clientId: t.clientId })
      .from(t)
      .where(and(eq(t.siteId, text(p.siteId)), isNull(t.revokedAt), gt(t.expiresAt, integer(p.now))))
      .orderBy(t.createdAt),
  );
  const remove = db.write((q, p: Params<{ clientId: string }>) => q.delete(t).where(eq(t.clientId, text(p.clientId))));
  return {
    revoke: ({ id }: StoredApplication, now: number): Step => ofClient({ clientId: id, now }),
    /** Ends the links by which no secret was revealed yet. */
    revokeUnused: ({ id }: StoredApplication, now: number): Step => unused({ clientId: id, now }),
    revokeOfSite: (siteId: string, now: number): Step => ofSite({ siteId, now }),
    /** The application of each link that `revokeOfSite` would end before its time. */
    ofSite: (siteId: string, now: number): Promise<{ clientId: string }[]> => unrevoked({ siteId, now }),
    remove: ({ id }: StoredApplication): Step => remove({ clientId: id }),
  };
}

function linkStatements(db: Database) {
  const { handoverLinks: t, people, sites } = db.tables;
  return {
    insert: db.write((q, p: Params<RowOf<typeof t>>) => q.insert(t).values(rowOf(t, p))),
    read: db.one((q, p: Params<Key>) =>
      q
        .select({
          siteId: t.siteId,
          siteName: sites.name,
          clientId: t.clientId,
          expiresAt: t.expiresAt,
          openedAt: t.openedAt,
          revealedAt: t.revealedAt,
        })
        .from(t)
        .innerJoin(sites, eq(sites.id, t.siteId))
        .where(isLive(db, p)),
    ),
    // Uses the index handover_links_by_client.
    list: db.many((q, p: Params<{ siteId: string; clientId: string; limit: number }>) =>
      q
        .select({
          hash: t.hash,
          createdBy: people.name,
          createdAt: t.createdAt,
          expiresAt: t.expiresAt,
          openedAt: t.openedAt,
          revealedAt: t.revealedAt,
          revokedAt: t.revokedAt,
        })
        .from(t)
        .leftJoin(people, eq(people.id, t.createdBy))
        .where(and(eq(t.clientId, text(p.clientId)), eq(t.siteId, text(p.siteId))))
        .orderBy(sql`case when ${t.revokedAt} is null then 0 else 1 end`, desc(t.createdAt), t.hash)
        .limit(limit(p.limit)),
    ),
    open: db.write((q, p: Params<Key>) =>
      q
        .update(t)
        .set({ openedAt: value(p.now) })
        .where(and(isLive(db, p), isNull(t.openedAt))),
    ),
    reveal: db.write((q, p: Params<Key>) =>
      q
        .update(t)
        .set({ revealedAt: value(p.now) })
        .where(and(isLive(db, p), isNull(t.revealedAt))),
    ),
    revoke: db.write((q, p: Params<{ hash: CredentialHash; siteId: string; clientId: string; now: number }>) =>
      q
        .update(t)
        .set({ revokedAt: value(p.now) })
        .where(
          and(
            eq(t.hash, bytes(db, p.hash)),
            eq(t.siteId, text(p.siteId)),
            eq(t.clientId, text(p.clientId)),
            isNull(t.revokedAt),
          ),
        ),
    ),
  };
}

/** Returns the steps that replace the secret of an application; they fail if it is no longer the one that was seen. */
type RotationSteps = (seen: StoredApplication, hash: CredentialHash, endsAt: number) => Step[];

export function handoverLinkStore(db: Database, audit: AuditTrail, rotation: RotationSteps) {
  const write = linkStatements(db);
  const ends = handoverLinkEnds(db);

  return {
    async create({ hash, application, createdBy, expiresAt }: NewHandoverLink, event: AuditEvent): Promise<void> {
      const { siteId, id: clientId } = application;
      const link = { hash, siteId, clientId, createdBy, createdAt: event.at, expiresAt };
      await db.atomically(
        write.insert({ ...link, openedAt: null, revealedAt: null, revokedAt: null }),
        ...(await audit.steps(event)),
      );
    },

    find: (hash: CredentialHash, now: number): Promise<LiveHandoverLink | undefined> => write.read({ hash, now }),

    /** Lists at most `count` links of an application that have not been deleted, those that can be used first. */
    ofApplication: ({ siteId, id }: StoredApplication, count: number): Promise<HandoverLink[]> =>
      write.list({ siteId, clientId: id, limit: count }),

    /**
     * Records that the page was opened.
     * @returns false if it was opened before
     */
    open: async (hash: CredentialHash, event: AuditEvent): Promise<boolean> =>
      db.atomically(required(write.open({ hash, now: event.at })), ...(await audit.steps(event))),

    /**
     * Replaces the secret of the application by the one that is revealed. Of several simultaneous uses, one succeeds. The
     * other links that could reveal a secret end, because each would end the previous secret, which is still in use.
     * @returns false if the link cannot be used any more, was used before, or the secret was replaced in the meantime
     */
    async reveal(
      hash: CredentialHash,
      application: StoredApplication,
      secret: { hash: CredentialHash; previousEndsAt: number },
      event: AuditEvent,
    ): Promise<boolean> {
      // The application is locked before the link, as where it is disabled.
      return db.atomically(
        ...rotation(application, secret.hash, secret.previousEndsAt),
        required(write.reveal({ hash, now: event.at })),
        ends.revokeUnused(application, event.at),
        ...(await audit.steps(event)),
      );
    },

    /** @returns false if there is no such link of the application, or it was revoked before */
    revoke: async ({ siteId, id }: StoredApplication, hash: CredentialHash, event: AuditEvent): Promise<boolean> =>
      db.atomically(
        required(write.revoke({ hash, siteId, clientId: id, now: event.at })),
        ...(await audit.steps(event)),
      ),
  };
}
