/** The databases that tests start from a copy of: made once for a whole run of the tests, or once in a process. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { loadConfig } from '../../plugins/settings/config.ts';
import { buildApp } from '../../routes/app.ts';
import { seedDemo } from '../../scripts/commands/demo/seed.ts';
import { CHEAP_PASSWORD_HASH } from './cheap-password.ts';
import { databaseUrl, query, sharedPostgres } from './postgres.ts';
import { PASSWORD, SECRET, START } from './settings.ts';

export type Engine = 'sqlite' | 'postgres';
/** `demo` has the demo platform in it, `empty` has the tables alone. */
export type Content = 'demo' | 'empty';
const CONTENTS: readonly Content[] = ['demo', 'empty'];

/**
 * Everybody signs in cheaply. A signing key is of no use to a server with another master key: each makes its own. The schools
 * ask no person, so that tests of what operations do need none; `asking` of `support/approvals.ts` turns that back on.
 */
const FINISH = [
  "update sites set agents_ask = 'nothing'",
  `update people set password_hash = '${CHEAP_PASSWORD_HASH}' where password_hash is not null`,
  'delete from signing_keys',
];

const making = new Map<Engine, Promise<string>>();

/** @returns the folder of `demo.db` and `empty.db`; PostgreSQL has databases of these names */
export function templates(engine: Engine): Promise<string> {
  const made = making.get(engine) ?? Promise.resolve(process.env.TEST_TEMPLATES ?? makeInProcess(engine));
  making.set(engine, made);
  return made;
}

async function makeInProcess(engine: Engine): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'schoolgate-templates-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await makeTemplates(engine, folder);
  return folder;
}

export async function makeTemplates(engine: Engine, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const content of CONTENTS) {
    if (engine === 'sqlite') {
      const file = join(folder, `${content}.db`);
      await fill(`file:${file}`, content, folder);
      const connection = new Sqlite(file);
      for (const statement of FINISH) connection.exec(statement);
      connection.close();
    } else {
      const { folder: host, copyDatabase } = await sharedPostgres();
      await copyDatabase(content);
      const url = databaseUrl(host, content);
      await fill(url, content, folder);
      for (const statement of FINISH) await query(url, statement);
    }
  }
}

async function fill(url: string, content: Content, dataDir: string): Promise<void> {
  const settings = { DATA_DIR: dataDir, DATABASE_URL: url, DEMO_PASSWORD: PASSWORD, DEMO_SECRET: SECRET };
  const app = await buildApp(loadConfig({ ...settings, LOG_LEVEL: 'silent' }), { clock: () => START });
  await app.ready();
  if (content === 'demo') await seedDemo(app);
  await app.close();
}
