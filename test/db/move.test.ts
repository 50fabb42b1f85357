// slow
/** Moving a database to the other engine: from the engine of the run, and back again. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { moveDatabase } from '../../db/move/move.ts';
import { call } from '../support/admin.ts';
import { testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { type DatabaseFile, databaseFile, ENGINE, emptyDatabase, onSqlite } from '../support/database-edit.ts';
import { run } from '../support/live-server.ts';
import { DEMO, obtainTokens, refresh, userinfo } from '../support/oauth-client.ts';
import { countOfMigrations, makeOlder, newDatabase, schemaOf } from '../support/older-database.ts';
import { noPostgres } from '../support/postgres.ts';
import { COMMAND, ROOT } from '../support/programs.ts';
import { PASSWORD, temporaryFolder } from '../support/settings.ts';
import { signedIn } from '../support/signed-in.ts';
import type { Engine } from '../support/templates.ts';

const OTHER: Engine = ENGINE === 'sqlite' ? 'postgres' : 'sqlite';
const skip = noPostgres === false ? {} : { skip: noPostgres };

/** A database with the demo platform that no server has open. */
async function demo(t: Test): Promise<DatabaseFile> {
  const database = databaseFile(t);
  const { app } = await testApp(t, { databaseUrl: database.url });
  await app.close();
  return database;
}

const TABLES = {
  sqlite: "select name from sqlite_schema where type = 'table' and name not glob 'sqlite_*' and name not glob '__*'",
  postgres: "select table_name as name from information_schema.tables where table_schema in ('public', 'drizzle')",
} as const;

async function tablesOf(database: DatabaseFile, engine: Engine): Promise<string[]> {
  if (engine === 'sqlite' && !existsSync(database.url.slice('file:'.length))) return [];
  const names = (await database.rows(TABLES[engine])).map(({ name }) => String(name));
  return names.filter((name) => !name.startsWith('search_terms') && !name.startsWith('__')).sort();
}

/** All rows in order. Objects in JSON are parsed, because their keys have no order. */
async function contentsOf(database: DatabaseFile, engine: Engine): Promise<Map<string, unknown[]>> {
  const contents = new Map<string, unknown[]>();
  for (const table of await tablesOf(database, engine)) {
    const rows = await database.rows(`select * from "${table}"`);
    const cells = rows.map((row) => JSON.stringify(Object.values(row)));
    contents.set(
      table,
      cells.sort().map((row) => JSON.parse(row).map(parsed)),
    );
  }
  return contents;
}

