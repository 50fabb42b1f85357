// slow
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { DEFAULT_APPEARANCE } from '../../schema/school/resources/appearance.ts';
import { adminApp, CALLERS, call, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { afterSignIn, open } from '../support/interaction.ts';
import { DEMO, obtainTokens } from '../support/oauth-client.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';
import { picture, uploaded } from '../support/uploads.ts';

const MEMBER = `/admin/riverside/members/${CALLERS.instructor.id}`;
const LOG = '/admin/riverside/audit';

t.test('the audit log says what was done to a member, and what was before [E-49]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('owner', ['members:write']);
  const at = `/members/${CALLERS.instructor.id}`;
  for (const [method, path, body] of [
    ['POST', '/role', { role: 'admin' }],
    ['POST', '/suspend', {}],
    ['POST', '/reinstate', {}],
    ['PATCH', '', { note: 'a private remark' }],
    ['DELETE', '', undefined],
  ] as const) {
    t.match(String((await call(app, token, method, at + path, body)).status), /^20/, `${method} ${path}`);
  }
  const all = await app.audit.log.page(RIVERSIDE.id, {}, 10);
  const entries = all.filter(({ target }) => target === `member/${CALLERS.instructor.id}`);
  t.strictSame(
    entries.map(({ event, before, after }) =>
      [event, before, after].map((one) => one?.replace(/[0-9a-f]{64}/, 'digest')),
    ),
    [
      ['member_removed', '{"status":"active"}', '{"status":"removed"}'],
      ['resource_changed', 'digest', '{"changed":["note"],"sha256":"digest"}'],
      ['member_reinstated', '{"status":"suspended"}', '{"status":"active"}'],
      ['member_suspended', '{"status":"active"}', '{"status":"suspended"}'],
      ['member_role_changed', '{"role":"instructor"}', '{"role":"admin"}'],
    ],
  );
  t.ok(entries.every(({ personId, clientId }) => personId === CALLERS.owner.id && clientId !== null));
  const owner = await signedIn(app, CALLERS.owner.email);
  const shown = await owner.get(`${LOG}?event=member_role_changed`);
  const ivan = `Ivan Petrov (${CALLERS.instructor.email})`;
  t.match(said(shown), `changed the role of ${ivan} from Instructor to Administrator.`);
  const change = linksOf(shown).find((href) => /\/audit\/\d+$/.test(href)) ?? '';
  t.match(said(await owner.get(change)), 'What changed Role Instructor → Administrator');
  t.match(
    (await owner.submit(await owner.get(LOG), '/audit/export', { format: 'csv' })).body,
    `"{""role"":""instructor""}","{""role"":""admin""}"`,
  );
});

t.test('the audit log says which settings of the school changed, from what, and to what [E-49]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('owner', ['school:write']);
  const change = { primaryDomain: 'learn.riverside.example', description: 'x'.repeat(900), name: 'Riverside School' };
  const { name } = (await app.school.settings.find(RIVERSIDE.id)) ?? {};
  t.equal((await call(app, token, 'PATCH', '/school', change)).status, 200);
  const [entry] = await app.audit.log.page(RIVERSIDE.id, { event: 'resource_changed' }, 1);
  t.match(JSON.parse(String(entry?.before)), { name });
  const after = JSON.parse(String(entry?.after)) as typeof change;
  t.strictSame([after.primaryDomain, after.name, after.description.length], [change.primaryDomain, change.name, 500]);
  t.notOk('currency' in after, 'nothing that stayed as it was');
});

/** The entry of the newest event, as a page says it. */
async function newestEntry(browser: Browser): Promise<string> {
  const href = linksOf(await browser.get(LOG)).find((one) => /\/audit\/\d+$/.test(one)) ?? '';
  return said(await browser.get(href));
}

