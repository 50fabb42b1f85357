/** The endpoints of a school's webhooks, as its owners and administrators see and change them. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../../schema/audit/audit-event.ts';
import {
  MAX_ENDPOINTS,
  SECRET_OVERLAP,
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookEventName,
} from '../../../schema/school/webhook.ts';
import type { AuditTrail } from '../../audit/audit.ts';
import { type Database, type Params, required, type Step } from '../../engine/engine.ts';
import { lockRow } from '../../engine/locks.ts';
import { integer, limit, limitOf, text } from '../../engine/placeholders.ts';
import { inserting, updating } from '../../engine/rows.ts';
import { lockSite } from '../locks.ts';

export interface NewEndpoint {
  id: string;
  siteId: string;
  url: string;
  events: readonly WebhookEventName[];
  sealedSecrets: Buffer;
}

/** A message of its own kind to one endpoint. */
export interface NewDelivery {
  id: string;
  name: string;
  personId: string | null;
  payload: string;
  createdAt: number;
  expiresAt: number;
}

type OneOf = { id: string; siteId: string };

/** Rows per unit of work. */
const BATCH = 500;

function endpointReads(db: Database) {
  const { webhookDeliveries: d, webhookEndpoints: e } = db.tables;
  const columns = {
    id: e.id,
    siteId: e.siteId,
    url: e.url,
    events: e.events,
    status: e.status,
    stop: e.stop,
    previousSecretEndsAt: e.previousSecretEndsAt,
    createdAt: e.createdAt,
    updatedAt: e.updatedAt,
    failures: e.failures,
    failingSince: e.failingSince,
  };
  // Uses the index webhook_endpoints_by_site.
  const ofSite = db.many((q, p: Params<{ siteId: string }>) =>
    q
      .select(columns)
      .from(e)
      .where(eq(e.siteId, text(p.siteId)))
      .orderBy(e.createdAt, e.id)
      .limit(MAX_ENDPOINTS),
  );
  // Uses the primary key.
  const one = db.one((q, p: Params<OneOf>) =>
    q
      .select({ ...columns, sealedSecrets: e.sealedSecrets })
      .from(e)
      .where(and(eq(e.id, text(p.id)), eq(e.siteId, text(p.siteId)))),
  );
  // Uses the index webhook_deliveries_by_endpoint.
  const log = db.many((q, p: Params<{ endpointId: string; first: number }>) =>
    q
      .select({
        id: d.id,
        name: d.name,
        createdAt: d.createdAt,
        attempts: d.attempts,
        dueAt: d.dueAt,
        triedAt: d.triedAt,
        deliveredAt: d.deliveredAt,
        failedAt: d.failedAt,
        status: d.status,
        answer: d.answer,
      })
      .from(d)
      .where(eq(d.endpointId, text(p.endpointId)))
      .orderBy(desc(d.createdAt), desc(d.id))
      .limit(limit(p.first)),
  );
  return { ofSite, one, log };
}

function endpointSteps(db: Database) {
  const { sites, webhookDeliveries: d, webhookEndpoints: e } = db.tables;
  const insert = inserting(db, e);
  const insertDelivery = inserting(db, d);
  const lock = lockSite(db);
  // Uses the primary key, and for the condition the index webhook_endpoints_by_site.
  const hasRoom = lockRow(db, sites, (p: Params<{ siteId: string }>) =>
    and(
      eq(sites.id, text(p.siteId)),
      sql`(select count(*) from ${e} where ${e.siteId} = ${text(p.siteId)}) < ${sql.raw(String(MAX_ENDPOINTS))}`,
    ),
  );
  // All of the following use primary keys.
  const ofSite = (p: Params<OneOf>) => and(eq(e.id, text(p.id)), eq(e.siteId, text(p.siteId)));
  const change = updating(db, e, (p: Params<OneOf & { seen: number }>) =>
    and(ofSite(p), eq(e.updatedAt, integer(p.seen))),
  );
  const wake = db.write((q, p: Params<OneOf & { now: number }>) =>
    q
      .update(e)
      .set({
        dueAt: sql`${integer(p.now)}`,
        notBefore: sql`case when ${e.failures} > 0 then 0 else ${e.notBefore} end`,
      })
      .where(and(ofSite(p), eq(e.status, 'active'))),
  );
  const remove = db.write((q, p: Params<OneOf>) => q.delete(e).where(ofSite(p)));
  const again = updating(db, d, (p: Params<{ id: string; endpointId: string }>) =>
    and(eq(d.id, text(p.id)), eq(d.endpointId, text(p.endpointId)), sql`${d.dueAt} is null`),
  );
  // Uses the index webhook_deliveries_by_endpoint.
  const removeDeliveries = db.write((q, p: Params<{ endpointId: string }>) =>
    q.delete(d).where(
      sql`${d.id} in (${q
        .select({ id: d.id })
        .from(d)
        .where(eq(d.endpointId, text(p.endpointId)))
        .limit(limitOf(sql.raw(String(BATCH))))})`,
    ),
  );
  return { insert, insertDelivery, lock, hasRoom, change, wake, remove, again, removeDeliveries };
}

