/**
 * A coupon and the random codes generated for one. It takes off either a percentage or a fixed amount, its code is
 * unique within the school whatever its case, and `expired` is derived from `endsAt`.
 */
import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { capitals, instant, integer, money, oneOf, optional, references, shown, usually } from '../fields.ts';
import { defineResource } from '../resource.ts';

export const coupon = defineResource({
  one: 'coupon',
  many: 'coupons',
  table: 'coupons',
  prefix: 'cpn',
  summary: 'Codes that take something off an order.',
  read: 'coupons:read',
  write: 'coupons:write',
  alternateKey: 'code',
  filters: ['status'],
  fields: {
    code: capitals(/^[A-Z0-9_-]{3,40}$/, 'must be 3 to 40 letters, digits, hyphens and underscores', {
      description: 'What one types in, in any case; kept in capitals, unique at the school',
    }),
    discountType: oneOf(['percent', 'amount'], { description: 'What it takes off: a part or an amount' }),
    percent: optional(integer(1, 100, { description: 'The part, where it takes off a part' })),
    amount: optional(money({ description: 'The amount, where it takes off an amount', in: ['amount', 'currency'] })),
    appliesTo: usually(
      'all',
      oneOf(['all', 'courses', 'plans', 'products'], { description: 'What it can be used for' }),
    ),
    appliesToIds: references(200, { description: 'Which of them, by id; all of that kind when empty' }),
    startsAt: optional(instant({ description: 'It can be used from then on' })),
    endsAt: optional(instant({ description: 'It can be used until then' })),
    maxRedemptions: optional(integer(1, 1_000_000, { description: 'How often in all; null is without limit' })),
    perMember: usually(1, integer(1, 100, { description: 'How often by one member' })),
    redeemedCount: shown(integer(0, 2_000_000_000, { description: 'How often it was used' })),
    status: shown(
      oneOf(['active', 'disabled', 'expired'], { description: 'expired: its end has passed; disable_coupon disables' }),
    ),
  },
});

/** Capitals and digits without those that look like another one. */
const CLEAR_CHARACTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const RANDOM_LENGTH = 10;

/** Of codes made at random. */
export const CODE_PREFIX = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9_-]{0,29}$/, 'must be at most 29 letters, digits, hyphens and underscores');

/** A code that nobody guesses: there are 31^10. */
export function randomCode(prefix: string): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => CLEAR_CHARACTERS[randomInt(CLEAR_CHARACTERS.length)]);
  return `${prefix}${prefix === '' ? '' : '-'}${random.join('')}`;
}
