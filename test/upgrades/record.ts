/**
 * Records a database of this version for the versions to come: the demo platform after people and apps have used it, as
 * SQL for SQLite. The first line holds the secrets that open it, all of which are made up.
 */
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import type { FastifyInstance } from 'fastify';
import { loadConfig } from '../../plugins/settings/config.ts';
import { buildApp } from '../../routes/app.ts';
import { newMetadataClient } from '../../schema/oauth/client.ts';
import type { MetadataUrl } from '../../schema/oauth/metadata-url.ts';
import { joinScopes, OPERATOR_SCOPES } from '../../schema/oauth/scope.ts';
import { VERSION } from '../../schema/program/manifest.ts';
import { seedDemo } from '../../scripts/commands/demo/seed.ts';
import { importPeople } from '../../scripts/commands/users/importing.ts';
import type { TestClock } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { HASHES, IMPORTED_PASSWORD } from '../support/imported-hashes.ts';
import { authorizeUrl, CALLBACK, DEMO, makeVerifier, obtainTokens } from '../support/oauth-client.ts';
import { setUpApp, withPassword } from '../support/second-factor.ts';
import { PASSWORD, SECRET, START } from '../support/settings.ts';
import { signedIn } from '../support/signed-in.ts';

const MASTER_KEY = Buffer.from('the master key of the recordings').toString('base64');
const DOCUMENT = 'https://tool.example/client.json' as MetadataUrl;

/** What opens a recorded database: the first line of the file. */
export interface Recorded {
  readonly version: string;
  /** The newest migration of the database. */
  readonly migration: string;
  /** The time of the last request, in milliseconds since the epoch. */
  readonly at: number;
  readonly masterKey: string;
  readonly password: string;
  readonly clientSecret: string;
  /** Of a member, for the demo's web app, and the cookies of the browser in which they allowed it. */
  readonly member: { readonly refreshToken: string; readonly cookies: readonly (readonly [string, string])[] };
  /** Of the owner, for the demo's admin tool. */
  readonly owner: { readonly refreshToken: string };
  /** Of the person who signs in with two factors. */
  readonly authenticator: { readonly secret: string };
  /** People whose passwords another program has hashed, one for each format. Before 1.0.0, none were recorded. */
  readonly imported?: { readonly password: string; readonly emails: readonly string[] };
}

