/** What the audit log of a school says about apps that were deleted, and about members who were removed. */
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { type AuditEventName, fieldValues } from '../../schema/audit/audit-event.ts';
import { deletedTarget, NAMED_THINGS, nameOfContent } from '../../schema/audit/audit-target.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { adminApp, CALLERS, call, HARBOUR, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD } from '../support/app.ts';
import type { Browser } from '../support/browser.ts';
import { obtainTokens } from '../support/oauth-client.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';
import { withStatements } from '../support/statements.ts';

const ADMIN = '/admin/riverside';
const LOG = `${ADMIN}/audit`;
const APPLICATIONS = `${ADMIN}/applications`;

/** Creates an application on the pages. @returns its id */
async function create(browser: Browser, name: string): Promise<string> {
  const page = await browser.submit(await browser.get(`${APPLICATIONS}/new`), '/applications/new', {
    name,
    description: '',
    kind: 'public',
    redirect_uris: 'http://127.0.0.1/callback',
    post_logout_redirect_uris: '',
    scope: ['openid', 'account:read'],
  });
  const id = /<input id="client_id"[^>]*value="([^"]*)"/.exec(page.body)?.[1];
  if (id === undefined) throw new Error(`not created: ${page.status}`);
  return id;
}

const dare = async (browser: Browser, path: string) =>
  browser.submit(await browser.get(path), path, { password: PASSWORD });

const entryOf = (app: FastifyInstance, event: AuditEventName) =>
  app.audit.log.page(RIVERSIDE.id, { event }, 1).then(([entry]) => `${LOG}/${entry?.id}`);

t.test('every entry about a deleted app has its name, on the pages and in the exports of its school', async (t) => {
  const { app } = await adminApp(t);
  const owner = await signedIn(app, CALLERS.owner.email);
  const id = await create(owner, 'Timetable <3');
  await dare(owner, `${APPLICATIONS}/${id}/disable`);
  await owner.submit(await owner.get(`${APPLICATIONS}/${id}`), '/enable');
  const byApp = { at: app.clock(), personId: CALLERS.member.id, clientId: id };
  await app.audit.record({ ...byApp, event: 'consent_given', siteId: RIVERSIDE.id });
  await app.audit.record({ ...byApp, event: 'consent_given', siteId: HARBOUR.id });
  await app.audit.record({ ...byApp, event: 'resource_changed', siteId: RIVERSIDE.id, target: 'course/crs_1' });
  const during = said(await owner.get(LOG));
  await dare(owner, `${APPLICATIONS}/${id}/delete`);

  const [page, statements] = await withStatements(() => owner.get(LOG));
  const log = said(page);
  t.match(log, 'Ruth Adler deleted the app Timetable <3; it had no connections.');
  for (const sentence of [
    'Ruth Adler created the app Timetable <3.',
    'Ruth Adler disabled the app Timetable <3; it had no connections.',
    'Ruth Adler enabled the app Timetable <3 again.',
    'Ana Lima allowed Timetable <3 to connect.',
    'through Timetable <3',
  ]) {
    t.match(during, sentence);
    t.match(log, sentence, 'as before the deletion');
  }
  t.equal(
    statements.filter((sql) => sql.includes(`= 'client_deleted'`)).length,
    2,
    'in one statement, beside that for the filter',
  );
  const only = said(await owner.get(`${LOG}?client=${id}`));
  t.match(only, 'created the app Timetable <3.', 'also where the log is searched step by step');
  const choice = page.body.match(new RegExp(`<option value="${id}">([^<]*)</option>`))?.[1];
  t.equal(choice, 'Timetable &lt;3 (deleted)', 'it can be chosen');

  const entry = await owner.get(await entryOf(app, 'client_deleted'));
  t.match(said(entry), 'Ruth Adler deleted the app Timetable <3;');
  t.match(said(entry), 'Concerns Timetable <3');
  t.match(said(entry), /Fingerprint before [0-9a-f]{64}/);
  t.notMatch(said(entry), textFor('en').audit.change.title, 'the name is not a change');
  for (const language of LANGUAGES) {
    owner.headers['accept-language'] = language;
    const { audit, events } = textFor(language);
    const ended = audit.change.itsEnded({ connections: 0, people: 0 });
    const sentence = events.client_deleted.sized.log({ who: 'Ruth Adler', app: 'Timetable <3', ended });
    t.match(said(await owner.get(LOG)), sentence, language);
  }

  for (const format of ['csv', 'jsonl']) {
    const { body } = await owner.submit(await owner.get(LOG), '/audit/export', { format });
    const lines = body.split('\n').filter((line) => line.includes(id) && !line.includes('audit_exported'));
    t.ok(lines.length >= 6, format);
    t.strictSame(
      lines.filter((line) => !/Timetable <3/.test(line.replace('{"name":"Timetable <3"}', ''))),
      [],
      `each with the name in ${format}`,
    );
  }
  const foreign = await signedIn(app, CALLERS.foreignOwner.email);
  const theirs = said(await foreign.get('/admin/harbour/audit'));
  t.match(theirs, 'allowed a deleted app to connect.');
  t.notMatch(theirs, 'Timetable', 'another school learns no name');
});

