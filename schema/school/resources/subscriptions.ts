/**
 * A member's subscription to a membership plan. It keeps the price the member agreed to, and ended subscriptions
 * remain: `cancelled` means ended at once, `expired` means run out.
 */
import { flag, instant, money, oneOf, optional, readOnly, reference } from '../fields.ts';
import { defineResource } from '../resource.ts';

export const subscription = defineResource({
  one: 'subscription',
  many: 'subscriptions',
  table: 'subscriptions',
  prefix: 'sub',
  summary: "Lists members' subscriptions to membership plans, including ended ones.",
  read: 'subscriptions:read',
  write: 'subscriptions:write',
  filters: ['status', 'planId', 'memberId'],
  fields: {
    memberId: readOnly(reference({ description: 'Member id of the subscriber', column: 'personId' })),
    planId: readOnly(reference({ description: 'Membership plan id' })),
    status: readOnly(
      oneOf(['trialing', 'active', 'past_due', 'paused', 'cancelled', 'expired'], {
        description:
          'Read-only. trialing, active and past_due give the member what the plan includes; paused gives nothing until resumed; cancelled: ended immediately; expired: reached its end, whether or not it had been cancelled',
      }),
    ),
    startedAt: readOnly(instant({ description: 'Start of the subscription' })),
    currentPeriodStart: readOnly(instant({ description: 'Start of the current period' })),
    currentPeriodEnd: readOnly(instant({ description: 'End of the current period' })),
    cancelAtPeriodEnd: readOnly(flag({ description: 'Whether the subscription ends with the current period' })),
    cancelledAt: optional(readOnly(instant({ description: 'Time of cancellation' }))),
    endsAt: optional(
      readOnly(instant({ description: 'End of the subscription, past or future; null if it has no end' })),
    ),
    pausedAt: optional(
      readOnly(
        instant({ description: 'Start of the pause; null unless the subscription is paused or ended during a pause' }),
      ),
    ),
    price: readOnly(money({ description: "Price per period for this member, regardless of the plan's current price" })),
  },
});
