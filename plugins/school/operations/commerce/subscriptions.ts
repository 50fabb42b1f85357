/**
 * Admin operations for granting, cancelling, pausing, resuming and extending subscriptions. A member can have only one current
 * subscription per plan; whether one is current depends on its end date as well as its stored status.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { makeIdentifier } from '../../../../schema/credential.ts';
import { instantOf, instantValue } from '../../../../schema/school/calendar.ts';
import { instant, integer, oneOf, reference, withDefault } from '../../../../schema/school/fields.ts';
import { ALWAYS, defineOperation, type Operator } from '../../../../schema/school/operation.ts';
import { invalidInput, ProblemError } from '../../../../schema/school/problem.ts';
import { subscription } from '../../../../schema/school/resources/subscriptions.ts';
import { firstPeriod, LIVE_STATES, stateAt } from '../../../../schema/school/subscription.ts';
import { TakenError } from '../../../../schema/school/taken-error.ts';
import type { RowIn, Step, Where } from '../../stores.ts';
import { resourceOperations } from '../engine/crud.ts';
import type { Conditions } from '../engine/listing.ts';
import { requireReferences } from '../engine/references.ts';
import type { ResourceRows } from '../engine/resource-rows.ts';
import {
  cancelAtPeriodEnd,
  cancelNow,
  type Extension,
  extend,
  pause,
  resume,
  type SubscriptionRow,
} from './subscription-changes.ts';

type PlanRow = RowIn<'membershipPlans'>;

/** Selects the same subscriptions as `stateAt`, in a form for which there is an index on the stored status. */
const conditions: Conditions<typeof subscription, Where<SubscriptionRow>> = {
  status: ({ now }, status) => {
    if (status === 'cancelled') return { status };
    return status === 'expired'
      ? { status: { oneOf: [...LIVE_STATES, 'expired'] }, endsAt: { by: now } }
      : { status, endsAt: { after: now } };
  },
};

export const subscriptionsOperations = (app: FastifyInstance) => {
  const subscriptions = resourceOperations(app, subscription, {
    compute: async ({ now }, rows) => rows.map((row) => ({ ...row, status: stateAt(row.status, row.endsAt, now) })),
  });

  const planOf = ({ siteId }: Operator, { planId }: SubscriptionRow) =>
    app.school.records('membershipPlans').find(siteId, planId);
  const timezoneOf = ({ siteId }: Operator) => app.school.enrollments.timezoneOf(siteId);

  return [
    subscriptions.list('list_subscriptions', { conditions }),
    subscriptions.get('get_subscription'),
    grantOperation(app, subscriptions),
    subscriptions.action('cancel_subscription', {
      path: 'cancel',
      from: ['trialing', 'active', 'past_due', 'paused'],
      description:
        'Cancels a subscription, either at the end of the current period, which resume_subscription can undo until then, or immediately and irrevocably.',
      input: {
        when: z.enum(['period_end', 'now']).default('period_end').describe('When the subscription ends'),
      },
      pageFields: { when: withDefault('period_end', oneOf(['period_end', 'now'], { description: 'When it ends' })) },
      isDestructive: true,
      async decide(operator, row, { when }) {
        if (when === 'now') return { columns: cancelNow(row, operator.now) };
        const columns = cancelAtPeriodEnd(row, await planOf(operator, row), await timezoneOf(operator), operator.now);
        return columns && { columns };
      },
    }),
    subscriptions.action('pause_subscription', {
      path: 'pause',
      personDecidesOn: ALWAYS,
      from: ['trialing', 'active', 'past_due'],
      description:
        'Pauses a subscription, which closes what the plan includes to the member and keeps the progress. The end, if there is one, does not move. resume_subscription ends the pause; a paused subscription is left unchanged.',
      decide({ now }, row) {
        const columns = pause(row, now);
        return columns && { columns };
      },
    }),
    subscriptions.action('resume_subscription', {
      path: 'resume',
      description:
        'Undoes a cancellation that has not taken effect yet, or resumes a paused subscription, which opens what the plan includes again and notifies the member by e-mail. An ended subscription cannot be resumed: use extend_subscription to revive an expired one, or grant_subscription to create a new one.',
      async decide(operator, row) {
        const columns = resume(row, await timezoneOf(operator), operator.now);
        // Undoing a cancellation opens nothing.
        return columns.status === undefined ? { columns } : { columns, further: openingSteps(app, row) };
      },
    }),
    subscriptions.action('extend_subscription', {
      path: 'extend',
      from: ['trialing', 'active', 'past_due', 'expired'],
      description:
        'Extends the current period, and the end of the subscription if it has one, by a number of days or to a given time. Revives an expired subscription and then notifies the member by e-mail; a paused or immediately cancelled one cannot be extended.',
      input: {
        days: z.int().min(1).max(3650).optional().describe('Number of days to add; give either days or until'),
        until: instantValue.optional().describe('New end; give either days or until'),
      },
      pageFields: { days: integer(1, 3650, { description: 'Days to add' }) },
      isIdempotent: false,
      async decide(operator, row, { days, until }) {
        const by = extensionOf(days, until, await timezoneOf(operator));
        const isLifetime = (await planOf(operator, row))?.planType === 'lifetime';
        const columns = extend(row, by, isLifetime, operator.now);
        return stateAt(row.status, row.endsAt, operator.now) === 'expired'
          ? { columns, further: [...(await revivalSteps(app, operator, row)), ...openingSteps(app, row)] }
          : { columns };
      },
    }),
  ];
};

