/** Creates the demo platform in the database and returns its contents. Can be repeated at any time. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { hashCredential, makeClientSecret } from '../../../schema/credential.ts';
import { joinScopes } from '../../../schema/oauth/scope.ts';
import { emailKey } from '../../../schema/text/email.ts';
import { demoContent, furtherWaves } from './content/index.ts';
import { FOUNDED } from './content/people.ts';
import { DAY } from './content/wave.ts';
import { storeDemoFiles } from './files.ts';
import { DEMO_CLIENTS, DEMO_PEOPLE, DEMO_SITES, type DemoClient, RIVERSIDE } from './platform.ts';

/** The output of `schoolgate seed --json`. Values that are no longer known are null. */
export interface DemoSummary {
  sites: { id: string; slug: string }[];
  people: { email: string; password: string | null; roles: { site: string; role: string }[] }[];
  clients: {
    name: string;
    client_id: string;
    client_secret: string | null;
    redirect_uris: readonly string[];
    scope: string;
  }[];
}

/** Easy to type, with 60 random bits, which is sufficient for demo data. */
const makePassword = (): string => (randomBytes(8).toString('hex').slice(0, 15).match(/.{5}/g) ?? []).join('-');

export interface DemoOptions {
  /** Multiple of the demo's size. */
  scale?: number;
  /** Called after each part of the additional rows. */
  onProgress?: (done: number, of: number) => void;
}

export async function seedDemo(app: FastifyInstance, options: DemoOptions = {}): Promise<DemoSummary> {
  const { platform } = app.school;
  const isNew = !(await platform.hasSite(RIVERSIDE.id));
  const password = await settlePassword(app, isNew);
  await enlarge(app, options);
  const secrets = new Map<string, string | null>();
  for (const client of DEMO_CLIENTS) secrets.set(client.id, await ensureClient(app, client));
  return {
    sites: DEMO_SITES.map(({ id, slug }) => ({ id, slug })),
    people: DEMO_PEOPLE.map(({ email, roles }) => ({
      email,
      password,
      roles: roles.map(({ siteId, role }) => ({ site: siteId, role })),
    })),
    clients: DEMO_CLIENTS.map(({ id, name, redirectUris, scopes }) => ({
      name,
      client_id: id,
      client_secret: secrets.get(id) ?? null,
      redirect_uris: redirectUris,
      scope: joinScopes(scopes),
    })),
  };
}

/** @returns the password of the demo people, or null if it is not known */
async function settlePassword(app: FastifyInstance, isNew: boolean): Promise<string | null> {
  const configured = app.config.demoPassword;
  if (isNew) {
    const made = configured ?? makePassword();
    // If two processes start on an empty database at once, only the people of one are kept.
    return (await addPlatform(app, made)) ? made : (configured ?? null);
  }
  if (configured !== undefined) await resetPasswords(app, configured);
  return configured ?? null;
}

/** @returns whether the people have this password, not that of another process */
async function addPlatform(app: FastifyInstance, password: string): Promise<boolean> {
  const now = app.clock();
  // One hash for all people, because they share the password.
  const passwordHash = await app.people.passwords.hash(password, 'demo');
  const schools = DEMO_SITES.map((site) => demoContent(site, now));
  // One transaction, so that an interrupted start leaves no incomplete school.
  await app.school.platform.add({
    createdAt: now - FOUNDED * DAY,
    sites: DEMO_SITES,
    people: [
      ...DEMO_PEOPLE.map(({ id, email, name }) => ({
        id,
        email,
        name,
        emailKey: emailKey(email),
        emailVerified: true,
        passwordHash,
        active: true,
        createdAt: now - FOUNDED * DAY,
      })),
      ...schools.flatMap(({ people }) => people),
    ],
    memberships: schools.flatMap(({ memberships }) => memberships),
    content: schools,
  });
  await storeDemoFiles(app, schools);
  const [first] = DEMO_PEOPLE;
  const stored = first && (await app.people.persons.findByEmail(emailKey(first.email)));
  return stored?.passwordHash === passwordHash;
}

/** Adds what is missing for a demo of that size. The times of all rows are relative to the creation of the demo. */
async function enlarge(app: FastifyInstance, { scale = 1, onProgress }: DemoOptions): Promise<void> {
  const waves = (scale - 1) * DEMO_SITES.length;
  let done = 0;
  for (const site of DEMO_SITES) {
    const createdAt = await app.school.platform.siteCreatedAt(site.id);
    if (createdAt === undefined || waves === 0) continue;
    for (const { siteId, people, memberships, content } of furtherWaves(site, createdAt + FOUNDED * DAY, scale)) {
      await app.school.platform.add({ createdAt, sites: [], people, memberships });
      await app.school.content.add(siteId, content);
      done += 1;
      onProgress?.(done, waves);
    }
  }
}

async function resetPasswords(app: FastifyInstance, password: string): Promise<void> {
  const passwordHash = await app.people.passwords.hash(password, 'demo');
  for (const { id } of DEMO_PEOPLE) await app.people.persons.setPassword(id, passwordHash);
}

/** @returns the secret, or null if it is not known */
async function ensureClient(app: FastifyInstance, demo: DemoClient): Promise<string | null> {
  const configured = demo.confidential ? app.config.demoSecret : undefined;
  const existing = await app.oauth.clients.find(demo.id);
  if (existing !== undefined) {
    if (configured !== undefined) await app.oauth.clients.replaceSecret(demo.id, hashCredential(configured));
    return configured ?? null;
  }
  const secret = demo.confidential ? (configured ?? makeClientSecret()) : undefined;
  return (await createClient(app, demo, secret)) ? (secret ?? null) : (configured ?? null);
}

/** @returns false if another process created the client at the same time */
async function createClient(app: FastifyInstance, demo: DemoClient, secret: string | undefined): Promise<boolean> {
  const now = app.clock();
  const client = {
    id: demo.id,
    origin: 'site_application' as const,
    siteId: RIVERSIDE.id,
    name: demo.name,
    authMethod: demo.confidential ? ('client_secret_post' as const) : ('none' as const),
    redirectUris: demo.redirectUris,
    postLogoutRedirectUris: demo.postLogoutRedirectUris,
    scopes: demo.scopes,
    createdAt: now,
    ...(secret === undefined ? {} : { secretHash: hashCredential(secret) }),
  };
  return app.oauth.clients.create(client, {
    event: 'client_created',
    at: now,
    siteId: RIVERSIDE.id,
    clientId: demo.id,
    personId: 'usr_demo_ruth',
  });
}
