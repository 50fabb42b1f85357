// slow
/** How the platform creates, closes, exports, hands over and deletes whole schools, and that the others notice nothing. */

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { sqliteColumns } from '../../db/columns/sqlite.ts';
import { defineTables } from '../../db/tables/index.ts';
import type { Site } from '../../plugins/school/stores.ts';
import { textFor } from '../../routes/words/index.ts';
import { adminApp, call, HARBOUR, RIVERSIDE } from '../support/admin.ts';
import { temporaryFolder, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { ANA, MILA, open, RUTH } from '../support/interaction.ts';
import { DEMO, introspect, obtainTokens, refresh, userinfo } from '../support/oauth-client.ts';
import { digestsWithout } from '../support/school-digests.ts';
import { said } from '../support/signed-in.ts';
import { uploaded } from '../support/uploads.ts';
import { outcomeOf, pathOf, signedIn, withEmails } from '../support/with-emails.ts';

const BY = { name: 'Ola' };
const DAY = 86_400_000;
const MANY = 12;

async function siteOf({ school }: FastifyInstance, slug: string): Promise<Site> {
  const site = await school.sites.bySlug(slug);
  if (site === undefined) throw new Error(`there is no school ${slug}`);
  return site;
}

const newSchool = (i: number) => ({
  slug: `school-${String(i).padStart(3, '0')}`,
  name: `School ${i}`,
  owner: `owner-${i}@schools.test`,
});

t.test('a school is created for an owner, who opens it by a link that works once', async (t) => {
  const { app, mailbox } = await withEmails(t);
  const { link = '' } = (await app.school.schools.create({ ...newSchool(1), locale: 'de' }, BY)) ?? {};
  t.equal(await app.school.schools.create(newSchool(1), BY), undefined, 'the slug is taken');
  const message = await mailbox.next();
  t.strictSame([message.to, message.link], ['owner-1@schools.test', link]);

  const owner = new Browser(app);
  const page = await owner.get(pathOf(link));
  const account = { name: 'Una Owner', new_password: 'lanterns over the weir' };
  t.match((await owner.submit(page, '/invitation', account)).url, /^\/sign-in\?done=invitation&school=site_/);
  t.equal((await new Browser(app).get(pathOf(link))).status, 404);
  const signed = await signedIn(app, 'owner-1@schools.test', account.new_password);
  t.equal((await signed.get('/admin/school-001')).status, 200);
  const { owners } = app.school.sites;
  t.match(await owners((await siteOf(app, 'school-001')).id), [{ email: 'owner-1@schools.test', status: 'active' }]);
});

t.test('a closed school is closed on every surface at once, and can be opened again', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const tokens = { owner: await tokenOf('owner'), member: await tokenOf('member') };
  const { access_token, refresh_token } = await obtainTokens(app, DEMO.portal, {}, { email: ANA });
  const ruth = await signedIn(app, RUTH);
  const file = await uploaded(app, tokens.owner);
  t.equal((await app.inject({ url: pathOf(file.url) })).statusCode, 200);
  const riverside = await siteOf(app, 'riverside');
  t.equal((await call(app, tokens.owner, 'GET', '/courses')).status, 200);
  t.equal(await app.school.schools.close(riverside, BY), true);
  t.equal(await app.school.schools.close(riverside, BY), false);

  t.equal((await call(app, tokens.owner, 'GET', '/courses')).status, 401, 'admin API');
  t.equal((await app.inject({ url: pathOf(file.url) })).statusCode, 403, 'a file by its link');
  t.equal((await userinfo(app, access_token)).statusCode, 401, 'userinfo');
  t.match(await introspect(app, DEMO.portal, access_token), { active: false });
  t.equal((await refresh(app, DEMO.portal, refresh_token ?? '')).statusCode, 400, 'refresh');
  const LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
  for (const url of ['/mcp', '/account/graphql']) {
    const headers = { authorization: `Bearer ${tokens.member}`, 'content-type': 'application/json' };
    t.equal((await app.inject({ method: 'POST', url, headers, payload: LIST })).statusCode, 401, url);
  }
  const admin = await ruth.get('/admin/riverside');
  t.equal(admin.status, 403);
  t.match(said(admin), 'This school is closed');
  const asked = await open(ruth, DEMO.portal);
  t.match(said(asked), 'This school is closed', 'sign-in for the school');
  const shown = await new Browser(app).get('/schools/riverside');
  t.equal(shown.status, 410);
  t.equal((await new Browser(app).get('/schools/harbour')).status, 200);
  t.equal(await outcomeOf(app, ANA, 'correct-horse-battery'), 'signed_in', 'the account itself is open');

  t.equal(await app.school.schools.reopen(riverside, BY), true);
  t.equal((await userinfo(app, access_token)).statusCode, 401, 'what has ended stays ended');
  t.equal((await new Browser(app).get('/schools/riverside')).status, 200);
  t.ok((await obtainTokens(app, DEMO.portal, {}, { email: ANA })).access_token);
});

