// slow
/** Site admin: beta features, the applications of a school, and how to connect. */
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { hashCredential, randomSecret } from '../../schema/credential.ts';
import { BASE, PASSWORD, type TestApp, testApp } from '../support/app.ts';
import { Browser, formsOf, type Page } from '../support/browser.ts';
import { type DatabaseFile, databaseFile } from '../support/database-edit.ts';
import { exchangeWith, makeKey, proofOf, refreshWith } from '../support/dpop.ts';
import {
  authorize,
  authorizeUrl,
  DEMO,
  exchange,
  introspect,
  makeVerifier,
  obtainTokens,
  postForm,
  refresh,
  type TestClient,
  userinfo,
} from '../support/oauth-client.ts';
import { linksOf, said } from '../support/signed-in.ts';

const ADMIN = '/admin/riverside';
const LIST = `${ADMIN}/applications`;
const DAY = 86_400_000;
const { applications, connect, handOver, message, schoolHome, settings, shell } = textFor('en');

const FIELDS = {
  name: 'Practice diary',
  description: 'Kept by Ruth',
  kind: 'public',
  redirect_uris: 'http://127.0.0.1/callback\r\nhttps://diary.example/callback',
  post_logout_redirect_uris: '',
};
const SCOPES = ['openid', 'profile', 'email', 'account:read'];

async function signedIn(app: FastifyInstance, email = 'ruth@riverside.example'): Promise<Browser> {
  const browser = new Browser(app);
  const page = await browser.get('/sign-in');
  await browser.submit(page, '/sign-in', { email, password: PASSWORD });
  return browser;
}

interface School extends TestApp {
  file: DatabaseFile;
  ruth: Browser;
}

async function school(t: Test): Promise<School> {
  const file = databaseFile(t);
  const test = await testApp(t, { databaseUrl: file.url });
  return { ...test, file, ruth: await signedIn(test.app) };
}

const inputOf = (page: Page, id: string): string | undefined =>
  new RegExp(`<input id="${id}"[^>]*value="([^"]*)"`).exec(page.body)?.[1];

const formOf = (page: Page, action: string): [string, string][] =>
  formsOf(page.body).find((form) => form.action.endsWith(action))?.fields ?? [];

const textOf = (page: Page, id: string): string | undefined =>
  new RegExp(`<textarea id="${id}"[^>]*>\\n([^<]*)<`).exec(page.body)?.[1];

const fill = async (ruth: Browser, fields: Record<string, string | string[]> = {}): Promise<Page> =>
  ruth.submit(await ruth.get(`${LIST}/new`), '/applications/new', { ...FIELDS, scope: SCOPES, ...fields });

/** Makes an application on the pages. */
async function make(ruth: Browser, fields: Record<string, string | string[]> = {}): Promise<TestClient> {
  const page = await fill(ruth, fields);
  if (page.status !== 200) throw new Error(`not made: ${page.status}`);
  return {
    id: inputOf(page, 'client_id') ?? '',
    redirectUri: 'http://127.0.0.1:49152/callback',
    secret: inputOf(page, 'client_secret'),
  };
}

const CALLBACK_URI = 'https://diary.example/callback';
const OTHER_URI = 'https://other.example/callback';

/** Answers the question for the password that a change of an application led to. */
const dareEdit = (browser: Browser, asked: Page, password = PASSWORD): Promise<Page> =>
  browser.submit(asked, '/edit', { password });

/** One of the dangerous things, with the password. */
const dare = async (browser: Browser, path: string, password = PASSWORD): Promise<Page> =>
  browser.submit(await browser.get(path), path, { password });

const events = ({ file }: Pick<School, 'file'>, event: string): Promise<unknown> =>
  file.read('select count(*) from audit_events where event = ?', event);

