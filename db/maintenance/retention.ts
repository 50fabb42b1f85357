/**
 * Deletes rows that are past their retention period, such as expired tokens and sessions, unused clients and old audit
 * log entries. Maintenance calls it while there is something to delete. A transaction covers at most 500 rows of a kind,
 * and fewer if it takes long, so that it never holds up others.
 */
import { and, asc, eq, getTableName, gt, inArray, isNull, lt, lte, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { KEPT_ATTEMPTS } from '../../schema/attempts/connection-attempt.ts';
import { ENDED_BY_OTHERS } from '../../schema/audit/account-event.ts';
import { APPROVAL_TIMES } from '../../schema/school/approval.ts';
import { DELIVERIES_KEPT } from '../../schema/school/webhook.ts';
import { auditChainStore } from '../audit/audit-chains.ts';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { integer, limit } from '../engine/placeholders.ts';
import { type Pace, pacing } from '../running/pace.ts';

const DAY = 86_400_000;

/** How long expired rows are kept, in milliseconds. */
export interface Retention {
  /** Codes that were never redeemed, after they expired. */
  codes: number;
  /** Tokens and grants after they ended, so that a late replay is still detected. Grants that others ended are kept like `audit`. */
  tokens: number;
  audit: number;
  /** Authorization requests after they expired. The time is short because anybody can open one. */
  requests: number;
  sessions: number;
  /** Registered clients that were never used, after their registration, and others after their last use. */
  unusedClients: number;
  dormantClients: number;
  /** Announced files that were never completed, after the time that a slow upload takes. */
  announcedFiles: number;
  /** Messages after they were given up. */
  failedMessages: number;
  /** Deliveries to webhooks, whatever became of them. */
  deliveries: number;
  /** Attempts to connect. */
  attempts: number;
  /** Approvals after the time to decide: as long as the answer of what was allowed is kept. */
  approvals: number;
  /** Hashes that another program made, after the import; until then, the first sign-in replaces them. */
  importedPasswords: number;
}

export const RETENTION: Retention = {
  codes: DAY,
  tokens: 30 * DAY,
  audit: 400 * DAY,
  requests: DAY / 24,
  sessions: DAY,
  unusedClients: 7 * DAY,
  dormantClients: 90 * DAY,
  announcedFiles: DAY / 12,
  failedMessages: 30 * DAY,
  deliveries: DELIVERIES_KEPT,
  attempts: KEPT_ATTEMPTS.ms,
  approvals: DAY + APPROVAL_TIMES.carryOut,
  importedPasswords: 180 * DAY,
};

export type RetentionStore = ReturnType<typeof retentionStore>;

type Now = Params<{ now: number }>;
const before = (p: Now, age: number): SQL => sql`${integer(p.now)} - ${sql.raw(String(age))}`;
/** The condition for rows that can be deleted. */
type ExpiryCondition = (p: Now) => SQL | undefined;
/** Deletes a batch. */
type Purge = (now: number) => Promise<PurgeResult>;
export interface PurgeResult {
  /** True if there may be more to delete. */
  isBusy: boolean;
  /** How long it held up others, in milliseconds. */
  heldMs: number;
}
/** Batches along the key without anything to delete that are passed over at a time. */
const MAX_LIVE_BATCHES = 20;
/** Counts the expired rows of a table, up to `COUNTED`. */
interface Backlog {
  table: string;
  count(now: number): Promise<number>;
}
/** More need not be counted to know that housekeeping does not keep up. */
const COUNTED = 5000;

async function deleting(db: Database, pace: Pace, step: Step): Promise<PurgeResult> {
  const { applied, heldMs } = await db.measured(step);
  if (applied) pace.took(heldMs);
  return { isBusy: applied, heldMs };
}

/** Prepares purges, which find expired rows either by an index or along the key. */
function purging(db: Database) {
  const backlogs: Backlog[] = [];

  /** Deletes a batch of rows that an index on the condition finds. @param more the other columns of the primary key */
  function byIndex(table: SQLiteTable, key: SQLiteColumn, isExpired: ExpiryCondition, ...more: SQLiteColumn[]): Purge {
    const columns = Object.fromEntries([key, ...more].map((column) => [column.name, column]));
    const row = sql`(${sql.join(Object.values(columns), sql`, `)})`;
    const statement = db.write((q, p: Params<{ now: number; rows: number }>) =>
      q.delete(table).where(inArray(row, q.select(columns).from(table).where(isExpired(p)).limit(limit(p.rows)))),
    );
    const pace = pacing();
    const due = db.many((q, p: Now) => q.select({ key }).from(table).where(isExpired(p)).limit(COUNTED));
    backlogs.push({ table: getTableName(table), count: async (now) => (await due({ now })).length });
    return (now) => deleting(db, pace, required(statement({ now, rows: pace.rows })));
  }

  /**
   * Reads the next batch of rows in the order of the key and deletes those that have expired. At the end, it starts
   * over.
   */
  function byKey(table: SQLiteTable, key: SQLiteColumn, isExpired: ExpiryCondition): Purge {
    const after = (p: Params<{ after: number }>) => gt(key, integer(p.after));
    const lastOfBatch = db.one((q, p: Params<{ after: number; skipped: number }>) =>
      q.select({ key }).from(table).where(after(p)).orderBy(asc(key)).limit(1).offset(limit(p.skipped)),
    );
    const statement = db.write((q, p: Params<{ to: number; after: number; now: number }>) =>
      q.delete(table).where(and(after(p), lte(key, integer(p.to)), isExpired(p))),
    );
    const pace = pacing();
    let reached = 0;
    async function next(now: number): Promise<PurgeResult> {
      const last = (await lastOfBatch({ after: reached, skipped: pace.rows - 1 }))?.key;
      const to = last === undefined ? Number.MAX_SAFE_INTEGER : Number(last);
      const purged = await deleting(db, pace, required(statement({ after: reached, to, now })));
      reached = last === undefined ? 0 : to;
      return purged;
    }

    return async (now) => {
      let purged = await next(now);
      for (let more = MAX_LIVE_BATCHES; more > 0 && !purged.isBusy && reached > 0; more -= 1) purged = await next(now);
      return purged;
    };
  }

  return { backlogs, byIndex, byKey };
}

/** Accounts are imported when they are created, and none gets an imported password later. */
function oldPasswords(db: Database, age: number): Purge {
  const { people } = db.tables;
  // Uses the index people_with_imported_password, which is empty when the last one has signed in.
  const forget = db.write((q, p: Params<{ before: number; rows: number }>) =>
    q
      .update(people)
      .set({ passwordHash: null })
      .where(
        inArray(
          people.id,
          q
            .select({ id: people.id })
            .from(people)
            .where(and(sql`${people.passwordHash} like 'imported:%'`, lt(people.createdAt, integer(p.before))))
            .limit(limit(p.rows)),
        ),
      ),
  );
  const pace = pacing();
  return (now) => deleting(db, pace, required(forget({ before: now - age, rows: pace.rows })));
}

/** The conditions that several purges share, or that take many words. */
function conditions(t: Database['tables'], retention: Retention) {
  const neverRedeemed: ExpiryCondition = (p) =>
    and(isNull(t.grants.redeemedAt), lt(t.grants.codeExpiresAt, before(p, retention.codes)));
  // The person still reads of an end by others, for as long as of events.
  const isPastActivity: ExpiryCondition = (p) =>
    or(
      isNull(t.grants.revokedBy),
      notInArray(t.grants.revokedBy, [...ENDED_BY_OTHERS]),
      lt(t.grants.revokedAt, before(p, retention.audit)),
    );
  const deadGrant: ExpiryCondition = (p) =>
    or(neverRedeemed(p), and(lt(t.grants.expiresAt, before(p, retention.tokens)), isPastActivity(p)));
  const unused: ExpiryCondition = (p) =>
    or(
      and(isNull(t.clients.lastUsedAt), lt(t.clients.createdAt, before(p, retention.unusedClients))),
      lt(t.clients.lastUsedAt, before(p, retention.dormantClients)),
    );
  // A client named by URL is kept after an operator has reviewed or adopted it. Both conditions use the primary keys.
  const reviewedOrAdopted = sql`(${t.metadataDocuments.review} in ('approved', 'blocked') or exists (select 1 from ${t.adoptions} where ${t.adoptions.clientId} = ${t.metadataDocuments.clientId}) or exists (select 1 from ${t.reviewRequests} where ${t.reviewRequests.clientId} = ${t.metadataDocuments.clientId} and ${t.reviewRequests.answeredAt} is null))`;
  const hasNoClient = sql`not exists (select 1 from ${t.clients} where ${t.clients.id} = ${t.metadataDocuments.clientId})`;
  // An upload may take one millisecond for 32 bytes after its announcement. Its file is deleted as a leftover.
  const neverUploaded: ExpiryCondition = (p) =>
    and(
      eq(t.assets.status, 'pending'),
      lt(t.assets.createdAt, before(p, retention.announcedFiles)),
      sql`${t.assets.createdAt} + ${t.assets.size} / 32 < ${before(p, retention.announcedFiles)}`,
    );
  const attempted: ExpiryCondition = (p) => lt(t.connectionAttempts.at, before(p, retention.attempts));
  return { attempted, neverUploaded, deadGrant, unused, reviewedOrAdopted, hasNoClient };
}

/** Imports of people, which end by themselves: what was only shown after an hour. */
function rosterPurges({ tables: t }: Database, byIndex: ReturnType<typeof purging>['byIndex']): Purge[] {
  return [
    byIndex(t.rosters, t.rosters.id, (p) => lt(t.rosters.expiresAt, before(p, 0))),
    byIndex(t.rosterParts, t.rosterParts.id, (p) => lt(t.rosterParts.expiresAt, before(p, 0))),
    byIndex(
      t.rosterDeeds,
      t.rosterDeeds.rosterId,
      (p) => lt(t.rosterDeeds.expiresAt, before(p, 0)),
      t.rosterDeeds.position,
    ),
  ];
}

function inBatches(purges: readonly Purge[]) {
  let busy: Purge[] = [];
  const batchOf = async (some: readonly Purge[], clock: () => number): Promise<PurgeResult> => {
    busy = [];
    let heldMs = 0;
    for (const purge of some) {
      const purged = await purge(clock());
      heldMs += purged.heldMs;
      if (purged.isBusy) busy.push(purge);
    }
    return { isBusy: busy.length > 0, heldMs };
  };

  return {
    /** Deletes a batch of expired rows of each kind. The clock is read for each kind, because it may have been set back. */
    batch: (clock: () => number): Promise<PurgeResult> => batchOf(purges, clock),

    /** Deletes another batch of the kinds of which the last call has deleted any. */
    nextBatch: (clock: () => number): Promise<PurgeResult> => batchOf(busy, clock),
  };
}

export function retentionStore(db: Database, retention = RETENTION) {
  const t = db.tables;
  const { ownershipOffers: offers } = t;
  const { backlogs, byIndex, byKey } = purging(db);
  const auditChains = auditChainStore(db);
  const { attempted, neverUploaded, deadGrant, unused, reviewedOrAdopted, hasNoClient } = conditions(t, retention);

  const purges: readonly Purge[] = [
    byKey(t.tokens, t.tokens.id, (p) => lt(t.tokens.expiresAt, before(p, retention.tokens))),
    byKey(t.grants, t.grants.id, deadGrant),
    (now) => auditChains.prune(now - retention.audit),
    // Events that were not sealed yet.
    byKey(t.auditEvents, t.auditEvents.id, (p) =>
      and(isNull(t.auditEvents.sequence), lt(t.auditEvents.at, before(p, retention.audit))),
    ),
    // The following use indexes such as authorization_requests_by_expiry, throttles_by_end and clients_by_age.
    byIndex(t.authorizationRequests, t.authorizationRequests.id, (p) =>
      lt(t.authorizationRequests.expiresAt, before(p, retention.requests)),
    ),
    byIndex(t.sessions, t.sessions.id, (p) => lt(t.sessions.expiresAt, before(p, retention.sessions))),
    byIndex(t.throttles, t.throttles.key, (p) =>
      and(lt(t.throttles.windowEndsAt, before(p, 0)), lt(t.throttles.blockedUntil, before(p, 0))),
    ),
    byIndex(t.spentChallenges, t.spentChallenges.hash, (p) => lt(t.spentChallenges.expiresAt, before(p, 0))),
    byIndex(t.mailLinks, t.mailLinks.hash, (p) => lt(t.mailLinks.expiresAt, before(p, 0))),
    byIndex(t.handoverLinks, t.handoverLinks.hash, (p) => lt(t.handoverLinks.expiresAt, before(p, 0))),
    ...rosterPurges(db, byIndex),
    byIndex(offers, offers.personId, (p) => lt(offers.expiresAt, before(p, 0)), offers.siteId),
    byIndex(t.outbox, t.outbox.id, (p) => lt(t.outbox.failedAt, before(p, retention.failedMessages))),
    byIndex(t.webhookDeliveries, t.webhookDeliveries.id, (p) =>
      lt(t.webhookDeliveries.createdAt, before(p, retention.deliveries)),
    ),
    byIndex(t.connectionAttempts, t.connectionAttempts.id, attempted),
    byIndex(t.idempotencyKeys, t.idempotencyKeys.id, (p) => lt(t.idempotencyKeys.expiresAt, before(p, 0))),
    byIndex(t.approvals, t.approvals.id, (p) => lt(t.approvals.expiresAt, before(p, retention.approvals))),
    byIndex(t.clients, t.clients.id, (p) => and(eq(t.clients.origin, 'registered'), unused(p))),
    // Those that a vendor registered, whose ids have a dot, but not the presets.
    byIndex(t.clients, t.clients.id, (p) =>
      and(eq(t.clients.origin, 'vendor'), sql`${t.clients.id} like '%.%'`, unused(p)),
    ),
    byIndex(t.clients, t.clients.id, (p) =>
      and(
        eq(t.clients.origin, 'metadata_document'),
        unused(p),
        sql`not exists (select 1 from ${t.metadataDocuments} where ${t.metadataDocuments.clientId} = ${t.clients.id} and ${reviewedOrAdopted})`,
      ),
    ),
    byIndex(t.assets, t.assets.id, neverUploaded),
    byIndex(t.metadataDocuments, t.metadataDocuments.clientId, () => hasNoClient),
    oldPasswords(db, retention.importedPasswords),
  ];

  return {
    ...inBatches(purges),

    /** Counts the rows by table that should have been deleted by now, where an index finds them. */
    async backlog(now: number): Promise<ReadonlyMap<string, number>> {
      const rows = new Map<string, number>();
      for (const { table, count } of backlogs) rows.set(table, (rows.get(table) ?? 0) + (await count(now)));
      return rows;
    },
  };
}
