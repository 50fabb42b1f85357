/**
 * Tables of what has happened, for the metrics of a school. Triggers write a row with the change that it describes and
 * never change one, so later changes of an order, an enrollment or a watch position do not change the past.
 */
import type { Columns } from '../columns/sqlite.ts';

/** Every row belongs to one site, and every query names the site. */
export const defineAnalyticsTables = (c: Columns) => ({
  /**
   * The quarters of an hour in which a person watched a lecture: one row for each, however often a player saves its
   * position. In every timezone, a day begins with such a quarter.
   */
  lectureViews: c.table(
    'lecture_views',
    {
      siteId: c.text('site_id').notNull(),
      personId: c.text('person_id').notNull(),
      lectureId: c.text('lecture_id').notNull(),
      /** Quarters of an hour since the epoch. */
      quarter: c.integer('quarter').notNull(),
      viewedAt: c.time('viewed_at').notNull(),
      /** True if the person had not watched the lecture for an hour, so that a new view begins. */
      begins: c.flag('begins').notNull(),
    },
    (t) => [
      c.primaryKey({ columns: [t.siteId, t.personId, t.lectureId, t.quarter] }),
      c.index('lecture_views_by_time').on(t.siteId, t.viewedAt, t.personId, t.lectureId, t.begins),
    ],
  ),

  /**
   * The times at which people were enrolled in courses and completed them, and of each person the earliest enrollment once
   * more, as the first.
   */
  milestones: c.table(
    'milestones',
    {
      siteId: c.text('site_id').notNull(),
      personId: c.text('person_id').notNull(),
      kind: c.text('kind').$type<'enrolled' | 'completed' | 'first'>().notNull(),
      reachedAt: c.time('reached_at').notNull(),
      courseId: c.text('course_id').notNull(),
    },
    (t) => [
      c.primaryKey({ columns: [t.siteId, t.personId, t.kind, t.reachedAt, t.courseId] }),
      c.index('milestones_by_time').on(t.siteId, t.kind, t.reachedAt, t.personId, t.courseId),
    ],
  ),

  /** The payment of each order, and its refunds, whose amounts are negative. */
  payments: c.table(
    'payments',
    {
      orderId: c.text('order_id').notNull(),
      kind: c.text('kind').$type<'payment' | 'refund'>().notNull(),
      paidAt: c.time('paid_at').notNull(),
      siteId: c.text('site_id').notNull(),
      /** Minor units of the currency. */
      amount: c.integer('amount').notNull(),
      currency: c.text('currency').notNull(),
    },
    (t) => [
      c.primaryKey({ columns: [t.orderId, t.kind, t.paidAt] }),
      c.index('payments_by_time').on(t.siteId, t.paidAt, t.kind, t.currency, t.amount),
      // For the list of refunds.
      c.index('payments_by_kind').on(t.siteId, t.kind, t.paidAt, t.orderId, t.amount, t.currency),
    ],
  ),

  /**
   * The courses in the orders that were paid, with what each order was paid less its refunds. Triggers write the rows of
   * an order again when it, its items or its payments change.
   */
  courseSales: c.table(
    'course_sales',
    {
      orderId: c.text('order_id').notNull(),
      /** Of the item in the order. */
      position: c.integer('position').notNull(),
      siteId: c.text('site_id').notNull(),
      courseId: c.text('course_id').notNull(),
      currency: c.text('currency').notNull(),
      /** What the order brought, if the price of the item is that of the order; otherwise zero. */
      amount: c.integer('amount').notNull(),
      /** If not: what the order brought, the price of the item, and that of all items. */
      net: c.integer('net').notNull(),
      price: c.integer('price').notNull(),
      whole: c.integer('whole').notNull(),
    },
    (t) => [
      c.primaryKey({ columns: [t.orderId, t.position] }),
      c.index('course_sales_by_course').on(t.siteId, t.courseId, t.currency, t.net, t.price, t.whole, t.amount),
    ],
  ),
});
