/** All stores on one database. */
import type { Test } from 'tap';
import { accountLogStore } from '../../db/audit/account-log.ts';
import { auditTrail } from '../../db/audit/audit.ts';
import { auditChainStore } from '../../db/audit/audit-chains.ts';
import { auditLogStore } from '../../db/audit/audit-log.ts';
import { auditVerification } from '../../db/audit/audit-verification.ts';
import { reviewDecisionStore } from '../../db/audit/review-decisions.ts';
import { connectionStore } from '../../db/connections/connections.ts';
import { replacementCodeStore } from '../../db/connections/replacement-codes.ts';
import type { Database } from '../../db/engine/engine.ts';
import { retentionStore } from '../../db/maintenance/retention.ts';
import { authorizationRequestStore } from '../../db/oauth/authorization-requests.ts';
import { clientStore } from '../../db/oauth/clients.ts';
import { codeStore } from '../../db/oauth/codes.ts';
import { consentStore } from '../../db/oauth/consents.ts';
import { connectionEnds } from '../../db/oauth/grant-ends.ts';
import { metadataClientStore } from '../../db/oauth/metadata-clients.ts';
import { keyStore } from '../../db/oauth/signing-keys.ts';
import { siteApplicationStore } from '../../db/oauth/site-applications.ts';
import { tokenStore } from '../../db/oauth/tokens.ts';
import { accountAccessStore } from '../../db/people/account-access.ts';
import { contactStore } from '../../db/people/contacts.ts';
import { emailAddressStore } from '../../db/people/email-addresses.ts';
import { invitationStore } from '../../db/people/invitations.ts';
import { mailLinkStore } from '../../db/people/mail-links.ts';
import { passkeyStore } from '../../db/people/passkeys.ts';
import { passwordChangeStore } from '../../db/people/password-changes.ts';
import { peopleStore } from '../../db/people/people.ts';
import { secondFactorResetStore } from '../../db/people/second-factor-resets.ts';
import { secondFactorStore } from '../../db/people/second-factors.ts';
import { sessionStore } from '../../db/people/sessions.ts';
import { setupStore } from '../../db/people/setup.ts';
import { erasureStore } from '../../db/personal-data/erasures.ts';
import { outboxStore } from '../../db/running/outbox.ts';
import { throttleStore } from '../../db/running/throttles.ts';
import { analyticsStore } from '../../db/school/analytics.ts';
import { betaFeatureStore } from '../../db/school/beta-features.ts';
import { eventRegistrationStore } from '../../db/school/events/event-registrations.ts';
import { homepageStore } from '../../db/school/homepage.ts';
import { enrollmentEndStore } from '../../db/school/learning/enrollment-ends.ts';
import { enrollmentExpiryStore } from '../../db/school/learning/enrollment-expiry.ts';
import { memberStore } from '../../db/school/members.ts';
import { accountStore } from '../../db/school/own/account.ts';
import { platformStore } from '../../db/school/platform.ts';
import { publicContentStore } from '../../db/school/public-content.ts';
import { recordStores } from '../../db/school/records/records.ts';
import { scheduledPostStore } from '../../db/school/scheduled-posts.ts';
import { schoolStore } from '../../db/school/school.ts';
import { schoolContentStore } from '../../db/school/school-content.ts';
import { secondFactorDemandStore } from '../../db/school/second-factor-demands.ts';
import { staffRightStore } from '../../db/school/staff-rights.ts';

export type Stores = ReturnType<typeof storesOf>;
/** Makes an empty store, or one with the platform, that closes with the test. */
export type NewNode = (t: Test, platform?: boolean) => Promise<Stores>;
/** One store on two handles, as two nodes have it. */
export type NewNodes = (t: Test, platform?: boolean) => Promise<[Stores, Stores]>;

export function storesOf(db: Database) {
  const audit = auditTrail(db);
  const metadataClients = metadataClientStore(db, audit, true);
  return {
    db,
    audit,
    accountLog: accountLogStore(db),
    auditLog: auditLogStore(db),
    reviewDecisions: reviewDecisionStore(db),
    auditChains: auditChainStore(db),
    auditVerification: auditVerification(db),
    clients: clientStore(db, audit, metadataClients, { limit: 1000, onDropped: () => undefined }),
    metadataClients,
    siteApplications: siteApplicationStore(db, audit),
    betaFeatures: betaFeatureStore(db, audit),
    secondFactorDemands: secondFactorDemandStore(db, audit),
    staffRights: staffRightStore(db, audit),
    codes: codeStore(db, audit),
    replacementCodes: replacementCodeStore(db, audit),
    tokens: tokenStore(db, audit),
    consents: consentStore(db),
    connections: connectionStore(db, audit),
    keys: keyStore(db, audit),
    people: peopleStore(db),
    sessions: sessionStore(db, audit),
    authorizationRequests: authorizationRequestStore(db),
    erasures: erasureStore(db, audit),
    mailLinks: mailLinkStore(db, audit),
    secondFactors: secondFactorStore(db, audit),
    secondFactorResets: secondFactorResetStore(db, audit),
    passkeys: passkeyStore(db, audit),
    passwordChanges: passwordChangeStore(db, audit, connectionEnds(db)),
    emailAddresses: emailAddressStore(db, audit, connectionEnds(db)),
    accountAccess: accountAccessStore(db, audit, connectionEnds(db)),
    invitations: invitationStore(db, audit),
    contacts: contactStore(db),
    throttles: throttleStore(db),
    outbox: outboxStore(db),
    setup: setupStore(db, audit),
    platform: platformStore(db),
    publicContent: publicContentStore(db),
    schoolContent: schoolContentStore(db),
    account: accountStore(db, audit),
    records: recordStores(db, audit),
    analytics: analyticsStore(db),
    eventRegistrations: eventRegistrationStore(db, audit),
    homepages: homepageStore(db, audit),
    enrollmentEnds: enrollmentEndStore(db),
    lastDays: enrollmentExpiryStore(db),
    members: memberStore(db, audit, connectionEnds(db)),
    scheduledPosts: scheduledPostStore(db),
    school: schoolStore(db, audit),
    purge: retentionStore(db),
  };
}
