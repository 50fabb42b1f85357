/** The page of an entry of the audit log says who did it and whom or what it concerns, and leads to their pages. */
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { adminApp, CALLERS, call, RIVERSIDE } from '../support/admin.ts';
import type { Browser, Page } from '../support/browser.ts';
import { DEMO, obtainTokens } from '../support/oauth-client.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

const ADMIN = '/admin/riverside';
const LOG = `${ADMIN}/audit`;
const ANA = `${ADMIN}/members/${CALLERS.member.id}`;
const RUTH = `${ADMIN}/members/${CALLERS.owner.id}`;
const trailOf = (person: string): string => `${LOG}?person=${person}`;

/** Opens the page of the newest entry. */
async function newest(app: FastifyInstance, browser: Browser): Promise<Page> {
  const [entry] = await app.audit.log.page(RIVERSIDE.id, {}, 1);
  return browser.get(`${LOG}/${entry?.id}`);
}

/** Records an event, and opens the page of its entry. */
async function entryAbout(app: FastifyInstance, browser: Browser, event: Partial<AuditEvent>): Promise<Page> {
  const byRuth = { siteId: RIVERSIDE.id, personId: CALLERS.owner.id, at: app.clock() };
  await app.audit.record({ event: 'resource_changed', ...byRuth, ...event });
  return newest(app, browser);
}

t.test('the page of an entry says who did it and whom it concerns, each with a page and all entries', async (t) => {
  const { app, clock } = await adminApp(t);
  await obtainTokens(app, DEMO.cli, {}, { email: CALLERS.member.email });
  const owner = await signedIn(app, CALLERS.owner.email);
  const one = linksOf(await owner.get(`${ADMIN}/connections`)).find((href) => /\/connections\/\d+$/.test(href)) ?? '';
  clock.advance(1000);
  await owner.submit(await owner.get(`${one}/end`), '/end');
  const page = await newest(app, owner);
  t.match(said(page), 'Ruth Adler ended the connection of Ana Lima with Demo CLI.');
  t.match(said(page), /By Ruth Adler \(ruth@\S+\) · .* Concerns Ana Lima \(ana@\S+\) · .* App Demo CLI/);
  const links = linksOf(page);
  for (const href of [RUTH, ANA, trailOf(CALLERS.owner.id), trailOf(CALLERS.member.id), `${LOG}?client=c_demo_cli`]) {
    t.ok(links.includes(href), href);
    t.equal((await owner.get(href)).status, 200, href);
  }
  t.notOk(links.includes(one), 'the connection is gone');
  for (const language of LANGUAGES) {
    owner.headers['accept-language'] = language;
    const { by, concerns } = textFor(language).audit.facts;
    t.match(said(await newest(app, owner)), new RegExp(`${by} Ruth Adler .* ${concerns} Ana Lima`), language);
  }
});

