/**
 * A coupon, and the random codes generated for one. It gives either a percentage or a fixed amount as a discount. Its
 * code is unique within the school, ignoring case, and `expired` is derived from `endsAt`.
 */
import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { capitals, instant, integer, money, oneOf, optional, readOnly, references, withDefault } from '../fields.ts';
import { defineResource } from '../resource.ts';

export const coupon = defineResource({
  one: 'coupon',
  many: 'coupons',
  table: 'coupons',
  prefix: 'cpn',
  summary:
    'Lists discount coupons, including disabled and expired ones. Coupons are kept here for a shop elsewhere that redeems them; nothing is sold here.',
  read: 'coupons:read',
  write: 'coupons:write',
  alternateKey: 'code',
  title: 'code',
  filters: ['status'],
  search: ['code'],
  searchHint: 'The beginning of a code, in any case',
  comparisons: {
    codePrefix: {
      field: 'code',
      compare: 'startsWith',
      description: 'Filters by the beginning of the code, in any case',
    },
  },
  fields: {
    code: capitals(/^[A-Z0-9_-]{3,40}$/, 'must be 3 to 40 letters, digits, hyphens and underscores', {
      description: 'Coupon code, unique within the school; case-insensitive, stored in upper case',
    }),
    discountType: oneOf(['percent', 'amount'], {
      description: 'Whether the discount is a percentage or a fixed amount',
    }),
    percent: optional(
      integer(1, 100, { description: 'Discount in percent; required if discountType is percent, otherwise null' }),
    ),
    amount: optional(
      money({
        description: 'Fixed discount; required if discountType is amount, otherwise null',
        in: ['amount', 'currency'],
      }),
    ),
    appliesTo: withDefault(
      'all',
      oneOf(['all', 'courses', 'plans', 'products'], { description: 'What the coupon applies to' }),
    ),
    appliesToIds: references(200, { description: 'Ids of the items it applies to; empty for all items of that kind' }),
    startsAt: optional(instant({ description: 'Start of validity; null for no start' })),
    endsAt: optional(instant({ description: 'End of validity; null for no end' })),
    maxRedemptions: optional(
      integer(1, 1_000_000, { description: 'Maximum number of uses in total; null for unlimited' }),
    ),
    perMember: withDefault(1, integer(1, 100, { description: 'Maximum number of uses per member' })),
    redeemedCount: readOnly(integer(0, 2_000_000_000, { description: 'Number of times the coupon has been used' })),
    status: readOnly(
      oneOf(['active', 'disabled', 'expired'], {
        description: 'Read-only. expired: endsAt has passed; disabled: set by disable_coupon',
      }),
    ),
  },
});

/** Upper-case letters and digits, without those that are easily confused. */
const CLEAR_CHARACTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const RANDOM_LENGTH = 10;

/** Prefix of generated codes. */
export const CODE_PREFIX = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9_-]{0,29}$/, 'must be at most 29 letters, digits, hyphens and underscores');

/** Generates a code that cannot be guessed: there are 31^10 of them. */
export function randomCode(prefix: string): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => CLEAR_CHARACTERS[randomInt(CLEAR_CHARACTERS.length)]);
  return `${prefix}${prefix === '' ? '' : '-'}${random.join('')}`;
}
