/**
 * Admin operations for finding students, meaning members with at least one enrollment that is not revoked. Instructors
 * see only the students of courses they teach; the enrollment operations are registered here too.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { writtenFlag } from '../../../../schema/school/fields.ts';
import { defineOperation, type Operator } from '../../../../schema/school/operation.ts';
import { notFound } from '../../../../schema/school/problem.ts';
import { student } from '../../../../schema/school/resources/students.ts';
import { listOperation } from '../engine/listing.ts';
import { requireReferences } from '../engine/references.ts';
import { representation, type Search, withinTaughtCourses } from '../engine/resource-rows.ts';
import { enrollmentOperations } from './enrollments.ts';
import { memberCoursesOperation } from './member-courses.ts';

export function studentsOperations(app: FastifyInstance) {
  const { students, members } = app.school;
  const visibility = withinTaughtCourses(app);

  type StudentRow = NonNullable<Awaited<ReturnType<typeof students.find>>>;
  const { show, showAll } = representation<typeof student, StudentRow>(student, async (_operator, rows) =>
    rows.map((row) => ({ ...row, memberId: row.id, lastActiveAt: latest(row.lastSeenAt, row.lastWatchedAt) })),
  );

  const search: Search<object> = async ({ siteId }, q) => ({ among: await members.search(siteId, q) });
  async function find(operator: Operator, id: string): Promise<StudentRow> {
    const row = await students.find(operator.siteId, id, await visibility(operator));
    if (row === undefined) throw notFound('student');
    return row;
  }
  const listed = { app, resource: student, store: students, find, search, visibility, showAll };
  const list = listOperation(listed, 'list_students', {
    description: `${student.summary} Newest members first, or with courseId, newest enrollments first; paginated.`,
    input: {
      courseId: z.string().min(1).max(64).optional().describe('Filters by enrollment in this course'),
      active: writtenFlag
        .optional()
        .describe(
          'Filters by current access to the course, or to any course: true for students with access, false for students without',
        ),
    },
    async parentFilter({ siteId }, { courseId, active }) {
      await requireReferences(app, siteId, [{ path: 'courseId', to: 'courses', id: courseId }]);
      return { ...(courseId === undefined ? {} : { courseId }), ...(active === undefined ? {} : { active }) };
    },
    asOf: ({ now }) => ({ now }),
  });

  const get = defineOperation({
    name: 'get_student',
    summary: 'Get a student',
    description:
      'Returns a member with at least one enrollment that is not revoked. list_member_courses shows in which courses.',
    scope: 'students:read',
    input: z.strictObject({ id: z.string().min(1).max(100).describe('The id of the member') }),
    output: student.output,
    rest: { method: 'GET', path: '/students/:id', status: 200 },
    run: async (operator, { id }) => show(operator, await find(operator, id)),
  });

  return [list, get, memberCoursesOperation(app), ...enrollmentOperations(app)];
}

const latest = (...instants: (number | null)[]): number | null => {
  const known = instants.filter((instant) => instant !== null);
  return known.length === 0 ? null : Math.max(...known);
};
