/** All stores on one database. */
import type { Test } from 'tap';
import type { Database } from '../../db/engine.ts';
import { accountStore } from '../../db/stores/account.ts';
import { analyticsStore } from '../../db/stores/analytics.ts';
import { auditTrail } from '../../db/stores/audit.ts';
import { auditLogStore } from '../../db/stores/audit-log.ts';
import { authorizationRequestStore } from '../../db/stores/authorization-requests.ts';
import { betaFeatureStore } from '../../db/stores/beta-features.ts';
import { clientStore } from '../../db/stores/clients.ts';
import { codeStore } from '../../db/stores/codes.ts';
import { connectionStore } from '../../db/stores/connections.ts';
import { consentStore } from '../../db/stores/consents.ts';
import { contactStore } from '../../db/stores/contacts.ts';
import { emailAddressStore } from '../../db/stores/email-addresses.ts';
import { eventRegistrationStore } from '../../db/stores/event-registrations.ts';
import { homepageStore } from '../../db/stores/homepage.ts';
import { invitationStore } from '../../db/stores/invitations.ts';
import { keyStore } from '../../db/stores/keys.ts';
import { lastDayStore } from '../../db/stores/last-days.ts';
import { mailLinkStore } from '../../db/stores/mail-links.ts';
import { memberStore } from '../../db/stores/members.ts';
import { metadataClientStore } from '../../db/stores/metadata-clients.ts';
import { passwordChangeStore } from '../../db/stores/password-changes.ts';
import { peopleStore } from '../../db/stores/people.ts';
import { platformStore } from '../../db/stores/platform.ts';
import { purgeStore } from '../../db/stores/purge.ts';
import { recordStores } from '../../db/stores/records.ts';
import { scheduledPostStore } from '../../db/stores/scheduled-posts.ts';
import { schoolStore } from '../../db/stores/school.ts';
import { schoolContentStore } from '../../db/stores/school-content.ts';
import { sessionStore } from '../../db/stores/sessions.ts';
import { setupStore } from '../../db/stores/setup.ts';
import { siteApplicationStore } from '../../db/stores/site-applications.ts';
import { throttleStore } from '../../db/stores/throttles.ts';
import { tokenStore } from '../../db/stores/tokens.ts';

export type Stores = ReturnType<typeof storesOf>;
/** Makes an empty store, or one with the platform, that closes with the test. */
export type NewNode = (t: Test, platform?: boolean) => Promise<Stores>;
/** One store on two handles, as two nodes have it. */
export type NewNodes = (t: Test, platform?: boolean) => Promise<[Stores, Stores]>;

export function storesOf(db: Database) {
  const audit = auditTrail(db);
  const metadataClients = metadataClientStore(db, audit);
  return {
    db,
    audit,
    auditLog: auditLogStore(db),
    clients: clientStore(db, audit, metadataClients),
    metadataClients,
    siteApplications: siteApplicationStore(db, audit),
    betaFeatures: betaFeatureStore(db, audit),
    codes: codeStore(db, audit),
    tokens: tokenStore(db, audit),
    consents: consentStore(db),
    connections: connectionStore(db, audit),
    keys: keyStore(db, audit),
    people: peopleStore(db),
    sessions: sessionStore(db, audit),
    authorizationRequests: authorizationRequestStore(db),
    mailLinks: mailLinkStore(db),
    passwordChanges: passwordChangeStore(db, audit),
    emailAddresses: emailAddressStore(db, audit),
    invitations: invitationStore(db, audit),
    contacts: contactStore(db),
    throttles: throttleStore(db),
    setup: setupStore(db, audit),
    platform: platformStore(db),
    schoolContent: schoolContentStore(db),
    account: accountStore(db, audit),
    records: recordStores(db, audit),
    analytics: analyticsStore(db),
    eventRegistrations: eventRegistrationStore(db, audit),
    homepages: homepageStore(db, audit),
    lastDays: lastDayStore(db),
    members: memberStore(db, audit),
    scheduledPosts: scheduledPostStore(db),
    school: schoolStore(db, audit),
    purge: purgeStore(db),
  };
}
