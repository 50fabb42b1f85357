// slow
/** Many schools with content, made by the command: one is closed, exported and deleted, and the others are as they were. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableColumns } from 'drizzle-orm';
import t from 'tap';
import { sqliteColumns } from '../../db/columns/sqlite.ts';
import { databaseName } from '../../db/database.ts';
import { defineTables } from '../../db/tables/index.ts';
import { BASE, temporaryFolder, testApp } from '../support/app.ts';
import { type DatabaseFile, databaseFile } from '../support/database-edit.ts';
import { run } from '../support/live-server.ts';
import { COMMAND } from '../support/programs.ts';
import { digestsWithout } from '../support/school-digests.ts';

t.setTimeout(600_000);

const MANY = Number(process.env.MANY_SCHOOLS ?? 20);
const DAY = 86_400_000;
const GONE = 'school-7';
const COPIED = ['courses', 'posts', 'events', 'pages'] as const;

/** Gives every new school a copy of what the school of the demo shows. */
async function fill(file: DatabaseFile): Promise<void> {
  const tables = defineTables(sqliteColumns);
  for (const name of COPIED) {
    const columns = Object.values(getTableColumns(tables[name])).map((column) => column.name);
    const values = columns.map((column) =>
      column === 'id' ? "s.slug || '_' || r.id" : column === 'site_id' ? 's.id' : `r.${column}`,
    );
    await file.run(
      `insert into ${name} (${columns.join(', ')}) select ${values.join(', ')} from ${name} as r, sites as s
       where r.site_id = (select id from sites where slug = 'riverside') and s.slug like 'school-%'`,
    );
  }
}

t.test(`of ${MANY} schools, one is closed, exported and deleted by commands, and no other row changes`, async (t) => {
  const file = databaseFile(t);
  const { app, clock } = await testApp(t, { databaseUrl: file.url, housekeeping: false, env: { SMTP_URL: 'off' } });
  const folder = temporaryFolder(t);
  const settings = { DATABASE_URL: file.url, BASE_URL: BASE, DATA_DIR: folder, SMTP_URL: 'off' };
  const masterKey = app.config.masterKey.toString('base64');
  const schools = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(t, [COMMAND, 'schools', ...args], { ...settings, MASTER_KEY: masterKey })
      .ended;
    const place = `Database: ${databaseName(file.url)}, data folder: ${folder}\n`;
    t.strictSame([code, stderr], [0, place], args.join(' '));
    return stdout;
  };
  const times: string[] = [];
  const timed = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
    const begin = performance.now();
    const result = await work();
    times.push(`${what} ${((performance.now() - begin) / 1000).toFixed(1)} s`);
    return result;
  };

  const list = join(folder, 'schools.csv');
  const lines = Array.from({ length: MANY }, (_, n) => `school-${n},School ${n},owner-${n}@schools.test`);
  writeFileSync(list, ['slug,name,owner', ...lines].join('\n'));
  const created = await timed('created in', () => schools('create', '--from', list));
  t.equal(created.match(/^created /gm)?.length, MANY);
  t.match(await schools('create', '--from', list), /^exists /, 'a second time changes nothing');
  await fill(file);
  t.equal((await app.school.sites.list('school-', '', 1000)).length, MANY);

  const { id = '' } = (await app.school.sites.bySlug(GONE)) ?? {};
  const before = await timed('compared in', () => digestsWithout(file, id));
  const export_ = join(folder, 'export');
  t.match(await schools('close', GONE), `closed ${GONE}`);
  t.strictSame(await digestsWithout(file, id), before, 'while it is closed');
  t.match(await timed('exported in', () => schools('delete', GONE, '--to', export_)), /deletes it after/);
  const courses = readFileSync(join(export_, 'courses.jsonl'), 'utf8');
  t.equal(
    courses.split('\n').length - 1,
    Number(await file.read('select count(*) from courses where site_id = ?', id)),
  );
  t.strictSame(await digestsWithout(file, id), before, 'while it waits to be deleted');

  clock.now = Date.now() + 31 * DAY;
  t.equal(await timed('deleted in', () => app.school.schools.deleteDue()), 1);
  t.strictSame(await digestsWithout(file, id), before, 'when it is gone');
  for (const name of [...COPIED, 'memberships']) {
    t.equal(Number(await file.read(`select count(*) from ${name} where site_id = ?`, id)), 0, name);
  }
  t.equal((await app.school.sites.list('school-', '', 1000)).length, MANY - 1);
  t.comment(times.join(', '));
});
