import type { Columns } from '../columns/sqlite.ts';

export const defineOperationTables = (c: Columns) => ({
  /** Counters that every node must agree on. */
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
      event: c.text('event').notNull(),
      siteId: c.text('site_id'),
      personId: c.text('person_id'),
      clientId: c.text('client_id'),
      target: c.text('target'),
      ip: c.text('ip'),
      userAgent: c.text('user_agent'),
      requestId: c.text('request_id'),
    },
    (t) => [c.index('audit_events_by_site').on(t.siteId, t.id)],
  ),

  /** The next unreserved integer key of each sequence; a process takes a block at a time. */
  keyBlocks: c.table('key_blocks', {
    name: c.text('name').primaryKey(),
    next: c.integer('next').notNull(),
  }),
});
