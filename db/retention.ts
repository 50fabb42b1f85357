/**
 * Deletes rows that are past their retention period, such as expired tokens and sessions, unused clients and old audit
 * log entries. Maintenance calls it every second, and each transaction covers at most 500 rows so that it never holds
 * up other commits for long.
 */
import { and, asc, eq, gt, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database, Params } from './engine/engine.ts';
import { integer } from './engine/placeholders.ts';

const DAY = 86_400_000;
/** Rows per unit of work: a batch must not hold up the commits of the people who wait. */
const BATCH = 500;

/** How long dead rows stay, in milliseconds. */
export interface Retention {
  /** Codes that were never redeemed. */
  codes: number;
  /** Tokens and grants after they ended, so that a late replay is still recognised. */
  tokens: number;
  audit: number;
  /** Authorization requests after they expired: anybody can open one, so they go soon. */
  requests: number;
  sessions: number;
  /** Registered clients that nobody ever authorized, and those that nobody uses any more. */
  unusedClients: number;
  dormantClients: number;
}

export const RETENTION: Retention = {
  codes: DAY,
  tokens: 30 * DAY,
  audit: 400 * DAY,
  requests: DAY / 24,
  sessions: DAY,
  unusedClients: 7 * DAY,
  dormantClients: 90 * DAY,
};

export type RetentionStore = ReturnType<typeof retentionStore>;

type Now = Params<{ now: number }>;
/** Which rows are past their time. */
type Dead = (p: Now) => SQL | undefined;
type Purge = (now: number) => Promise<unknown>;

/** The two ways of finding dead rows and deleting them. */
function purging(db: Database) {
  /** Deletes one batch that an index on the condition finds. */
  function expired(table: SQLiteTable, key: SQLiteColumn, dead: Dead): Purge {
    const statement = db.write((q, p: Now) =>
      q.delete(table).where(inArray(key, q.select({ key }).from(table).where(dead(p)).limit(BATCH))),
    );
    return (now) => db.atomically(statement({ now }));
  }

  /** Looks at the next batch of rows in key order and deletes the dead ones among them; begins anew at the end. */
  function sweep(table: SQLiteTable, key: SQLiteColumn, dead: Dead): Purge {
    const after = (p: Params<{ after: number }>) => gt(key, integer(p.after));
    const lastOfBatch = db.one((q, p: Params<{ after: number }>) =>
      q
        .select({ key })
        .from(table)
        .where(after(p))
        .orderBy(asc(key))
        .limit(1)
        .offset(BATCH - 1),
    );
    const statement = db.write((q, p: Params<{ to: number; after: number; now: number }>) =>
      q.delete(table).where(and(after(p), lte(key, integer(p.to)), dead(p))),
    );
    let reached = 0;
    return async (now) => {
      const last = (await lastOfBatch({ after: reached }))?.key;
      const to = last === undefined ? Number.MAX_SAFE_INTEGER : Number(last);
      await db.atomically(statement({ after: reached, to, now }));
      reached = last === undefined ? 0 : to;
    };
  }

  return { expired, sweep };
}

export function retentionStore(db: Database, retention = RETENTION) {
  const t = db.tables;
  const { expired, sweep } = purging(db);
  const before = (p: Now, age: number): SQL => sql`${integer(p.now)} - ${sql.raw(String(age))}`;

  const neverRedeemed: Dead = (p) =>
    and(isNull(t.grants.redeemedAt), lt(t.grants.codeExpiresAt, before(p, retention.codes)));
  const unused: Dead = (p) =>
    or(
      and(isNull(t.clients.lastUsedAt), lt(t.clients.createdAt, before(p, retention.unusedClients))),
      lt(t.clients.lastUsedAt, before(p, retention.dormantClients)),
    );
  // A client named by URL stays when somebody decided about it. By primary keys.
  const decided = sql`(${t.metadataDocuments.review} <> 'unreviewed' or exists (select 1 from ${t.adoptions} where ${t.adoptions.clientId} = ${t.metadataDocuments.clientId}))`;
  const ofNoClient = sql`not exists (select 1 from ${t.clients} where ${t.clients.id} = ${t.metadataDocuments.clientId})`;

  const purges: readonly Purge[] = [
    sweep(t.tokens, t.tokens.id, (p) => lt(t.tokens.expiresAt, before(p, retention.tokens))),
    sweep(t.grants, t.grants.id, (p) => or(neverRedeemed(p), lt(t.grants.expiresAt, before(p, retention.tokens)))),
    sweep(t.auditEvents, t.auditEvents.id, (p) => lt(t.auditEvents.at, before(p, retention.audit))),
    // authorization_requests_by_expiry, sessions_by_expiry, spent_challenges_by_expiry, mail_links_by_expiry, throttles_by_end, clients_by_age
    expired(t.authorizationRequests, t.authorizationRequests.id, (p) =>
      lt(t.authorizationRequests.expiresAt, before(p, retention.requests)),
    ),
    expired(t.sessions, t.sessions.id, (p) => lt(t.sessions.expiresAt, before(p, retention.sessions))),
    expired(t.throttles, t.throttles.key, (p) =>
      and(lt(t.throttles.windowEndsAt, before(p, 0)), lt(t.throttles.blockedUntil, before(p, 0))),
    ),
    expired(t.spentChallenges, t.spentChallenges.hash, (p) => lt(t.spentChallenges.expiresAt, before(p, 0))),
    expired(t.mailLinks, t.mailLinks.hash, (p) => lt(t.mailLinks.expiresAt, before(p, 0))),
    expired(t.idempotencyKeys, t.idempotencyKeys.id, (p) => lt(t.idempotencyKeys.expiresAt, before(p, 0))),
    expired(t.clients, t.clients.id, (p) => and(eq(t.clients.origin, 'registered'), unused(p))),
    expired(t.clients, t.clients.id, (p) =>
      and(
        eq(t.clients.origin, 'metadata_document'),
        unused(p),
        sql`not exists (select 1 from ${t.metadataDocuments} where ${t.metadataDocuments.clientId} = ${t.clients.id} and ${decided})`,
      ),
    ),
    expired(t.metadataDocuments, t.metadataDocuments.clientId, () => ofNoClient),
  ];

  return {
    /** One small batch of each kind of dead row. */
    async batch(now: number): Promise<void> {
      for (const purge of purges) await purge(now);
    },
  };
}