t.test('beta features', async (t) => {
  t.test('the demo has MCP connections switched on at its first school only [E-33]', async (t) => {
    const { app, ruth } = await school(t);
    t.match((await ruth.get(ADMIN)).body, `href="${LIST}"`);
    const hugo = await signedIn(app, 'hugo@harbour.example');
    t.notMatch((await hugo.get('/admin/harbour')).body, '/admin/harbour/applications');
    const off = await hugo.get('/admin/harbour/applications');
    t.equal(off.status, 404);
    t.match(off.body, message.feature_off.title);
    t.match(off.body, 'href="/admin/harbour/connect"', 'it leads to where it is offered');
    t.equal((await hugo.get('/admin/harbour/applications/new')).status, 404);
  });

  t.test('a disabled feature has no pages, and existing applications keep working [E-33]', async (t) => {
    const test = await school(t);
    const { app, ruth } = test;
    const client = await make(ruth);
    const tokens = await obtainTokens(app, client);
    const form = await ruth.get(`${LIST}/new`);
    const page = await ruth.get(`${ADMIN}/settings`);
    const off = formsOf(page.body).find(({ fields }) => fields.some(([, value]) => value === 'mcp_connections'));
    const done = await ruth.post(`${ADMIN}/settings/features`, off?.fields ?? []);
    const { name, whenOff, isOff, whileOff } = settings.features.mcp_connections;
    t.match(said(page), whenOff);
    t.match(said(done), `${settings.done.off({ feature: name })} ${isOff} ${whileOff}`, 'with what it leaves as it is');
    for (const path of ['', '/new', `/${client.id}`, `/${client.id}/edit`, `/${client.id}/delete`]) {
      t.equal((await ruth.get(`${LIST}${path}`)).status, 404, path);
    }
    t.equal((await ruth.submit(form, '/applications/new', { ...FIELDS, scope: SCOPES })).status, 404, 'no new ones');
    t.notMatch((await ruth.get(ADMIN)).body, `href="${LIST}"`);
    t.equal((await userinfo(app, tokens.access_token)).statusCode, 200);
    t.equal((await refresh(app, client, tokens.refresh_token)).statusCode, 200);
    t.ok((await obtainTokens(app, client)).access_token, 'and lets people in');
    t.equal(
      await test.file.read("select target from audit_events where event = 'beta_feature_off'"),
      'mcp_connections',
    );
    const offer = await ruth.get(`${ADMIN}/connect`);
    t.match(offer.body, `<h1>${connect.title}</h1>`, 'by the name in the menu');
    t.match(said(offer), connect.offer.text);
    const back = await ruth.submit(offer, '/settings/features');
    t.match(said(back), connect.offer.done, 'one button brings it back');
    t.match(back.body, connect.clientsTitle);
    t.equal((await ruth.get(LIST)).status, 200);
  });

  t.test('features are switched one by one, and an unknown feature or value switches nothing [E-33]', async (t) => {
    const { app, ruth, file } = await school(t);
    const csrf = formOf(await ruth.get(`${ADMIN}/settings`), '/features').find(([name]) => name === 'csrf');
    if (csrf === undefined) return t.fail('no form');
    const send = (...fields: [string, string][]) => ruth.post(`${ADMIN}/settings/features`, [csrf, ...fields]);
    t.equal((await send(['feature', 'chatgpt_sign_in'], ['on', 'yes'])).status, 200);
    t.equal(await app.school.betaFeatures.has('site_demo_riverside', 'chatgpt_sign_in'), true);
    t.equal(await app.school.betaFeatures.has('site_demo_riverside', 'mcp_connections'), true);
    t.equal(await app.school.betaFeatures.has('site_demo_harbour', 'chatgpt_sign_in'), false);
    const before = await file.read('select beta_features from sites where slug = ?', 'riverside');
    t.equal((await send(['feature', 'all'], ['on', 'yes'])).status, 404);
    t.equal((await send(['feature', 'chatgpt_sign_in'], ['on', 'maybe'])).status, 404);
    t.equal((await send(['feature', 'chatgpt_sign_in'])).status, 404);
    t.equal(await file.read('select beta_features from sites where slug = ?', 'riverside'), before);
  });

  t.test(
    'features are switched only by those who manage the school, from our own page [RFC 6749 §10.12, E-33]',
    async (t) => {
      const { app, ruth, file } = await school(t);
      const fields = formOf(await ruth.get(`${ADMIN}/settings`), '/features');
      t.ok(fields.length >= 3);
      const before = await file.read('select beta_features from sites where slug = ?', 'riverside');
      for (const headers of [{ origin: 'https://evil.test' }, { origin: 'null', 'sec-fetch-site': 'cross-site' }]) {
        t.equal((await ruth.post(`${ADMIN}/settings/features`, fields, headers)).status, 403);
      }
      const bent = fields.map(([name, value]): [string, string] => [name, name === 'csrf' ? `${value}A` : value]);
      t.equal((await ruth.post(`${ADMIN}/settings/features`, bent)).status, 403);
      for (const email of ['ana', 'ivan'].map((name) => `${name}@riverside.example`).concat('noor@schools.example')) {
        const other = await signedIn(app, email);
        for (const path of ['/settings', '/applications', '/applications/new', '/connect', '/connect/addresses']) {
          t.equal((await other.get(`${ADMIN}${path}`)).status, 403, `${email} ${path}`);
        }
      }
      const hugo = await signedIn(app, 'hugo@harbour.example');
      const own = formOf(await hugo.get('/admin/harbour/settings'), '/features');
      t.ok(own.length >= 3);
      t.equal((await hugo.post(`${ADMIN}/settings/features`, own)).status, 403, 'the owner of another school');
      t.equal(await file.read('select beta_features from sites where slug = ?', 'riverside'), before);
    },
  );
});