/** Returns the SQL, of which `recordedIn` reads the first line. */
export async function record(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'schoolgate-record-'));
  try {
    const file = join(folder, 'schoolgate.db');
    const recorded = await fill(file, folder);
    return `-- ${JSON.stringify(recorded)}\n${dumpOf(file)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The names of the recorded databases: versions, and what was recorded beside one. */
export const RECORDINGS: readonly string[] = globSync('*.sql.zst', { cwd: import.meta.dirname })
  .map((file) => file.replace('.sql.zst', ''))
  .sort();

/** Each recording is compressed with this one as its dictionary, which leaves a tenth of what it would take alone. */
const FIRST = '1.0.0-before';

/** The file of a recorded database, compressed with Zstandard. */
export const recordingFile = (name: string): string => join(import.meta.dirname, `${name}.sql.zst`);

const dictionaryOf = (name: string) => (name === FIRST ? {} : { dictionary: Buffer.from(readRecording(FIRST)) });

export const readRecording = (name: string): string =>
  zstdDecompressSync(readFileSync(recordingFile(name)), dictionaryOf(name)).toString();

/** Writes the file of a version that is released. */
export function writeRecording(name: string, sql: string): void {
  const params = {
    [constants.ZSTD_c_compressionLevel]: 19,
    [constants.ZSTD_c_windowLog]: 24,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  };
  writeFileSync(recordingFile(name), zstdCompressSync(sql, { params, ...dictionaryOf(name) }));
}

export const recordedIn = (sql: string): Recorded => JSON.parse(sql.slice('-- '.length, sql.indexOf('\n')));

/** The name of the newest migration of this version. */
export function newestMigration(): string {
  const journal = join(import.meta.dirname, '../../db/migrations/sqlite/meta/_journal.json');
  return JSON.parse(readFileSync(journal, 'utf8')).entries.at(-1).tag;
}

async function fill(file: string, dataDir: string): Promise<Recorded> {
  const clock: TestClock = {
    now: START,
    advance(ms) {
      this.now += ms;
    },
  };
  const settings = { DATA_DIR: dataDir, DATABASE_URL: `file:${file}`, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' };
  const config = loadConfig({ ...settings, MASTER_KEY, DEMO_PASSWORD: PASSWORD, DEMO_SECRET: SECRET });
  const app = await buildApp(config, { clock: () => clock.now });
  try {
    await app.ready();
    await seedDemo(app);
    const used = { ...(await use(app, clock)), imported: await takeOver(app, join(dataDir, 'people.jsonl')) };
    // The events of the last seconds would be sealed a little later.
    while (await app.audit.chains.seal(clock.now + 60_000));
    const secrets = { masterKey: MASTER_KEY, password: PASSWORD, clientSecret: SECRET };
    return { version: VERSION, migration: newestMigration(), at: clock.now, ...secrets, ...used };
  } finally {
    await app.close();
  }
}

/** Uses what stores something that the demo alone does not contain. */
async function use(
  app: FastifyInstance,
  clock: TestClock,
): Promise<Pick<Recorded, 'member' | 'owner' | 'authenticator'>> {
  const browser = new Browser(app);
  const member = await obtainTokens(app, DEMO.webApp, { scope: 'openid email account:read' }, { browser });
  const walk = { email: 'ruth@riverside.example' };
  const owner = await obtainTokens(app, DEMO.adminTool, { scope: joinScopes(['openid', ...OPERATOR_SCOPES]) }, walk);
  const { secret } = await setUpApp(await signedIn(app, 'chie@riverside.example'), clock);
  await leaveUnfinished(app);
  await administer(app, owner.access_token);
  return {
    member: { refreshToken: member.refresh_token, cookies: [...browser.cookies] },
    owner: { refreshToken: owner.refresh_token },
    authenticator: { secret },
  };
}

async function takeOver(app: FastifyInstance, file: string): Promise<NonNullable<Recorded['imported']>> {
  const people = HASHES.map(([name, password_hash], n) => ({ email: `p${n}@old.example`, name, password_hash }));
  writeFileSync(file, people.map((person) => JSON.stringify(person)).join('\n'));
  await importPeople(app, file, { by: { name: 'Ola' }, isTrial: false });
  return { password: IMPORTED_PASSWORD, emails: people.map(({ email }) => email) };
}

async function leaveUnfinished(app: FastifyInstance): Promise<void> {
  const stranger = new Browser(app);
  await stranger.get(authorizeUrl(DEMO.cli, makeVerifier()));
  await withPassword(stranger, 'ben@riverside.example', 'not the password');
  await stranger.submit(await stranger.get('/password/forgot'), '/password/forgot', { email: 'ben@riverside.example' });
}

async function administer(app: FastifyInstance, token: string): Promise<void> {
  const post = (path: string, payload: object) =>
    app.inject({
      method: 'POST',
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': path },
      payload,
    });
  await post('/members', { email: 'kei@mori.example' });
  await post('/assets', { filename: 'a.png', contentType: 'image/png', size: 9 });
  const metadata = { name: 'A tool', redirectUris: [CALLBACK], droppedRedirectUris: [], postLogoutRedirectUris: [] };
  const fetched = { metadata, fetchedAt: app.clock(), freshUntil: app.clock() };
  await app.oauth.metadataClients.keep(newMetadataClient(DOCUMENT, fetched));
}

/** Rows come before indexes and triggers, which would run again. */
function dumpOf(file: string): string {
  const connection = new Sqlite(file, { readonly: true });
  const schema = connection
    .prepare<[], { type: string; name: string; sql: string }>(
      "select type, name, sql from sqlite_schema where sql is not null and name not glob 'sqlite_*' order by rowid",
    )
    .all()
    // The full-text index has tables of its own, which are made with it.
    .filter(({ type, name }) => type !== 'table' || !name.startsWith('search_terms_'));
  const tables = schema.filter(({ type }) => type === 'table');
  const rest = schema.filter(({ type }) => type !== 'table');
  const rows = tables
    .filter(({ name }) => name !== 'search_terms')
    .flatMap(({ name }) => {
      const columns = connection.pragma(`table_info("${name}")`) as { name: string }[];
      const values = columns.map((column) => `quote("${column.name}")`).join(` || ',' || `);
      const insert = `select 'insert into "${name}" values (' || ${values} || ');' from "${name}"`;
      return connection.prepare<[], string>(insert).pluck().all();
    });
  connection.close();
  return [
    ...tables.map(({ sql }) => `${sql};`),
    ...rows,
    `insert into search_terms (rowid, terms) select id, substr(scope, 1, 9) || replace(text, ' ', ' ' || substr(scope, 1, 9)) from search_entries;`,
    ...rest.map(({ sql }) => `${sql};`),
    '',
  ].join('\n');
}
