/** What a school sells, what it has sold, and the coupons for it. */
import type { FastifyInstance } from 'fastify';
import { coupon } from '../../../../schema/school/resources/coupons.ts';
import { digitalProduct } from '../../../../schema/school/resources/digital-products.ts';
import { membershipPlan } from '../../../../schema/school/resources/membership-plans.ts';
import { order, refund } from '../../../../schema/school/resources/orders.ts';
import { subscription } from '../../../../schema/school/resources/subscriptions.ts';
import { resourceArea } from '../../kit/resource/index.ts';
import type { AreaPlace } from '../../kit/resource/place.ts';
import type { OperatorRequest } from '../operator-pages.ts';
import { coverLink } from './covers.ts';
import { attachedFiles } from './files.ts';
import { listOf } from './place.ts';

const menu = '/orders';

export function commerceAreas(app: FastifyInstance, place: AreaPlace<OperatorRequest>): void {
  saleAreas(app, place);
  offerAreas(app, place);
}

/** What was bought. */
function saleAreas(app: FastifyInstance, place: AreaPlace<OperatorRequest>): void {
  const sums = ['subtotal', 'discount', 'tax', 'total', 'refundedAmount'] as const;
  resourceArea(app, place, {
    resource: order,
    name: 'orders',
    usual: 'paid',
    columns: ['memberId', 'total', 'paymentMethod', 'placedAt'],
    facts: ['memberId', 'status', 'items', ...sums, 'couponCode', 'paymentMethod', 'placedAt', 'paidAt', 'refundedAt'],
  });

  resourceArea(app, place, {
    resource: refund,
    name: 'refunds',
    menu,
    columns: ['memberId', 'refundedAmount', 'refundedAt'],
    leadsTo: ({ orderId }) => `/orders/${orderId}`,
    facts: [],
  });

  const periods = ['startedAt', 'currentPeriodStart', 'currentPeriodEnd', 'cancelAtPeriodEnd'] as const;
  resourceArea(app, place, {
    resource: subscription,
    name: 'subscriptions',
    menu,
    create: 'grant_subscription',
    usual: 'active',
    columns: ['planId', 'startedAt', 'currentPeriodEnd', 'price'],
    facts: ['memberId', 'planId', 'status', ...periods, 'cancelledAt', 'endsAt', 'pausedAt', 'price'],
    actions: ['extend_subscription', 'pause_subscription', 'resume_subscription', 'cancel_subscription'],
    offers: (operation, { cancelAtPeriodEnd, status }) =>
      operation !== 'resume_subscription' ||
      status === 'paused' ||
      (cancelAtPeriodEnd === true && status !== 'expired'),
  });
}

/** What can be bought, and for less. */
function offerAreas(app: FastifyInstance, place: AreaPlace<OperatorRequest>): void {
  resourceArea(app, place, {
    resource: membershipPlan,
    name: 'membership_plans',
    menu,
    usual: 'active',
    seenIn: 'active',
    columns: ['planType', 'price', 'subscriberCount', 'updatedAt'],
    form: [
      ['name', 'description'],
      ['planType', 'interval', 'intervalCount', 'lengthDays', 'endsOn'],
      ['price', 'trialDays'],
      ['allCourses', 'courseIds', 'productIds'],
      ['slug'],
    ],
    facts: ['status', 'planType', 'subscriberCount', 'createdAt', 'updatedAt'],
    actions: ['publish_membership_plan', 'archive_membership_plan'],
    related: ({ id }, signedIn) => listOf(place, signedIn, 'subscriptions', { planId: id }),
  });
  productArea(app, place);
  couponArea(app, place);
}

function productArea(app: FastifyInstance, place: AreaPlace<OperatorRequest>): void {
  resourceArea(app, place, {
    resource: digitalProduct,
    name: 'digital_products',
    menu,
    usual: 'published',
    seenIn: 'published',
    columns: ['price', 'downloadLimit', 'updatedAt'],
    form: [['title', 'description'], ['price', 'downloadLimit'], ['slug']],
    facts: ['status', 'createdAt', 'updatedAt'],
    hasCover: true,
    related: (_row, signedIn, address) => coverLink(place, signedIn, digitalProduct, address),
    actions: ['attach_digital_product_file', 'publish_digital_product', 'archive_digital_product'],
    panel: (row, signedIn, address) => attachedFiles(app, row, signedIn, address),
  });
}

function couponArea(app: FastifyInstance, place: AreaPlace<OperatorRequest>): void {
  resourceArea(app, place, {
    resource: coupon,
    name: 'coupons',
    menu,
    usual: 'active',
    columns: ['percent', 'appliesTo', 'endsAt', 'redeemedCount'],
    either: { percent: { other: 'amount', label: 'discount' } },
    form: [
      ['code', 'appliesTo'],
      ['discountType', 'percent', 'amount'],
      ['startsAt', 'endsAt'],
      ['maxRedemptions', 'perMember'],
    ],
    facts: ['status', 'redeemedCount', 'createdAt', 'updatedAt'],
    actions: ['disable_coupon'],
    further: ['bulk_generate_coupons'],
  });
}