t.test('a new application', async (t) => {
  t.test('an application made by an operator gets account:read from a student [spec 5.3.6]', async (t) => {
    const { app, ruth, file } = await school(t);
    const page = await fill(ruth);
    t.match(page.body, applications.issued.title.created);
    t.match(page.body, applications.issued.noSecret);
    t.equal(page.headers['cache-control'], 'no-store');
    const client = {
      id: inputOf(page, 'client_id') ?? '',
      redirectUri: 'http://127.0.0.1:50000/callback',
      secret: undefined,
    };
    t.match(client.id, /^c_[A-Za-z0-9_-]{22}$/);
    const { developer } = applications;
    const onPage = await ruth.get(`${LIST}/${client.id}/developer`);
    for (const one of [page, onPage]) {
      for (const uri of FIELDS.redirect_uris.split('\r\n')) t.match(one.body, `\nredirect_uri=${uri}\n`);
      t.match(said(one), `${developer.lead} ${developer.noSecret}`);
      t.notMatch(said(one), developer.sendSecret);
    }
    t.match(said(onPage), handOver.admin.leadPublic);
    t.notMatch(said(onPage), handOver.admin.lead);
    t.match(page.body, `--client-id ${client.id}`);
    t.match(page.body, `--scope &quot;${SCOPES.join(' ')}&quot;`, 'the command asks for what the application may have');
    const tokens = await obtainTokens(app, client);
    t.equal((await userinfo(app, tokens.access_token)).json().email, 'ana@riverside.example');
    t.match(await introspect(app, client, tokens.access_token), { active: true, scope: SCOPES.join(' ') });
    t.equal(await file.read('select description from clients where id = ?', client.id), FIELDS.description);
    const after = await file.read(
      "select after from audit_events where event = 'client_created' and client_id = ?",
      client.id,
    );
    t.match(JSON.parse(String(after)), { name: FIELDS.name, scopes: SCOPES, hasSecret: false });
    const log = await ruth.get('/admin/riverside/audit?event=client_created');
    const entry = linksOf(log).find((href) => /\/audit\/\d+$/.test(href)) ?? '';
    t.match(said(await ruth.get(entry)), /Settings Name .* Redirect URIs .* Has a secret no/);
    const one = await ruth.get(`${LIST}/${client.id}`);
    for (const scope of SCOPES) t.match(one.body, `<code>${scope}</code>`);
    t.match(said(one), 'Connections 1 ', 'the tab counts them');
    t.match(said(await ruth.get(`/admin/riverside/connections?client=${client.id}`)), 'Ana Lima');
    t.match(one.body, applications.one.use({ grants: 1, people: 1 }));
    t.match((await ruth.get(LIST)).body, `${LIST}/${client.id}`);
  });

  t.test('the secret of a confidential application is shown once, and stored as a hash [E-30]', async (t) => {
    const { app, ruth, file, logs } = await school(t);
    const client = await make(ruth, { kind: 'confidential' });
    const secret = client.secret ?? '';
    t.match(secret, /^cs_[A-Za-z0-9_-]{43}$/);
    t.ok((await obtainTokens(app, client)).access_token);
    for (const path of ['', `/${client.id}`, `/${client.id}/edit`, `/${client.id}/secret`]) {
      t.notMatch((await ruth.get(`${LIST}${path}`)).body, secret, path);
    }
    t.equal(await file.read('select count(*) from clients where secret_hash = ?', secret), 0);
    t.notMatch(logs.join(''), secret);
  });

  t.test('a form that is sent more than once creates one application [E-33]', async (t) => {
    const { clock, ruth, file } = await school(t);
    const form = await ruth.get(`${LIST}/new`);
    const before = Number(await file.read('select count(*) from clients'));
    const send = () => ruth.submit(form, '/applications/new', { ...FIELDS, kind: 'confidential', scope: SCOPES });
    const pages = await Promise.all([send(), send(), send()]);
    t.equal(new Set(pages.map((page) => inputOf(page, 'client_secret'))).size, 1, 'each shows the same secret');
    t.equal(inputOf(await send(), 'client_secret'), inputOf(pages[0] as Page, 'client_secret'));
    clock.advance(11 * 60_000);
    const late = await ruth.submit(await send(), '/applications/new', { password: PASSWORD });
    t.equal(late.status, 409);
    t.match(late.body, applications.issued.again.created.title);
    t.notMatch(late.body, 'cs_');
    t.equal(await file.read('select count(*) from clients'), before + 1);
  });

  t.test('a client id cannot be chosen [W49]', async (t) => {
    const { ruth } = await school(t);
    for (const once of ['', 'c_demo_cli', 'x'.repeat(42), 'usr_demo_ruth']) {
      const page = await fill(ruth, { once });
      t.equal(page.status, 400, once);
      t.match(page.body, `value="${FIELDS.name}"`, 'what was entered stays');
    }
    const client = await make(ruth, { once: 'A'.repeat(43) });
    t.notMatch(client.id, 'AAAA');
  });

  const bad: [string, Record<string, string | string[]>, string, string][] = [
    ['no name', { name: ' ' }, 'name', shell.required],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name', shell.tooLong],
    ['a name that turns the text around', { name: 'a\u202eb' }, 'name', shell.invalid],
    ['a description of 501 characters', { description: 'x'.repeat(501) }, 'description', shell.tooLong],
    ['no redirect URI', { redirect_uris: ' \r\n ' }, 'redirect_uris', shell.required],
    [
      'eleven redirect URIs',
      { redirect_uris: Array.from({ length: 11 }, (_, n) => `https://a.example/${n}`).join('\n') },
      'redirect_uris',
      applications.form.faults.tooMany,
    ],
    ...(
      [
        ['http://diary.example/callback', 'plain_http'],
        ['https://diary.example/callback#x', 'fragment'],
        ['diary.example/callback', 'relative'],
        ['javascript:alert(1)', 'forbidden_scheme'],
        ['https://user@diary.example/', 'authority'],
        ['https://a.example:99999/', 'authority'],
        ['http://127.0.0.1.evil.example/callback', 'plain_http'],
        ['http://127.0.0.1@evil.example/callback', 'authority'],
        ['https://diary.example/a b', 'characters'],
        [`https://diary.example/${'x'.repeat(2048)}`, 'too_long'],
      ] as const
    ).map(([uri, fault]): [string, Record<string, string>, string, string] => [
      `the redirect URI ${uri.slice(0, 40)}`,
      { redirect_uris: `https://fine.example/callback\r\n${uri}` },
      'redirect_uris',
      applications.form.faults.address({ address: uri.slice(0, 100), why: applications.form.faults.addresses[fault] }),
    ]),
    [
      'a bad address after sign-out',
      { post_logout_redirect_uris: 'ftp:\\x' },
      'post_logout_redirect_uris',
      applications.form.faults.addresses.characters,
    ],
  ];
  t.test('an invalid entry is refused beside its field, and all entries stay [ASVS 2.2.1, A3.6]', async (t) => {
    const { ruth, file } = await school(t);
    const before = await file.read('select count(*) from clients');
    for (const [name, fields, field, sentence] of bad) {
      const page = await fill(ruth, fields);
      t.equal(page.status, 400, name);
      const error = new RegExp(`id="${field}-error">([^<]*)<`).exec(page.body)?.[1] ?? '';
      t.match(error.replaceAll('&#39;', "'"), sentence, name);
      t.equal(page.body.split('class="error"').length - 1, 1, `${name}: nothing else`);
      t.match(page.body, `<a href="#${field}">`);
      t.equal(new Map(formOf(page, '/new')).get('kind'), FIELDS.kind);
      t.equal(textOf(page, 'description'), fields.description ?? FIELDS.description);
    }
    t.equal(await file.read('select count(*) from clients'), before);
  });

  t.test('an application has at least one scope, and only scopes of the vocabulary [spec 2.8, E-31]', async (t) => {
    const { ruth } = await school(t);
    const { faults } = applications.form;
    t.match((await fill(ruth, { scope: [] })).body, faults.noScope);
    for (const scope of ['admin', 'offline_access', 'openid profile', '*']) {
      const page = await fill(ruth, { scope: ['openid', scope] });
      t.equal(page.status, 400);
      t.match(page.body, faults.notYours, scope);
    }
    t.match((await fill(ruth, { kind: 'vendor' })).body, faults.noKind);
  });

  t.test('what was entered for an application is shown as text [ASVS 1.2.1]', async (t) => {
    const { ruth } = await school(t);
    const nasty = '"><script>alert(1)</script>';
    const refused = await fill(ruth, { name: nasty, description: `</textarea>${nasty}`, redirect_uris: nasty });
    t.notMatch(refused.body, '<script>');
    t.notMatch(refused.body, '</textarea>"');
    const client = await make(ruth, { name: nasty, description: nasty });
    for (const path of ['', `/${client.id}`, `/${client.id}/edit`, `/${client.id}/delete`]) {
      t.notMatch((await ruth.get(`${LIST}${path}`)).body, '<script>alert', path);
    }
  });
});

