/** The results of tools about a member's own data. */
import { z } from 'zod';
import {
  type EnrolledCourse,
  type EventRegistration,
  type OwnLecture,
  visibleJoinUrl,
  type WatchPosition,
} from '../../../schema/school/account.ts';
import { coursePath, lecturePath, reachablePage } from '../../../schema/school/addresses.ts';
import { ENROLLMENT_SOURCES } from '../../../schema/school/entitlement.ts';
import { instant, momentOf, momentOrNull } from './pages.ts';

export const myAccount = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  locale: z.string().nullable(),
  marketingConsent: z.boolean().describe('Whether the school may send marketing messages'),
  site: z.object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    primaryDomain: z.string().nullable(),
    url: z.string().describe('Web address of the school'),
    locale: z.string(),
    timezone: z.string(),
  }),
});

export const watchPosition = z.object({
  lectureId: z.string(),
  title: z.string(),
  positionSeconds: z.int().describe('Position in seconds from the start'),
  watchedAt: instant,
  url: z.string().describe('Web page of the lecture for members'),
});

interface Course {
  readonly slug: string;
  readonly isPublished: boolean;
}

/** Members keep courses that have no page any more. @param siteUrl the URL of the school, here and below */
const lectureUrl = ({ slug, isPublished }: Course, lectureId: string, siteUrl: string): string =>
  reachablePage(siteUrl, isPublished)(lecturePath(slug, lectureId));

export const watchItem = (
  { lectureId, title, positionSeconds, watchedAt }: WatchPosition,
  course: Course,
  siteUrl: string,
) => ({
  lectureId,
  title,
  positionSeconds,
  watchedAt: momentOf(watchedAt),
  url: lectureUrl(course, lectureId, siteUrl),
});

export const myCourse = z.object({
  slug: z.string(),
  title: z.string(),
  enrolledAt: instant.describe('Start of access'),
  source: z.enum(ENROLLMENT_SOURCES).describe('How the member got access'),
  expireDate: z
    .string()
    .nullable()
    .describe(
      'Last day of access; null for lifetime access. For a subscription that renews itself, the last day of the current period',
    ),
  hasLifetimeAccess: z.boolean(),
  isExpired: z.boolean().describe('Whether access has ended'),
  progressPercent: z.int(),
  completedAt: instant.nullable(),
  lectureCount: z.int(),
  lastWatchedLecture: watchPosition.nullable(),
  url: z.string().describe('Web page of the course for members; of all courses if the course is not published'),
});

export const courseItem = (course: EnrolledCourse, siteUrl: string) => ({
  slug: course.slug,
  title: course.title,
  enrolledAt: momentOf(course.enrolledAt),
  source: course.source,
  expireDate: course.expireDate,
  hasLifetimeAccess: course.expireDate === null,
  isExpired: course.isExpired,
  progressPercent: course.progressPercent,
  completedAt: momentOrNull(course.completedAt),
  lectureCount: course.lectureCount,
  lastWatchedLecture: course.lastWatched === undefined ? null : watchItem(course.lastWatched, course, siteUrl),
  url: reachablePage(siteUrl, course.isPublished)(coursePath(course.slug)),
});

/** A course with all of its published lectures, in order. */
export const myProgress = myCourse.extend({
  lectures: z.array(
    z.object({
      title: z.string(),
      lectureId: z.string().describe('For save_watch_position'),
      section: z.string().describe('Title of the section'),
      sectionId: z.string(),
      kind: z.enum(['video', 'audio', 'text', 'file', 'quiz', 'live']),
      durationSeconds: z.int(),
      freePreview: z.boolean().describe('Whether everyone can open the lecture'),
      isOpen: z.boolean().describe('Whether the member can open the lecture now'),
      closedBecause: z.enum(['access_ended', 'not_released']).nullable().describe('Null if the lecture is open'),
      opensAt: instant.nullable().describe('When a lecture that is not released yet opens to the member'),
      positionSeconds: z.int(),
      watchedAt: instant.nullable().describe('Null if the member has never opened the lecture'),
      completedAt: instant.nullable(),
      url: z.string().describe('Web page of the lecture for members'),
    }),
  ),
});

export const lectureItem = (
  { section, title, lectureId, ...lecture }: OwnLecture,
  course: EnrolledCourse,
  siteUrl: string,
) => ({
  title,
  lectureId,
  section: section.title,
  sectionId: section.id,
  ...lecture,
  opensAt: momentOrNull(lecture.opensAt),
  watchedAt: momentOrNull(lecture.watchedAt),
  completedAt: momentOrNull(lecture.completedAt),
  url: lectureUrl(course, lectureId, siteUrl),
});

export const myRegistration = z.object({
  id: z.string().describe('Id of the registration, for cancel_my_event_registration'),
  status: z.enum(['registered', 'waitlisted', 'cancelled', 'attended']),
  cancelledBy: z
    .enum(['school', 'member'])
    .nullable()
    .describe('Who cancelled it; null unless the status is cancelled'),
  registeredAt: instant,
  event: z.object({
    status: z.enum(['scheduled', 'cancelled']).describe('cancelled: the event does not take place'),
    slug: z.string(),
    title: z.string(),
    startsAt: instant,
    endsAt: instant,
    timezone: z.string(),
    location: z.string().nullable(),
    joinUrl: z.string().nullable().describe('Link for attending online; null unless the status is registered'),
  }),
});

export const registrationItem = ({ id, status, cancelledBy, registeredAt, event }: EventRegistration) => ({
  id,
  status,
  cancelledBy,
  registeredAt: momentOf(registeredAt),
  event: {
    status: event.status === 'cancelled' ? ('cancelled' as const) : ('scheduled' as const),
    slug: event.slug,
    title: event.title,
    startsAt: momentOf(event.startsAt),
    endsAt: momentOf(event.endsAt),
    timezone: event.timezone,
    location: event.location,
    joinUrl: visibleJoinUrl({ status, event }),
  },
});
