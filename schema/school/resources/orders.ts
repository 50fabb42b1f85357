/**
 * An order, frozen as it was when placed: titles, prices and coupon code stay even if what was bought changes or is
 * deleted. All amounts are in minor units of the order's own currency.
 */
import { z } from 'zod';
import { capitals, computed, instant, integer, line, oneOf, optional, reference, shown } from '../fields.ts';
import { defineResource } from '../resource.ts';

const AMOUNT_MAX = 2_000_000_000;
const amount = (description: string) => shown(integer(0, AMOUNT_MAX, { description }));

export const ITEM_KINDS = ['course', 'membership_plan', 'digital_product', 'event'] as const;

export const order = defineResource({
  one: 'order',
  many: 'orders',
  table: 'orders',
  prefix: 'ord',
  summary: 'What was bought at the school, frozen as it was then. Orders are made by buying, not by API.',
  read: 'orders:read',
  alternateKey: 'number',
  filters: ['status', 'memberId'],
  range: 'placedAt',
  sorts: ['placedAt'],
  times: {},
  fields: {
    number: shown(line(50, { description: 'As on the receipt, unique at the school' })),
    memberId: shown(reference({ description: 'Who bought it', column: 'personId' })),
    status: shown(
      oneOf(['pending', 'paid', 'partially_refunded', 'refunded', 'cancelled', 'failed'], { description: 'Its state' }),
    ),
    items: computed(
      z.array(
        z.object({
          kind: z.enum(ITEM_KINDS).describe('What kind of thing was bought'),
          refId: z.string().describe('The id of the thing, which may be gone'),
          title: z.string().describe('What it was called then'),
          quantity: z.int().describe('How many'),
          unitAmount: z.int().describe('What one cost, in minor units'),
        }),
      ),
      'What was bought, in order',
    ),
    subtotal: amount('The sum of the items, in minor units of the currency'),
    discount: amount('What a coupon took off it'),
    tax: amount('The tax on it'),
    total: amount('What was to be paid'),
    currency: shown(line(3, { description: 'ISO 4217, of every amount here' })),
    couponCode: optional(
      shown(capitals(/^[A-Z0-9_-]+$/, 'must be a code', { description: 'The coupon used, as its code was then' })),
    ),
    paymentMethod: shown(oneOf(['card', 'transfer', 'atm', 'store', 'free'], { description: 'How it was paid' })),
    paidAt: optional(shown(instant({ description: 'When it was paid' }))),
    refundedAmount: amount('What was given back'),
    refundedAt: optional(shown(instant({ description: 'When something was given back last' }))),
    placedAt: shown(instant({ description: 'When it was placed' })),
  },
});
