/**
 * Tables of webhooks: what happened and is not handed to the endpoints yet, the endpoints, and what each has to get or
 * got. Triggers of the migration `webhooks` write the events with the changes that they describe.
 */
import type { WebhookEventName, WebhookStop } from '../../schema/school/webhook.ts';
import type { Columns } from '../columns/sqlite.ts';

/** Every row belongs to one site. */
export const defineWebhookTables = (c: Columns) => ({
  /** For a few seconds, and only while the school has an active endpoint. */
  webhookEvents: c.table(
    'webhook_events',
    {
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      /** By the clock of the database. */
      at: c.time('at').notNull(),
      name: c.text('name').$type<WebhookEventName>().notNull(),
      personId: c.text('person_id'),
      /** A JSON object with ids. */
      data: c.text('data').notNull(),
    },
    (t) => [c.index('webhook_events_by_time').on(t.at, t.id), c.index('webhook_events_by_site').on(t.siteId)],
  ),

  webhookEndpoints: c.table(
    'webhook_endpoints',
    {
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      url: c.text('url').notNull(),
      events: c.json('events').$type<WebhookEventName[]>().notNull(),
      /** The secret and, after a rotation, the one before, encrypted with AES-256-GCM. */
      sealedSecrets: c.bytes('sealed_secrets').notNull(),
      /** Until then the secret before also signs. */
      previousSecretEndsAt: c.time('previous_secret_ends_at'),
      status: c.text('status').$type<'active' | 'disabled'>().notNull(),
      /** Why it is disabled. */
      stop: c.text('stop').$type<WebhookStop>(),
      createdAt: c.time('created_at').notNull(),
      updatedAt: c.time('updated_at').notNull(),
      /** When something may be due; null if nothing is. */
      dueAt: c.time('due_at'),
      /** Until then a node sends to it, or it has a break after a failure. */
      notBefore: c.time('not_before').notNull(),
      /** How often a node has claimed it. */
      claims: c.integer('claims').notNull(),
      /** Failures since the last success, and the first of them. */
      failures: c.integer('failures').notNull(),
      failingSince: c.time('failing_since'),
    },
    (t) => [
      c.index('webhook_endpoints_by_site').on(t.siteId, t.status),
      c.index('webhook_endpoints_by_due').on(t.dueAt),
    ],
  ),

  webhookDeliveries: c.table(
    'webhook_deliveries',
    {
      /** Sent as `webhook-id`, in every attempt. */
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      endpointId: c.text('endpoint_id').notNull(),
      personId: c.text('person_id'),
      name: c.text('name').notNull(),
      /** As it is sent. */
      payload: c.text('payload').notNull(),
      createdAt: c.time('created_at').notNull(),
      /** When it is tried no longer. */
      expiresAt: c.time('expires_at').notNull(),
      attempts: c.integer('attempts').notNull(),
      /** Null if it was delivered or has failed. */
      dueAt: c.time('due_at'),
      triedAt: c.time('tried_at'),
      deliveredAt: c.time('delivered_at'),
      failedAt: c.time('failed_at'),
      /** The status of the last answer, and its first characters or what went wrong. */
      status: c.integer('status'),
      answer: c.text('answer'),
    },
    (t) => [
      c.index('webhook_deliveries_by_due').on(t.endpointId, t.dueAt, t.id),
      c.index('webhook_deliveries_by_endpoint').on(t.endpointId, t.createdAt, t.id),
      c.index('webhook_deliveries_by_age').on(t.createdAt),
      c.index('webhook_deliveries_by_person').on(t.siteId, t.personId),
    ],
  ),
});
