/**
 * Admin operations for membership plans. Plans are archived rather than deleted, because existing subscriptions keep
 * theirs, and the fields that set a plan's length must match its type.
 */
import type { FastifyInstance } from 'fastify';
import { endOfDay } from '../../../../schema/school/calendar.ts';
import type { Operation, Operator } from '../../../../schema/school/operation.ts';
import { type InputFault, invalidInput } from '../../../../schema/school/problem.ts';
import { membershipPlan, type PlanType, TERMS } from '../../../../schema/school/resources/membership-plans.ts';
import { action } from '../engine/action.ts';
import { crud } from '../engine/crud.ts';
import { requireReferences } from '../engine/references.ts';
import { type Compute, type Row, resourceRows } from '../engine/resource-rows.ts';

export const membershipPlansOperations = (app: FastifyInstance): Operation[] => {
  const compute: Compute = async ({ siteId, now }, rows) => {
    const counts = await app.school.sales.subscriberCounts(
      siteId,
      rows.map(({ id }) => String(id)),
      now,
    );
    return rows.map((row) => ({ ...row, subscriberCount: counts.get(String(row.id)) ?? 0 }));
  };

  async function check({ siteId, now }: Operator, row: Row, before: Row | undefined): Promise<void> {
    const faults = [...faultsOfTerms(row), ...faultsOfCourses(row)];
    if (typeof row.endsOn === 'string' && row.endsOn !== before?.endsOn) {
      const timezone = await app.school.enrollments.timezoneOf(siteId);
      if (endOfDay(row.endsOn, timezone) <= now)
        faults.push({ path: 'endsOn', code: 'past', message: 'must not be in the past' });
    }
    if (faults.length > 0) throw invalidInput(faults);
    const known = (before?.courseIds ?? []) as readonly string[];
    const courseIds = (row.courseIds ?? []) as readonly string[];
    await requireReferences(
      app,
      siteId,
      courseIds.map((id, index) => ({
        path: `courseIds.${index}`,
        to: 'courses',
        id: known.includes(id) ? undefined : id,
      })),
    );
  }

  const rows = resourceRows(app, membershipPlan, compute);
  const initial = () => ({ status: 'draft' });
  return [
    ...crud(app, membershipPlan, { only: ['list', 'get', 'create', 'update'], initial, check, compute }),
    action(membershipPlan, rows, {
      verb: 'publish',
      description:
        'Makes a draft or archived plan active, so that members can subscribe to it. An active plan is left unchanged.',
      judge: (_operator, { status }) =>
        status === 'active' ? undefined : { columns: { status: 'active', archivedAt: null } },
    }),
    action(membershipPlan, rows, {
      verb: 'archive',
      description:
        'Closes a plan to new subscribers; current subscribers keep it until their subscription ends. publish_membership_plan reopens it.',
      judge: ({ now }, { status }) =>
        status === 'archived' ? undefined : { columns: { status: 'archived', archivedAt: now } },
    }),
  ];
};

/** A plan says of its length what its type asks for, and nothing else. */
function faultsOfTerms(row: Row): InputFault[] {
  const asked: readonly string[] = TERMS[row.planType as PlanType];
  return Object.values(TERMS)
    .flat()
    .flatMap((path): InputFault[] => {
      const isGiven = row[path] != null;
      if (isGiven === asked.includes(path)) return [];
      const type = String(row.planType).replaceAll('_', ' ');
      return isGiven
        ? [{ path, code: 'unexpected', message: `is not allowed for ${type} plans` }]
        : [{ path, code: 'required', message: `is required for ${type} plans` }];
    });
}

const faultsOfCourses = ({ allCourses, courseIds }: Row): InputFault[] =>
  allCourses && Array.isArray(courseIds) && courseIds.length > 0
    ? [{ path: 'courseIds', code: 'unexpected', message: 'must be empty if allCourses is true' }]
    : [];
