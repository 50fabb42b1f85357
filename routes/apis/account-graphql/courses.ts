/** A member's courses, and where the member stopped in a lecture. */
import type { FastifyInstance } from 'fastify';
import type { EnrolledCourse, MemberProfile, WatchPosition } from '../../../schema/school/account.ts';
import { connectionOf, connectionTypes, listOf, type PageArguments, readPage } from './connections.ts';
import { type AccountContext, siteUrlOf, viewerOf } from './viewer.ts';

export const courseTypes = /* GraphQL */ `
"""Whether a course can be opened."""
enum EnrollmentStatus {
  """It can be opened now."""
  ACTIVE
  """The time is over."""
  EXPIRED
}

"""A course, as one member has it."""
type EnrolledCourse {
  """The enrollment."""
  id: ID!
  """The course's short name in addresses."""
  slug: String!
  """The course's title."""
  title: String!
  """A picture, if it has one."""
  coverImageUrl: String
  """When access began."""
  enrolledAt: DateTime!
  """The last day of access; null exactly when hasLifetimeAccess is true."""
  expireDate: Date
  """Whether access never ends."""
  hasLifetimeAccess: Boolean!
  """Whether the time is over."""
  isExpired: Boolean!
  """How much is done, 0 to 100."""
  progressPercent: Int!
  """When everything was done."""
  completedAt: DateTime
  """How many lectures are published in it."""
  lectureCount: Int!
  """Where the member stopped; null until something was watched."""
  lastWatchedLecture: LastWatchedLecture
  """Where the course is on the web."""
  url: String!
}

"""Where a member stopped."""
type LastWatchedLecture {
  """The lecture."""
  lectureId: ID!
  """Its title."""
  title: String!
  """Seconds from its start."""
  positionSeconds: Int!
  """When that was."""
  watchedAt: DateTime!
  """Where the lecture is on the web."""
  url: String!
}
${connectionTypes({ node: 'EnrolledCourse', many: 'enrolled courses', nodes: 'courses', one: 'An enrolled course', short: 'course' })}`;

type CourseArguments = PageArguments & { status?: 'ACTIVE' | 'EXPIRED' | null };

export function courseResolvers(app: FastifyInstance) {
  const { clock, cursors } = app;
  const { account, memberAccount } = app.school;
  const viewer = viewerOf(app);
  const siteUrl = siteUrlOf(app);

  async function enrolledCourses(profile: MemberProfile, given: CourseArguments, { member }: AccountContext) {
    const filter = given.status == null ? 'all' : given.status === 'ACTIVE' ? 'active' : 'expired';
    const list = listOf('courses', member, filter);
    const request = readPage(cursors, list, given);
    const now = clock();
    return connectionOf(await account.enrolledCourses(member, filter, request, now), {
      request,
      toNode: (course) => courseNode(course, siteUrl(profile.site), now),
      keyOf: ({ enrolledAt, id }) => ({ at: enrolledAt, id }),
      toCursor: (key) => cursors.make(list, key),
      count: () => account.countEnrolledCourses(member, filter, now),
    });
  }

  async function saveWatchPosition(
    _: unknown,
    { lectureId, positionSeconds }: { lectureId: string; positionSeconds: number },
    context: AccountContext,
  ) {
    const { courseSlug, ...position } = await memberAccount.saveWatchPosition(
      context.member,
      lectureId,
      positionSeconds,
    );
    const { site } = await viewer(context);
    return watchNode(position, courseUrl(siteUrl(site), courseSlug));
  }

  return { Viewer: { enrolledCourses }, Mutation: { saveWatchPosition } };
}

const courseUrl = (siteUrl: string, slug: string): string => `${siteUrl}/courses/${slug}`;

function courseNode({ isEnded, expiresAt, lastWatched, ...course }: EnrolledCourse, siteUrl: string, now: number) {
  const url = courseUrl(siteUrl, course.slug);
  return {
    ...course,
    hasLifetimeAccess: course.expireDate === null,
    isExpired: isEnded || (expiresAt !== null && expiresAt <= now),
    lastWatchedLecture: lastWatched === undefined ? null : watchNode(lastWatched, url),
    url,
  };
}

const watchNode = ({ lectureId, title, positionSeconds, watchedAt }: WatchPosition, url: string) => ({
  lectureId,
  title,
  positionSeconds,
  watchedAt,
  url: `${url}/lectures/${lectureId}`,
});
