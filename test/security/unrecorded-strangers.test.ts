/** What strangers do is in the log of the server, which ends soon, and not in the audit log, which is kept for 400 days. */
import t from 'tap';
import { testApp } from '../support/app.ts';
import { Browser, formsOf } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { READ_COURSES, RUTH, VENDOR } from '../support/interaction.ts';
import { authorize, authorizeUrl, DEMO, makeVerifier } from '../support/oauth-client.ts';
import { routesOf } from '../support/routes.ts';

const REDIRECT = 'http://127.0.0.1/callback';
const METADATA = { client_name: 'Diary', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' };
const CONNECTOR = { client_name: 'ChatGPT', redirect_uris: ['https://chatgpt.com/connector/oauth/abc'] };
const FIELDS = new URLSearchParams({
  token: 'x',
  code: 'x',
  grant_type: 'authorization_code',
  client_id: VENDOR.id,
  email: 'nobody@elsewhere.example',
  csrf: 'x',
  new_password: 'another-long-passphrase',
}).toString();
/** Guesses are recorded, because who guesses is asked for later. The limits of sign-in are those of their number, too. */
const GUESSES = "event <> 'sign_in_failed'";

t.test('no request without a session, a token or the right password adds to the audit log', async (t) => {
  const database = databaseFile(t);
  const { app } = await testApp(t, { databaseUrl: database.url });
  const rows = async () => Number(await database.read(`select count(*) from audit_events where ${GUESSES}`));
  const before = await rows();
  const unchanged = async (what: string) => t.equal(await rows(), before, what);
  const routes = routesOf(app).map(({ method, path }) => ({
    method,
    url: path.replace(':school', 'riverside').replace(/:\w+|\*$/g, 'x'),
  }));
  t.ok(routes.length > 300, `${routes.length} routes`);
  for (const { method, url } of routes) {
    const query = `${url}?token=x&code=x`;
    const own = { accept: 'text/html', origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' };
    const form = { ...own, 'content-type': 'application/x-www-form-urlencoded' };
    if (['GET', 'HEAD', 'OPTIONS'].includes(method))
      await app.inject({ method: method as 'GET', url: query, headers: own });
    else {
      await app.inject({ method: method as 'POST', url, headers: form, payload: FIELDS });
      await app.inject({ method: method as 'POST', url, payload: METADATA });
    }
  }
  await unchanged('all routes');

  // Every form of every page that a stranger sees.
  for (const { url } of routes.filter(({ method }) => method === 'GET')) {
    const browser = new Browser(app);
    const page = await browser.get(url);
    if (page.status !== 200 || !String(page.headers['content-type']).startsWith('text/html')) continue;
    for (const { action } of formsOf(page.body)) {
      if (!action.startsWith('/')) continue;
      await browser.submit(page, action, { email: 'nobody@elsewhere.example', password: 'guess-guess-guess' });
    }
  }
  await unchanged('all forms');

  for (const [client, asked] of [
    [DEMO.portal, {}],
    [DEMO.cli, {}],
    [VENDOR, READ_COURSES],
  ] as const) {
    const browser = new Browser(app);
    const page = await browser.get(authorizeUrl(client, makeVerifier(), asked));
    const actions = formsOf(page.body).map(({ action }) => action);
    const cancel = actions.find((action) => /cancel|back/.test(action)) ?? '';
    t.ok(cancel, actions.join(', '));
    t.equal((await browser.submit(page, cancel)).status, 200);
    await unchanged(`${client.id}: the request cancelled before the sign-in`);
  }
});

t.test('a client that registers itself is recorded at its first consent, once', async (t) => {
  const database = databaseFile(t);
  const { app } = await testApp(t, { databaseUrl: database.url });
  const recorded = async (id: string) =>
    (await database.rows('select event from audit_events where client_id = ? order by id', id)).map(
      ({ event }) => event,
    );
  for (const metadata of [METADATA, CONNECTOR]) {
    const response = await app.inject({ method: 'POST', url: '/api/oauth/register', payload: metadata });
    t.equal(response.statusCode, 201, response.body);
    const { client_id: id, redirect_uris: uris } = response.json<{ client_id: string; redirect_uris: string[] }>();
    t.strictSame(await recorded(id), []);
    const client = { id, redirectUri: uris[0] ?? '', secret: undefined };
    const { code } = await authorize(app, client, { scope: 'openid' }, { email: RUTH });
    t.ok(code);
    t.strictSame(await recorded(id), ['client_registered', 'consent_given']);
  }
});
