/**
 * Admin operations for granting, cancelling, resuming and extending subscriptions. A member can have only one running
 * subscription per plan, and whether one is still running depends on its end date as well as its stored status.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { makeIdentifier } from '../../../../schema/credential.ts';
import { instantValue } from '../../../../schema/school/fields.ts';
import { defineOperation, type Operation, type Operator } from '../../../../schema/school/operation.ts';
import { invalidInput, ProblemError } from '../../../../schema/school/problem.ts';
import { subscription } from '../../../../schema/school/resources/subscriptions.ts';
import { firstPeriod, LIVE_STATES, type PlanTerms, stateAt } from '../../../../schema/school/subscription.ts';
import { action } from '../engine/action.ts';
import { crud } from '../engine/crud.ts';
import type { Conditions } from '../engine/listing.ts';
import { requireReferences } from '../engine/references.ts';
import { type Change, type Compute, type Row, resourceRows } from '../engine/resource-rows.ts';
import {
  asSubscription,
  cancelAtPeriodEnd,
  cancelNow,
  type Extension,
  extend,
  resume,
  type SubscriptionRow,
} from './subscription-changes.ts';

const compute: Compute = async ({ now }, rows) =>
  rows.map((row) => {
    const { status, endsAt } = asSubscription(row);
    return { ...row, status: stateAt(status, endsAt, now) };
  });

/** As `stateAt` says it, for the index on the state that is kept. */
const conditions: Conditions = {
  status: ({ now }, status): Row => {
    if (status === 'cancelled') return { status };
    return status === 'expired'
      ? { status: { oneOf: [...LIVE_STATES, 'expired'] }, endsAt: { by: now } }
      : { status, endsAt: { after: now } };
  },
};

const grantInput = z.strictObject({
  memberId: z.string().max(64).describe('Who gets it'),
  planId: z.string().max(64).describe('An active plan'),
  endsAt: instantValue.optional().describe('When it ends; as the plan says when left out'),
});

const atMostOne = () => new ProblemError('conflict', 'the member has a subscription to this plan that has not ended');

export const subscriptionsOperations = (app: FastifyInstance): Operation[] => {
  const rows = resourceRows(app, subscription, compute);
  const plans = () => app.school.records('membershipPlans');

  const isForEver = async ({ siteId }: Operator, { planId }: SubscriptionRow): Promise<boolean> =>
    (await plans().find(siteId, planId))?.planType === 'lifetime';

  const grant = defineOperation({
    name: 'grant_subscription',
    summary: 'Grant a subscription',
    description:
      'Gives a member an active membership plan for nothing. Without an end, one to a recurring plan goes on until it is cancelled; one to a plan of fixed length or date ends as the plan says. A member has one subscription to a plan at a time.',
    scope: 'subscriptions:write',
    input: grantInput,
    output: subscription.output,
    rest: { method: 'POST', path: '/subscriptions', status: 201 },
    async run(operator, input) {
      const { siteId, now } = operator;
      const { memberId, planId, endsAt } = input as z.infer<typeof grantInput>;
      const references = [
        { path: 'memberId', to: 'members', id: memberId },
        { path: 'planId', to: 'membershipPlans', id: planId },
      ] as const;
      await requireReferences(app, siteId, references);
      const plan = (await plans().find(siteId, planId)) ?? {};
      if (plan.status !== 'active') throw new ProblemError('conflict', `the plan is ${plan.status}`);
      const row = await grantedRow(operator, memberId, plan, endsAt);
      try {
        const only = app.school.sales.steps.onlyLive(siteId, asSubscription(row), now);
        await rows
          .rows()
          .insert(siteId, row, rows.eventOf(operator, 'resource_created', row.id, { after: row }), ...only);
      } catch (error) {
        if (!(error instanceof Error && error.name === 'TakenError')) throw error;
        await requireReferences(app, siteId, references);
        throw atMostOne();
      }
      return rows.show(operator, row);
    },
  });

  async function grantedRow({ siteId, now }: Operator, memberId: string, plan: Row, endsAt?: string): Promise<Row> {
    const period = firstPeriod(plan as unknown as PlanTerms, now, await app.school.enrollments.timezoneOf(siteId));
    const given = endsAt === undefined ? undefined : Date.parse(endsAt);
    if (given !== undefined && given <= now) {
      throw invalidInput([{ path: 'endsAt', code: 'past', message: 'must be in the future' }]);
    }
    const end = given ?? period.end;
    if (end <= now) throw new ProblemError('conflict', 'the plan is over');
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
      endsAt: given !== undefined || period.isLast ? end : null,
      priceAmount: 0,
      priceCurrency: plan.priceCurrency,
      createdAt: now,
      updatedAt: now,
    };
  }

  /** One that comes to life again must be the only one of its kind, and somebody's. */
  async function revived({ siteId, now }: Operator, row: SubscriptionRow, columns: Row): Promise<Change> {
    if ((await app.school.members.missing(siteId, [row.personId])).length > 0) {
      throw new ProblemError('conflict', 'the member has left the school');
    }
    if (await app.school.sales.hasLive(siteId, row.personId, row.planId, now, row.id)) throw atMostOne();
    return { columns, further: app.school.sales.steps.onlyLive(siteId, row, now) };
  }

  return [
    ...crud(app, subscription, { only: ['list', 'get'], compute, conditions }),
    grant,
    action(subscription, rows, {
      verb: 'cancel',
      description:
        'Ends a subscription: at the end of the period that is paid for, which resume_subscription takes back until then, or now, which is for good.',
      input: {
        when: z.enum(['period_end', 'now']).default('period_end').describe('When it ends'),
      },
      isDestructive: true,
      async judge(operator, row, { when }) {
        const it = asSubscription(row);
        if (when === 'now') return { columns: cancelNow(it, operator.now) };
        const columns = cancelAtPeriodEnd(it, await isForEver(operator, it), operator.now);
        return columns && { columns };
      },
    }),
    action(subscription, rows, {
      verb: 'resume',
      description:
        'Takes a cancellation back before it comes into effect, or goes on with a paused subscription. One that has ended cannot be resumed: extend_subscription revives what has run out, grant_subscription makes a new one.',
      judge: ({ now }, row) => ({ columns: resume(asSubscription(row), now) }),
    }),
    action(subscription, rows, {
      verb: 'extend',
      description:
        'Moves the end of the current period, and of the subscription where it has one, by days or until an instant. One that has run out comes to life again; one that was cancelled at once does not.',
      input: {
        days: z.int().min(1).max(3650).optional().describe('So many days more; say either this or until'),
        until: instantValue.optional().describe('The new end; say either this or days'),
      },
      isIdempotent: false,
      async judge(operator, row, { days, until }) {
        if ((days === undefined) === (until === undefined)) {
          throw invalidInput([{ path: '', code: 'one_of', message: 'say either days or until' }]);
        }
        const it = asSubscription(row);
        const by: Extension = days === undefined ? { until: Date.parse(String(until)) } : { days: Number(days) };
        const columns = extend(it, by, await isForEver(operator, it), operator.now);
        return stateAt(it.status, it.endsAt, operator.now) === 'expired' ? revived(operator, it, columns) : { columns };
      },
    }),
  ];
};
