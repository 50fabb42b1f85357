/** Rows as they are in the database, and the smallest platform that grants can hang on. */
import type { Database, Step, Values } from '../../db/engine/engine.ts';
import { inserting } from '../../db/engine/rows.ts';
import type { NewClient } from '../../db/oauth/clients.ts';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import { hashCredential } from '../../schema/credential.ts';
import type { Consent, NewCode } from '../../schema/oauth/approval.ts';
import { type GrantedScopes, joinScopes, type Scope } from '../../schema/oauth/scope.ts';
import type { AuthorizationCode, NewToken, NewTokenPair } from '../../schema/oauth/token.ts';
import type { NewPerson } from '../../schema/people/person.ts';
import type { Stores } from './stores.ts';

export const NOW = Date.UTC(2026, 10, 21, 9);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const SCOPES: readonly Scope[] = ['openid', 'email', 'account:read'];
export const SITE = { id: 'site_1', slug: 'riverside', name: 'Riverside Academy' };

/** Every row of a table. */
export const rowsOf = (db: Database, table: keyof Database['tables']): Promise<Values[]> =>
  db.many((q) => q.select().from(db.tables[table]))();

/** What the audit trail tells, in no order of time. */
export const eventsOf = async (db: Database): Promise<unknown[]> =>
  (await rowsOf(db, 'auditEvents')).map(({ event }) => event).sort();

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

/** The session in which a person approves requests. */
const sessionOf = (personId: string) => ({
  id: `ses_${personId}`,
  hash: hashCredential(`session of ${personId}`),
  personId,
  authenticatedAt: NOW - HOUR,
  lastSeenAt: NOW,
  expiresAt: NOW + DAY,
  endedAt: null,
  userAgent: 'Browser',
});

/** The consent of `allow`. */
export const CONSENT: Consent = { requested: SCOPES, granted: SCOPES, decidedAt: NOW, lastUsedAt: NOW };

export async function newCode({ codes }: Pick<Stores, 'codes'>, overrides: Partial<NewCode> = {}): Promise<NewCode> {
  const id = await codes.nextId();
  return {
    id,
    hash: hashCredential(`code ${id}`),
    expiresAt: NOW + MINUTE,
    grantExpiresAt: NOW + 90 * DAY,
    clientId: 'c_1',
    personId: 'usr_1',
    sessionId: sessionOf(overrides.personId ?? 'usr_1').id,
    siteId: SITE.id,
    redirectUri: 'https://portal.example/callback',
    scopes: SCOPES as GrantedScopes,
    audience: 'https://id.example',
    resourceSent: true,
    codeChallenge: 'c'.repeat(43),
    dpopJkt: null,
    nonce: 'n-1',
    authenticatedAt: NOW - HOUR,
    authenticatedBy: 'password',
    authTimeRequested: false,
    authContextRequested: false,
    identityId: null,
    subject: null,
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
    jkt: null,
  };
};

export const newPair = async (stores: Pick<Stores, 'tokens'>, now = NOW): Promise<NewTokenPair> => ({
  access: await newToken(stores, HOUR, now),
  refresh: await newToken(stores, 30 * DAY, now),
});

/** What `codes.find` answers for a code of `newCode`. */
export const issuedLike = (code: NewCode): AuthorizationCode => ({
  hash: code.hash,
  expiresAt: code.expiresAt,
  redeemedAt: null,
  redirectUri: code.redirectUri,
  scopes: code.scopes,
  resourceSent: code.resourceSent,
  codeChallenge: code.codeChallenge,
  dpopJkt: code.dpopJkt,
  nonce: code.nonce ?? null,
  authenticatedAt: code.authenticatedAt,
  authTimeRequested: code.authTimeRequested,
  authContextRequested: code.authContextRequested,
  grant: {
    grantId: code.id,
    authenticatedBy: code.authenticatedBy,
    secondFactorFor: 'off',
    staffScope: null,
    identityId: code.identityId,
    subject: code.subject,
    clientId: code.clientId,
    personId: code.personId,
    siteId: code.siteId,
    audience: code.audience,
    grantExpiresAt: code.grantExpiresAt,
    grantRevokedAt: null,
    email: 'usr_1@Riverside.example',
    role: 'member',
    isActive: true,
    clientScope: SCOPES.join(' '),
  },
  profile: { emailVerified: true, name: 'Ána 🎻 O’Neill', enrolled: true },
});

/** Opens the session that the codes of a person name, if it is not there yet. */
async function signIn({ db }: Pick<Stores, 'db'>, personId: string): Promise<void> {
  const { sessions } = db.tables;
  const insert = db.write((q) => q.insert(sessions).values(sessionOf(personId)).onConflictDoNothing());
  await db.atomically(insert());
}

/** Opens the session and stores the consent that `codes.issue` requires, if they are not there yet. */
export async function allow(stores: Stores, { personId, siteId, clientId }: NewCode): Promise<void> {
  const { db } = stores;
  const { consents } = db.tables;
  await signIn(stores, personId);
  const scope = joinScopes(SCOPES);
  const row = { personId, siteId, clientId, askedScope: scope, grantedScope: scope, decidedAt: NOW, lastUsedAt: NOW };
  await db.atomically(db.write((q) => q.insert(consents).values(row).onConflictDoNothing())());
}
/** The event of a code that an earlier consent covers. */
export const SILENTLY = event({ event: 'code_issued_silently' });

/** A code that was issued and can be redeemed. */
export async function issuedCode(stores: Stores, overrides: Partial<NewCode> = {}) {
  const code = await newCode(stores, overrides);
  await allow(stores, code);
  if (!(await stores.codes.issue(code, CONSENT, undefined, SILENTLY))) throw new Error('the code could not be issued');
  const stored = await stores.codes.find(code.id);
  if (stored === undefined) throw new Error('the code that was issued is not there');
  return stored;
}

/** A refresh token with a grant behind it. */
export async function issuedRefreshToken(stores: Stores, overrides: Partial<NewCode> = {}) {
  const code = await issuedCode(stores, overrides);
  const pair = await newPair(stores);
  if (!(await stores.codes.redeem(code, pair, NOW))) throw new Error('the code could not be redeemed');
  const token = await stores.tokens.findRefresh(pair.refresh.id);
  if (token === undefined) throw new Error('the token that was issued is not there');
  return { token, access: pair.access };
}

/** A request of `c_1` that waits for `usr_1`, who is signed in. */
export async function openRequest(
  stores: Pick<Stores, 'db' | 'authorizationRequests'>,
  id: string,
  { network = '192.0.2.1', createdAt = NOW }: { network?: string; createdAt?: number } = {},
): Promise<void> {
  await signIn(stores, 'usr_1');
  await stores.authorizationRequests.open({
    id,
    browserHash: hashCredential('browser'),
    parameters: { client_id: 'c_1', resource: ['https://id.example', 'https://id.example/'] },
    signedInSince: 0,
    siteId: undefined,
    network,
    fromOtherSite: false,
    createdAt,
    expiresAt: NOW + 30 * MINUTE,
  });
}

export const times = <Result>(count: number, make: (index: number) => Result): Result[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** How many try the same thing at once where one may succeed. */
export const CONCURRENT = 50;

export const trues = (results: readonly boolean[]): number => results.filter(Boolean).length;