t.test('the audit log says what an app was allowed, and who refused it [E-49]', async (t) => {
  const { app } = await adminApp(t);
  const scope = 'openid email account:read account:write';
  const ana = new Browser(app);
  const page = await afterSignIn(ana, CALLERS.member.email, DEMO.cli, { scope });
  await ana.submit(page, '/decision', { decision: 'allow', scope: ['account:read'] });
  const owner = await signedIn(app, CALLERS.owner.email);
  const { scopes } = textFor('en');
  t.match(
    said(await owner.get(LOG)),
    `Ana Lima allowed Demo CLI to connect. View only: ${scopes.openid}; ${scopes.email}; `,
  );
  const entry = await newestEntry(owner);
  t.match(entry, `What was allowed Permissions ${scopes.openid}; ${scopes.email}; ${scopes['account:read']}`);
  t.notMatch(entry, scopes['account:write'], 'and nothing else');
  const again = await open(ana, DEMO.cli, { scope, prompt: 'consent' });
  await ana.submit(again, '/decision', { decision: 'deny' });
  t.match(said(await owner.get(LOG)), 'Ana Lima didn’t allow Demo CLI to connect.');
  const once = await open(ana, DEMO.cli, { scope, prompt: 'consent' });
  await ana.submit(once, '/decision', { decision: 'allow', scope: ['account:read', 'account:write'] });
  const changing = `Can make changes: ${scopes['account:write']}`;
  t.match(
    said(await owner.get(LOG)),
    `Ana Lima allowed Demo CLI to connect. ${changing} Can view: ${scopes.openid}; `,
    'first what it can change, which nothing cuts off',
  );
});

t.test('the audit log says whose connection was ended, and so does the activity of that person [E-49]', async (t) => {
  const { app, clock } = await adminApp(t);
  await obtainTokens(app, DEMO.cli, {}, { email: CALLERS.member.email });
  const owner = await signedIn(app, CALLERS.owner.email);
  const connections = await owner.get('/admin/riverside/connections');
  const one = linksOf(connections).find((href) => /\/connections\/\d+$/.test(href)) ?? '';
  clock.advance(1000);
  await owner.submit(await owner.get(`${one}/end`), '/end');
  const sentence = 'Ruth Adler ended the connection of Ana Lima with Demo CLI.';
  t.match(said(await owner.get(LOG)), sentence);
  t.match(await newestEntry(owner), `What changed Permissions ${textFor('en').scopes.openid}`);
  const ana = await signedIn(app, CALLERS.member.email);
  const { activity } = textFor('en');
  const bySchool = (count: number): string =>
    activity.ended.school({ app: 'Demo CLI', school: 'Riverside Academy', count });
  t.match(said(await ana.get('/account/activity')), bySchool(1));
  await obtainTokens(app, DEMO.cli, {}, { email: CALLERS.member.email });
  await obtainTokens(app, DEMO.cli, {}, { email: CALLERS.member.email });
  const next = linksOf(await owner.get('/admin/riverside/connections')).find((href) =>
    /\/connections\/\d+$/.test(href),
  );
  clock.advance(1000);
  await owner.submit(await owner.get(`${next}/end-client`), '/end-client', { password: PASSWORD });
  t.match(
    said(await owner.get(LOG)),
    'Ruth Adler ended everyone’s connections with Demo CLI: 2 connections of 1 person.',
  );
  const both = said(await ana.get('/account/activity'));
  t.match(both, bySchool(2), 'many ends are told to each person');
  t.match(both, bySchool(1));
  t.notMatch(both, 'Ruth', 'but not who it was');
});

t.test('the trail of a person has what others did to that person, and pages lead to it [E-49]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('owner', ['members:write']);
  await call(app, token, 'POST', `/members/${CALLERS.instructor.id}/suspend`, {});
  await call(app, token, 'POST', `/members/${CALLERS.instructor.id}/reinstate`, {});
  await obtainTokens(app, DEMO.cli, {}, { email: CALLERS.instructor.email });
  await obtainTokens(app, DEMO.cli, {}, { email: CALLERS.member.email });
  const owner = await signedIn(app, CALLERS.owner.email);
  const trailFrom = async (path: string) => {
    const page = await owner.get(path);
    const href = linksOf(page).find((one) => one.startsWith(`${LOG}?`)) ?? '';
    const log = await owner.get(href);
    return [...log.body.matchAll(/\/audit\/\d+">([^<]*)</g)].map(([, sentence]) => sentence);
  };
  const { id } = CALLERS.instructor;
  const { events } = textFor('en');
  const name = 'Ivan Petrov';
  const connected = events.consent_given.log({ who: name, app: 'Demo CLI' });
  t.strictSame(await trailFrom(MEMBER), [
    connected,
    `Ruth Adler restored the access of ${name}.`,
    `Ruth Adler suspended ${name}.`,
  ]);
  const connections = await owner.get(`/admin/riverside/connections?person=${CALLERS.instructor.email}`);
  const one = linksOf(connections).find((href) => /\/connections\/\d+$/.test(href)) ?? '';
  t.strictSame(await trailFrom(one), [connected], 'of a connection: this person and this app');
  const ofApp = await trailFrom(`/admin/riverside/applications/${DEMO.cli.id}`);
  t.strictSame(ofApp.slice(0, 2), [connected.replace(name, 'Ana Lima'), connected], 'of an app: all its people');
  const found = await owner.get(`${LOG}?person=${id}&event=member_suspended&from=2026-01-01`);
  t.match(said(found), `Ruth Adler suspended ${name}.`, 'with other conditions too');
  const options = [...found.body.matchAll(/<option value="([a-z_]+)"/g)].map(([, value]) => value);
  for (const never of ['sign_in', 'reauthenticated', 'client_registered', 'key_rotated', 'email_changed'])
    t.notOk(options.includes(never), `${never} is no event of a school`);
  t.ok(options.includes('consent_denied') && options.includes('member_suspended'));
  const staff = await signedIn(app, CALLERS.staff.email);
  t.notOk(
    linksOf(await staff.get(MEMBER)).some((href) => href.startsWith(LOG)),
    'not for those who may not read it',
  );
});

t.test('the audit log says as what somebody was invited [E-49]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('owner', ['members:write']);
  const invited = { email: 'sam@riverside.example', name: 'Sam', role: 'staff' };
  t.equal((await call(app, token, 'POST', '/members', invited)).status, 201);
  const owner = await signedIn(app, CALLERS.owner.email);
  t.match(said(await owner.get(LOG)), 'Ruth Adler invited Sam as Staff.');
  owner.headers['accept-language'] = 'de';
  t.match(said(await owner.get(LOG)), 'Ruth Adler hat Sam eingeladen, Rolle: Team.');
});

