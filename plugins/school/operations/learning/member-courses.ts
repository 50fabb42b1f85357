/**
 * The admin operation that tells which courses a member may open, why and until when: by enrollments and subscriptions
 * together, as the member sees them.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { EnrolledCourse } from '../../../../schema/school/account.ts';
import { ENROLLMENT_SOURCES } from '../../../../schema/school/entitlement.ts';
import { defineOperation } from '../../../../schema/school/operation.ts';
import { notFound } from '../../../../schema/school/problem.ts';
import { typeNames } from '../../../../schema/school/type-names.ts';
import { pageInfo, pageInput, positionOf } from '../engine/listing.ts';

const memberCourse = z
  .object({
    id: z.string().describe('Enrollment id; a course of a subscription has one before anything was watched'),
    courseId: z.string(),
    slug: z.string(),
    title: z.string(),
    status: z.enum(['active', 'expired']).describe('active: the member may open the course now'),
    source: z
      .enum(ENROLLMENT_SOURCES)
      .describe('How the member got access; the source of the enrollment if both it and a subscription give access'),
    subscriptionIds: z.array(z.string()).describe('Ids of the subscriptions that give access now'),
    startsAt: z.iso.datetime().describe('Start of access'),
    expireDate: z.iso
      .date()
      .nullable()
      .describe(
        "Last day of access, in the school's time zone, the latest if several things give access; null for lifetime access. For a subscription that renews itself, the last day of the current period",
      ),
    hasLifetimeAccess: z.boolean(),
    progressPercent: z.int().min(0).max(100),
    completedAt: z.iso.datetime().nullable(),
  })
  .register(typeNames, { id: 'MemberCourse' });

const timeOf = (at: number): string => new Date(at).toISOString();

const toMemberCourse = (course: EnrolledCourse): z.output<typeof memberCourse> => ({
  id: course.id,
  courseId: course.courseId,
  slug: course.slug,
  title: course.title,
  status: course.isExpired ? 'expired' : 'active',
  source: course.source,
  subscriptionIds: [...course.subscriptionIds],
  startsAt: timeOf(course.enrolledAt),
  expireDate: course.expireDate,
  hasLifetimeAccess: course.expireDate === null,
  progressPercent: course.progressPercent,
  completedAt: course.completedAt === null ? null : timeOf(course.completedAt),
});

export const memberCoursesOperation = (app: FastifyInstance) =>
  defineOperation({
    name: 'list_member_courses',
    summary: 'List the courses of a member',
    description:
      'Lists the courses of a student: those that the member may open or could open before, enrolled or by subscription, each with the reason and the last day. Courses that a subscription includes are listed before the member has watched anything. Latest first; paginated.',
    scope: 'students:read',
    input: z.strictObject({
      id: z.string().min(1).max(100).describe('Id of the member; list_members and list_students return it'),
      status: z
        .enum(['active', 'expired'])
        .optional()
        .describe('Filters by access. active: the member may open the course now'),
      ...pageInput,
    }),
    output: z.object({ nodes: z.array(memberCourse), pageInfo, totalCount: z.int().optional() }),
    rest: { method: 'GET', path: '/students/:id/courses', status: 200 },
    async run({ siteId, personId, role, now }, { id, status, first, after, totalCount }) {
      const { account, members } = app.school;
      if ((await members.missing(siteId, [id])).length > 0) throw notFound('member');
      const member = { siteId, personId: id };
      const filter = status ?? 'all';
      const taughtBy = role === 'instructor' ? personId : undefined;
      const cursorScope = ['list_member_courses', siteId, id, filter];
      const position = positionOf(app, cursorScope, after);
      const page = await account.enrolledCourses(member, filter, { first, after: position }, now, taughtBy);
      const last = page.rows.at(-1);
      const endCursor = last === undefined ? null : app.cursors.make(cursorScope, { at: last.listedAt, id: last.id });
      return {
        nodes: page.rows.map(toMemberCourse),
        pageInfo: { hasNextPage: page.hasMore, endCursor },
        ...(totalCount ? { totalCount: await account.countEnrolledCourses(member, filter, now, taughtBy) } : {}),
      };
    },
  });
