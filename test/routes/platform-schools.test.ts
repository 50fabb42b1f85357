// slow
/** How the people who run the platform create, close, hand over, export and delete schools on pages, and who cannot. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { CALLERS } from '../support/admin.ts';
import { PASSWORD, temporaryFolder, testApp } from '../support/app.ts';
import { Browser, type Page } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { ANA, RUTH } from '../support/interaction.ts';
import { DEMO, obtainTokens, userinfo } from '../support/oauth-client.ts';
import { setUpApp, withPassword } from '../support/second-factor.ts';
import { linksOf, said } from '../support/signed-in.ts';
import { pathOf, signedIn, withEmails } from '../support/with-emails.ts';

const RIVERSIDE = '/platform/schools/riverside';
const DAY = 86_400_000;
const { message, platform } = textFor('en');
const OPERATORS = { env: { PLATFORM_OPERATORS: RUTH } };

t.test('operators of the platform find schools, page by page', async (t) => {
  const { app, file } = await withEmails(t, OPERATORS);
  for (let n = 10; n < 60; n += 1) {
    await file.run(
      `insert into sites (id, slug, name, active, created_at, updated_at)
       select 'site_' || '${n}', 'z-school-${n}', 'Many ${n}', active, created_at, updated_at from sites where slug = 'riverside'`,
    );
  }
  const ruth = await signedIn(app, RUTH);
  t.ok(linksOf(await ruth.get('/account')).includes('/platform'), 'the menu leads there');
  const first = await ruth.get('/platform');
  t.match(said(first), /Riverside Academy riverside · active members: \d+ .*Open/);
  for (const language of LANGUAGES) {
    const { body } = await ruth.get('/platform', { 'accept-language': language });
    t.match(body, textFor(language).platform.title, language);
    t.ok(Buffer.byteLength(body) <= 30_720, `${language}: ${Buffer.byteLength(body)} bytes`);
  }
  const more = linksOf(first).find((link) => link.includes('after=')) ?? '';
  const second = await ruth.get(more.replaceAll('&amp;', '&'));
  const slugsOf = (page: Page): string[] => linksOf(page).filter((link) => /^\/platform\/schools\/(?!new)/.test(link));
  t.equal(slugsOf(first).length, 40);
  t.equal(new Set([...slugsOf(first), ...slugsOf(second)]).size, slugsOf(first).length + slugsOf(second).length);
  t.ok(slugsOf(second).includes('/platform/schools/z-school-59'));
  t.ok(linksOf(second).includes('/platform'), 'and back');
  t.strictSame(slugsOf(await ruth.get('/platform?q=many+5')).length, 10);
  for (const text of ['%25', '%00', 'nothing-like-it']) {
    t.match(said(await ruth.get(`/platform?q=${text}`)), platform.empty, text);
  }
  t.match(
    said(await ruth.get(RIVERSIDE)),
    /Riverside Academy .* Status Open .* Owners Ruth .* ruth@riverside\.example/,
  );
  for (const path of [
    '/platform/schools/nowhere',
    '/platform/schools/%00',
    '/platform/schools/A',
    `${RIVERSIDE}/reopen`,
  ]) {
    t.equal((await ruth.get(path)).status, 404, path);
  }
});

t.test('the page of all schools says where apps are reviewed and accounts are helped', async (t) => {
  const { app } = await testApp(t, { env: { PLATFORM_OPERATORS: `${RUTH},${ANA}` } });
  const ana = await signedIn(app, ANA);
  for (const browser of [await signedIn(app, RUTH), ana]) {
    const page = await browser.get('/platform');
    for (const path of ['/platform/reviews', '/platform/accounts']) t.ok(linksOf(page).includes(path), path);
    t.match(said(page), 'schoolgate clients , schoolgate users');
  }
  const refused = await ana.get('/admin');
  t.equal(refused.status, 403);
  t.ok(linksOf(refused).includes('/platform'), 'and no dead end');
});

t.test('an operator closes, opens, exports, deletes and keeps a school, each after the password', async (t) => {
  const dataDir = temporaryFolder(t);
  // Housekeeping would delete the school before the test does.
  const { app, clock, file } = await withEmails(t, { ...OPERATORS, dataDir, housekeeping: false });
  const ruth = await signedIn(app, RUTH);
  const events = (event: string) =>
    file.read(
      `select count(*) from audit_events where event = '${event}' and target = ? and request_id is not null`,
      `operator/${CALLERS.owner.id}`,
    );
  const act = async (action: string, event: string): Promise<Page> => {
    const asking = await ruth.get(`${RIVERSIDE}/${action}`);
    t.match(said(asking), 'Riverside Academy', action);
    const before = Number(await events(event));
    t.equal((await ruth.submit(asking, action, { password: 'not the password' })).status, 400);
    t.equal(await events(event), before, 'nothing happens with a wrong password');
    const done = await ruth.submit(asking, action, { password: PASSWORD });
    t.equal(done.status, 200, said(done));
    t.equal(await events(event), before + 1, `${action} is recorded`);
    return done;
  };

  const { access_token: token } = await obtainTokens(app, DEMO.portal, {}, { email: ANA });
  t.equal((await userinfo(app, token)).statusCode, 200);
  t.match(said(await act('close', 'school_closed')), platform.done.close);
  t.equal((await userinfo(app, token)).statusCode, 401, 'its tokens are dead');
  t.match(said(await ruth.get('/admin/riverside')), message.school_closed.title, 'and its pages say that it is closed');
  t.equal((await ruth.get(`${RIVERSIDE}/close`)).status, 404, 'once');
  t.match(said(await act('reopen', 'school_reopened')), platform.done.reopen);
  t.equal((await userinfo(app, token)).statusCode, 401, 'what has ended stays ended');

  const page = said(await act('export', 'school_exported'));
  const folder = /school-exports\/riverside-\d{8}T\d{6}Z/.exec(page)?.[0] ?? 'nothing';
  const manifest = JSON.parse(readFileSync(join(dataDir, folder, 'manifest.json'), 'utf8'));
  t.match(manifest, { school: { slug: 'riverside' }, missing: [] });

  clock.advance(60_000);
  t.match(said(await act('delete', 'school_deletion_scheduled')), platform.done.delete);
  const site = await app.school.sites.bySlug('riverside');
  t.match(site, { active: false, deleteAt: clock.now + 30 * DAY });
  for (const action of ['delete', 'reopen', 'hand-over?email=a@b.example']) {
    t.equal((await ruth.get(`${RIVERSIDE}/${action}`)).status, 404, action);
  }
  t.match(said(await act('cancel-deletion', 'school_deletion_cancelled')), platform.done.cancelDeletion);
  t.match(await app.school.sites.bySlug('riverside'), { active: false, deleteAt: null });

  clock.advance(60_000);
  await act('delete', 'school_deletion_scheduled');
  t.equal(await app.school.schools.deleteDue(), 0);
  clock.advance(31 * DAY);
  t.equal(await app.school.schools.deleteDue(), 1);
  t.equal(await app.school.sites.bySlug('riverside'), undefined);
  t.ok(await app.school.sites.bySlug('harbour'), 'another school is unharmed');
});

t.test('an operator creates a school, whose owner is invited, and hands it over', async (t) => {
  const { app, mailbox } = await withEmails(t, OPERATORS);
  const ruth = await signedIn(app, RUTH);
  const create = async (values: Record<string, string>): Promise<Page> =>
    ruth.submit(await ruth.get('/platform/schools/new'), '/platform/schools', values);
  const wrong = await create({ name: '', slug: 'North School', owner: 'nobody' });
  t.equal(wrong.status, 400);
  for (const sentence of Object.values(platform.create.invalid)) t.match(said(wrong), sentence);
  const taken = await create({ name: 'North', slug: 'harbour', owner: 'head@north.example' });
  t.equal(taken.status, 409);
  t.match(said(taken), platform.create.taken);
  t.match(taken.body, 'value="head@north.example"', 'what was typed is kept');

  const created = await create({ name: 'North <b>', slug: 'north', owner: 'head@north.example' });
  t.match(said(created), platform.invited({ email: 'head@north.example' }));
  const sent = await mailbox.next();
  t.equal(sent.to, 'head@north.example');
  t.notMatch(created.body, 'token=ml_', 'the link is in the e-mail alone');
  const head = new Browser(app);
  const form = await head.get(pathOf(sent.link));
  const accepted = await head.submit(form, '/invitation', { name: 'Hedda', new_password: 'seven quiet rivers' });
  t.equal(accepted.status, 200, said(accepted));
  t.match(await app.school.sites.bySlug('north'), { active: true });

  const path = '/platform/schools/north';
  t.match(said(await ruth.get(`${path}/hand-over?email=wrong`)), platform.problems.noAddress);
  const handOver = async (email: string, password = PASSWORD): Promise<Page> =>
    ruth.submit(await ruth.get(`${path}/hand-over?${new URLSearchParams({ email })}`), 'hand-over', { password });
  t.equal((await handOver(ANA, 'not the password')).status, 400);
  t.match(said(await handOver(ANA)), platform.invited({ email: ANA }));
  t.equal((await mailbox.next()).to, ANA);
  t.match(said(await handOver(ANA)), platform.problems.invitedAlready);
  t.match(said(await handOver('head@north.example')), platform.done.handOver);
  const by = ' The platform’s administrators invited ana@riverside.example as Owner.';
  const log = '/admin/north/audit';
  await head.submit(await head.get('/sign-in'), '/sign-in', {
    email: 'head@north.example',
    password: 'seven quiet rivers',
  });
  t.match(said(await head.get(log)), by, 'not as she is called, because she has not accepted');
  t.match(said(await head.get(`${log}?person=${encodeURIComponent(ANA)}`)), by, 'found by the person');
  head.headers['accept-language'] = 'de';
  t.match(said(await head.get(log)), 'Die Betreiber dieses Dienstes haben ana@riverside.example eingeladen');
});

t.test('an operator creates a school without inventing its slug', async (t) => {
  const { app } = await testApp(t, { env: { PLATFORM_OPERATORS: RUTH, SMTP_URL: 'off' } });
  const ruth = await signedIn(app, RUTH);
  for (const [name, slug] of [
    ['Harbour', 'harbour-2'],
    ['Schüle am See', 'schuele-am-see'],
  ] as const) {
    const values = { name, slug: '', owner: 'head@north.example' };
    const created = await ruth.submit(await ruth.get('/platform/schools/new'), '/platform/schools', values);
    t.match(created.body, '/invitation?token=ml_', name);
    t.match(await app.school.sites.bySlug(slug), { name });
  }
});

t.test('without e-mails, the operator gets the link of the invitation once', async (t) => {
  const file = databaseFile(t);
  const env = { PLATFORM_OPERATORS: RUTH, SMTP_URL: 'off' };
  const { app, logs } = await testApp(t, { databaseUrl: file.url, env });
  const ruth = await signedIn(app, RUTH);
  const values = { name: 'North', slug: 'north', owner: 'head@north.example' };
  const created = await ruth.submit(await ruth.get('/platform/schools/new'), '/platform/schools', values);
  const link = /\/invitation\?token=ml_[\w-]+/.exec(created.body)?.[0] ?? 'nothing';
  t.equal((await new Browser(app).get(link)).status, 200);
  t.notMatch((await ruth.get('/platform/schools/north')).body, 'token=ml_');
  t.notMatch(logs.join(''), /token=ml_/);
});

t.test('for everybody else, the pages of the platform are not there', async (t) => {
  const { app, clock } = await testApp(t, OPERATORS);
  const ana = await signedIn(app, ANA);
  const paths = ['/platform', '/platform/schools/new', RIVERSIDE, `${RIVERSIDE}/close`, `${RIVERSIDE}/delete`];
  for (const path of paths) t.equal((await ana.get(path)).status, 404, path);
  t.notOk(linksOf(await ana.get('/account')).includes('/platform'));
  t.match((await new Browser(app).get('/platform')).url, '/sign-in?next=%2Fplatform');
  const csrf = /name="csrf" value="([^"]*)"/.exec((await ana.get('/account/profile')).body)?.[1] ?? '';
  for (const [path, fields] of [
    ['/platform/schools', { name: 'X', slug: 'x', owner: ANA }],
    [`${RIVERSIDE}/close`, { password: PASSWORD }],
  ] as const) {
    t.equal((await ana.post(path, Object.entries({ csrf, ...fields }))).status, 404, path);
  }
  t.match(await app.school.sites.bySlug('riverside'), { active: true });
  t.equal(await app.school.sites.bySlug('x'), undefined);

  const ruth = await signedIn(app, RUTH);
  const foreign = await ruth.post('/platform/schools', Object.entries({ csrf, name: 'X', slug: 'x', owner: ANA }));
  t.equal(foreign.status, 403, 'the token of another session');
  clock.advance(13 * 3_600_000);
  t.match((await ruth.get('/platform')).url, '/sign-in?', 'an old sign-in is too little');
});

t.test('if anybody needs two factors, these pages need them', async (t) => {
  const { app, clock } = await testApp(t, { env: { PLATFORM_OPERATORS: RUTH, SECOND_FACTOR: 'admins' } });
  const browser = new Browser(app);
  await withPassword(browser, RUTH);
  const stopped = await browser.get('/platform');
  t.match(stopped.url, '/account/second-factor');
  t.match(said(stopped), 'This page requires two-factor sign-in');
  const factor = await setUpApp(browser, clock);
  t.equal((await browser.get('/platform')).status, 200);
  const asking = await browser.get(`${RIVERSIDE}/close`);
  t.equal((await browser.submit(asking, 'close', { password: PASSWORD })).status, 400, 'also to act');
  t.equal((await browser.submit(asking, 'close', { password: PASSWORD, code: factor.next() })).status, 200);
});
