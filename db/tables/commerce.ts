/** Tables of sales: plans, coupons, products, orders and subscriptions. */
import type { Columns } from '../columns/sqlite.ts';

/** Amounts are minor units of the currency in the same row. Every row belongs to one site. */
export const defineCommerceTables = (c: Columns) => ({
  orders: c.table(
    'orders',
    {
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      number: c.text('number').notNull(),
      personId: c.text('person_id').notNull(),
      status: c
        .text('status')
        .$type<'pending' | 'paid' | 'partially_refunded' | 'refunded' | 'cancelled' | 'failed'>()
        .notNull(),
      subtotal: c.integer('subtotal').notNull(),
      discount: c.integer('discount').notNull(),
      tax: c.integer('tax').notNull(),
      total: c.integer('total').notNull(),
      currency: c.text('currency').notNull(),
      couponCode: c.text('coupon_code'),
      paymentMethod: c.text('payment_method').$type<'card' | 'transfer' | 'atm' | 'store' | 'free'>().notNull(),
      placedAt: c.time('placed_at').notNull(),
      paidAt: c.time('paid_at'),
      refundedAmount: c.integer('refunded_amount').notNull(),
      refundedAt: c.time('refunded_at'),
    },
    (t) => [
      c.uniqueIndex('orders_by_number').on(t.siteId, t.number),
      c.index('orders_by_person').on(t.siteId, t.personId, t.placedAt, t.id),
      // The index contains the number, so orders with another number are skipped without being read.
      c.index('orders_by_time').on(t.siteId, t.placedAt, t.id, t.number),
      c.index('orders_by_number_without_case').on(t.siteId, c.withoutCase(t.number), t.id),
      c.index('orders_by_status').on(t.siteId, t.status, t.placedAt, t.id),
    ],
  ),

  orderItems: c.table(
    'order_items',
    {
      orderId: c.text('order_id').notNull(),
      position: c.integer('position').notNull(),
      siteId: c.text('site_id').notNull(),
      kind: c.text('kind').$type<'course' | 'membership_plan' | 'digital_product' | 'event'>().notNull(),
      refId: c.text('ref_id').notNull(),
      title: c.text('title').notNull(),
      quantity: c.integer('quantity').notNull(),
      unitAmount: c.integer('unit_amount').notNull(),
    },
    (t) => [
      c.primaryKey({ columns: [t.orderId, t.position] }),
      c.index('order_items_by_thing').on(t.siteId, t.kind, t.refId),
    ],
  ),

  membershipPlans: c.table(
    'membership_plans',
    {
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      slug: c.text('slug').notNull(),
      name: c.text('name').notNull(),
      description: c.text('description').notNull(),
      planType: c.text('plan_type').$type<'recurring' | 'fixed_date' | 'fixed_length' | 'lifetime'>().notNull(),
      interval: c.text('interval').$type<'month' | 'year'>(),
      intervalCount: c.integer('interval_count'),
      lengthDays: c.integer('length_days'),
      endsOn: c.text('ends_on'),
      priceAmount: c.integer('price_amount').notNull(),
      priceCurrency: c.text('price_currency').notNull(),
      trialDays: c.integer('trial_days').notNull(),
      courseIds: c.json('course_ids').$type<string[]>(),
      allCourses: c.flag('all_courses').notNull(),
      productIds: c.json('product_ids').$type<string[]>(),
      status: c.text('status').$type<'draft' | 'active' | 'archived'>().notNull(),
      /**
       * Number of subscriptions that had not ended at `countedUntil`, without those of removed members. Triggers
       * maintain it, and housekeeping advances the time.
       */
      subscriberCount: c.integer('subscriber_count').notNull().default(0),
      countedUntil: c.time('counted_until').notNull().default(0),
      createdAt: c.time('created_at').notNull(),
      updatedAt: c.time('updated_at').notNull(),
      archivedAt: c.time('archived_at'),
    },
    (t) => [
      c.uniqueIndex('membership_plans_by_slug').on(t.siteId, t.slug),
      c.index('membership_plans_by_time').on(t.siteId, t.createdAt, t.id),
      c.index('membership_plans_by_status').on(t.siteId, t.status, t.createdAt, t.id),
      c.index('membership_plans_by_name').on(t.siteId, c.withoutCase(t.name), t.id),
      c.index('membership_plans_by_status_and_name').on(t.siteId, t.status, c.withoutCase(t.name), t.id),
    ],
  ),

  subscriptions: c.table(
    'subscriptions',
    {
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      personId: c.text('person_id').notNull(),
      planId: c.text('plan_id').notNull(),
      status: c
        .text('status')
        .$type<'trialing' | 'active' | 'past_due' | 'paused' | 'cancelled' | 'expired'>()
        .notNull(),
      startedAt: c.time('started_at').notNull(),
      currentPeriodStart: c.time('current_period_start').notNull(),
      currentPeriodEnd: c.time('current_period_end').notNull(),
      cancelAtPeriodEnd: c.flag('cancel_at_period_end').notNull(),
      cancelledAt: c.time('cancelled_at'),
      endsAt: c.time('ends_at'),
      /** Start of the current pause. */
      pausedAt: c.time('paused_at'),
      priceAmount: c.integer('price_amount').notNull(),
      priceCurrency: c.text('price_currency').notNull(),
      createdAt: c.time('created_at').notNull(),
      updatedAt: c.time('updated_at').notNull(),
    },
    (t) => [
      // The index contains the columns that determine the current state, so rows in another state are skipped without
      // being read.
      c.index('subscriptions_by_time').on(t.siteId, t.createdAt, t.id, t.status, t.endsAt),
      c.index('subscriptions_by_status').on(t.siteId, t.status, t.createdAt, t.id, t.endsAt),
      c.index('subscriptions_by_person').on(t.siteId, t.personId, t.createdAt, t.id),
      c.index('subscriptions_by_plan').on(t.siteId, t.planId, t.createdAt, t.id),
      // For counting the current subscribers of a plan.
      c.index('subscriptions_by_plan_state').on(t.siteId, t.planId, t.status, t.endsAt, t.personId),
    ],
  ),

  coupons: c.table(
    'coupons',
    {
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      /** In upper case. */
      code: c.text('code').notNull(),
      discountType: c.text('discount_type').$type<'percent' | 'amount'>().notNull(),
      percent: c.integer('percent'),
      amount: c.integer('amount'),
      currency: c.text('currency'),
      appliesTo: c.text('applies_to').$type<'all' | 'courses' | 'plans' | 'products'>().notNull(),
      appliesToIds: c.json('applies_to_ids').$type<string[]>(),
      startsAt: c.time('starts_at'),
      endsAt: c.time('ends_at'),
      maxRedemptions: c.integer('max_redemptions'),
      perMember: c.integer('per_member').notNull(),
      redeemedCount: c.integer('redeemed_count').notNull(),
      status: c.text('status').$type<'active' | 'disabled' | 'expired'>().notNull(),
      createdAt: c.time('created_at').notNull(),
      updatedAt: c.time('updated_at').notNull(),
    },
    (t) => [
      c.uniqueIndex('coupons_by_code').on(t.siteId, t.code),
      // The index contains the columns that determine the current state, so rows in another state are skipped without
      // being read.
      c.index('coupons_by_time').on(t.siteId, t.createdAt, t.id, t.status, t.endsAt, t.code),
      c.index('coupons_by_status').on(t.siteId, t.status, t.createdAt, t.id),
    ],
  ),

  digitalProducts: c.table(
    'digital_products',
    {
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      slug: c.text('slug').notNull(),
      title: c.text('title').notNull(),
      description: c.text('description').notNull(),
      priceAmount: c.integer('price_amount').notNull(),
      priceCurrency: c.text('price_currency').notNull(),
      coverImageUrl: c.text('cover_image_url'),
      files: c.json('files').$type<{ assetId: string; name: string; size: number }[]>(),
      downloadLimit: c.integer('download_limit'),
      status: c.text('status').$type<'draft' | 'published' | 'archived'>().notNull(),
      createdAt: c.time('created_at').notNull(),
      updatedAt: c.time('updated_at').notNull(),
      archivedAt: c.time('archived_at'),
    },
    (t) => [
      c.uniqueIndex('digital_products_by_slug').on(t.siteId, t.slug),
      c.index('digital_products_by_time').on(t.siteId, t.createdAt, t.id),
      c.index('digital_products_by_status').on(t.siteId, t.status, t.createdAt, t.id),
      c.index('digital_products_by_title').on(t.siteId, c.withoutCase(t.title), t.id),
      c.index('digital_products_by_status_and_title').on(t.siteId, t.status, c.withoutCase(t.title), t.id),
    ],
  ),

  /** How often a member has asked for a file of a product, and until when the latest link to it works. */
  downloads: c.table(
    'downloads',
    {
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      personId: c.text('person_id').notNull(),
      productId: c.text('product_id').notNull(),
      assetId: c.text('asset_id').notNull(),
      count: c.integer('count').notNull(),
      linkExpiresAt: c.time('link_expires_at').notNull(),
      updatedAt: c.time('updated_at').notNull(),
    },
    (t) => [c.uniqueIndex('downloads_by_person').on(t.siteId, t.personId, t.productId, t.assetId)],
  ),
});
