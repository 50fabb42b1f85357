/** Enrollments: who is in which course, until when, and how far. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addDays, dateAt, endOfDay } from '../../../../schema/school/calendar.ts';
import { defineOperation, type Operation, type Operator } from '../../../../schema/school/operation.ts';
import { invalidInput, ProblemError } from '../../../../schema/school/problem.ts';
import { enrollment, progress } from '../../../../schema/school/resources/students.ts';
import { type Action, action } from '../engine/action.ts';
import { crud } from '../engine/crud.ts';
import { type Change, type Compute, type Row, resourceRows } from '../engine/resource-rows.ts';
import { memberRows } from '../people/member-rows.ts';
import { enrollingOperations } from './enrolling.ts';
import { withinTaughtCourses } from './taught-courses.ts';

/** The furthest that dates with four digits for the year go. */
const LAST_DATE = '9999-12-30';

const LIFETIME = { expireDate: null, expiresAt: null };

export function enrollmentOperations(app: FastifyInstance): Operation[] {
  const { enrollments } = app.school;
  const visibility = withinTaughtCourses(app);
  const compute: Compute = async ({ now }, rows) => rows.map((row) => ({ ...row, ...computedOf(row, now) }));
  const rows = resourceRows(app, enrollment, compute, visibility);

  /** @throws {ProblemError} `conflict` */
  const requireGranted = ({ status }: Row): void => {
    if (status === 'revoked') throw new ProblemError('conflict', 'the enrollment is revoked; enroll the student again');
  };
  /** Access until the end of a day of the school, as long as its days end then. */
  const until = ({ siteId, now }: Operator, expireDate: string, timezone: string) => {
    const expiresAt = endOfDay(expireDate, timezone);
    const columns = { expireDate, expiresAt, status: expiresAt > now ? 'active' : 'expired' };
    return { columns, further: [enrollments.steps.requireTimezone(siteId, timezone)] };
  };

  const extend: Action = {
    verb: 'extend',
    description:
      'Extends access by a number of days, counted from the last day, or from today if that has passed. Not for lifetime access.',
    input: { days: z.int().min(1).max(3650).describe('Number of days to add') },
    isIdempotent: false,
    async judge(operator, row, { days }) {
      requireGranted(row);
      if (row.expireDate === null)
        throw new ProblemError('conflict', 'the enrollment has lifetime access, so there is no end to extend');
      const timezone = await enrollments.timezoneOf(operator.siteId);
      const today = dateAt(operator.now, timezone);
      const from = String(row.expireDate) > today ? String(row.expireDate) : today;
      const expireDate = addDays(from, Number(days));
      if (expireDate > LAST_DATE || expireDate.length > LAST_DATE.length) {
        throw new ProblemError('conflict', 'the new last day of access is out of range');
      }
      return until(operator, expireDate, timezone);
    },
  };

  const setExpiry: Action = {
    verb: 'set',
    name: 'set_enrollment_expiry',
    path: 'set_expiry',
    description: "Sets the last day of access, in the school's time zone. A past date ends access immediately.",
    input: { expireDate: z.iso.date('must be a date such as 2026-09-01').describe('Last day of access') },
    async judge(operator, row, { expireDate }) {
      requireGranted(row);
      const day = String(expireDate);
      const timezone = await enrollments.timezoneOf(operator.siteId);
      const first = dateAt(Number(row.startsAt), timezone);
      if (day < first || day > LAST_DATE) {
        const message = `must not be before the enrollment began (${first}) nor after ${LAST_DATE}`;
        throw invalidInput([{ path: 'expireDate', code: 'out_of_range', message }]);
      }
      return ifChanged(row, until(operator, day, timezone));
    },
  };

  const setLifetime: Action = {
    verb: 'set',
    name: 'set_lifetime_access',
    path: 'set_lifetime',
    description: 'Gives an enrollment lifetime access.',
    judge(_operator, row) {
      requireGranted(row);
      return ifChanged(row, { columns: { ...LIFETIME, status: 'active' } });
    },
  };

  const revoke: Action = {
    verb: 'revoke',
    description:
      'Revokes an enrollment, which ends access immediately. Progress is kept in case the student is enrolled again.',
    isDestructive: true,
    judge: (_operator, row) => ifChanged(row, { columns: { status: 'revoked' } }),
  };

  const resetProgress: Action = {
    verb: 'reset',
    name: 'reset_progress',
    path: 'reset_progress',
    description: 'Deletes everything the student has watched and completed in the course. This cannot be undone.',
    isDestructive: true,
    judge: ({ siteId }, { id }) => ({
      columns: {
        progressPercent: 0,
        completedAt: null,
        lastLectureId: null,
        lastPositionSeconds: null,
        lastWatchedAt: null,
      },
      further: [enrollments.steps.forgetPositions(siteId, String(id))],
    }),
  };

  const getProgress = defineOperation({
    name: 'get_enrollment_progress',
    summary: 'Get the progress of an enrollment',
    description: "Returns the student's progress in each published lecture of the course, in order.",
    scope: 'students:read',
    input: z.strictObject({ id: z.string().min(1).max(100).describe('The id of the enrollment') }),
    output: progress,
    rest: { method: 'GET', path: '/enrollments/:id/progress', status: 200 },
    async run(operator, { id }) {
      const row = await rows.find(operator, id);
      const enrollmentId = String(row.id);
      const lectures = await enrollments.progress(operator.siteId, String(row.courseId), enrollmentId);
      return {
        enrollmentId,
        progressPercent: row.progressPercent,
        completedAt: timeOf(row.completedAt as number | null),
        lectures: lectures.map(({ positionSeconds, watchedAt, completedAt, ...lecture }) => ({
          ...lecture,
          positionSeconds: positionSeconds ?? 0,
          watchedAt: timeOf(watchedAt),
          completedAt: timeOf(completedAt),
        })),
      };
    },
  });

  return [
    ...crud(app, enrollment, { only: ['list', 'get'], compute, visibility }),
    getProgress,
    ...enrollingOperations(app, rows, memberRows(app)),
    ...[extend, setExpiry, setLifetime, revoke, resetProgress].map((one) => action(enrollment, rows, one)),
  ];
}

const ifChanged = (row: Row, change: Change): Change | undefined =>
  Object.entries(change.columns).every(([name, value]) => row[name] === value) ? undefined : change;

const timeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

function computedOf({ status, expireDate, expiresAt, lastLectureId, lastPositionSeconds }: Row, now: number): Row {
  const isOver = status === 'active' && expiresAt !== null && Number(expiresAt) <= now;
  return {
    status: isOver ? 'expired' : status,
    hasLifetimeAccess: expireDate === null,
    lastWatchedLecture:
      lastLectureId === null ? null : { lectureId: lastLectureId, positionSeconds: lastPositionSeconds ?? 0 },
  };
}
