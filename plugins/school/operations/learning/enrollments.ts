/**
 * Admin operations for enrollments: reading them with their progress, changing when access ends, and revoking them. New
 * enrollments are created in `enrolling.ts`.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addDays, dateAt, dayValue, endOfDay, LAST_DATE } from '../../../../schema/school/calendar.ts';
import { accessTo } from '../../../../schema/school/entitlement.ts';
import { day, integer } from '../../../../schema/school/fields.ts';
import { defineOperation, type Operator, type SensitiveInput } from '../../../../schema/school/operation.ts';
import { invalidInput, ProblemError } from '../../../../schema/school/problem.ts';
import { enrollment, progress } from '../../../../schema/school/resources/students.ts';
import type { Where } from '../../stores.ts';
import { resourceOperations } from '../engine/crud.ts';
import type { Conditions } from '../engine/listing.ts';
import { type Change, keyOf, type ResourceRows, type RowFor, withinTaughtCourses } from '../engine/resource-rows.ts';
import { memberRows } from '../people/member-rows.ts';
import { enrollingOperations } from './enrolling.ts';

type EnrollmentRow = RowFor<typeof enrollment>;

/** Selects the same enrollments as `computedOf` shows, whatever their stored status. */
const conditions: Conditions<typeof enrollment, Where<EnrollmentRow>> = {
  status: ({ now }, status) => {
    if (status === 'revoked') return { status };
    return { status: status === 'active' ? { openAt: now } : { endedAt: now } };
  },
};

export function enrollmentOperations(app: FastifyInstance) {
  const enrollments = resourceOperations(app, enrollment, {
    compute: async ({ siteId, now }, rows) => {
      const endOf = await subscriptionEnds(app, siteId, rows, now);
      return rows.map((row) => ({ ...row, ...computedOf({ ...row, ...endOf(row) }, now) }));
    },
    visibility: withinTaughtCourses(app),
  });
  return [
    enrollments.list('list_enrollments', {
      description: `${enrollment.summary} Latest first by default; paginated. startsFrom and startsBefore filter by the start of the enrollment, expiresFrom and expiresBefore filter by the end of access that the enrollment itself has, and sort=expiresAt sorts by it; one without an end comes last, and first in descending order.`,
      conditions,
    }),
    enrollments.get('get_enrollment'),
    progressOperation(app, enrollments),
    ...enrollingOperations({ app, enrollments, members: memberRows(app) }),
    ...expiryOperations(app, enrollments),
    enrollments.action('revoke_enrollment', {
      path: 'revoke',
      from: ['active', 'expired'],
      description:
        'Revokes an enrollment, which ends access immediately, except to a course that a subscription includes. Progress is kept in case the student is enrolled again.',
      isDestructive: true,
      decide(_operator, row) {
        requireOwn(row);
        return ifChanged(row, { columns: { status: 'revoked' } });
      },
    }),
    enrollments.action('reset_progress', {
      path: 'reset_progress',
      description: 'Deletes everything the student has watched and completed in the course. This cannot be undone.',
      isDestructive: true,
      decide: ({ siteId }, { id }) => ({
        columns: {
          progressPercent: 0,
          completedAt: null,
          lastLectureId: null,
          lastPositionSeconds: null,
          lastWatchedAt: null,
        },
        further: [app.school.enrollments.steps.forgetPositions(siteId, id)],
      }),
    }),
  ];
}

/** The operations that change when access ends. */
function expiryOperations({ school: { enrollments: store } }: FastifyInstance, enrollments: Enrollments) {
  /** @throws {ProblemError} `conflict` */
  const requireGranted = (row: EnrollmentRow): void => {
    requireOwn(row);
    if (row.status === 'revoked')
      throw new ProblemError('conflict', 'the enrollment is revoked; enroll the student again');
  };
  /** Access until the end of a day. The transaction fails if the timezone of the school changes meanwhile. */
  const until = ({ siteId, now }: Operator, expireDate: string, timezone: string): Change<EnrollmentRow> => {
    const expiresAt = endOfDay(expireDate, timezone);
    const columns = { expireDate, expiresAt, status: expiresAt > now ? ('active' as const) : ('expired' as const) };
    return { columns, further: [store.steps.requireTimezone(siteId, timezone)] };
  };

  return [
    enrollments.action('extend_enrollment', {
      path: 'extend',
      from: ['active', 'expired'],
      description:
        'Extends access by a number of days, counted from the last day, or from today if that has passed. Not for lifetime access.',
      input: { days: z.int().min(1).max(3650).describe('Number of days to add') },
      pageFields: { days: integer(1, 3650, { description: 'Number of days to add' }) },
      isIdempotent: false,
      async decide(operator, row, { days }) {
        requireGranted(row);
        if (row.expireDate === null)
          throw new ProblemError('conflict', 'the enrollment has lifetime access, so there is no end to extend');
        const timezone = await store.timezoneOf(operator.siteId);
        const today = dateAt(operator.now, timezone);
        const expireDate = addDays(row.expireDate > today ? row.expireDate : today, days);
        if (expireDate > LAST_DATE || expireDate.length > LAST_DATE.length) {
          throw new ProblemError('conflict', 'the new last day of access is out of range');
        }
        return until(operator, expireDate, timezone);
      },
    }),
    enrollments.action('set_enrollment_expiry', {
      path: 'set_expiry',
      from: ['active', 'expired'],
      description: "Sets the last day of access, in the school's time zone. A past date ends access immediately.",
      input: { expireDate: dayValue.describe('Last day of access') },
      pageFields: { expireDate: day({ description: 'Last day of access' }) },
      personDecidesOn: SHORTER,
      async decide(operator, row, { expireDate }) {
        requireGranted(row);
        const timezone = await store.timezoneOf(operator.siteId);
        const first = dateAt(row.startsAt, timezone);
        if (expireDate < first) {
          const message = `must not be before the enrollment began (${first})`;
          throw invalidInput([{ path: 'expireDate', code: 'out_of_range', message }]);
        }
        return ifChanged(row, until(operator, expireDate, timezone));
      },
    }),
    enrollments.action('set_lifetime_access', {
      path: 'set_lifetime',
      from: ['active', 'expired'],
      description: 'Gives an enrollment lifetime access.',
      decide(_operator, row) {
        requireGranted(row);
        return ifChanged(row, { columns: { expireDate: null, expiresAt: null, status: 'active' } });
      },
    }),
  ];
}