t.test('every entry about deleted content has its name, at its school only, and people give none', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('owner', ['posts:write', 'lecturers:write']);
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await call(app, token, method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.body}`);
    return answer.json;
  };
  const post = await ask('POST', '/posts', { title: 'Oboe <3', slug: 'oboe', bodyMarkdown: 'Reeds' });
  const target = `post/${post.id}`;
  await ask('PATCH', `/posts/${post.id}`, { title: 'Oboe <4' });
  await app.audit.record({ event: 'resource_changed', at: app.clock(), siteId: HARBOUR.id, target });
  await ask('DELETE', `/posts/${post.id}`);
  const lecturer = await ask('POST', '/lecturers', { name: 'Petra Reed', slug: 'petra' });
  await ask('DELETE', `/lecturers/${lecturer.id}`);

  const owner = await signedIn(app, CALLERS.owner.email);
  const [page, statements] = await withStatements(() => owner.get(LOG));
  const log = said(page);
  for (const verb of ['created', 'edited', 'deleted']) {
    t.match(log, `Ruth Adler ${verb} “Oboe <4” (post).`);
    t.match(log, `Ruth Adler ${verb === 'edited' ? 'created' : verb} lecturer ${lecturer.id}.`);
  }
  t.equal(statements.filter((sql) => sql.includes(`= 'resource_deleted'`)).length, 1, 'in one statement');
  t.notMatch(log, /Name: |Petra Reed/);
  const deletions = await app.audit.log.page(RIVERSIDE.id, { event: 'resource_deleted' }, 2);
  t.strictSame(
    deletions.map(({ target, before, after }) => [target, typeof before, after]),
    [
      [`lecturer/${lecturer.id}`, 'string', null],
      [target, 'string', '{"name":"Oboe <4"}'],
    ],
  );
  const entry = await owner.get(`${LOG}/${deletions[1]?.id}`);
  t.match(said(entry), 'Ruth Adler deleted “Oboe <4” (post).');
  t.match(said(entry), `Target ${target}`);
  t.notMatch(said(entry), textFor('en').audit.change.title, 'the name is not a change');
  const { body } = await owner.submit(await owner.get(LOG), '/audit/export', { format: 'jsonl' });
  const rows = body
    .trim()
    .split('\n')
    .map((line): { target: string; after: string } => JSON.parse(line));
  t.strictSame(rows.find((row) => row.target === target)?.after, '{"name":"Oboe <4"}', 'an export has it');
  for (const language of LANGUAGES) {
    owner.headers['accept-language'] = language;
    const { audit, events } = textFor(language);
    const { named, things } = audit;
    const happened = {
      who: 'Ruth Adler',
      app: '',
      target: named({ name: 'Oboe <4', thing: things.post }),
      was: '',
      is: '',
      from: '',
      why: '',
    };
    t.match(said(await owner.get(LOG)), events.resource_deleted.log(happened), language);
  }
  const foreign = await signedIn(app, CALLERS.foreignOwner.email);
  const theirs = said(await foreign.get('/admin/harbour/audit'));
  t.match(theirs, `edited post ${post.id}.`);
  t.notMatch(theirs, 'Oboe', 'another school learns no name');
});

t.test('the deletion of each kind of content records what it was called', async (t) => {
  const rows = {
    ...{ course: { title: 'A' }, section: { title: 'A' }, lecture: { title: 'A' }, event: { title: 'A' } },
    ...{ post: { title: 'A' }, page: { title: 'A' }, digital_product: { title: 'A' } },
    ...{ form: { name: 'A' }, membership_plan: { name: 'A' }, coupon: { code: 'A' }, asset: { filename: 'A' } },
  };
  for (const [thing, row] of Object.entries(rows)) {
    t.equal(nameOfContent(thing, { ...row, id: 'x' }), 'A', thing);
    t.equal(deletedTarget(`${thing}/x`), `${thing}/x`);
  }
  for (const thing of NAMED_THINGS.filter((one) => !Object.hasOwn(rows, one) && one !== 'outline')) {
    t.equal(nameOfContent(thing, { title: 'A', name: 'A' }), undefined, thing);
    t.equal(deletedTarget(`${thing}/x`), undefined);
  }
  t.equal(deletedTarget('outline/crs_1'), 'course/crs_1', 'an outline ends with its course');
});

t.test('members read the names of the apps that they connected, also after the school deleted them', async (t) => {
  const { app } = await adminApp(t);
  const owner = await signedIn(app, CALLERS.owner.email);
  const id = await create(owner, 'Timetable <3');
  const timetable = { id, redirectUri: 'http://127.0.0.1/callback', secret: undefined };
  await obtainTokens(app, timetable, { scope: 'openid account:read' });
  await dare(owner, `${APPLICATIONS}/${id}/delete`);

  const { activity, events } = textFor('en');
  const ended = activity.ended.school({ app: 'Timetable <3', school: RIVERSIDE.name, count: 1 });
  const member = await signedIn(app, CALLERS.member.email);
  const [page, statements] = await withStatements(() => member.get('/account/activity'));
  const text = said(page);
  t.match(text, ended);
  t.match(text, events.consent_given.atSchool.you({ app: 'Timetable <3', school: RIVERSIDE.name }));
  t.notMatch(text, textFor('en').audit.someApp);
  t.ok(statements.filter((sql) => sql.includes(`= 'client_deleted'`)).length <= 2);
  const overview = said(await member.get('/account'));
  t.match(overview, ended);
  t.notMatch(overview, textFor('en').audit.someApp);
});

t.test('what is known of apps deleted earlier is said without calling them deleted twice', async (t) => {
  const { app } = await adminApp(t);
  const gone = { siteId: RIVERSIDE.id, personId: CALLERS.owner.id, clientId: 'c_gone', at: app.clock() };
  const events = ['client_created', 'client_changed', 'client_disabled', 'client_enabled', 'client_deleted'] as const;
  for (const event of events) await app.audit.record({ ...gone, event, before: 'a'.repeat(64) });
  await app.audit.record({ ...gone, event: 'client_secret_rotated' });
  const owner = await signedIn(app, CALLERS.owner.email);
  const log = said(await owner.get(LOG));
  for (const sentence of [
    'Ruth Adler created an app that was deleted later.',
    'Ruth Adler edited an app that was deleted later.',
    'Ruth Adler disabled an app that was deleted later; its connections ended.',
    'Ruth Adler re-enabled an app that was deleted later.',
    'Ruth Adler deleted an app; its connections ended.',
    'Ruth Adler rotated the secret of a deleted app.',
  ]) {
    t.match(log, sentence);
  }
  for (const language of LANGUAGES) {
    owner.headers['accept-language'] = language;
    const { audit, events: words } = textFor(language);
    const shown = said(await owner.get(LOG));
    const happened = {
      who: 'Ruth Adler',
      app: audit.someApp,
      target: '',
      was: '',
      is: '',
      from: '',
      why: '',
      by: 'person',
    };
    for (const event of events) {
      t.match(shown, words[event].deletedApp.log(happened), language);
      t.notMatch(shown, words[event].log(happened), language);
    }
    t.match(shown, words.client_secret_rotated.log(happened), language);
  }
});

t.test('the entry about a removed member says so in words, and leads to no page that is gone', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('owner', ['members:write']);
  const path = `${ADMIN}/members/${CALLERS.member.id}`;
  await app.audit.record({
    event: 'member_suspended',
    at: app.clock(),
    siteId: RIVERSIDE.id,
    personId: CALLERS.owner.id,
    target: `member/${CALLERS.member.id}`,
    before: fieldValues({ status: 'active' }),
    after: fieldValues({ status: 'suspended' }),
  });
  const owner = await signedIn(app, CALLERS.owner.email);
  const suspended = await entryOf(app, 'member_suspended');
  t.ok(linksOf(await owner.get(suspended)).includes(path), 'a member has a page');
  t.equal((await call(app, token, 'DELETE', `/members/${CALLERS.member.id}`)).status, 204);
  const removed = await entryOf(app, 'member_removed');
  t.equal((await owner.get(path)).status, 404);
  for (const entry of [suspended, removed]) {
    const page = await owner.get(entry);
    t.match(said(page), `Target member/${CALLERS.member.id}`);
    t.notOk(linksOf(page).includes(path), 'a removed one has none');
  }
  t.match(said(await owner.get(removed)), 'Status Active → Removed');
  for (const language of LANGUAGES) {
    owner.headers['accept-language'] = language;
    const { active, removed: word } = textFor(language).members.statuses;
    const page = said(await owner.get(removed));
    t.match(page, `${active} → ${word}`, language);
    t.notMatch(page, '→ removed', language);
  }
});