t.test('of many schools, one is closed, exported and deleted, and the others are as they were [E-48b]', async (t) => {
  const file = databaseFile(t);
  const { app, clock } = await adminApp(t, { databaseUrl: file.url, housekeeping: false });
  for (let i = 0; i < MANY; i += 1) t.ok(await app.school.schools.create(newSchool(i), BY));
  const { sites } = app.school;
  const pages = [await sites.list('school-', '', 7), await sites.list('school-', 'school-006', 500)];
  t.strictSame(
    pages.map(({ length }) => length),
    [7, MANY - 7],
  );
  t.match(await sites.list('School 11', '', 500), [{ slug: 'school-011' }]);

  const before = await digestsWithout(file, RIVERSIDE.id);
  const { schools } = app.school;
  const riverside = await siteOf(app, 'riverside');
  const courses = await file.read('select count(*) from courses where site_id = ?', RIVERSIDE.id);
  const folder = join(temporaryFolder(t), 'riverside');
  const { rows } = await schools.export(riverside, folder, BY);
  t.ok(rows > 100);
  await t.rejects(schools.export(riverside, folder, BY), { code: 'EEXIST' });
  const manifest: { contents: { path: string; sha256: string; rows?: number }[] } = JSON.parse(
    await readFile(join(folder, 'manifest.json'), 'utf8'),
  );
  for (const { path, sha256, rows } of manifest.contents) {
    const content = await readFile(join(folder, path));
    if (createHash('sha256').update(content).digest('hex') !== sha256) t.fail(path);
    if (rows !== undefined && content.toString().split('\n').length - 1 !== rows) t.fail(path);
  }
  const exported = (
    await Promise.all(
      (await readdir(folder)).filter((name) => name.endsWith('l')).map((name) => readFile(join(folder, name), 'utf8')),
    )
  ).join('');
  t.match(exported, 'Ana Lima');
  for (const secret of ['argon2', 'Hash"', HARBOUR.id, MILA]) t.notMatch(exported, secret);
  t.equal((await readFile(join(folder, 'courses.jsonl'), 'utf8')).split('\n').length - 1, Number(courses));

  t.equal(await schools.scheduleDeletion(riverside, clock.now + 30 * DAY, BY), true);
  t.equal(await schools.reopen(riverside, BY), false, 'it is not opened by mistake');
  t.equal(await schools.deleteDue(), 0);
  t.equal(await schools.cancelDeletion(riverside, BY), true);
  t.equal(await schools.scheduleDeletion(riverside, clock.now + 30 * DAY, BY), true);
  clock.advance(30 * DAY);
  t.equal(await schools.cancelDeletion(riverside, BY), false, 'its deletion may have begun');
  t.equal(await schools.deleteDue(), 1);
  t.equal(await schools.deleteDue(), 0);

  t.strictSame(await digestsWithout(file, RIVERSIDE.id), before, 'the other schools');
  t.equal(await file.read('select count(*) from sites where id = ?', RIVERSIDE.id), 0);
  for (const table of Object.values(defineTables(sqliteColumns))) {
    const name = getTableName(table);
    if (!('siteId' in getTableColumns(table)) || name === 'audit_events') continue;
    t.equal(Number(await file.read(`select count(*) from ${name} where site_id = ?`, RIVERSIDE.id)), 0, name);
  }
  t.equal(await outcomeOf(app, ANA, 'correct-horse-battery'), 'signed_in', 'accounts stay');
  t.equal((await (await signedIn(app, ANA)).get('/account')).status, 200);
  t.ok(await app.school.schools.create({ ...newSchool(0), slug: 'riverside' }, BY), 'the slug is free again');
});

