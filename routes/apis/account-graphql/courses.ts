/** The courses of a member, and the member's position in each lecture. */
import type { FastifyInstance } from 'fastify';
import type { EnrolledCourse, MemberProfile, WatchPosition } from '../../../schema/school/account.ts';
import { coursePath, lecturePath, reachablePage } from '../../../schema/school/addresses.ts';
import { connectionOf, connectionTypes, listOf, type PageArguments, readPage } from './connections.ts';
import { type AccountContext, memberUrlOf, viewerOf } from './viewer.ts';

export const courseTypes = /* GraphQL */ `
"""Whether the member has access to a course."""
enum EnrollmentStatus {
  """The member has access now."""
  ACTIVE
  """Access has ended."""
  EXPIRED
}

"""How the member got access to a course."""
enum EnrollmentSource {
  """Bought."""
  ORDER
  """Enrolled by the school."""
  GRANT
  """With a coupon."""
  COUPON
  """Included in a membership plan: access begins, pauses and ends with the subscription."""
  SUBSCRIPTION
  """Taken over from another system."""
  IMPORT
}

"""A course that a member may open or could open before: by enrollment or by subscription."""
type EnrolledCourse {
  """Id of the enrollment. A course of a subscription has one before anything was watched."""
  id: ID!
  """URL slug of the course."""
  slug: String!
  """Title of the course."""
  title: String!
  """URL of the cover image, if any."""
  coverImageUrl: String
  """Start of access."""
  enrolledAt: DateTime!
  """How the member got access. If both an enrollment and a subscription give access, this is the source of the enrollment."""
  source: EnrollmentSource!
  """Last day of access; null if and only if hasLifetimeAccess is true. For a subscription that renews itself, the last day of the current period."""
  expireDate: Date
  """Whether access never ends."""
  hasLifetimeAccess: Boolean!
  """Whether access has ended."""
  isExpired: Boolean!
  """Progress in percent, 0 to 100."""
  progressPercent: Int!
  """Time of completion; null until completed."""
  completedAt: DateTime
  """Number of published lectures."""
  lectureCount: Int!
  """The lecture the member watched last; null if none."""
  lastWatchedLecture: LastWatchedLecture
  """URL of the member's page of the course, at the school's own site if it states one; of all courses if the course is not published."""
  url: String!
}

"""A lecture and the position where the member stopped."""
type LastWatchedLecture {
  """Id of the lecture."""
  lectureId: ID!
  """Title of the lecture."""
  title: String!
  """Position in seconds."""
  positionSeconds: Int!
  """When the member last watched it."""
  watchedAt: DateTime!
  """URL of the member's page of the lecture, at the school's own site if it states one; of all courses if the course is not published."""
  url: String!
}
${connectionTypes({ node: 'EnrolledCourse', many: 'enrolled courses', nodes: 'courses', one: 'An enrolled course', short: 'course' })}`;

type CourseArguments = PageArguments & { status?: 'ACTIVE' | 'EXPIRED' | null };

export function courseResolvers(app: FastifyInstance) {
  const { clock, cursors } = app;
  const { account, memberAccount } = app.school;
  const viewer = viewerOf(app);
  const siteUrl = memberUrlOf(app);

  async function enrolledCourses(profile: MemberProfile, args: CourseArguments, { member }: AccountContext) {
    const filter = args.status == null ? 'all' : args.status === 'ACTIVE' ? 'active' : 'expired';
    const list = listOf('courses', member, filter);
    const request = readPage(cursors, list, args);
    const now = clock();
    return connectionOf(await account.enrolledCourses(member, filter, request, now), {
      request,
      toNode: (course) => courseNode(course, siteUrl(profile.site)),
      keyOf: ({ listedAt, id }) => ({ at: listedAt, id }),
      toCursor: (key) => cursors.make(list, key),
      count: () => account.countEnrolledCourses(member, filter, now),
    });
  }

  async function saveWatchPosition(
    _: unknown,
    { lectureId, positionSeconds }: { lectureId: string; positionSeconds: number },
    context: AccountContext,
  ) {
    const { courseSlug, isPublished, ...position } = await memberAccount.saveWatchPosition(
      context.member,
      lectureId,
      positionSeconds,
    );
    const { site } = await viewer(context);
    return watchNode(position, courseSlug, reachablePage(siteUrl(site), isPublished));
  }

  return { Viewer: { enrolledCourses }, Mutation: { saveWatchPosition } };
}

export function courseNode({ lastWatched, source, isPublished, ...course }: EnrolledCourse, siteUrl: string) {
  const urlOf = reachablePage(siteUrl, isPublished);
  return {
    ...course,
    source: source.toUpperCase(),
    hasLifetimeAccess: course.expireDate === null,
    lastWatchedLecture: lastWatched === undefined ? null : watchNode(lastWatched, course.slug, urlOf),
    url: urlOf(coursePath(course.slug)),
  };
}

const watchNode = (
  { lectureId, title, positionSeconds, watchedAt }: WatchPosition,
  courseSlug: string,
  urlOf: (path: string) => string,
) => ({
  lectureId,
  title,
  positionSeconds,
  watchedAt,
  url: urlOf(lecturePath(courseSlug, lectureId)),
});
