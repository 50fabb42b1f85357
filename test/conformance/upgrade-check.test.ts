// slow
/** What `upgrade-check` finds before an upgrade. */
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { ENGINE } from '../support/database-edit.ts';
import { run, startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { addUnknownMigration, makeOlder, newDatabase } from '../support/older-database.ts';
import { COMMAND } from '../support/programs.ts';
import { temporaryFolder } from '../support/settings.ts';
import type { Environment } from '../support/surroundings.ts';

async function check(t: Test, settings: Environment): Promise<{ code: number | null; verdicts: object; text: string }> {
  const { code, stdout } = await run(t, [COMMAND, 'upgrade-check', '--json'], settings).ended;
  const items: { item: string; passed: boolean; says: string; toDo?: string }[] = JSON.parse(stdout);
  for (const { item, passed, toDo } of items) t.ok(passed || toDo, `${item} says what to do`);
  return { code, text: stdout, verdicts: Object.fromEntries(items.map(({ item, passed }) => [item, passed])) };
}

t.test('upgrade-check passes for a server in order, and names what is not', async (t) => {
  const MASTER_KEY = randomBytes(32).toString('base64');
  const server = await startServer(t, { ...TEST_SETTINGS, MASTER_KEY });
  const settings = { DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir, MASTER_KEY };
  const all = {
    node: true,
    program: true,
    settings: true,
    database: true,
    migrations: true,
    disk: true,
    'master key': true,
    storage: true,
  };
  t.match(await check(t, settings), { code: 1, verdicts: { ...all, backup: false }, text: /there is none in/ });
  t.equal((await run(t, [COMMAND, 'backup'], settings).ended).code, 0);
  t.match(await check(t, settings), { code: 0, verdicts: { ...all, backup: true } });

  const lost = await check(t, { ...settings, MASTER_KEY: randomBytes(32).toString('base64') });
  t.match(lost, { code: 1, verdicts: { ...all, 'master key': false } });
  const renamed = await check(t, { ...settings, SCHOOLGATE_PORT: '1' });
  t.match(renamed, {
    code: 1,
    verdicts: { node: true, program: true, settings: false },
    text: /SCHOOLGATE_PORT is not a setting/,
  });
  const away = await check(t, { ...settings, DATABASE_URL: 'postgres://127.0.0.1:1/x' });
  t.match(away, { code: 1, verdicts: { database: false, backup: true }, text: /ECONNREFUSED/ });
});

t.test('upgrade-check fails where there is no database, and makes none', async (t) => {
  const MASTER_KEY = randomBytes(32).toString('base64');
  const DATA_DIR = temporaryFolder(t);
  const empty = await check(t, { DATA_DIR, MASTER_KEY });
  t.strictSame(empty.verdicts, {
    node: true,
    program: true,
    settings: true,
    database: false,
    storage: true,
    backup: false,
  });
  t.match(empty, { code: 1, text: `there is none of Schoolgate at ${join(DATA_DIR, 'schoolgate.db')}` });
  t.strictSame(readdirSync(DATA_DIR), []);
});

t.test('upgrade-check lists pending migrations, and refuses the tables of a newer version', async (t) => {
  const database = await newDatabase(t);
  await makeOlder(database, ENGINE, 20);
  const folder = temporaryFolder(t);
  const settings = { DATABASE_URL: database.url, DATA_DIR: folder, BACKUP_DIR: join(folder, 'none') };
  const { code, stdout } = await run(t, [COMMAND, 'upgrade-check'], settings).ended;
  t.equal(code, 1, 'there is no backup');
  t.match(stdout, /^PASS {2}migrations {2}pending: 0020_\w+, 0021_/m);
  if (ENGINE === 'postgres') t.match(stdout, /Choose a quiet hour: 0021_[\w, ]+ can lock/);
  await database.run(
    `alter table ${ENGINE === 'postgres' ? 'drizzle.' : ''}__drizzle_migrations add oldest_version text`,
  );
  await database.edit("update people set password_hash = 'imported:AAAA'");
  t.match((await check(t, settings)).text, '1 of 1 that are not used yet cannot be read');
  await addUnknownMigration(database, ENGINE, '999.0.0');
  t.match((await check(t, settings)).text, /start Schoolgate 999\.0\.0 or newer/);
});
