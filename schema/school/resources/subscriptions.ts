/**
 * A member's subscription to a membership plan. It keeps the price the member agreed to, and ended subscriptions
 * remain: `cancelled` means ended at once, `expired` means run out.
 */
import { flag, instant, money, oneOf, optional, reference, shown } from '../fields.ts';
import { defineResource } from '../resource.ts';

export const subscription = defineResource({
  one: 'subscription',
  many: 'subscriptions',
  table: 'subscriptions',
  prefix: 'sub',
  summary: 'Who has taken which membership plan, ended ones included.',
  read: 'subscriptions:read',
  write: 'subscriptions:write',
  filters: ['status', 'planId', 'memberId'],
  fields: {
    memberId: shown(reference({ description: 'Whose it is', column: 'personId' })),
    planId: shown(reference({ description: 'The plan' })),
    status: shown(
      oneOf(['trialing', 'active', 'past_due', 'paused', 'cancelled', 'expired'], {
        description: 'cancelled: it was ended at once; expired: it has run out, cancelled before or not',
      }),
    ),
    startedAt: shown(instant({ description: 'When it began' })),
    currentPeriodStart: shown(instant({ description: 'When the period began that is paid for' })),
    currentPeriodEnd: shown(instant({ description: 'When that period is over' })),
    cancelAtPeriodEnd: shown(flag({ description: 'It ends with the current period' })),
    cancelledAt: optional(shown(instant({ description: 'When it was cancelled' }))),
    endsAt: optional(shown(instant({ description: 'When it ends or has ended; null while it goes on' }))),
    price: shown(money({ description: 'What a period costs this member, whatever the plan costs now' })),
  },
});
