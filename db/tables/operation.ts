/** Tables of how the server runs: throttles, the audit trail, the outbox, idempotency keys, the search index, blocks of keys. */
import { sql } from 'drizzle-orm';
import type {
  AttemptFacts,
  AttemptRule,
  AttemptStanding,
  AttemptStep,
} from '../../schema/attempts/connection-attempt.ts';
import type { AuditEventName } from '../../schema/audit/audit-event.ts';
import type { OutgoingChannel } from '../../schema/data/outgoing-message.ts';
import type { ApprovalDecision, ApprovalEffect } from '../../schema/school/approval.ts';
import type { Columns } from '../columns/sqlite.ts';
import { endsOfSeveral, isFailedCall, isOfHolding } from './audit-index-conditions.ts';

export const defineOperationTables = (c: Columns) => ({
  /** Counters that all nodes share. */
  throttles: c.table(
    'throttles',
    {
      key: c.text('key').primaryKey(),
      count: c.integer('count').notNull(),
      windowEndsAt: c.time('window_ends_at').notNull(),
      blockedUntil: c.time('blocked_until').notNull(),
    },
    (t) => [c.index('throttles_by_end').on(t.windowEndsAt)],
  ),

  auditEvents: c.table(
    'audit_events',
    {
      id: c.integer('id').primaryKey(),
      at: c.time('at').notNull(),
      event: c.text('event').$type<AuditEventName>().notNull(),
      siteId: c.text('site_id'),
      personId: c.text('person_id'),
      clientId: c.text('client_id'),
      target: c.text('target'),
      /** The values that changed, as JSON, or the SHA-256 of the whole object. */
      before: c.text('before'),
      after: c.text('after'),
      ip: c.text('ip'),
      userAgent: c.text('user_agent'),
      requestId: c.text('request_id'),
      /** The place of the event in the chain of its school, and the hash that seals it there; null for a few seconds. */
      sequence: c.integer('sequence'),
      hash: c.text('hash'),
    },
    (t) => [
      c.index('audit_events_by_chain').on(t.siteId, t.sequence),
      c.index('audit_events_unsealed').on(t.at).where(sql`${t.sequence} is null`),
      c.index('audit_events_by_site').on(t.siteId, t.id),
      c.index('audit_events_by_event').on(t.siteId, t.event, t.id),
      c.index('audit_events_by_person').on(t.personId, t.id),
      c.index('audit_events_by_client').on(t.siteId, t.clientId, t.id).where(sql`${t.clientId} is not null`),
      c.index('audit_events_about_member').on(t.siteId, t.target, t.id).where(sql`${t.target} like 'member/%'`),
      c.index('audit_events_of_holdings').on(t.siteId, t.target, t.id).where(isOfHolding(t.target)),
      c.index('audit_events_of_ends').on(t.siteId, t.at).where(endsOfSeveral(t)),
      c.index('audit_events_of_failed_calls').on(t.siteId, t.requestId).where(isFailedCall(t.event)),
      c
        .index('audit_events_of_reviews')
        .on(t.clientId, t.at)
        .where(sql`${t.event} in ('client_approved', 'client_blocked')`),
    ],
  ),

  /** The hash chain of a school's audit events, or of the events without a school. */
  auditChains: c.table(
    'audit_chains',
    {
      /** The id of the school; empty for events without one. */
      id: c.text('id').primaryKey(),
      /** The newest sealed event. */
      sequence: c.integer('sequence').notNull(),
      hash: c.text('hash').notNull(),
      /** The newest event that was deleted after its retention period, so that the rest can still be verified. */
      anchorSequence: c.integer('anchor_sequence').notNull(),
      anchorHash: c.text('anchor_hash').notNull(),
      /** The time of the oldest sealed event that is kept. */
      oldestAt: c.time('oldest_at'),
      /** The newest event that was written to `AUDIT_LOG`. */
      shippedSequence: c.integer('shipped_sequence').notNull(),
    },
    (t) => [c.index('audit_chains_by_age').on(t.oldestAt)],
  ),

  /** Work that one node at a time does, until the lease expires or is renewed. */
  leases: c.table('leases', {
    name: c.text('name').primaryKey(),
    holder: c.text('holder').notNull(),
    expiresAt: c.time('expires_at').notNull(),
  }),

  /** Messages until they have been sent, and those that were given up. */
  outbox: c.table(
    'outbox',
    {
      id: c.text('id').primaryKey(),
      channel: c.text('channel').$type<OutgoingChannel>().notNull(),
      kind: c.text('kind').notNull(),
      /** Encrypted with AES-256-GCM. */
      sealed: c.bytes('sealed').notNull(),
      createdAt: c.time('created_at').notNull(),
      expiresAt: c.time('expires_at').notNull(),
      attempts: c.integer('attempts').notNull(),
      /** Null if it was given up. */
      dueAt: c.time('due_at'),
      failedAt: c.time('failed_at'),
      failure: c.text('failure'),
    },
    (t) => [c.index('outbox_by_due').on(t.channel, t.dueAt), c.index('outbox_by_failure').on(t.failedAt)],
  ),

  /**
   * The items of lists of texts in other rows, such as the tags of a course, so that rows can be listed by one of them.
   * Triggers on those tables maintain it.
   */
  labels: c.table(
    'labels',
    {
      recordId: c.text('record_id').notNull(),
      siteId: c.text('site_id').notNull(),
      /** The table and the column, as in `courses.tags`. */
      list: c.text('list').notNull(),
      label: c.text('label').notNull(),
      /** The time by which the rows are listed. */
      at: c.time('at').notNull(),
    },
    (t) => [
      c.primaryKey({ columns: [t.recordId, t.siteId, t.list, t.label] }),
      c.index('labels_by_time').on(t.siteId, t.list, t.label, t.at, t.recordId),
    ],
  ),

  /** The searchable text of each row that `q` can find. Each engine has a full-text index over it. */
  searchEntries: c.table(
    'search_entries',
    {
      id: c.integer('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      kind: c.text('kind').notNull(),
      recordId: c.text('record_id').notNull(),
      /** One word for site and kind. Its beginning is put before each word in the full-text index. */
      scope: c.text('scope').notNull(),
      text: c.text('text').notNull(),
      /** False for a text that an earlier version wrote by other rules, until it is renewed. */
      isFolded: c.flag('is_folded').notNull().default(false),
    },
    (t) => [
      c.uniqueIndex('search_entries_by_record').on(t.kind, t.recordId),
      c.index('search_entries_by_site').on(t.siteId, t.kind),
      c.index('search_entries_unfolded').on(t.id).where(sql`not ${t.isFolded}`),
    ],
  ),

  /**
   * The response of a request with an Idempotency-Key. Repeating the request returns it without executing the request
   * again.
   */
  idempotencyKeys: c.table(
    'idempotency_keys',
    {
      id: c.text('id').primaryKey(),
      /** SHA-256 of the request. Using the key with another request is an error. */
      requestHash: c.text('request_hash').notNull(),
      status: c.integer('status'),
      headers: c.json('headers').$type<Record<string, string>>(),
      body: c.text('body'),
      expiresAt: c.time('expires_at').notNull(),
    },
    (t) => [c.index('idempotency_keys_by_expiry').on(t.expiresAt)],
  ),

  /** Calls of apps that wait for a person's decision, and what became of them. A row without a live grant is never read. */
  approvals: c.table(
    'approvals',
    {
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      personId: c.text('person_id').notNull(),
      clientId: c.text('client_id').notNull(),
      grantId: c.integer('grant_id').notNull(),
      operation: c.text('operation').notNull(),
      /** SHA-256 of the operation and its arguments, as `digestOfCall` computes it. */
      digest: c.text('digest').notNull(),
      /** The row that it changes, as in `course/crs_1`, and its `updatedAt`, as they were when the person was asked. */
      target: c.text('target'),
      targetVersion: c.time('target_version'),
      /** The arguments as JSON, encrypted: they can contain addresses and notes. */
      sealedArguments: c.bytes('sealed_arguments').notNull(),
      effect: c.json('effect').$type<ApprovalEffect>().notNull(),
      askedAt: c.time('asked_at').notNull(),
      /** Until then, the person decides. */
      expiresAt: c.time('expires_at').notNull(),
      decidedAt: c.time('decided_at'),
      decision: c.text('decision').$type<ApprovalDecision>(),
      /** Until then, what was allowed is carried out. */
      usableUntil: c.time('usable_until'),
      /** When it was declined, carried out or replaced. */
      closedAt: c.time('closed_at'),
    },
    (t) => [
      c.uniqueIndex('approvals_open').on(t.grantId, t.digest).where(sql`${t.closedAt} is null`),
      c.index('approvals_by_grant').on(t.grantId, t.askedAt),
      c.index('approvals_by_person').on(t.personId, t.askedAt),
      c.index('approvals_by_expiry').on(t.expiresAt),
    ],
  ),

  /** Attempts to connect clients: those that were refused, and the steps of new connections. */
  connectionAttempts: c.table(
    'connection_attempts',
    {
      id: c.integer('id').primaryKey(),
      at: c.time('at').notNull(),
      /** The school; empty for attempts that name none. */
      siteId: c.text('site_id').notNull(),
      /** Whether the caller proved to have to do with the school. */
      standing: c.text('standing').$type<AttemptStanding>().notNull(),
      /** An HMAC of the network of the caller, or of the client and person that were proven. The rows are shared among them. */
      source: c.text('source').notNull(),
      requestId: c.text('request_id').notNull(),
      step: c.text('step').$type<AttemptStep>().notNull(),
      rule: c.text('rule').$type<AttemptRule>(),
      clientId: c.text('client_id'),
      clientName: c.text('client_name'),
      facts: c.json('facts').$type<AttemptFacts>().notNull(),
      description: c.text('description'),
    },
    (t) => [c.index('connection_attempts_by_site').on(t.siteId, t.id), c.index('connection_attempts_by_time').on(t.at)],
  ),

  /** The next unreserved integer key of each sequence. Processes reserve blocks of keys. */
  keyBlocks: c.table('key_blocks', {
    name: c.text('name').primaryKey(),
    next: c.integer('next').notNull(),
  }),
});
