/**
 * Deliveries to the endpoints of webhooks. Events are handed to the endpoints of their school in one unit of work
 * that deletes them, so each reaches each endpoint once, on any number of nodes. A node claims an endpoint, not a single
 * message, for some seconds, so that a receiver that is slow or down occupies one turn at a time.
 */
import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../../schema/audit/audit-event.ts';
import type {
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEventName,
  WebhookStop,
} from '../../../schema/school/webhook.ts';
import type { AuditTrail } from '../../audit/audit.ts';
import { type Database, type Params, required } from '../../engine/engine.ts';
import { integer, limit, text } from '../../engine/placeholders.ts';
import { inserting, updating } from '../../engine/rows.ts';
import type { NewDelivery } from './webhook-endpoints.ts';

export interface WebhookEvent {
  id: string;
  siteId: string;
  at: number;
  name: WebhookEventName;
  personId: string | null;
  /** A JSON object. */
  data: string;
}

/** An endpoint that a node sends to until a time. The number of claims tells whether another node has taken over. */
export interface EndpointClaim
  extends Pick<WebhookEndpoint, 'id' | 'siteId' | 'url' | 'previousSecretEndsAt' | 'failures' | 'failingSince'> {
  sealedSecrets: Buffer;
  claims: number;
  until: number;
}

export interface DueDelivery {
  id: string;
  name: string;
  payload: string;
  attempts: number;
  expiresAt: number;
}

/** The result of an attempt. Without `dueAt`, there is no further one. */
export type AttemptResult = Omit<WebhookDelivery, 'id' | 'name' | 'createdAt'>;

/** How an endpoint is left after a turn. */
export interface TurnEnd extends Pick<WebhookEndpoint, 'failures' | 'failingSince'> {
  /** When something is due again. */
  next: number | null;
  notBefore: number;
}

function eventStatements(db: Database) {
  const { webhookDeliveries: d, webhookEndpoints: e, webhookEvents: v } = db.tables;
  // Uses the index webhook_events_by_time.
  const read = db.many((q, p: Params<{ at: number; id: string; first: number }>) =>
    q
      .select({ id: v.id, siteId: v.siteId, at: v.at, name: v.name, personId: v.personId, data: v.data })
      .from(v)
      .where(sql`(${v.at}, ${v.id}) > (${integer(p.at)}, ${text(p.id)})`)
      .orderBy(asc(v.at), asc(v.id))
      .limit(limit(p.first)),
  );
  // Uses the primary key.
  const remove = db.write((q, p: Params<{ id: string }>) => q.delete(v).where(eq(v.id, text(p.id))));
  // Uses the index webhook_endpoints_by_site.
  const endpoints = db.many((q, p: Params<{ siteId: string }>) =>
    q
      .select({ id: e.id, events: e.events })
      .from(e)
      .where(and(eq(e.siteId, text(p.siteId)), eq(e.status, 'active')))
      .orderBy(e.id),
  );
  const insert = inserting(db, d);
  // Uses the primary key. In the order of the ids, because several nodes may do this at the same time.
  const wake = db.write((q, p: Params<{ id: string; now: number }>) =>
    q
      .update(e)
      .set({ dueAt: sql`case when ${e.dueAt} < ${integer(p.now)} then ${e.dueAt} else ${integer(p.now)} end` })
      .where(and(eq(e.id, text(p.id)), eq(e.status, 'active'))),
  );
  return { read, remove, endpoints, insert, wake };
}

/** Condition that a turn may begin. Deliveries of a closed school wait until it is open, or expire. */
function readiness({ tables: { sites, webhookEndpoints: e } }: Database) {
  return (now: Params<{ now: number }>['now']) =>
    and(
      eq(e.status, 'active'),
      lte(e.dueAt, integer(now)),
      lte(e.notBefore, integer(now)),
      sql`exists (select 1 from ${sites} where ${sites.id} = ${e.siteId} and ${sites.active})`,
    );
}

/** More deliveries of one endpoint need not be counted to know that it does not take them. */
const COUNTED = 5000;

