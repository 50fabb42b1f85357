/** The results of tools about a member's own data. */
import { z } from 'zod';
import {
  type EnrolledCourse,
  type EventRegistration,
  type Order,
  type OrderItem,
  visibleJoinUrl,
  type WatchPosition,
} from '../../../schema/school/account.ts';
import { ENROLLMENT_SOURCES } from '../../../schema/school/entitlement.ts';
import { instant, momentOf, momentOrNull, money } from './pages.ts';

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
    locale: z.string(),
    timezone: z.string(),
  }),
});

export const watchPosition = z.object({
  lectureId: z.string(),
  title: z.string(),
  positionSeconds: z.int().describe('Position in seconds from the start'),
  watchedAt: instant,
});

export const watchItem = ({ lectureId, title, positionSeconds, watchedAt }: WatchPosition) => ({
  lectureId,
  title,
  positionSeconds,
  watchedAt: momentOf(watchedAt),
});

export const myCourse = z.object({
  slug: z.string(),
  title: z.string(),
  enrolledAt: instant,
  source: z.enum(ENROLLMENT_SOURCES).describe('How the member got access'),
  expireDate: z.string().nullable().describe('Last day of access; null for lifetime access'),
  hasLifetimeAccess: z.boolean(),
  isExpired: z.boolean().describe('Whether access has ended'),
  progressPercent: z.int(),
  completedAt: instant.nullable(),
  lectureCount: z.int(),
  lastWatchedLecture: watchPosition.nullable(),
});

export const courseItem = (course: EnrolledCourse) => ({
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
  lastWatchedLecture: course.lastWatched === undefined ? null : watchItem(course.lastWatched),
});

/** A course with all of its published lectures, in order. */
export const myProgress = myCourse.extend({
  lectures: z.array(
    z.object({
      lectureId: z.string().describe('For save_watch_position'),
      title: z.string(),
      positionSeconds: z.int(),
      completedAt: instant.nullable(),
    }),
  ),
});

interface LectureProgress {
  lectureId: string;
  title: string;
  positionSeconds: number | null;
  completedAt: number | null;
}

export const lectureItem = ({ lectureId, title, positionSeconds, completedAt }: LectureProgress) => ({
  lectureId,
  title,
  positionSeconds: positionSeconds ?? 0,
  completedAt: momentOrNull(completedAt),
});

export const myOrder = z.object({
  number: z.string(),
  status: z.enum(['pending', 'paid', 'partially_refunded', 'refunded', 'cancelled', 'failed']),
  placedAt: instant,
  paidAt: instant.nullable(),
  total: money,
  refunded: money.nullable(),
  couponCode: z.string().nullable(),
  items: z.array(
    z.object({
      kind: z.enum(['course', 'membership_plan', 'digital_product', 'event']),
      title: z.string(),
      quantity: z.int(),
      unitPrice: money,
    }),
  ),
});

export const orderItem = (order: Order, items: readonly OrderItem[]) => ({
  number: order.number,
  status: order.status,
  placedAt: momentOf(order.placedAt),
  paidAt: momentOrNull(order.paidAt),
  total: { amount: order.total, currency: order.currency },
  refunded: order.refundedAmount === 0 ? null : { amount: order.refundedAmount, currency: order.currency },
  couponCode: order.couponCode,
  items: items.map(({ kind, title, quantity, unitAmount }) => ({
    kind,
    title,
    quantity,
    unitPrice: { amount: unitAmount, currency: order.currency },
  })),
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
