/**
 * An order, frozen as it was when placed: titles, prices and coupon code stay even if what was bought changes or is
 * deleted. All amounts are in minor units of the order's own currency.
 */
import { z } from 'zod';
import { capitals, computed, instant, line, minorUnits, oneOf, optional, readOnly, reference } from '../fields.ts';
import { amountValue } from '../money.ts';
import { defineResource } from '../resource.ts';

const amount = (description: string) => readOnly(minorUnits({ description }));

export const ITEM_KINDS = ['course', 'membership_plan', 'digital_product', 'event'] as const;

export const order = defineResource({
  one: 'order',
  many: 'orders',
  table: 'orders',
  prefix: 'ord',
  summary:
    'Lists orders: what members buy and when, with items and prices as they were at the time of purchase; from and to filter by placedAt. Orders are read-only: only purchases create them.',
  read: 'orders:read',
  alternateKey: 'number',
  title: 'number',
  filters: ['status', 'memberId'],
  range: 'placedAt',
  search: ['number'],
  searchHint:
    'An order number or its beginning; or, with the scope members:read, words of the name or e-mail address of the buyer',
  sorts: ['placedAt'],
  times: {},
  fields: {
    number: readOnly(line(50, { description: 'Order number as on the receipt, unique within the school' })),
    memberId: readOnly(reference({ description: 'Member who placed the order', column: 'personId' })),
    status: readOnly(
      oneOf(['pending', 'paid', 'partially_refunded', 'refunded', 'cancelled', 'failed'], {
        description: 'Status of the order',
      }),
    ),
    items: computed(
      z.array(
        z.object({
          kind: z.enum(ITEM_KINDS).describe('Kind of item'),
          refId: z.string().describe('Id of the item, which may have been deleted since'),
          title: z.string().describe('Title at the time of purchase'),
          quantity: z.int().describe('Quantity'),
          unitAmount: amountValue.describe('Unit price, in minor units'),
        }),
      ),
      'Order items, in order',
    ),
    subtotal: amount('Sum of the items, in minor units of currency'),
    discount: amount('Coupon discount, in minor units'),
    tax: amount('Tax, in minor units'),
    total: amount('Amount due, in minor units'),
    currency: readOnly(line(3, { description: 'ISO 4217 code, for all amounts of the order' })),
    couponCode: optional(
      readOnly(capitals(/^[A-Z0-9_-]+$/, 'must be a code', { description: 'Code of the coupon used, as it was then' })),
    ),
    paymentMethod: readOnly(oneOf(['card', 'transfer', 'atm', 'store', 'free'], { description: 'Payment method' })),
    paidAt: optional(readOnly(instant({ description: 'Payment time' }))),
    refundedAmount: amount('Amount refunded, in minor units'),
    refundedAt: optional(readOnly(instant({ description: 'Time of the last refund' }))),
    placedAt: readOnly(instant({ description: 'Time the order was placed' })),
  },
});

export const refund = defineResource({
  one: 'refund',
  many: 'refunds',
  table: 'payments',
  prefix: 'rfd',
  summary:
    'Lists refunds, one for each time at which an order was refunded in full or in part; from and to filter by refundedAt. Refunds are read-only: the shop that took the payment makes them.',
  read: 'orders:read',
  title: 'orderNumber',
  range: 'refundedAt',
  sorts: ['refundedAt'],
  times: {},
  fields: {
    orderId: readOnly(reference({ description: 'Order that was refunded' })),
    orderNumber: readOnly(line(50, { description: 'Order number as on the receipt' })),
    memberId: readOnly(reference({ description: 'Member who placed the order', column: 'personId' })),
    refundedAmount: amount('Amount refunded at this time, in minor units of currency'),
    currency: readOnly(line(3, { description: 'ISO 4217 code' })),
    refundedAt: readOnly(instant({ description: 'Time of the refund' })),
  },
});