const parsed = (cell: unknown): unknown => (typeof cell === 'string' && /^[[{]/.test(cell) ? JSON.parse(cell) : cell);

t.test('a database that was moved to the other engine and back is the same, and everything works', skip, async (t) => {
  const from = databaseFile(t);
  const env = { MASTER_KEY: randomBytes(32).toString('base64') };
  const first = await testApp(t, { databaseUrl: from.url, env });
  const kept = await obtainTokens(first.app);
  const revoked = await obtainTokens(first.app, DEMO.webApp);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const payload = new URLSearchParams({
    token: revoked.refresh_token,
    client_id: DEMO.webApp.id,
    client_secret: String(DEMO.webApp.secret),
  }).toString();
  await first.app.inject({ method: 'POST', url: '/api/oauth/revoke', headers: form, payload });
  const session = await signedIn(first.app, 'ana@riverside.example', PASSWORD);
  await first.app.close();
  await from.edit(
    'update people set name = ? where email = ?',
    'Ana "\\N" {NULL}, \n\tŽofie 🦊',
    'ana@riverside.example',
  );
  await from.edit('update orders set total = 9007199254740991 where id = (select min(id) from orders)');
  await from.edit(
    "insert into client_logos (client_id, site_id, name, image) values ('c_demo_cli', 'site_demo_riverside', 'a logo', ?)",
    randomBytes(70_000),
  );

  const between = await emptyDatabase(t, OTHER);
  const there = await moveDatabase(from.url, between.url);
  const to = await emptyDatabase(t, ENGINE);
  const back = await moveDatabase(between.url, to.url);
  t.strictSame(back, there);
  t.ok(there.rows > 5000, `${there.rows} rows`);
  t.strictSame(Object.keys(there.tables).sort(), await tablesOf(to, ENGINE), 'every table was moved');
  const [before, after] = [await contentsOf(from, ENGINE), await contentsOf(to, ENGINE)];
  for (const [table, rows] of before) t.strictSame(after.get(table), rows, table);
  for (const [database, engine] of [
    [between, OTHER],
    [to, ENGINE],
  ] as const) {
    const fresh = databaseFile(t, engine);
    await (await testApp(t, { databaseUrl: fresh.url, seed: false })).app.close();
    t.strictSame(await schemaOf(database, engine), await schemaOf(fresh, engine), 'with all indexes and triggers');
    if (engine === 'postgres') {
      t.equal(await database.read("select count(*) from pg_trigger where not tgisinternal and tgenabled <> 'O'"), 0);
    }

    const { app } = await testApp(t, { databaseUrl: database.url, seed: false, env, now: first.clock.now });
    t.equal((await userinfo(app, kept.access_token)).statusCode, 200, 'an access token goes on working');
    t.equal((await refresh(app, DEMO.cli, kept.refresh_token)).statusCode, 200, 'and so does a refresh token');
    t.equal((await refresh(app, DEMO.webApp, revoked.refresh_token)).statusCode, 400, 'what was revoked stays so');
    const browser = new Browser(app);
    for (const [cookie, value] of session.cookies) browser.cookies.set(cookie, value);
    t.equal((await browser.get('/account/profile')).url, '/account/profile', 'a session goes on');
    const owner = await obtainTokens(
      app,
      DEMO.adminTool,
      { scope: 'openid courses:read courses:write' },
      { email: 'ruth@riverside.example' },
    );
    const found = await call(app, owner.access_token, 'GET', '/courses?q=watercolour');
    t.ok(Number(found.json.nodes?.length) > 0, 'a search finds what was moved');
    const made = { title: 'Xylophone for beginners', slug: 'xylophone' };
    t.equal((await call(app, owner.access_token, 'POST', '/courses', made)).status, 201);
    t.equal(
      (await call(app, owner.access_token, 'GET', '/courses?q=xylophone')).json.nodes?.length,
      1,
      'and what is new',
    );
    for await (const { fault } of app.audit.verification.verify()) t.equal(fault, undefined);
    await app.close();
  }
});

t.test('what cannot be moved is refused, and the target stays empty', skip, async (t) => {
  const used = databaseFile(t);
  const { app } = await testApp(t, { databaseUrl: used.url });
  const target = await emptyDatabase(t, OTHER);
  const refused = async (from: string, to: string, message: RegExp) => {
    await t.rejects(moveDatabase(from, to), { message });
    t.strictSame(await tablesOf(target, OTHER), []);
  };
  await refused(used.url, target.url, /in use.*; stop/);
  t.equal((await app.inject('/readyz')).statusCode, 200, 'the server is not disturbed');
  await app.close();

  const occupied = databaseFile(t, OTHER);
  await (await testApp(t, { databaseUrl: occupied.url, seed: false })).app.close();
  await refused(used.url, occupied.url, /the target of a move must be empty/);
  await refused(used.url, (await emptyDatabase(t, ENGINE)).url, /both databases are of the same engine/);
  await refused((await newDatabase(t)).url, target.url, /there is nothing to move/);
  const older = await newDatabase(t);
  await makeOlder(older, ENGINE, countOfMigrations(ENGINE) - 1);
  await refused(older.url, target.url, /older than this version; run schoolgate migrate/);
  await used.run('create table notes (note text)');
  await refused(used.url, target.url, /the table notes is not one of this version/);
  await used.run('drop table notes');
  await used.run('alter table people add column nickname text');
  await refused(used.url, target.url, /the table people has columns of another version: nickname/);
});

onSqlite('a value that PostgreSQL cannot store is named, and nothing is moved', async (t) => {
  if (noPostgres !== false) return t.comment(noPostgres);
  const target = await emptyDatabase(t, 'postgres');
  for (const [change, message] of [
    [
      `update courses set tags = '["a\\u0000b"]' where id = (select min(id) from courses)`,
      /courses\.tags of the row that begins with \S+: it contains NUL/,
    ],
    [
      "update people set active = 7 where email = 'ana@riverside.example'",
      /people\.active has a value that is not of its type/,
    ],
  ] as const) {
    const source = await demo(t);
    await source.edit(change);
    await t.rejects(moveDatabase(source.url, target.url), { message });
    t.strictSame(await tablesOf(target, 'postgres'), []);
  }
});

t.test('a move that is killed leaves nothing that a server would open, and can be repeated', skip, async (t) => {
  const source = await demo(t);
  const target = await emptyDatabase(t, OTHER);
  const script = `
    const { moveDatabase } = await import(${JSON.stringify(join(ROOT, 'db/move/move.ts'))});
    const [from, to] = process.argv.slice(1);
    await moveDatabase(from, to, (rows) => rows > 3000 && process.kill(process.pid, 'SIGKILL'));`;
  const args = ['--input-type=module', '-e', script, source.url, target.url];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 2, 2] });
  const [, signal] = await once(child, 'exit');
  t.equal(signal, 'SIGKILL');
  t.strictSame(await tablesOf(target, OTHER), []);
  if (OTHER === 'sqlite')
    t.strictSame(
      readdirSync(dirname(target.url.slice('file:'.length))).filter((name) => name.endsWith('.db')),
      [],
    );
  const { rows } = await moveDatabase(source.url, target.url);
  t.ok(rows > 5000);
});

t.test('the command moves to the URL in a file, says what is next, and explains its refusals', skip, async (t) => {
  const source = await demo(t);
  const target = await emptyDatabase(t, OTHER);
  const file = join(temporaryFolder(t), 'url');
  writeFileSync(file, `${target.url}\n`);
  const settings = { DATABASE_URL: source.url, DATA_DIR: temporaryFolder(t) };
  const move = (...args: string[]) => run(t, [COMMAND, 'move', ...args], settings).ended;
  const [none, both, same, moved] = [
    await move(),
    await move('--to', target.url, '--to-file', file),
    await move('--to', source.url),
    await move('--to-file', file, '--json'),
  ];
  for (const wrong of [none, both])
    t.match(wrong, { code: 2, stderr: /^name the new database by .*\nUsage: schoolgate move/ });
  t.match(same, {
    code: 1,
    stderr: /^Database: .*\nNew database: .*\nnot moved: both databases are of the same engine/,
  });
  t.match(moved, { code: 0, stderr: /moved \d+ rows of \d+ tables .*\nStart every server with the new DATABASE_URL/ });
  const { rows, tables } = JSON.parse(moved.stdout);
  t.ok(rows > 5000);
  t.match(tables.people, { rows: Number, sha256: /^[0-9a-f]{64}$/ });
  t.match(await move('--to-file', file), {
    code: 1,
    stderr: /^Database: .*\nNew database: .*\nnot moved: .*must be empty/,
  });
});
