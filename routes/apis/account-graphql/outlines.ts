/** The lectures of one of the member's courses, with the member's progress in each. */
import type { FastifyInstance } from 'fastify';
import type { EnrolledCourse, MemberProfile, OwnLecture } from '../../../schema/school/account.ts';
import { lecturePath, reachablePage } from '../../../schema/school/addresses.ts';
import { connectionOf, connectionTypes, listOf, type PageArguments, readPage } from './connections.ts';
import { courseNode } from './courses.ts';
import { type AccountContext, memberUrlOf } from './viewer.ts';

export const outlineTypes = /* GraphQL */ `
"""A course of the member with its lectures."""
type CourseOutline {
  """The course."""
  course: EnrolledCourse!
  """The published lectures, in order."""
  lectures(
    """Page size, 0 to 100."""
    first: Int = 20
    """Return items after this cursor."""
    after: String
  ): CourseLectureConnection!
}

"""A section of a course."""
type CourseSection {
  """Id of the section."""
  id: ID!
  """Title of the section."""
  title: String!
}

"""Kind of lecture."""
enum LectureKind {
  """A video."""
  VIDEO
  """A recording to listen to."""
  AUDIO
  """A text."""
  TEXT
  """A file."""
  FILE
  """A quiz."""
  QUIZ
  """A live session."""
  LIVE
}

"""Why the member cannot open a lecture."""
enum LectureClosed {
  """The member's access to the course has ended."""
  ACCESS_ENDED
  """The lecture opens later."""
  NOT_RELEASED
}

"""A lecture and the member's progress in it."""
type CourseLecture {
  """Id of the lecture, for saveWatchPosition."""
  id: ID!
  """Title of the lecture."""
  title: String!
  """The section that the lecture belongs to."""
  section: CourseSection!
  """Kind of lecture."""
  kind: LectureKind!
  """Duration in seconds; 0 if it has none."""
  durationSeconds: Int!
  """Whether everyone can open the lecture on the page of the course."""
  freePreview: Boolean!
  """Whether the member can open the lecture now."""
  isOpen: Boolean!
  """Why the member cannot open the lecture; null if it is open."""
  closedBecause: LectureClosed
  """When the lecture opens to the member; null unless it is not released yet."""
  opensAt: DateTime
  """Where the member stopped, in seconds."""
  positionSeconds: Int!
  """When the member last opened it; null if never."""
  watchedAt: DateTime
  """Time of completion; null until completed."""
  completedAt: DateTime
  """URL of the member's page of the lecture, at the school's own site if it states one; of all courses if the course is not published."""
  url: String!
}
${connectionTypes({ node: 'CourseLecture', many: 'lectures', nodes: 'lectures', one: 'A lecture', short: 'lecture' })}`;

interface Outline {
  course: EnrolledCourse;
  siteUrl: string;
}

export function outlineResolvers(app: FastifyInstance) {
  const { clock, cursors } = app;
  const { account } = app.school;
  const siteUrl = memberUrlOf(app);

  async function courseOutline(profile: MemberProfile, { slug }: { slug: string }, { member }: AccountContext) {
    const course = await account.findEnrolledCourse(member, slug, clock());
    return course && { course, siteUrl: siteUrl(profile.site) };
  }

  async function lectures({ course, siteUrl }: Outline, args: PageArguments, { member }: AccountContext) {
    const list = listOf('lectures', member, course.courseId);
    const request = readPage(cursors, list, args);
    const all = await account.ownOutline(member, course, clock());
    // The outline is read as a whole. Its rows have no time, and the place helps if the lecture of the cursor is gone.
    const { after } = request;
    const found = all.findIndex(({ lectureId }) => lectureId === after?.id);
    const start = after === undefined ? 0 : found < 0 ? after.at : found + 1;
    const rows = all.slice(start, start + request.first);
    const indexOf = new Map(all.map(({ lectureId }, index) => [lectureId, index]));
    return connectionOf(
      { rows, hasMore: start + rows.length < all.length },
      {
        request,
        toNode: (lecture) => lectureNode(lecture, course, siteUrl),
        keyOf: ({ lectureId }) => ({ at: indexOf.get(lectureId) ?? 0, id: lectureId }),
        toCursor: (key) => cursors.make(list, key),
        count: async () => all.length,
      },
    );
  }

  return {
    Viewer: { courseOutline },
    CourseOutline: { course: ({ course, siteUrl }: Outline) => courseNode(course, siteUrl), lectures },
  };
}

const lectureNode = (
  { lectureId, kind, closedBecause, ...lecture }: OwnLecture,
  { slug, isPublished }: EnrolledCourse,
  siteUrl: string,
) => ({
  ...lecture,
  id: lectureId,
  kind: kind.toUpperCase(),
  closedBecause: closedBecause?.toUpperCase() ?? null,
  url: reachablePage(siteUrl, isPublished)(lecturePath(slug, lectureId)),
});
