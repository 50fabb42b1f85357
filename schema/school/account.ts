/** A member's own data at one school, as the store returns it. Times are milliseconds since the epoch. */
import type { EnrollmentSource } from './entitlement.ts';

/** The person and school whose data is read. Every store of school data requires it. */
export interface Member {
  siteId: string;
  personId: string;
}

export interface MemberProfile {
  id: string;
  email: string;
  name: string;
  locale: string | null;
  marketingConsent: boolean;
  site: {
    id: string;
    name: string;
    slug: string;
    primaryDomain: string | null;
    locale: string;
    timezone: string;
  };
}

export interface ProfileChange {
  name?: string;
  locale?: string | null;
  marketingConsent?: boolean;
}

export interface WatchPosition {
  lectureId: string;
  title: string;
  positionSeconds: number;
  watchedAt: number;
}

export interface EnrolledCourse {
  id: string;
  courseId: string;
  slug: string;
  title: string;
  coverImageUrl: string | null;
  enrolledAt: number;
  source: EnrollmentSource;
  /** The subscriptions that give access now. */
  subscriptionIds: readonly string[];
  expireDate: string | null;
  expiresAt: number | null;
  isExpired: boolean;
  progressPercent: number;
  completedAt: number | null;
  lectureCount: number;
  /** Whether the course is published, so that it has a page. */
  isPublished: boolean;
  lastWatched: WatchPosition | undefined;
}

export type OrderStatus = 'pending' | 'paid' | 'partially_refunded' | 'refunded' | 'cancelled' | 'failed';

export interface Order {
  id: string;
  number: string;
  status: OrderStatus;
  placedAt: number;
  paidAt: number | null;
  total: number;
  refundedAmount: number;
  currency: string;
  couponCode: string | null;
}

export interface OrderItem {
  orderId: string;
  kind: 'course' | 'membership_plan' | 'digital_product' | 'event';
  title: string;
  quantity: number;
  unitAmount: number;
}

/** A digital product that a member may download, and by what. */
export interface OwnProduct {
  id: string;
  slug: string;
  title: string;
  coverImageUrl: string | null;
  files: readonly { assetId: string; name: string; size: number }[];
  downloadLimit: number | null;
  createdAt: number;
  /** A purchase, or else a subscription, whose access ends with it. */
  source: 'order' | 'subscription';
}

export type PostVisibility = 'public' | 'members' | 'plan';

export type RegistrationStatus = 'registered' | 'waitlisted' | 'cancelled' | 'attended';

export type CancelledBy = 'school' | 'member';

export interface EventRegistration {
  id: string;
  status: RegistrationStatus;
  /** Null unless the registration is cancelled, and in older cancellations. */
  cancelledBy: CancelledBy | null;
  registeredAt: number;
  event: {
    id: string;
    status: 'draft' | 'published' | 'cancelled';
    title: string;
    slug: string;
    startsAt: number;
    endsAt: number;
    timezone: string;
    location: string | null;
    joinUrl: string | null;
  };
}

/** Returns the URL for joining an event, which only those who hold a seat may see, unless the event is cancelled. */
export const visibleJoinUrl = ({ status, event }: Pick<EventRegistration, 'status' | 'event'>): string | null =>
  status === 'registered' && event.status === 'published' ? event.joinUrl : null;
