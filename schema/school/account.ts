/** A member's own data at one school, as the store returns it. Times are milliseconds since the epoch. */

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
  slug: string;
  title: string;
  coverImageUrl: string | null;
  enrolledAt: number;
  expireDate: string | null;
  expiresAt: number | null;
  isEnded: boolean;
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

export type RegistrationStatus = 'registered' | 'waitlisted' | 'cancelled' | 'attended';

export interface EventRegistration {
  id: string;
  status: RegistrationStatus;
  registeredAt: number;
  event: {
    id: string;
    title: string;
    slug: string;
    startsAt: number;
    endsAt: number;
    timezone: string;
    location: string | null;
    joinUrl: string | null;
  };
}