t.test('schools that pages exported are deleted after 30 days, and nothing else', async (t) => {
  const dataDir = temporaryFolder(t);
  const folder = join(dataDir, 'school-exports');
  const ages = {
    'riverside-20200101T000000Z': 31,
    'riverside-20200102T000000Z': 29,
    'harbour-2-20200101T000000Z': 31,
    'riverside-20200101T000000Z-mine': 31,
    notes: 31,
  };
  for (const [name, days] of Object.entries(ages)) {
    await mkdir(join(folder, name, 'files'), { recursive: true });
    await writeFile(join(folder, name, 'people.jsonl'), '{}');
    const then = new Date(Date.now() - days * DAY);
    await utimes(join(folder, name), then, then);
  }
  await testApp(t, { dataDir, seed: false });
  t.strictSame((await readdir(folder)).sort(), [
    'notes',
    'riverside-20200101T000000Z-mine',
    'riverside-20200102T000000Z',
  ]);
});

t.test('a folder whose old files cannot be deleted is logged, and the server starts', async (t) => {
  const dataDir = temporaryFolder(t);
  await writeFile(join(dataDir, 'school-exports'), 'not a folder');
  const { app, logs } = await testApp(t, { dataDir, seed: false });
  t.match(logs.join(''), /"folder":"[^"]*school-exports","msg":"old files were not deleted"/);
  t.equal((await app.inject('/healthz')).statusCode, 200);
});

t.test('a school is handed over to a member, or to somebody who is invited first', async (t) => {
  const { app, mailbox } = await withEmails(t);
  const riverside = await siteOf(app, 'riverside');
  const { schools, sites } = app.school;
  t.equal(await schools.handOver(riverside, ANA, BY), true);
  const told = (await mailbox.wait(2)).map(({ to, text }) => [
    to,
    /^The platform’s administrators changed your role at .* Your new role: (.*)\./m.exec(text)?.[1],
  ]);
  const { events, roles } = textFor('en');
  t.strictSame(
    told.toSorted(),
    [
      [ANA, roles.owner],
      [RUTH, roles.admin],
    ],
    'both are told of their new roles',
  );
  const school = riverside.name;
  for (const [email, was, is] of [
    [ANA, roles.member, roles.owner],
    [RUTH, roles.owner, roles.admin],
  ] as const) {
    const page = said(await (await signedIn(app, email)).get('/account/activity'));
    t.match(page, events.member_role_changed.toYou({ school, was, is }), `${email} reads of it later, too`);
  }
  t.equal(await schools.handOver(riverside, ANA, BY), true);
  t.match(await sites.owners(riverside.id), [{ email: ANA, status: 'active' }], 'the former owners are administrators');
  const invited = await schools.handOver(riverside, 'new@owners.test', BY);
  t.match(invited, { link: /\/invitation\?token=ml_/ });
  t.equal((await mailbox.next()).to, 'new@owners.test', 'who was the owner already has got no e-mail');
  t.equal(await schools.handOver(riverside, 'new@owners.test', BY), false, 'not before it is accepted');
  t.match(await sites.owners(riverside.id), [{ email: ANA }, { email: 'new@owners.test', status: 'invited' }]);
  await app.outbox.sendDue();
  t.strictSame(mailbox.take(), []);
});