/** Access would end earlier than it does now. */
const SHORTER: SensitiveInput = {
  words: 'an earlier end of access',
  isGiven: ({ expireDate }, before) => !(String(expireDate) >= String(before?.expireDate ?? LAST_DAY)),
};
/** Later than any day. */
const LAST_DAY = '9999-99-99';

/** @throws {ProblemError} `conflict` if the enrollment only keeps the progress in a course that a subscription gives */
function requireOwn({ source }: EnrollmentRow): void {
  if (source !== 'subscription') return;
  const detail =
    'a subscription gives this access; pause, cancel or extend the subscription, or enroll the student to give access of its own';
  throw new ProblemError('conflict', detail);
}

const progressOperation = ({ school }: FastifyInstance, enrollments: ResourceRows<typeof enrollment>) =>
  defineOperation({
    name: 'get_enrollment_progress',
    summary: 'Get the progress of an enrollment',
    description: "Returns the student's progress in each published lecture of the course, in order.",
    scope: 'students:read',
    input: z.strictObject(keyOf(enrollment)),
    output: progress,
    rest: { method: 'GET', path: '/enrollments/:id/progress', status: 200 },
    async run(operator, { id }) {
      const row = await enrollments.find(operator, id);
      const lectures = await school.enrollments.progress(operator.siteId, row.courseId, row.id);
      return {
        enrollmentId: row.id,
        progressPercent: row.progressPercent,
        completedAt: timeOf(row.completedAt),
        lectures: lectures.map(({ positionSeconds, watchedAt, completedAt, ...lecture }) => ({
          ...lecture,
          positionSeconds: positionSeconds ?? 0,
          watchedAt: timeOf(watchedAt),
          completedAt: timeOf(completedAt),
        })),
      };
    },
  });

type Enrollments = ReturnType<typeof resourceOperations<typeof enrollment>>;

/** No change if the enrollment already has the status and the end that the change would set. */
function ifChanged(row: EnrollmentRow, change: Change<EnrollmentRow>): Change<EnrollmentRow> | undefined {
  const after = { ...row, ...change.columns };
  const isSame =
    after.status === row.status && after.expireDate === row.expireDate && after.expiresAt === row.expiresAt;
  return isSame ? undefined : change;
}

const timeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Returns a function that tells what subscriptions say of an enrollment which they give. */
async function subscriptionEnds(
  { school: { entitlements } }: FastifyInstance,
  siteId: string,
  rows: readonly EnrollmentRow[],
  now: number,
) {
  const bySubscription = rows.filter(({ source }) => source === 'subscription');
  const subscriptionsOf = await entitlements.subscriptionsOf(
    siteId,
    bySubscription.map(({ personId }) => personId),
  );
  const published = await entitlements.publishedAmong(
    siteId,
    bySubscription.map(({ courseId }) => courseId),
  );
  return (row: EnrollmentRow): Partial<EnrollmentRow> => {
    if (row.source !== 'subscription') return {};
    const course = { id: row.courseId, isPublished: published.has(row.courseId) };
    const access = accessTo(course, row, subscriptionsOf(row.personId), now);
    if (access === undefined) return {};
    const { isOpen, expireDate, expiresAt } = access;
    return { status: isOpen ? 'active' : 'expired', expireDate, expiresAt };
  };
}

function computedOf(row: EnrollmentRow, now: number) {
  const { status, expireDate, expiresAt, lastLectureId, lastPositionSeconds } = row;
  const isOver = status === 'active' && expiresAt !== null && expiresAt <= now;
  return {
    status: isOver ? ('expired' as const) : status,
    expireDate,
    hasLifetimeAccess: expireDate === null,
    lastWatchedLecture:
      lastLectureId === null ? null : { lectureId: lastLectureId, positionSeconds: lastPositionSeconds ?? 0 },
  };
}