/** Reads what the metrics say. Endpoints that are disabled and schools that are closed do not count. */
function backlogReads(db: Database) {
  const { sites, webhookDeliveries: d, webhookEndpoints: e, webhookEvents: v } = db.tables;
  const isReady = readiness(db);
  // Uses the index webhook_endpoints_by_due, the primary key of sites, and the index webhook_deliveries_by_due.
  const waiting = db.one((q) =>
    q
      .select({
        count:
          sql<number>`coalesce(sum((select count(*) from (select 1 from ${d} where ${d.endpointId} = ${e.id} and ${d.dueAt} is not null limit ${sql.raw(String(COUNTED))}) as counted)), 0)`.mapWith(
            Number,
          ),
      })
      .from(e)
      .innerJoin(sites, eq(sites.id, e.siteId))
      .where(and(isNotNull(e.dueAt), eq(e.status, 'active'), eq(sites.active, true))),
  );
  const since = sql`min(case when ${e.dueAt} > ${e.notBefore} then ${e.dueAt} else ${e.notBefore} end)`;
  const due = db.one((q, p: Params<{ now: number }>) =>
    q
      .select({ since: sql<number | null>`${since}` })
      .from(e)
      .where(isReady(p.now)),
  );
  // Uses the index webhook_events_by_time.
  const event = db.one((q) => q.select({ at: v.at }).from(v).orderBy(asc(v.at), asc(v.id)).limit(1));
  return { waiting, due, event };
}

function turnStatements(db: Database) {
  const { webhookDeliveries: d, webhookEndpoints: e } = db.tables;
  const claimed = {
    id: e.id,
    siteId: e.siteId,
    url: e.url,
    sealedSecrets: e.sealedSecrets,
    previousSecretEndsAt: e.previousSecretEndsAt,
    failures: e.failures,
    failingSince: e.failingSince,
    claims: e.claims,
  };
  const isReady = readiness(db);
  // Uses the index webhook_endpoints_by_due, and the primary key of sites.
  const due = db.many((q, p: Params<{ now: number; first: number }>) =>
    q.select(claimed).from(e).where(isReady(p.now)).orderBy(asc(e.dueAt), asc(e.id)).limit(limit(p.first)),
  );
  // The following use primary keys.
  const claim = updating(db, e, (p: Params<{ id: string; seen: number; now: number }>) =>
    and(eq(e.id, text(p.id)), eq(e.claims, integer(p.seen)), isReady(p.now)),
  );
  const release = db.write((q, p: Params<TurnEnd & Pick<EndpointClaim, 'id' | 'claims' | 'until'>>) =>
    q
      .update(e)
      .set({
        // What was due before the end of the claim has come since.
        dueAt: sql`case when ${e.dueAt} < ${integer(p.until)} then ${e.dueAt} else ${integer(p.next)} end`,
        notBefore: sql`${integer(p.notBefore)}`,
        failures: sql`${integer(p.failures)}`,
        failingSince: sql`${integer(p.failingSince)}`,
      })
      .where(and(eq(e.id, text(p.id)), eq(e.claims, integer(p.claims)), eq(e.status, 'active'))),
  );
  const stop = updating(db, e, (p: Params<{ id: string; seen: number }>) =>
    and(eq(e.id, text(p.id)), eq(e.claims, integer(p.seen)), eq(e.status, 'active')),
  );
  // Uses the index webhook_deliveries_by_due.
  const next = db.one((q, p: Params<{ endpointId: string }>) =>
    q
      .select({
        id: d.id,
        name: d.name,
        payload: d.payload,
        attempts: d.attempts,
        expiresAt: d.expiresAt,
        dueAt: sql<number>`${d.dueAt}`.mapWith(Number),
      })
      .from(d)
      .where(and(eq(d.endpointId, text(p.endpointId)), sql`${d.dueAt} is not null`))
      .orderBy(asc(d.dueAt), asc(d.id))
      .limit(1),
  );
  const tried = updating(db, d, (p: Params<{ id: string; seen: number }>) =>
    and(eq(d.id, text(p.id)), eq(d.attempts, integer(p.seen)), sql`${d.dueAt} is not null`),
  );
  return { due, claim, release, stop, next, tried };
}