export function webhookEndpointStore(db: Database, audit: AuditTrail) {
  const read = endpointReads(db);
  const steps = endpointSteps(db);
  type Seen = Pick<WebhookEndpoint, 'id' | 'siteId' | 'updatedAt'>;

  /** Changes an endpoint as the caller saw it. */
  const changed = (
    { id, siteId, updatedAt: seen }: Seen,
    changes: Parameters<typeof steps.change>[0],
    now: number,
  ): Step => required(steps.change({ ...changes, updatedAt: Math.max(now, seen + 1) }, { id, siteId, seen }));

  return {
    ofSite: (siteId: string): Promise<WebhookEndpoint[]> => read.ofSite({ siteId }),

    find: (siteId: string, id: string): Promise<(WebhookEndpoint & { sealedSecrets: Buffer }) | undefined> =>
      read.one({ siteId, id }),

    /** Lists the latest deliveries to an endpoint. */
    log: (endpointId: string, first: number): Promise<WebhookDelivery[]> => read.log({ endpointId, first }),

    /** @returns false if the school has as many endpoints as it may have, or this one was stored before */
    async create(endpoint: NewEndpoint, event: AuditEvent): Promise<boolean> {
      const { siteId } = endpoint;
      const row = { ...endpoint, status: 'active', createdAt: event.at, updatedAt: event.at } as const;
      return db.atomically(
        steps.lock({ siteId }),
        required(steps.hasRoom({ siteId })),
        required(steps.insert({ ...row, notBefore: 0, claims: 0, failures: 0 })),
        ...(await audit.steps(event)),
      );
    },

    /** @returns false if the endpoint has changed since it was read; so do the following */
    async change(seen: Seen, to: Pick<WebhookEndpoint, 'url' | 'events'>, event: AuditEvent): Promise<boolean> {
      return db.atomically(changed(seen, to, event.at), ...(await audit.steps(event)));
    },

    async disable(seen: Seen, event: AuditEvent): Promise<boolean> {
      const to = { status: 'disabled', stop: 'school', dueAt: null } as const;
      return db.atomically(changed(seen, to, event.at), ...(await audit.steps(event)));
    },

    /** Deliveries that still wait are sent. */
    async enable(seen: Seen, event: AuditEvent): Promise<boolean> {
      const clean = { stop: null, failures: 0, failingSince: null, notBefore: 0 };
      const to = { ...clean, status: 'active', dueAt: event.at } as const;
      return db.atomically(changed(seen, to, event.at), ...(await audit.steps(event)));
    },

    async rotate(seen: Seen, sealedSecrets: Buffer, event: AuditEvent): Promise<boolean> {
      const to = { sealedSecrets, previousSecretEndsAt: event.at + SECRET_OVERLAP };
      return db.atomically(changed(seen, to, event.at), ...(await audit.steps(event)));
    },

    /** Deletes the endpoint with its log. @returns false if there was none */
    async delete({ id, siteId }: Seen, event: AuditEvent): Promise<boolean> {
      const isDeleted = await db.atomically(required(steps.remove({ id, siteId })), ...(await audit.steps(event)));
      while (await db.atomically(required(steps.removeDeliveries({ endpointId: id }))));
      return isDeleted;
    },

    /** Stores a message for one endpoint. @returns false if the endpoint is not active */
    async send({ id, siteId }: Seen, delivery: NewDelivery, event: AuditEvent): Promise<boolean> {
      const row = { ...delivery, endpointId: id, siteId, attempts: 0, dueAt: delivery.createdAt };
      return db.atomically(
        required(steps.wake({ id, siteId, now: event.at })),
        required(steps.insertDelivery(row)),
        ...(await audit.steps(event)),
      );
    },

    /**
     * Sends a message again, with the same id.
     * @returns false if it waits to be sent, is no longer there, or the endpoint is not active
     */
    async replay({ id, siteId }: Seen, deliveryId: string, expiresAt: number, event: AuditEvent): Promise<boolean> {
      const due = { dueAt: event.at, expiresAt, attempts: 0, deliveredAt: null, failedAt: null };
      return db.atomically(
        required(steps.wake({ id, siteId, now: event.at })),
        required(steps.again(due, { id: deliveryId, endpointId: id })),
        ...(await audit.steps(event)),
      );
    },
  };
}