t.test('the page of an entry leads to settings, name and colours, webhooks, and to no page that is gone', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('owner', ['members:write', 'courses:write', 'students:write']);
  const owner = await signedIn(app, CALLERS.owner.email);
  const concernsOf = async (event: Partial<AuditEvent>) => {
    const page = await entryAbout(app, owner, event);
    const concerns = [...page.body.matchAll(/<dt>Concerns<\/dt><dd>(.*?)<\/dd>/g)].map(([, dd]) => dd ?? '');
    return concerns.map((body) => [
      said({ body: `<main>${body}` }).trim(),
      linksOf({ body }).filter((href) => !href.startsWith(LOG)),
    ]);
  };
  const { pages } = textFor('en').admin.area;
  t.strictSame(await concernsOf({ target: `school/${RIVERSIDE.id}` }), [[pages.settings, [`${ADMIN}/settings`]]]);
  t.strictSame(await concernsOf({ target: `appearance/${RIVERSIDE.id}` }), [[pages.look, [`${ADMIN}/look`]]]);
  t.strictSame(await concernsOf({ event: 'staff_rights_changed' }), [
    [textFor('en').staffRights.title, [`${ADMIN}/settings/staff`]],
  ]);
  t.strictSame(await concernsOf({ event: 'webhook_deleted', target: 'hooks.example whk_gone' }), [
    ['hooks.example whk_gone', []],
  ]);
  t.strictSame(await concernsOf({ target: 'course/crs_gone' }), [['course crs_gone', []]]);
  t.strictSame(await concernsOf({ event: 'tool_called', target: 'list_courses' }), []);

  const course = await call(app, token, 'POST', '/courses', { title: 'Oboe', slug: 'oboe' });
  const enrollment = { courseId: course.json.id, memberId: CALLERS.member.id, expireDate: null };
  const enrolled = await call(app, token, 'POST', '/enrollments', enrollment);
  const enrolls = { event: 'resource_created', target: `enrollment/${enrolled.json.id}` } as const;
  const [, member] = await concernsOf(enrolls);
  t.strictSame(member?.[1], [ANA], 'the member of an enrollment');

  t.equal((await call(app, token, 'DELETE', `/members/${CALLERS.member.id}`)).status, 204);
  t.strictSame((await concernsOf({ event: 'member_removed', target: `member/${CALLERS.member.id}` }))[0]?.[1], []);
  t.strictSame(
    (await concernsOf(enrolls)).flatMap(([, links]) => links),
    [],
  );
  const gone = await entryAbout(app, owner, {
    event: 'consent_given',
    personId: CALLERS.member.id,
    clientId: 'c_gone',
  });
  const [list = ''] = /<dl class="particulars">.*?<\/dl>/s.exec(gone.body) ?? [];
  t.match(list, 'c_gone');
  t.strictSame(linksOf({ body: list }), [trailOf(CALLERS.member.id), `${LOG}?client=c_gone`]);
});

t.test('the page of an entry leads to the app and the connection while they exist', async (t) => {
  const { app, clock } = await adminApp(t);
  const owner = await signedIn(app, CALLERS.owner.email);
  const created = await owner.submit(await owner.get(`${ADMIN}/applications/new`), '/applications/new', {
    name: 'Timetable',
    description: '',
    kind: 'public',
    redirect_uris: 'http://127.0.0.1/callback',
    post_logout_redirect_uris: '',
    scope: ['openid', 'account:read'],
  });
  const id = /<input id="client_id"[^>]*value="([^"]*)"/.exec(created.body)?.[1] ?? '';
  const made = await newest(app, owner);
  t.match(said(made), 'Concerns Timetable');
  t.ok(linksOf(made).includes(`${ADMIN}/applications/${id}`));

  const timetable = { id, redirectUri: 'http://127.0.0.1/callback', secret: undefined };
  await obtainTokens(app, timetable, { scope: 'openid account:read' }, { email: CALLERS.member.email });
  const path = linksOf(await owner.get(`${ADMIN}/connections`)).find((href) => /\/connections\/\d+$/.test(href)) ?? '';
  const ofGrant = {
    event: 'refresh_repeated',
    personId: CALLERS.member.id,
    clientId: id,
    target: path.split('/').at(-1) ?? '',
  } as const;
  const page = await entryAbout(app, owner, ofGrant);
  t.ok(linksOf(page).includes(path), 'the connection');
  t.match(said(page), /Concerns Ana Lima .* App Timetable .* Connected since/, 'an app did it, and not Ana');
  const ofOther = await entryAbout(app, owner, { ...ofGrant, personId: CALLERS.staff.id });
  t.notOk(linksOf(ofOther).includes(path), 'no connection of another person');

  clock.advance(1000);
  const ends = await owner.get(`${path}/end`);
  await owner.submit(ends, '/end');
  const ended = await entryAbout(app, owner, ofGrant);
  t.notOk(linksOf(ended).includes(path), 'nothing that has ended');
});