export function webhookSendingStore(db: Database, audit: AuditTrail) {
  const events = eventStatements(db);
  const turn = turnStatements(db);
  const reads = backlogReads(db);

  return {
    /** Counts the deliveries that wait, and says since when the oldest of what is due now is due, if anything is. */
    async backlog(now: number): Promise<{ waiting: number; dueSince: number | undefined }> {
      const [waiting, due, event] = await Promise.all([reads.waiting(), reads.due({ now }), reads.event()]);
      const since = [due?.since, event?.at].filter((at) => at != null).map(Number);
      return { waiting: waiting?.count ?? 0, dueSince: since.length === 0 ? undefined : Math.min(...since) };
    },

    /** Lists what happened after an event and is not handed to the endpoints yet, the oldest first. */
    events: ({ at, id }: Pick<WebhookEvent, 'at' | 'id'>, first: number): Promise<WebhookEvent[]> =>
      events.read({ at, id, first }),

    /** The active endpoints of a school, with what each wants to be told. */
    endpointsOf: (siteId: string): Promise<{ id: string; events: readonly WebhookEventName[] }[]> =>
      events.endpoints({ siteId }),

    /**
     * Replaces events of one school by deliveries.
     * @returns false if another node has done it with one of them
     */
    async handOut(
      siteId: string,
      ids: readonly string[],
      deliveries: readonly (NewDelivery & { endpointId: string })[],
      now: number,
    ): Promise<boolean> {
      const woken = [...new Set(deliveries.map(({ endpointId }) => endpointId))].sort();
      return db.atomically(
        ...ids.map((id) => required(events.remove({ id }))),
        ...deliveries.map((one) => events.insert({ ...one, siteId, attempts: 0, dueAt: one.createdAt })),
        ...woken.map((id) => events.wake({ id, now })),
      );
    },

    /** Lists endpoints of open schools that something is due for, those that have waited longest first. */
    due: (now: number, first: number): Promise<Omit<EndpointClaim, 'until'>[]> => turn.due({ now, first }),

    /** @returns nothing if another node has claimed it */
    async claim(
      endpoint: Omit<EndpointClaim, 'until'>,
      until: number,
      now: number,
    ): Promise<EndpointClaim | undefined> {
      const { id, claims: seen } = endpoint;
      const claims = seen + 1;
      // If the node is killed, it is due again when the claim ends.
      const isMine = await db.atomically(
        required(turn.claim({ claims, dueAt: until, notBefore: until }, { id, seen, now })),
      );
      return isMine ? { ...endpoint, claims, until } : undefined;
    },

    /** The delivery that is due first, or will be. */
    next: (endpointId: string): Promise<(DueDelivery & { dueAt: number }) | undefined> => turn.next({ endpointId }),

    /** Stores what became of an attempt, unless the delivery has changed since. */
    async tried({ id, attempts: seen }: DueDelivery, result: AttemptResult): Promise<void> {
      await db.atomically(turn.tried(result, { id, seen }));
    },

    /** Ends a turn. Does nothing if another node has taken over, or the school has disabled the endpoint. */
    async release({ id, claims, until }: EndpointClaim, end: TurnEnd): Promise<void> {
      await db.atomically(turn.release({ ...end, id, claims, until }));
    },

    /** Disables an endpoint. @returns false if somebody else has done that, or another node has taken over */
    async stop(
      { id, claims }: EndpointClaim,
      stop: Exclude<WebhookStop, 'school'>,
      event: AuditEvent,
    ): Promise<boolean> {
      const changes = { status: 'disabled', stop, dueAt: null, notBefore: 0, updatedAt: event.at } as const;
      return db.atomically(required(turn.stop(changes, { id, seen: claims })), ...(await audit.steps(event)));
    },
  };
}
