/** What somebody can do with one thing that is not theirs: a cookie, an access token, or a copy of the database. */
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import {
  authorize,
  DEMO,
  exchange,
  introspect,
  MEMBER_SCOPE,
  obtainTokens,
  postForm,
  refresh,
  userinfo,
} from '../support/oauth-client.ts';
import { signedIn } from '../support/signed-in.ts';

const OWNER = 'ruth@riverside.example';
const JSON_BODY = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const PAGES = ['/account', '/account/profile', '/account/sessions', '/admin/riverside', '/admin/riverside/members'];

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** The status of each API for a caller with these headers. */
async function atTheApis(app: FastifyInstance, headers: Record<string, string>): Promise<number[]> {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_courses', arguments: {} } };
  const post = (url: string, payload: object) =>
    app.inject({ method: 'POST', url, headers: { ...JSON_BODY, ...headers }, payload });
  const answers = await Promise.all([
    app.inject({ url: '/api/oauth/userinfo', headers }),
    app.inject({ url: '/api/v1/courses', headers }),
    post('/account/graphql', { query: '{ viewer { id } }' }),
    post('/mcp', call),
  ]);
  return answers.map(({ statusCode }) => statusCode);
}

t.test('the cookie of a session opens no API, and an access token opens no page', async (t) => {
  const { app } = await testApp(t);
  const browser = await signedIn(app, OWNER);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const session = browser.cookies.get('sid') ?? '';
  t.strictSame(await atTheApis(app, { cookie }), [401, 401, 401, 401]);
  t.strictSame(await atTheApis(app, bearer(session)), [401, 401, 401, 401], 'nor as a token');

  const scope = 'openid courses:read';
  const { access_token: token } = await obtainTokens(app, DEMO.adminTool, { scope }, { email: OWNER });
  t.strictSame(await atTheApis(app, bearer(token)), [200, 200, 403, 200], 'what its scopes allow');
  for (const url of PAGES) {
    t.equal((await browser.get(url)).status, 200, url);
    for (const headers of [bearer(token), { cookie: `sid=${token}` }]) {
      const { statusCode, headers: sent } = await app.inject({ url, headers: { accept: 'text/html', ...headers } });
      t.equal(statusCode, 303, url);
      t.match(sent.location, /^\/sign-in/, url);
    }
  }
});

t.test('a stolen access token brings no further token, and its client cannot be asked about it', async (t) => {
  const { app } = await testApp(t);
  const { access_token: token } = await obtainTokens(app, DEMO.portal, { scope: MEMBER_SCOPE });
  const client_id = DEMO.portal.id;
  const attempts = [
    { grant_type: 'refresh_token', client_id, refresh_token: token },
    { grant_type: 'authorization_code', client_id, code: token, code_verifier: 'x'.repeat(43) },
    { grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange', client_id, subject_token: token },
    { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', client_id, assertion: token },
    { grant_type: 'client_credentials', client_id, client_secret: token },
  ];
  for (const fields of attempts) {
    const { statusCode, body } = await postForm(app, '/api/oauth/token', fields);
    t.ok(statusCode === 400 || statusCode === 401, fields.grant_type);
    t.notMatch(body, 'access_token', fields.grant_type);
  }
  for (const url of ['/api/oauth/introspect', '/api/oauth/revoke']) {
    t.equal((await postForm(app, url, { token, client_id })).statusCode, 401, `${url} takes the secret of the client`);
  }
  t.strictSame(await introspect(app, DEMO.webApp, token), { active: false });
  t.equal((await userinfo(app, token)).statusCode, 200, 'none of it ended the token either');
});

t.test('nothing that stands in a copy of the database is accepted as a credential', async (t) => {
  const file = databaseFile(t);
  const { app } = await testApp(t, { databaseUrl: file.url });
  const tokens = await obtainTokens(app, DEMO.cli, { scope: MEMBER_SCOPE });
  await signedIn(app, OWNER);
  const pending = await authorize(app, DEMO.cli, { scope: MEMBER_SCOPE });
  const forms = (bytes: unknown): string[] => {
    const hash = Buffer.from(bytes as Uint8Array);
    return [hash.toString('base64url'), hash.toString('hex'), hash.toString('latin1')];
  };

  const stored = await file.rows('select id, hash from tokens');
  t.ok(stored.length >= 2);
  for (const { id, hash } of stored) {
    for (const secret of forms(hash)) {
      t.equal((await userinfo(app, encodeURI(`at_${id}.${secret}`))).statusCode, 401);
      t.equal((await refresh(app, DEMO.cli, `rt_${id}.${secret}`)).json().error, 'invalid_grant');
    }
  }
  for (const { id, code_hash: hash } of await file.rows('select id, code_hash from grants where redeemed_at is null')) {
    for (const secret of forms(hash)) {
      const { statusCode } = await exchange(app, DEMO.cli, { ...pending, code: `ac_${id}.${secret}` });
      t.equal(statusCode, 400);
    }
  }
  for (const { id, hash } of await file.rows('select id, hash from sessions')) {
    for (const value of [String(id), ...forms(hash)]) {
      const browser = new Browser(app);
      browser.cookies.set('sid', encodeURIComponent(value));
      t.match((await browser.get('/account')).url, /^\/sign-in/);
    }
  }
  for (const { id, secret_hash: hash } of await file.rows(
    'select id, secret_hash from clients where secret_hash is not null',
  )) {
    for (const secret of forms(hash)) {
      const fields = { token: tokens.access_token, client_id: String(id), client_secret: secret };
      t.equal((await postForm(app, '/api/oauth/introspect', fields)).statusCode, 401);
    }
  }
  const phc = String(await file.read('select password_hash from people where email_key = ?', OWNER));
  const thief = await signedIn(app, OWNER, phc);
  t.notOk(thief.cookies.has('sid'), 'the hash of a password is no password');
  t.equal((await exchange(app, DEMO.cli, pending)).statusCode, 200, 'and what was issued is still there');
});
