/**
 * Admin operations for membership plans. Plans that have been on offer are archived rather than deleted, because
 * existing subscriptions keep theirs, and the fields that set a plan's length must match its type.
 */
import type { FastifyInstance } from 'fastify';
import { endOfDay } from '../../../../schema/school/calendar.ts';
import { PUBLIC, type SensitiveInput } from '../../../../schema/school/operation.ts';
import { type InputFault, invalidInput } from '../../../../schema/school/problem.ts';
import { membershipPlan, TERMS } from '../../../../schema/school/resources/membership-plans.ts';
import { type Check, resourceOperations } from '../engine/crud.ts';
import { type Reference, requireReferences } from '../engine/references.ts';
import type { Draft } from '../engine/resource-rows.ts';

export const membershipPlansOperations = (app: FastifyInstance) => {
  const plans = resourceOperations(app, membershipPlan, {
    async compute({ siteId, now }, rows) {
      const ids = rows.map(({ id }) => id);
      const counts = await app.school.sales.subscriberCounts(siteId, ids, now);
      return rows.map((row) => ({ ...row, subscriberCount: counts.get(row.id) ?? 0 }));
    },
  });

  const check: Check<typeof membershipPlan> = async ({ siteId, now }, row, before) => {
    const faults = [...faultsOfTerms(row), ...faultsOfCourses(row)];
    if (row.endsOn != null && row.endsOn !== before?.endsOn) {
      const timezone = await app.school.enrollments.timezoneOf(siteId);
      if (endOfDay(row.endsOn, timezone) <= now)
        faults.push({ path: 'endsOn', code: 'past', message: 'must not be in the past' });
    }
    if (faults.length > 0) throw invalidInput(faults);
    await requireReferences(app, siteId, [
      ...added('courseIds', 'courses', row.courseIds, before?.courseIds),
      ...added('productIds', 'digitalProducts', row.productIds, before?.productIds),
    ]);
  };

  return [
    plans.list('list_membership_plans'),
    plans.get('get_membership_plan'),
    plans.create('create_membership_plan', { initial: () => ({ status: 'draft' }), check }),
    plans.update('update_membership_plan', { personDecidesOn: OFFERED, check }),
    plans.delete('delete_membership_plan', {
      description: 'Only a draft that no one has subscribed to or ordered can be deleted; archive other plans instead.',
      async whyNotDeletable({ siteId }, { id, status }) {
        // A plan that was published once is never a draft again, so nobody can subscribe to it meanwhile.
        if (status !== 'draft') return 'only drafts can be deleted; archive the plan instead';
        const { records, sales } = app.school;
        const held = await records('subscriptions').count(siteId, { planId: id });
        const isSold = held > 0 || (await sales.isOrdered(siteId, 'membership_plan', id));
        return isSold ? 'the plan has been sold; archive it instead' : undefined;
      },
    }),
    plans.action('publish_membership_plan', {
      path: 'publish',
      from: ['draft', 'archived'],
      effect: 'seen_by_strangers',
      description:
        'Makes a draft or archived plan active, so that members can subscribe to it. An active plan is left unchanged.',
      decide: (_operator, { status }) =>
        status === 'active' ? undefined : { columns: { status: 'active', archivedAt: null } },
    }),
    plans.action('archive_membership_plan', {
      path: 'archive',
      personDecidesOn: PUBLIC,
      from: ['draft', 'active'],
      description:
        'Closes a plan to new subscribers; current subscribers keep it until their subscription ends. publish_membership_plan reopens it.',
      decide: ({ now }, { status }) =>
        status === 'archived' ? undefined : { columns: { status: 'archived', archivedAt: now } },
    }),
  ];
};

/** Strangers see a plan that is offered, and members lose what is taken out of one that was. */
const OFFERED: SensitiveInput = {
  words: 'a plan that is or was offered',
  isGiven: (_input, before) => before?.status !== 'draft',
};

/** The references of a list that were not in it before. */
const added = (
  path: string,
  to: Reference['to'],
  ids: readonly string[] | null | undefined,
  known: readonly string[] | null | undefined,
): Reference[] => (ids ?? []).map((id, n) => ({ path: `${path}.${n}`, to, id: known?.includes(id) ? undefined : id }));

/** A plan has exactly those of the fields for its length that its type requires. */
function faultsOfTerms(row: Draft<typeof membershipPlan>): InputFault[] {
  const required: readonly string[] = row.planType === undefined ? [] : TERMS[row.planType];
  return Object.values(TERMS)
    .flat()
    .flatMap((path): InputFault[] => {
      const isGiven = row[path] != null;
      if (isGiven === required.includes(path)) return [];
      const type = String(row.planType).replaceAll('_', ' ');
      return isGiven
        ? [{ path, code: 'unexpected', message: `is not allowed for ${type} plans` }]
        : [{ path, code: 'required', message: `is required for ${type} plans` }];
    });
}

const faultsOfCourses = ({ allCourses, courseIds }: Draft<typeof membershipPlan>): InputFault[] =>
  allCourses && courseIds != null && courseIds.length > 0
    ? [{ path: 'courseIds', code: 'unexpected', message: 'must be empty if allCourses is true' }]
    : [];