t.test('an existing application', async (t) => {
  t.test('scopes removed from an application leave its tokens at once [RFC 6749 §3.3, ASVS 8.3.2]', async (t) => {
    const { app, ruth, file } = await school(t);
    const client = await make(ruth);
    const tokens = await obtainTokens(app, client);
    const viewer = () =>
      app.inject({
        method: 'POST',
        url: '/account/graphql',
        headers: { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' },
        payload: { query: '{ viewer { id } }' },
      });
    t.equal((await viewer()).statusCode, 200);
    const form = await ruth.get(`${LIST}/${client.id}/edit`);
    const done = await ruth.submit(form, '/edit', { ...FIELDS, name: 'Diary', scope: ['openid', 'email'] });
    t.match(done.body, applications.done.changed);
    t.equal((await viewer()).statusCode, 403);
    t.match(await introspect(app, client, tokens.access_token), { active: true, scope: 'openid email' });
    const refreshed = await refresh(app, client, tokens.refresh_token);
    t.equal(refreshed.json().scope, 'openid email');
    const refused = await new Browser(app).get(authorizeUrl(client, makeVerifier()));
    t.equal(refused.leavesFor?.searchParams.get('error'), 'invalid_scope');
    const trail = "from audit_events where event = 'client_changed'";
    t.not(await file.read(`select before ${trail}`), await file.read(`select after ${trail}`));

    const stale = await ruth.submit(form, '/edit', { ...FIELDS, name: 'Late', scope: SCOPES });
    t.equal(stale.status, 409, 'a form from before the change');
    t.match(stale.body, applications.form.stale);
    t.equal(await file.read('select name from clients where id = ?', client.id), 'Diary');
    const bent = await ruth.submit(await ruth.get(`${LIST}/${client.id}/edit`), '/edit', {
      ...FIELDS,
      redirect_uris: 'x',
    });
    t.equal(bent.status, 400);
    t.equal(await events({ file }, 'client_changed'), 1);
  });

  t.test(
    'introspection and default scopes are set on the page, introspection after the password, and audited [E-2, E-27, E-33]',
    async (t) => {
      const { app, ruth, file } = await school(t);
      const client = await make(ruth, { kind: 'confidential', may_introspect: 'yes' });
      const path = `${LIST}/${client.id}`;
      const foreign = await obtainTokens(app, DEMO.cli);
      const isActive = async () => (await introspect(app, client, foreign.access_token)).active;
      t.equal(await isActive(), false, 'not given when an application is made');

      const given = { ...FIELDS, scope: SCOPES };
      const wrong = await ruth.submit(await ruth.get(`${path}/edit`), '/edit', {
        ...given,
        default_scope: 'openid orders:read',
      });
      t.equal(wrong.status, 400);
      t.ok(wrong.body.includes(applications.form.faults.scopeNotChosen));
      t.equal(inputOf(wrong, 'default_scope'), 'openid orders:read', 'the entry stays');

      const fields = { ...given, default_scope: 'email openid', may_introspect: 'yes' };
      const asked = await ruth.submit(await ruth.get(`${path}/edit`), '/edit', fields);
      t.ok(asked.body.includes(applications.danger.change.introspects), 'the risk is said');
      t.equal(await isActive(), false, 'not before the password');
      await ruth.submit(asked, '/edit', { password: PASSWORD });
      t.equal(await isActive(), true);
      t.ok((await ruth.get(path)).body.includes(applications.form.mayIntrospect));
      t.equal(
        await file.read("select target from audit_events where event = 'client_changed' and client_id = ?", client.id),
        'default_scope: "" -> "openid email" may_introspect: "false" -> "true"',
      );

      const silent = { scope: undefined, resource: undefined };
      const tokens = await obtainTokens(app, client, silent);
      t.equal(tokens.scope, 'openid email', 'what a request without a scope gets');

      await ruth.submit(await ruth.get(`${path}/edit`), '/edit', { ...given, may_introspect: [] });
      t.equal(await isActive(), false, 'taking it away needs no password');
    },
  );

  t.test(
    'a school requires a proof of a key of an application, and takes that back after the password [RFC 9449 §5.2]',
    async (t) => {
      const { app, ruth, file } = await school(t);
      const client = await make(ruth);
      const path = `${LIST}/${client.id}`;
      const before = await obtainTokens(app, client);
      const key = await makeKey();
      const proof = () => proofOf(key, { now: app.clock() });
      const given = { ...FIELDS, scope: SCOPES };
      await ruth.submit(await ruth.get(`${path}/edit`), '/edit', { ...given, demands_proof: 'yes' });
      t.ok((await ruth.get(path)).body.includes(applications.form.demandsProof));
      const stolen = { url: '/api/oauth/userinfo', headers: { authorization: `Bearer ${before.access_token}` } };
      t.equal((await app.inject(stolen)).statusCode, 401, 'what was not bound ends at once');
      const authorization = await authorize(app, client);
      t.match((await exchange(app, client, authorization)).json(), { error: 'invalid_dpop_proof' });
      const bound = await exchangeWith(app, authorization, await proof(), client);
      t.equal(bound.json().token_type, 'DPoP');
      const renewed = await refreshWith(app, before.refresh_token, await proof(), client);
      t.match(renewed.json(), { error: 'invalid_grant' }, 'what was not bound ends');

      const asked = await ruth.submit(await ruth.get(`${path}/edit`), '/edit', { ...given, demands_proof: [] });
      t.ok(asked.body.includes(applications.danger.change.unbinds), 'the risk is said');
      t.match((await exchange(app, client, await authorize(app, client))).json(), { error: 'invalid_dpop_proof' });
      await ruth.submit(asked, '/edit', { password: PASSWORD });
      t.equal((await exchange(app, client, await authorize(app, client))).json().token_type, 'Bearer');
      t.match((await refreshWith(app, before.refresh_token, undefined, client)).json(), { error: 'invalid_grant' });
      t.equal(
        await file.read(
          "select target from audit_events where event = 'client_changed' and client_id = ? order by id",
          client.id,
        ),
        'dpop_bound_access_tokens: "false" -> "true"',
      );
      const made = await make(ruth, { demands_proof: 'yes' });
      t.match((await exchange(app, made, await authorize(app, made))).json(), { error: 'invalid_dpop_proof' });
    },
  );

  t.test('a public application cannot introspect the tokens of others [RFC 7662 §2.1]', async (t) => {
    const { ruth } = await school(t);
    const client = await make(ruth);
    const edit = await ruth.get(`${LIST}/${client.id}/edit`);
    t.notOk(edit.body.includes('may_introspect'));
    t.equal((await ruth.submit(edit, '/edit', { ...FIELDS, scope: SCOPES, may_introspect: 'yes' })).status, 400);
  });

  t.test('other redirect URIs or more scopes for an application require the password [RFC 9700 §4.1]', async (t) => {
    const { app, ruth, file } = await school(t);
    const client = await make(ruth, { redirect_uris: CALLBACK_URI, scope: ['openid', 'email'] });
    const path = `${LIST}/${client.id}/edit`;
    const edit = async (fields: Record<string, string | string[]>) =>
      ruth.submit(await ruth.get(path), '/edit', { ...FIELDS, redirect_uris: CALLBACK_URI, ...fields });
    const saved = async () => {
      const row = await file.row('select redirect_uris, scope from clients where id = ?', client.id);
      return { uris: JSON.parse(String(row?.redirect_uris)), scope: row?.scope };
    };
    const before = await saved();
    const scope = ['openid', 'email'];
    t.match((await edit({ name: 'Diary', description: 'x', scope })).body, applications.done.changed, 'not for a name');
    t.match((await edit({ scope: ['openid'] })).body, applications.done.changed, 'nor for less');
    t.match((await dareEdit(ruth, await edit({ scope }))).body, applications.done.changed);
    t.strictSame(await saved(), before);

    const asked = await edit({
      redirect_uris: `${CALLBACK_URI}
${OTHER_URI}`,
      scope: [...scope, 'profile'],
    });
    t.match(asked.body, applications.danger.change.added);
    t.match(asked.body, `<code>${OTHER_URI}</code>`);
    t.match(asked.body, '<code>profile</code>');
    t.strictSame(await saved(), before, 'nothing without the password');
    const wrong = await dareEdit(ruth, asked, 'not the password');
    t.equal(wrong.status, 400);
    t.strictSame(await saved(), before, 'nor with another');
    const copy = ruth.copy();
    t.match((await dareEdit(ruth, wrong)).body, applications.done.changed);
    t.match((await copy.get(ADMIN)).url, /^\/sign-in/, 'a copy of the cookie from before is refused');
    t.strictSame(await saved(), { uris: [CALLBACK_URI, OTHER_URI], scope: 'openid profile email' });
    const log = await ruth.get(`${ADMIN}/audit?event=client_changed`);
    const entry = await ruth.get(linksOf(log).find((href) => /\/audit\/\d+$/.test(href)) ?? '');
    t.match(entry.body, `redirect_uris +${OTHER_URI} scope +profile`);
    t.match((await dareEdit(ruth, wrong)).body, applications.done.changed, 'sent twice');
    t.match((await edit({ redirect_uris: OTHER_URI, scope })).body, applications.danger.change.removed);
    t.ok(await app.oauth.siteApplications.find('site_demo_riverside', client.id));
  });

  t.test('a redirect URI that was added makes people consent again, once [RFC 9700 §4.1, RFC 8252 §8.6]', async (t) => {
    const { app, ruth, clock } = await school(t);
    const client = { ...(await make(ruth, { redirect_uris: CALLBACK_URI })), redirectUri: CALLBACK_URI };
    const ana = new Browser(app);
    await authorize(app, client, {}, { browser: ana });
    const isSilent = async (): Promise<boolean> => {
      clock.advance(1000);
      return (await ana.get(authorizeUrl(client, makeVerifier()))).leavesFor?.searchParams.has('code') ?? false;
    };
    const edit = async (uris: string) => {
      const form = await ruth.get(`${LIST}/${client.id}/edit`);
      const asked = await ruth.submit(form, '/edit', { ...FIELDS, redirect_uris: uris, scope: SCOPES });
      t.match((await dareEdit(ruth, asked)).body, applications.done.changed);
    };
    t.equal(await isSilent(), true);
    await edit(`${CALLBACK_URI}
${OTHER_URI}`);
    t.equal(await isSilent(), false);
    const silent = await ana.get(authorizeUrl(client, makeVerifier(), { prompt: 'none' }));
    t.equal(silent.leavesFor?.searchParams.get('error'), 'consent_required');
    await authorize(app, client, {}, { browser: ana });
    t.equal(await isSilent(), true, 'once');
    await edit(CALLBACK_URI);
    t.equal(await isSilent(), true, 'not when one is only taken away');
  });

  t.test('an operator who loses the role while the password is checked changes nothing [D2]', async (t) => {
    const { app, ruth, file } = await school(t);
    const client = await make(ruth, { redirect_uris: CALLBACK_URI });
    const edit = await ruth.get(`${LIST}/${client.id}/edit`);
    const asked = await ruth.submit(edit, '/edit', { ...FIELDS, redirect_uris: OTHER_URI, scope: SCOPES });
    const dangers = [asked, await ruth.get(`${LIST}/${client.id}/delete`)];
    const { signIn } = app.people;
    const demoted: typeof signIn = async (...who) => {
      const result = await signIn(...who);
      await file.edit("update memberships set role = 'member' where person_id = 'usr_demo_ruth'");
      return result;
    };
    Object.defineProperty(app.people, 'signIn', { value: demoted });
    for (const page of dangers) {
      await file.edit("update memberships set role = 'owner' where person_id = 'usr_demo_ruth'");
      const [form] = formsOf(page.body).filter(({ fields }) => fields.some(([name]) => name === 'password'));
      t.equal((await ruth.submit(page, form?.action ?? '', { password: PASSWORD })).status, 403, form?.action ?? '');
    }
    t.equal(await file.read('select redirect_uris from clients where id = ?', client.id), `["${CALLBACK_URI}"]`);
  });

  t.test('a new secret works at once, the previous one for another day or until it is ended [E-30]', async (t) => {
    const { app, ruth, clock, file } = await school(t);
    const client = await make(ruth, { kind: 'confidential' });
    const path = `${LIST}/${client.id}`;
    const works = async (secret: string | undefined): Promise<boolean> => {
      const response = await postForm(app, '/api/oauth/introspect', {
        token: 'x',
        client_id: client.id,
        client_secret: secret,
      });
      return response.statusCode === 200;
    };
    const question = await ruth.get(`${path}/secret`);
    const answer = () => ruth.submit(question, '/secret', { password: PASSWORD });
    const page = await answer();
    const second = inputOf(page, 'client_secret');
    t.equal(page.status, 200);
    t.not(second, client.secret);
    t.strictSame([await works(client.secret), await works(second), await works('cs_x')], [true, true, false]);
    t.equal(inputOf(await answer(), 'client_secret'), second, 'sent twice');
    const again = await ruth.submit(question, '/secret', { password: PASSWORD, once: '' });
    t.equal(again.status, 409, 'and once more');
    t.match(again.body, applications.issued.again.rotated.title);
    t.notMatch(again.body, 'cs_');
    t.strictSame([await works(client.secret), await works(second)], [true, true], 'and takes nothing away');
    t.match((await ruth.get(path)).body, applications.one.endOld);

    clock.advance(DAY - 1);
    t.equal(await works(client.secret), true, 'to the last millisecond');
    clock.advance(1);
    t.strictSame([await works(client.secret), await works(second)], [false, true]);

    const night = await signedIn(app);
    t.equal((await night.get(`${path}/old-secret`)).status, 404, 'there is none');
    const third = inputOf(await dare(night, `${path}/secret`), 'client_secret');
    t.strictSame([await works(second), await works(third)], [true, true]);
    t.match((await dare(night, `${path}/old-secret`)).body, applications.done.secret_ended);
    t.strictSame([await works(second), await works(third)], [false, true]);
    t.equal(await events({ file }, 'client_secret_rotated'), 2);
    t.equal(await events({ file }, 'client_secret_ended'), 1);
    t.equal((await night.get(`${LIST}/${(await make(night)).id}/secret`)).status, 404, 'a public one has none');
  });

  t.test('disabling an application ends its tokens at once, and enabling restores none [E-33, spec 3]', async (t) => {
    const { app, ruth, file } = await school(t);
    const client = await make(ruth);
    const tokens = await obtainTokens(app, client);
    const path = `${LIST}/${client.id}`;
    t.match((await ruth.get(`${path}/disable`)).body, applications.one.use({ grants: 1, people: 1 }));
    t.equal((await dare(ruth, `${path}/disable`, 'not the password')).status, 400);
    t.equal((await userinfo(app, tokens.access_token)).statusCode, 200, 'a wrong password changes nothing');
    t.match((await dare(ruth, `${path}/disable`)).body, applications.done.disabled);
    t.equal((await userinfo(app, tokens.access_token)).statusCode, 401);
    t.equal((await refresh(app, client, tokens.refresh_token)).json().error, 'invalid_client');
    const start = await new Browser(app).get(authorizeUrl(client, makeVerifier()));
    t.equal(start.status, 400);
    t.equal(start.leavesFor, undefined, 'an error page of ours');
    t.match(said(start), message.client_disabled.text, 'the app made no mistake');
    t.match(said(start), textFor('en').client.callsItself({ name: 'Practice diary' }), 'and which one it is');
    t.equal((await ruth.get(`${path}/disable`)).status, 404);
    const enabled = await ruth.submit(await ruth.get(path), '/enable');
    t.match(enabled.body, applications.done.enabled);
    t.equal((await userinfo(app, tokens.access_token)).statusCode, 401);
    t.equal((await refresh(app, client, tokens.refresh_token)).json().error, 'invalid_grant');
    t.ok((await obtainTokens(app, client)).access_token, 'people let it in anew');
    t.strictSame([await events({ file }, 'client_disabled'), await events({ file }, 'client_enabled')], [1, 1]);
  });

  t.test('deleting an application revokes its tokens and deletes the consents for it [E-33, spec 3]', async (t) => {
    const { app, ruth, file } = await school(t);
    const client = await make(ruth);
    const tokens = await obtainTokens(app, client);
    const path = `${LIST}/${client.id}`;
    t.match((await ruth.get(`${path}/delete`)).body, applications.one.use({ grants: 1, people: 1 }));
    t.match((await dare(ruth, `${path}/delete`)).body, applications.done.deleted);
    t.equal((await ruth.get(path)).status, 404);
    t.equal((await userinfo(app, tokens.access_token)).statusCode, 401);
    t.equal((await refresh(app, client, tokens.refresh_token)).json().error, 'invalid_client');
    t.match((await new Browser(app).get(authorizeUrl(client, makeVerifier()))).status, 400);
    t.equal(await file.read('select count(*) from consents where client_id = ?', client.id), 0);
    t.match(await file.read("select before from audit_events where event = 'client_deleted'"), /^[0-9a-f]{64}$/);
    t.equal(
      await file.read("select after from audit_events where event = 'client_deleted'"),
      '{"name":"Practice diary","connections":"1","people":"1"}',
    );
  });

  t.test('the owner of another school can neither see nor change an application [W38]', async (t) => {
    const { app, ruth, file } = await school(t);
    const client = await make(ruth, { kind: 'confidential' });
    const hugo = await signedIn(app, 'hugo@harbour.example');
    await hugo.submit(await hugo.get('/admin/harbour/connect'), '/settings/features');
    const own = await hugo.get('/admin/harbour/applications/new');
    t.equal(own.status, 200);
    t.notMatch((await hugo.get('/admin/harbour/applications')).body, client.id);
    const csrf = new Map(formOf(own, '/new')).get('csrf') ?? '';
    for (const [schoolPath, status] of [
      ['/admin/harbour', 404],
      [ADMIN, 403],
    ] as const) {
      const path = `${schoolPath}/applications/${client.id}`;
      for (const end of ['', '/edit', '/secret', '/disable', '/delete']) {
        t.equal((await hugo.get(`${path}${end}`)).status, status, `${path}${end}`);
      }
      for (const end of ['/edit', '/secret', '/disable', '/enable', '/delete']) {
        const page = await hugo.post(`${path}${end}`, [
          ['csrf', csrf],
          ['password', PASSWORD],
        ]);
        t.equal(page.status, status, `POST ${path}${end}`);
      }
    }
    t.equal(await file.read('select active from clients where id = ?', client.id), 1);
    t.equal((await hugo.get('/admin/harbour/applications/c_demo_cli')).status, 404);
    t.equal((await hugo.get('/admin/harbour/applications/c_vendor_claude')).status, 404, 'nor one of nobody’s');
  });

  t.test('many applications are listed page by page, each page below 30,000 characters [E-36]', async (t) => {
    const { app, ruth } = await school(t);
    for (let n = 0; n < 60; n += 1) {
      const id = `c_many_${n}`;
      await app.oauth.siteApplications.create(
        {
          id,
          origin: 'site_application',
          siteId: 'site_demo_riverside',
          name: 'ñ'.repeat(100),
          authMethod: 'none',
          redirectUris: ['http://127.0.0.1/'],
          scopes: ['openid'],
          createdAt: n,
        },
        { event: 'client_created', at: n },
      );
    }
    const seen = new Set<string>();
    for (const number of [1, 2, 3]) {
      const page = await ruth.get(`${LIST}?page=${number}`);
      t.ok(page.body.length < 30_000, `${page.body.length} bytes`);
      for (const [, id = ''] of page.body.matchAll(/applications\/(c_[a-z0-9_]+)"/g)) seen.add(id);
    }
    t.equal(seen.size, 66);
    for (const odd of ['0', '-1', 'x', '1e9', '2.5']) t.equal((await ruth.get(`${LIST}?page=${odd}`)).status, 200, odd);
  });
});

t.test('the page about connecting clients', async (t) => {
  t.test('the page names every known client, and its URLs answer [E-25]', async (t) => {
    const { app, ruth } = await school(t);
    const page = await ruth.get(`${ADMIN}/connect`);
    for (const name of [
      'Claude',
      'Claude Code',
      'Codex',
      'Gemini CLI',
      'Qwen Code',
      'GitHub Copilot CLI',
      'opencode',
      'mcporter',
      'ChatGPT',
      'Cursor',
      'VS Code',
      'MCP Inspector',
      'Claude Desktop and other programs on your computer (mcp-remote)',
      'curl',
    ]) {
      t.match(page.body, `>${name}</a></th>`);
    }
    const more = await ruth.get(`${ADMIN}/connect/addresses`);
    for (const path of ['openapi', 'resource'] as const) {
      const url = inputOf(more, `address-${path}`) ?? '';
      t.equal((await app.inject(url.replace(BASE, ''))).statusCode, 200, url);
    }
    for (const [name, scope] of [
      ['mcp_operators', 'courses:read'],
      ['mcp_members', 'account:read'],
    ] as const) {
      const url = (inputOf(more, `address-${name}`) ?? '').replace(BASE, '');
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      const response = await app.inject({ method: 'POST', url, headers, payload: message });
      t.equal(response.statusCode, 401);
      t.match(response.headers['www-authenticate'], scope, name);
    }
    t.ok(page.body.length < 30_000, `${page.body.length} bytes`);
    const guideOf = async (client: string) => (await ruth.get(`${ADMIN}/connect/${client}`)).body;
    t.match(await guideOf('cursor'), connect.admission.by_name);
    t.match(await guideOf('opencode'), connect.admission.by_itself);
    t.match(more.body, '--client-id c_demo_', 'a command for an application of the school');
  });

  t.test(
    'members’ agents are connected with the client_id of an application that serves them [spec 5.3.7]',
    async (t) => {
      const { app, ruth, clock } = await school(t);
      clock.advance(1000);
      const client = await make(ruth, {
        redirect_uris: 'http://localhost/callback',
        scope: ['openid', 'account:read'],
      });
      const ana = await signedIn(app, 'ana@riverside.example');
      const { body } = await ana.get('/account/assistants/riverside');
      const command = `claude mcp add --transport http --client-id ${client.id} riverside &quot;${BASE}/mcp?auth=member&amp;school=riverside&quot;`;
      t.ok(body.includes(command), 'what a member pastes');
      t.equal(body.split(client.id).length - 1, 1, 'and nothing for the agents that the application cannot answer');
      const own = { ...client, redirectUri: 'http://localhost:50505/callback' };
      const tokens = await obtainTokens(app, own, { scope: 'openid account:read' });
      t.equal(tokens.scope, 'openid account:read', 'and it works');
    },
  );

  t.test('the page describes registration as this server is configured [spec 5.3.4]', async (t) => {
    const open = async (env: Record<string, string>) => {
      const { app } = await testApp(t, { env });
      const owner = await signedIn(app);
      return async (client: string) => (await owner.get(`${ADMIN}/connect/${client}`)).body;
    };
    const { by_name: byName, only_as_application: onlyAsApplication } = connect.admission;
    const off = await open({ REGISTRATION: 'off', CIMD: 'off' });
    for (const client of ['claude', 'cursor', 'opencode']) t.match(await off(client), onlyAsApplication, client);
    const vendors = await open({ REGISTRATION: 'vendors_only', CIMD: 'off' });
    for (const client of ['claude_code', 'cursor']) t.match(await vendors(client), byName, client);
    t.match(await vendors('opencode'), onlyAsApplication);
  });

  t.test('the request of the page’s curl command is answered [spec 5.5]', async (t) => {
    const { app, ruth } = await school(t);
    const page = await ruth.get(`${ADMIN}/connect/curl`);
    const body = /-d (?:'|&#39;)(\{.*?\})(?:'|&#39;)/.exec(page.body)?.[1]?.replaceAll('&quot;', '"') ?? '';
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const response = await app.inject({ method: 'POST', url: '/mcp', headers, payload: body });
    t.match(response.json(), { result: { structuredContent: { nodes: [{}, {}] } } });
  });
});

t.test('an unknown application is a 404 page [E-40]', async (t) => {
  const { ruth } = await school(t);
  const page = await ruth.get(`${LIST}/c_nobody`);
  t.equal(page.status, 404);
  t.match(page.body, message.not_found.title);
});

t.test('the owner of a school that was just set up is led to connecting a client [spec 5.3.6]', async (t) => {
  const { app } = await testApp(t, { seed: false });
  const token = randomSecret();
  await app.people.setup.openLink(hashCredential(token), app.clock() + 60_000);
  const browser = new Browser(app);
  const owner = { owner_name: 'Olga Berg', owner_email: 'olga@maple.example', password: 'seven quiet rivers' };
  const form = await browser.get(`/setup?token=${token}`);
  const done = await browser.submit(form, '/setup', { school_name: 'Maple', school_slug: 'maple', ...owner });
  const href = /href="(\/sign-in\?[^"]*)"/.exec(done.body)?.[1] ?? '';
  const signIn = await browser.get(href);
  const home = await browser.submit(signIn, '/sign-in', { email: owner.owner_email, password: owner.password });
  t.equal(home.url, '/admin/maple');
  const step = /<li><a href="([^"]*)">([^<]*)<\/a><\/li>/g;
  const steps = [...home.body.matchAll(step)].map(([, href = '', text = '']) => ({ href, text }));
  const offer = await browser.get(steps.find(({ text }) => text === schoolHome.steps.all.app)?.href ?? '');
  t.equal(offer.url, '/admin/maple/connect');
  t.match(said(offer), connect.offer.text);
  const page = await browser.submit(offer, '/settings/features');
  t.equal(page.url, '/admin/maple/connect?done=feature');
  t.match(page.body, connect.offer.done);
  const start = await browser.get('/');
  t.match(start.body, 'href="/admin/maple"');
  t.match(start.body, 'href="/account"');
});
