/** All stores on one database, and the smallest platform that grants can hang on. */
import type { Database, Step, Values } from '../../db/engine.ts';
import { inserting } from '../../db/insert.ts';
import { accountStore } from '../../db/stores/account.ts';
import { analyticsStore } from '../../db/stores/analytics.ts';
import { auditTrail } from '../../db/stores/audit.ts';
import { auditLogStore } from '../../db/stores/audit-log.ts';
import { authorizationRequestStore } from '../../db/stores/authorization-requests.ts';
import { betaFeatureStore } from '../../db/stores/beta-features.ts';
import { clientStore, type NewClient } from '../../db/stores/clients.ts';
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
import type { NewCode } from '../../schema/approval.ts';
import type { AuditEvent } from '../../schema/audit-event.ts';
import { hashCredential } from '../../schema/credential.ts';
import type { NewPerson } from '../../schema/person.ts';
import { type GrantedScopes, joinScopes, type Scope } from '../../schema/scope.ts';
import type { NewToken, NewTokenPair } from '../../schema/token.ts';

export const NOW = Date.UTC(2026, 10, 21, 9);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const SCOPES: readonly Scope[] = ['openid', 'email', 'account:read'];
export const SITE = { id: 'site_1', slug: 'riverside', name: 'Riverside Academy' };

export type Stores = ReturnType<typeof storesOf>;

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

/** Every row of a table. */
export const rowsOf = (db: Database, table: keyof Database['tables']): Promise<Values[]> =>
  db.many((q) => q.select().from(db.tables[table]))();

/** Writes rows as they are, past the stores. */
export async function insertRows(db: Database, name: keyof Database['tables'], rows: readonly Values[]): Promise<void> {
  const insert = inserting(db, db.tables[name]) as (row: Values) => Step;
  for (let from = 0; from < rows.length; from += 200) {
    await db.atomically(...rows.slice(from, from + 200).map((row) => insert(row)));
  }
}

/** Everything that is in the database, but for the key blocks that a process reserved. */
export async function contentsOf(db: Database): Promise<Record<string, Values[]>> {
  const contents: Record<string, Values[]> = {};
  for (const name of Object.keys(db.tables) as (keyof Database['tables'])[]) {
    if (name === 'keyBlocks') continue;
    const rows = await rowsOf(db, name);
    contents[name] = rows
      .map((row) => JSON.stringify(row))
      .sort()
      .map((row) => JSON.parse(row));
  }
  return contents;
}

export const person = (id: string, overrides: Partial<NewPerson> = {}): NewPerson => ({
  id,
  email: `${id}@Riverside.example`,
  emailKey: `${id}@riverside.example`,
  emailVerified: true,
  name: 'Ána 🎻 O’Neill',
  passwordHash: null,
  active: true,
  createdAt: NOW,
  ...overrides,
});

export const newClient = (id: string, overrides: Partial<NewClient> = {}): NewClient => ({
  id,
  origin: 'site_application',
  siteId: SITE.id,
  name: 'Portal',
  authMethod: 'client_secret_post',
  secretHash: hashCredential('secret'),
  redirectUris: ['https://portal.example/callback', 'https://portal.example/"quoted"?a=ü'],
  scopes: SCOPES,
  createdAt: NOW,
  ...overrides,
});

export const event = (overrides: Partial<AuditEvent> = {}): AuditEvent => ({
  event: 'consent_given',
  at: NOW,
  ...overrides,
});

/** One school, one student of it, one client. */
export async function addPlatform({ platform, schoolContent, clients }: Stores): Promise<void> {
  await platform.add({
    createdAt: NOW,
    sites: [SITE],
    people: [person('usr_1')],
    memberships: [{ personId: 'usr_1', siteId: SITE.id, role: 'member' }],
  });
  await schoolContent.add(SITE.id, {
    courses: [{ id: 'crs_1', slug: 'botany', title: 'Botany', createdAt: NOW }],
    enrollments: [{ id: 'enr_1', personId: 'usr_1', courseId: 'crs_1', status: 'active', startsAt: NOW }],
  });
  await clients.create(newClient('c_1'), event({ event: 'client_created', clientId: 'c_1' }));
}

export async function newCode({ codes }: Pick<Stores, 'codes'>, overrides: Partial<NewCode> = {}): Promise<NewCode> {
  const id = await codes.nextId();
  return {
    id,
    hash: hashCredential(`code ${id}`),
    expiresAt: NOW + MINUTE,
    grantExpiresAt: NOW + 90 * DAY,
    clientId: 'c_1',
    personId: 'usr_1',
    siteId: SITE.id,
    redirectUri: 'https://portal.example/callback',
    scopes: SCOPES as GrantedScopes,
    audience: 'https://id.example',
    resourceSent: true,
    codeChallenge: 'c'.repeat(43),
    nonce: 'n-1',
    authenticatedAt: NOW - HOUR,
    authTimeRequested: false,
    issuedAt: NOW,
    ...overrides,
  };
}

export const newToken = async ({ tokens }: Pick<Stores, 'tokens'>, lifetime: number, now = NOW): Promise<NewToken> => {
  const id = await tokens.nextId();
  return {
    id,
    hash: hashCredential(`token ${id}`),
    scope: joinScopes(SCOPES),
    issuedAt: now,
    expiresAt: now + lifetime,
  };
};

export const newPair = async (stores: Pick<Stores, 'tokens'>, now = NOW): Promise<NewTokenPair> => ({
  access: await newToken(stores, HOUR, now),
  refresh: await newToken(stores, 30 * DAY, now),
});

/** A code that was issued and can be redeemed. */
export async function issuedCode(stores: Stores, overrides: Partial<NewCode> = {}) {
  const code = await newCode(stores, overrides);
  await stores.codes.issue(code, NOW, undefined);
  const stored = await stores.codes.find(code.id);
  if (stored === undefined) throw new Error('the code that was issued is not there');
  return stored;
}

/** A refresh token with a grant behind it. */
export async function issuedRefreshToken(stores: Stores, overrides: Partial<NewCode> = {}) {
  const code = await issuedCode(stores, overrides);
  const pair = await newPair(stores);
  if (!(await stores.codes.redeem(code, pair, NOW))) throw new Error('the code could not be redeemed');
  const token = await stores.tokens.find(pair.refresh.id);
  if (token === undefined) throw new Error('the token that was issued is not there');
  return { token, access: pair.access };
}

export async function openRequest({ authorizationRequests }: Stores, id: string): Promise<void> {
  await authorizationRequests.open({
    id,
    browserHash: hashCredential('browser'),
    parameters: { client_id: 'c_1', resource: ['https://id.example', 'https://id.example/'] },
    signedInSince: 0,
    siteId: undefined,
    createdAt: NOW,
    expiresAt: NOW + 30 * MINUTE,
  });
}

export const times = <Result>(count: number, make: (index: number) => Result): Result[] =>
  Array.from({ length: count }, (_, index) => make(index));