t.test('the audit log says what changed of the appearance and of an application, in words [E-49]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('owner', ['appearance:write', 'storage:write']);
  const { themeColor } = (await app.school.settings.findAppearance(RIVERSIDE.id)) ?? DEFAULT_APPEARANCE;
  const change = { themeColor: '#FDE047', homepageSections: [] };
  t.equal((await call(app, token, 'PATCH', '/appearance', change)).status, 200);
  const owner = await signedIn(app, CALLERS.owner.email);
  t.match(said(await owner.get(LOG)), `Ruth Adler edited the appearance. Brand colour: ${themeColor} → #FDE047`);
  t.notMatch(await newestEntry(owner), /[0-9a-f]{64}/, 'and no fingerprint');
  for (const [logoAssetId, words] of [
    [(await uploaded(app, token, picture('one'))).id, 'none → an image'],
    [(await uploaded(app, token, picture('two'))).id, 'an image → another image'],
    [null, 'an image → none'],
  ] as const) {
    t.equal((await call(app, token, 'PATCH', '/appearance', { logoAssetId })).status, 200);
    t.match(said(await owner.get(LOG)), `edited the appearance. Logo file: ${words}`);
    t.notMatch(await newestEntry(owner), 'ast_', 'no id of a file');
  }

  const edit = `/admin/riverside/applications/${DEMO.cli.id}/edit`;
  const asked = await owner.submit(await owner.get(edit), '/edit', {
    name: 'Demo Terminal',
    description: '',
    scope: ['openid', 'email'],
    redirect_uris: 'https://terminal.example/callback',
    post_logout_redirect_uris: '',
  });
  await owner.submit(asked, '/edit', { password: PASSWORD });
  const entry = await newestEntry(owner);
  t.match(entry, 'Ruth Adler edited the app Demo Terminal.');
  t.match(entry, 'Name Demo CLI → Demo Terminal');
  t.match(entry, /Redirect URIs Added: https:\/\/terminal.example\/callback. Removed: http/);
  t.match(entry, 'Permissions Removed: ');
  t.notMatch(entry, /[0-9a-f]{64}/);
});

t.test('sign-ins and reauthentications are recorded with their method and address [E-49]', async (t) => {
  const file = databaseFile(t);
  const { app } = await adminApp(t, { databaseUrl: file.url });
  const owner = await signedIn(app, CALLERS.owner.email);
  const asking = await owner.get(`${MEMBER}/suspend`);
  await owner.submit(asking, '/suspend', { password: 'not this one' });
  await owner.submit(asking, '/suspend', { password: PASSWORD });
  const rows = await file.rows(
    `select event, target, ip from audit_events where person_id = ? and site_id is null and event <> 'new_browser' order by id`,
    CALLERS.owner.id,
  );
  t.strictSame(
    rows.map((row) => ({ ...row })),
    ['sign_in', 'sign_in_failed', 'reauthenticated'].map((event) => ({ event, target: 'password', ip: '127.0.0.1' })),
  );
});
