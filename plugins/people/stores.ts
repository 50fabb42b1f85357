/** The stores of people: accounts, sign-in methods, and e-mail addresses. */
import type { AuditTrail } from '../../db/audit/audit.ts';
import type { Database } from '../../db/engine/engine.ts';
import { accountAccessStore } from '../../db/people/account-access.ts';
import { contactStore } from '../../db/people/contacts.ts';
import { emailAddressStore } from '../../db/people/email-addresses.ts';
import { importStore } from '../../db/people/imports.ts';
import { invitationStore } from '../../db/people/invitations.ts';
import { mailLinkStore } from '../../db/people/mail-links.ts';
import { membershipStore } from '../../db/people/memberships.ts';
import { passkeyStore } from '../../db/people/passkeys.ts';
import { type EndConnections, passwordChangeStore } from '../../db/people/password-changes.ts';
import { peopleStore } from '../../db/people/people.ts';
import { providerAdmissionStore } from '../../db/people/provider-admissions.ts';
import { type EndIdentityConnections, providerIdentityStore } from '../../db/people/provider-identities.ts';
import { type EndProviderConnections, providerStore } from '../../db/people/providers.ts';
import { schoolSessionStore } from '../../db/people/school-sessions.ts';
import { secondFactorResetStore } from '../../db/people/second-factor-resets.ts';
import { secondFactorStore } from '../../db/people/second-factors.ts';
import { sessionStore } from '../../db/people/sessions.ts';
import { setupStore } from '../../db/people/setup.ts';
import { erasureStore } from '../../db/personal-data/erasures.ts';
import { personRowStore } from '../../db/personal-data/person-rows.ts';

export function peopleStores(
  db: Database,
  audit: AuditTrail,
  endConnections: EndConnections & EndIdentityConnections & EndProviderConnections,
) {
  return {
    persons: peopleStore(db),
    /** Active memberships of people at schools. */
    memberships: membershipStore(db),
    sessions: sessionStore(db, audit),
    schoolSessions: schoolSessionStore(db, audit),
    passkeyStore: passkeyStore(db, audit),
    secondFactors: secondFactorStore(db, audit),
    secondFactorResets: secondFactorResetStore(db, audit),
    passwordChanges: passwordChangeStore(db, audit, endConnections),
    emailAddresses: emailAddressStore(db, audit, endConnections),
    accountAccess: accountAccessStore(db, audit, endConnections),
    providerStore: providerStore(db, audit, endConnections),
    providerIdentities: providerIdentityStore(db, audit, endConnections),
    providerAdmissions: providerAdmissionStore(db, audit),
    imports: importStore(db, audit),
    personRows: personRowStore(db),
    erasures: erasureStore(db, audit),
    mailLinks: mailLinkStore(db, audit),
    invitations: invitationStore(db, audit),
    contacts: contactStore(db),
    setup: setupStore(db, audit),
  };
}

/** The decorator `app.people`. The plugins of this folder add their services to it. */
export interface People extends Readonly<ReturnType<typeof peopleStores>> {}
