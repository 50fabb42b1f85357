/** The stores of schools: their content, their members, and a member's own data. */
import type { AuditTrail } from '../../db/audit/audit.ts';
import type { Database } from '../../db/engine/engine.ts';
import { searchIndex } from '../../db/engine/search-index.ts';
import { orderedDeedStore } from '../../db/people/ordered-deeds.ts';
import { analyticsStore } from '../../db/school/analytics.ts';
import { applicationLogoStore } from '../../db/school/application-logos.ts';
import { approvalStore } from '../../db/school/approvals.ts';
import { assetStore } from '../../db/school/assets.ts';
import { betaFeatureStore } from '../../db/school/beta-features.ts';
import { brandStore } from '../../db/school/brands.ts';
import { entitlementStore } from '../../db/school/entitlements.ts';
import { eventRegistrationStore } from '../../db/school/events/event-registrations.ts';
import { homepageStore } from '../../db/school/homepage.ts';
import { enrollmentEndStore } from '../../db/school/learning/enrollment-ends.ts';
import { enrollmentExpiryStore } from '../../db/school/learning/enrollment-expiry.ts';
import { enrollmentStore } from '../../db/school/learning/enrollments.ts';
import { outlineStore } from '../../db/school/learning/outlines.ts';
import { studentStore } from '../../db/school/learning/students.ts';
import { teachingStore } from '../../db/school/learning/teaching.ts';
import type { EndGrants } from '../../db/school/member-changes.ts';
import { memberStore } from '../../db/school/members.ts';
import { orderNumbers } from '../../db/school/order-numbers.ts';
import { overviewStatsStore } from '../../db/school/overview-stats.ts';
import { accountStore } from '../../db/school/own/account.ts';
import { ownershipStore } from '../../db/school/ownership.ts';
import { platformStore } from '../../db/school/platform.ts';
import { publicContentStore } from '../../db/school/public-content.ts';
import { recipientStore } from '../../db/school/recipients.ts';
import { recordStores } from '../../db/school/records/records.ts';
import { refundStore } from '../../db/school/refunds.ts';
import { rosterStore } from '../../db/school/rosters.ts';
import { salesStore } from '../../db/school/sales.ts';
import { scheduledPostStore } from '../../db/school/scheduled-posts.ts';
import { schoolStore } from '../../db/school/school.ts';
import { schoolContentStore } from '../../db/school/school-content.ts';
import { secondFactorDemandStore } from '../../db/school/second-factor-demands.ts';
import { siteRowStore } from '../../db/school/site-rows.ts';
import { type EndGrantsOfSchool, siteStore } from '../../db/school/sites.ts';
import { staffRightStore } from '../../db/school/staff-rights.ts';
import { webhookEndpointStore } from '../../db/school/webhooks/webhook-endpoints.ts';
import { webhookSendingStore } from '../../db/school/webhooks/webhook-sending.ts';

/** Types of rows and statements for the operations and pages of the school. */
export type { Step } from '../../db/engine/engine.ts';
export type { SearchResult as Found } from '../../db/engine/search-index.ts';
export type { ApprovalRow, OpenApproval } from '../../db/school/approvals.ts';
export type { MemberNotes } from '../../db/school/member-changes.ts';
export type { OwnershipOffer } from '../../db/school/ownership.ts';
export type { PublicContent, PublicList } from '../../db/school/public-content.ts';
export type { RecordQuery, TimeRange, Where } from '../../db/school/records/record-query.ts';
export type { RowIn, SiteTableName } from '../../db/school/records/record-table.ts';
export type { Refund } from '../../db/school/refunds.ts';
export type { NewRosterDeed, RosterDeed, StoredRoster } from '../../db/school/rosters.ts';
export type { Site } from '../../db/school/sites.ts';
export type {
  AttemptResult,
  DueDelivery,
  EndpointClaim,
  WebhookEvent,
} from '../../db/school/webhooks/webhook-sending.ts';

export function schoolStores(db: Database, audit: AuditTrail, grants: EndGrants & EndGrantsOfSchool) {
  return {
    settings: schoolStore(db, audit),
    /** The rows of one table, by its name. */
    records: recordStores(db, audit),
    recipients: recipientStore(db),
    searchIndex: searchIndex(db),
    members: memberStore(db, audit, grants),
    /** Offers to make another member an owner. */
    ownership: ownershipStore(db, audit),
    /** Changes that a member has ordered and that end with the role. */
    orderedDeeds: orderedDeedStore(db),
    students: studentStore(db),
    enrollments: enrollmentStore(db, audit),
    /** Access of members by their subscriptions. */
    entitlements: entitlementStore(db),
    enrollmentEnds: enrollmentEndStore(db),
    enrollmentExpiry: enrollmentExpiryStore(db),
    teaching: teachingStore(db, audit),
    outlines: outlineStore(db, audit),
    eventRegistrations: eventRegistrationStore(db, audit),
    rosters: rosterStore(db, audit),
    sales: salesStore(db),
    refunds: refundStore(db),
    orderNumbers: orderNumbers(db),
    analytics: analyticsStore(db),
    /** Counts for the first admin page of a school. */
    stats: overviewStatsStore(db),
    homepages: homepageStore(db, audit),
    scheduledPosts: scheduledPostStore(db),
    /** Calls of apps that wait for a person's decision. */
    approvals: approvalStore(db, audit),
    assets: assetStore(db),
    brands: brandStore(db),
    applicationLogos: applicationLogoStore(db, audit),
    /** The public content of a school. */
    publicContent: publicContentStore(db),
    betaFeatures: betaFeatureStore(db, audit),
    secondFactorDemands: secondFactorDemandStore(db, audit),
    staffRights: staffRightStore(db, audit),
    platform: platformStore(db),
    /** Whole schools, as the platform creates, closes and deletes them. */
    sites: siteStore(db, audit, grants),
    siteRows: siteRowStore(db, audit),
    /** The own data of a member. */
    account: accountStore(db, audit),
    content: schoolContentStore(db),
    webhookEndpoints: webhookEndpointStore(db, audit),
    webhookSending: webhookSendingStore(db, audit),
  };
}

/** The services of schools as `app.school`; the plugins of this folder add their services. */
export interface School extends Readonly<ReturnType<typeof schoolStores>> {}
