// slow
/**
 * The present server over the databases of released versions. A file is recorded when its version is released
 * (`npm run release`), and stays as it is.
 */
import { execFileSync } from 'node:child_process';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import t, { type Test } from 'tap';
import { openDatabase } from '../../db/database.ts';
import { loadConfig } from '../../plugins/settings/config.ts';
import { readBackup } from '../../scripts/commands/backup/manifest.ts';
import { restoreBackup } from '../../scripts/commands/backup/restore.ts';
import { verifyBackup } from '../../scripts/commands/backup/verify.ts';
import { call } from '../support/admin.ts';
import { temporaryFolder, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { onSqlite } from '../support/database-edit.ts';
import { DEMO, refresh, type Tokens } from '../support/oauth-client.ts';
import { codeAt, withPassword } from '../support/second-factor.ts';
import { said, signedIn } from '../support/signed-in.ts';
import { outcomeOf } from '../support/with-emails.ts';
import { RECORDINGS, readRecording, recordedIn } from './record.ts';

const FOLDER = import.meta.dirname;
const HOUR = 3_600_000;

const read = (file: string, sql: string): unknown[] => {
  const connection = new Sqlite(file, { readonly: true });
  try {
    return connection.prepare(sql).raw().all();
  } finally {
    connection.close();
  }
};

const schemaOf = (file: string): unknown[] =>
  read(
    file,
    "select type, name, replace(sql, '\"', '`') from sqlite_schema where name not glob 'sqlite_*' and name <> '__drizzle_migrations' order by type, name",
  );

/** Tables that the start itself empties or fills. */
const COUNTED =
  "select name from sqlite_schema where type = 'table' and name not in ('__drizzle_migrations', 'leases')";

function countsOf(file: string): Map<string, number> {
  const names = read(file, `${COUNTED} and name not glob 'search_terms*'`).flat().map(String);
  return new Map(
    names.map((name) => [name, Number((read(file, `select count(*) from "${name}"`) as [[number]])[0][0])]),
  );
}

/** Loads a recording as the file of a database. */
function load(t: Test, sql: string): string {
  const file = join(temporaryFolder(t), 'schoolgate.db');
  const connection = new Sqlite(file);
  connection.exec(`begin; ${sql}; commit`);
  connection.close();
  return file;
}

t.ok(RECORDINGS.includes('1.0.0'));

for (const name of RECORDINGS) {
  onSqlite(`the database of ${name} is migrated, and everything that it stores still works`, async (t) => {
    const sql = readRecording(name);
    const { at, masterKey, password, clientSecret, member, owner, authenticator, imported } = recordedIn(sql);
    const file = load(t, sql);
    const before = countsOf(file);
    const { app, clock } = await testApp(t, {
      databaseUrl: `file:${file}`,
      seed: false,
      housekeeping: false,
      now: at + HOUR / 2,
      env: { MASTER_KEY: masterKey },
    });

    const after = countsOf(file);
    const lost = [...before].filter(([table, count]) => (after.get(table) ?? count) < count);
    t.strictSame(lost, [], 'no table has fewer rows');
    const fresh = join(temporaryFolder(t), 'fresh.db');
    await (await openDatabase(`file:${fresh}`)).close();
    t.strictSame(schemaOf(file), schemaOf(fresh), 'the tables are those of a new database');

    const renewed = await refresh(app, { ...DEMO.webApp, secret: clientSecret }, member.refreshToken);
    t.equal(renewed.statusCode, 200, renewed.body);
    const account = await app.inject({
      method: 'POST',
      url: '/account/graphql',
      headers: { authorization: `Bearer ${renewed.json<Tokens>().access_token}`, 'content-type': 'application/json' },
      payload: { query: '{ viewer { email enrolledCourses { totalCount } orders { totalCount } } }' },
    });
    t.match(account.json(), { data: { viewer: { email: 'ana@riverside.example' } } }, account.body);
    t.notMatch(account.body, '"errors"');

    const browser = new Browser(app);
    for (const [cookie, value] of member.cookies) browser.cookies.set(cookie, value);
    t.match(said(await browser.get('/account/connected-apps')), 'Demo Web App', 'the session goes on');

    const ruth = await signedIn(app, 'ruth@riverside.example', password);
    const log = await ruth.get('/admin/riverside/audit');
    t.equal(log.url, '/admin/riverside/audit');
    t.match(said(log), 'Demo Web App');
    let chains = 0;
    for await (const { fault } of app.audit.verification.verify()) {
      t.equal(fault, undefined);
      chains += 1;
    }
    t.ok(chains > 1, `${chains} chains of the audit log are whole`);

    const chie = new Browser(app);
    const step = await withPassword(chie, 'chie@riverside.example', password);
    await chie.submit(step, '/sign-in', { code: codeAt(authenticator.secret, clock.now) });
    t.equal((await chie.get('/account/profile')).url, '/account/profile', 'two factors are asked for, and known');

    for (const email of imported?.emails ?? []) {
      const person = await signedIn(app, email, imported?.password);
      t.equal((await person.get('/account')).url, '/account', `the imported password of ${email}`);
    }

    const token = (await refresh(app, DEMO.adminTool, owner.refreshToken)).json<Tokens>().access_token;
    const lists = app.school.catalogue.filter(
      ({ rest, input }) => rest.method === 'GET' && input.safeParse({}).success,
    );
    t.ok(lists.length > 15, `${lists.length} lists`);
    for (const { rest, input } of lists) {
      t.equal((await call(app, token, 'GET', rest.path)).status, 200, rest.path);
      if (!input.safeParse({ q: 'a' }).success) continue;
      t.equal((await call(app, token, 'GET', `${rest.path}?q=a`)).status, 200, `a search of ${rest.path}`);
    }
    const found = await call(app, token, 'GET', '/members?q=ruth');
    t.equal(found.json.nodes?.length, 1, 'a search finds what was stored before');
  });
}

for (const name of globSync('*.backup.tar.gz', { cwd: FOLDER })) {
  const version = name.replace('.backup.tar.gz', '');
  onSqlite(`a backup of ${version} is verified, restored and upgraded`, async (t) => {
    const folder = temporaryFolder(t);
    execFileSync('tar', ['-xzf', join(FOLDER, name), '-C', folder]);
    const backup = join(folder, 'backup');
    const { masterKey, imported } = recordedIn(readRecording(version));
    const databaseUrl = `file:${join(folder, 'restored', 'schoolgate.db')}`;
    const env = { MASTER_KEY: masterKey };
    const config = loadConfig({ ...env, DATA_DIR: join(folder, 'restored'), DATABASE_URL: databaseUrl });
    const { faults, checksums } = await verifyBackup(backup, config);
    t.strictSame(faults, []);
    await restoreBackup({ folder: backup, checksums, identities: [] }, config, undefined);
    const { app } = await testApp(t, { databaseUrl, seed: false, housekeeping: false, env });
    t.equal(await outcomeOf(app, 'p0@old.example', String(imported?.password)), 'signed_in');
  });
}

onSqlite('a backup in another form is refused with the program that restores it', async (t) => {
  const folder = temporaryFolder(t);
  const sealless = { format: 1, program: '1.0.0', engine: 'sqlite', migration: 1, masterKeys: [], files: 0, list: '' };
  const REFUSED = [
    [
      sealless,
      'manifest.json has no seal: restore the backup with the program that made it, Schoolgate 1.0.0 of the time before 1.0.0 was released, and upgrade',
    ],
    [
      { ...sealless, format: 2, program: '3.1.0' },
      'manifest.json has format 2, and not 1: restore the backup with the program that made it, Schoolgate 3.1.0, and upgrade',
    ],
    [{ ...sealless, format: 2, program: 'a\nb' }, 'manifest.json is not one of this version'],
    [{ ...sealless, seal: 'x' }, 'manifest.json is not one of this version'],
  ] as const;
  for (const [manifest, said] of REFUSED) {
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
    t.throws(() => readBackup(folder), { message: said });
  }
});
