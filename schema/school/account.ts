/** A member's own data at one school, as the store returns it. Times are milliseconds since the epoch. */
import type { EnrollmentSource } from './entitlement.ts';
import type { SubscriptionState } from './subscription.ts';

/** The person and school whose data is read. Every store of school data requires it. */
export interface Member {
  siteId: string;
  personId: string;
}

/** A member as the token of an app names one, by what the app knows the person by and how the person signed in. */
export interface TokenMember extends Member {
  subject?: string | null;
  /** Of a sign-in through the provider of the school, by which nothing of the account is changed. */
  identityId?: string | null;
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
  /** When the access began: by the enrollment or by a subscription, whichever was first. */
  enrolledAt: number;
  /** The time that lists are ordered by. */
  listedAt: number;
  source: EnrollmentSource;
  /** The subscriptions that give access now. */
  subscriptionIds: readonly string[];
  expireDate: string | null;
  expiresAt: number | null;
  isExpired: boolean;
  progressPercent: number;
  completedAt: number | null;
  lectureCount: number;
  /** True if the course is published, so that it has a page. */
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
  updatedAt: number;
  /** A purchase, or else a subscription, whose access ends with it. */
  source: 'order' | 'subscription';
}

/** A file of a product, and how many more links to it the member can get. */
export interface OwnFile {
  assetId: string;
  name: string;
  size: number;
  /** Null if the number is not limited. */
  downloadsLeft: number | null;
}

export interface OwnProductWithFiles extends Omit<OwnProduct, 'files'> {
  files: readonly OwnFile[];
}

/** A link to a file that was given to a member. */
export interface Download extends OwnFile {
  url: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** How often a member has asked for a file of a product. */
export interface FileDownloads {
  productId: string;
  assetId: string;
  count: number;
}

/** The same with the latest link, whose expiry is a time in milliseconds since the epoch. */
export interface DownloadLink extends FileDownloads {
  id: string;
  linkExpiresAt: number;
}

/** A subscription of a member, as it is now. */
export interface OwnSubscription {
  id: string;
  createdAt: number;
  planName: string;
  planSlug: string;
  status: SubscriptionState;
  startedAt: number;
  currentPeriodStart: number;
  /** Null if it lasts for life. */
  currentPeriodEnd: number | null;
  /** Null unless the subscription renews itself at the end of the period. */
  renewsAt: number | null;
  /** Null if no end is set. */
  endsAt: number | null;
  priceAmount: number;
  priceCurrency: string;
  allCourses: boolean;
  /** The published courses that the plan includes by name. */
  courses: readonly { slug: string; title: string }[];
  products: readonly { id: string; title: string }[];
}

/** A published lecture of a course that a member may open or could open before. */
export interface OwnLecture {
  lectureId: string;
  title: string;
  kind: 'video' | 'audio' | 'text' | 'file' | 'quiz' | 'live';
  durationSeconds: number;
  freePreview: boolean;
  section: { id: string; title: string };
  isOpen: boolean;
  /** Null if the lecture is open. */
  closedBecause: 'access_ended' | 'not_released' | null;
  /** When a lecture that is not released yet opens; otherwise null. */
  opensAt: number | null;
  positionSeconds: number;
  /** Null if the member has never opened the lecture. */
  watchedAt: number | null;
  completedAt: number | null;
}

/** A published post that a member may read. */
export interface OwnPost {
  id: string;
  slug: string;
  title: string;
  excerpt: string | null;
  category: string | null;
  visibility: PostVisibility;
  publishedAt: number;
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