function grantOperation(app: FastifyInstance, subscriptions: ResourceRows<typeof subscription>) {
  return defineOperation({
    name: 'grant_subscription',
    summary: 'Grant a subscription',
    description:
      'Grants a member a free subscription to an active membership plan, notifies the member by e-mail, and returns it. It opens the courses that the plan includes at once, and for as long as it lasts. Without endsAt, a subscription to a recurring plan runs until cancelled, and one to a fixed-length or fixed-date plan ends as the plan defines. A member can have only one current subscription per plan.',
    scope: 'subscriptions:write',
    input: z.strictObject({
      memberId: z.string().max(64).describe('Id of the member'),
      planId: z.string().max(64).describe('Id of an active plan'),
      endsAt: instantValue.optional().describe('End of the subscription; as defined by the plan by default'),
    }),
    output: subscription.output,
    rest: { method: 'POST', path: '/subscriptions', status: 201 },
    pageFields: {
      memberId: reference({ description: 'The member' }),
      planId: reference({ description: 'An active plan' }),
      endsAt: withDefault(null, instant({ description: 'The end, if not as the plan defines' })),
    },
    async run(operator, { memberId, planId, endsAt }) {
      const { siteId, now } = operator;
      const references = [
        { path: 'memberId', to: 'members', id: memberId },
        { path: 'planId', to: 'membershipPlans', id: planId },
      ] as const;
      await requireReferences(app, siteId, references);
      const plan = await app.school.records('membershipPlans').find(siteId, planId);
      if (plan?.status !== 'active') throw new ProblemError('conflict', `the plan is ${plan?.status}`);
      const row = await grantedRow(app, operator, memberId, plan, endsAt);
      try {
        const only = app.school.sales.steps.onlyLive(siteId, row, now);
        const event = subscriptions.eventOf(operator, 'resource_created', row.id, { after: row });
        await app.school.records('subscriptions').insert(siteId, row, event, ...only, ...openingSteps(app, row));
      } catch (error) {
        if (!(error instanceof TakenError)) throw error;
        // The transaction also fails if the member has just left the school.
        await requireReferences(app, siteId, references);
        throw alreadySubscribed();
      }
      return subscriptions.show(operator, row);
    },
  });
}

const alreadySubscribed = () =>
  new ProblemError('conflict', 'the member already has a current subscription to this plan');

/** The subscription to grant, which ends at `endsAt`, or else as the plan defines. */
async function grantedRow(
  app: FastifyInstance,
  { siteId, now }: Operator,
  memberId: string,
  plan: PlanRow,
  endsAt: string | undefined,
): Promise<SubscriptionRow> {
  const period = firstPeriod(plan, now, await app.school.enrollments.timezoneOf(siteId));
  const requestedEnd = endsAt === undefined ? undefined : instantOf(endsAt);
  if (requestedEnd !== undefined && requestedEnd <= now) {
    throw invalidInput([{ path: 'endsAt', code: 'past', message: 'must be in the future' }]);
  }
  const end = requestedEnd ?? period.end;
  if (end <= now) throw new ProblemError('conflict', 'the plan has ended');
  return {
    id: makeIdentifier(subscription.prefix),
    siteId,
    personId: memberId,
    planId: plan.id,
    status: 'active',
    startedAt: now,
    currentPeriodStart: now,
    currentPeriodEnd: end,
    cancelAtPeriodEnd: false,
    cancelledAt: null,
    pausedAt: null,
    endsAt: requestedEnd !== undefined || period.isLast ? end : null,
    priceAmount: 0,
    priceCurrency: plan.priceCurrency,
    createdAt: now,
    updatedAt: now,
  };
}

/** Steps that have the member told by e-mail what the subscription opens. */
const openingSteps = (
  { school }: FastifyInstance,
  { id, siteId, personId }: Pick<SubscriptionRow, 'id' | 'siteId' | 'personId'>,
): readonly Step[] => school.noticeSteps({ order: 'subscription_opened', siteId, personId, subscriptionId: id });

/**
 * Steps that ensure that a revived subscription is the member's only current one to the plan.
 * @throws {ProblemError} `conflict` if it is not, or if the member has left the school
 */
async function revivalSteps(
  app: FastifyInstance,
  { siteId, now }: Operator,
  row: SubscriptionRow,
): Promise<readonly Step[]> {
  if ((await app.school.members.missing(siteId, [row.personId])).length > 0) {
    throw new ProblemError('conflict', 'the member has left the school');
  }
  if (await app.school.sales.hasLive(siteId, row.personId, row.planId, now, row.id)) throw alreadySubscribed();
  return app.school.sales.steps.onlyLive(siteId, row, now);
}

/** @throws {ProblemError} `invalid-input` unless exactly one of the two is given */
function extensionOf(days: number | undefined, until: string | undefined, timezone: string): Extension {
  if (days !== undefined && until === undefined) return { days, timezone };
  if (days === undefined && until !== undefined) return { until: instantOf(until) };
  throw invalidInput([{ path: '', code: 'one_of', message: 'give either days or until' }]);
}
