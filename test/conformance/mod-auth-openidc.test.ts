// slow
/** Apache with mod_auth_openidc, a client without a line of JavaScript, lets people in by what the server says of them. */
import { Agent, type IncomingHttpHeaders } from 'node:http';
import t from 'tap';
import { noApache, startApache } from '../support/apache.ts';
import { SECRET } from '../support/app.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { startServer } from '../support/live-server.ts';
import { send } from '../support/server-process.ts';

const ANA = 'ana@riverside.example';
const RUTH = 'ruth@riverside.example';
const PAGES = { 'lessons.html': '<h1>Lessons</h1>', 'always-fresh.html': '<h1>Fresh</h1>', 'signed-out': 'Bye' };

/**
 * A website of the kind that an administrator sets up in an afternoon. The rewriting is a detour around a fault of
 * mod_auth_openidc (2.4.12, and still there in 2026): where `iss` is there it takes a refusal for the choice of a
 * provider, and it is there in refusals too (RFC 9207 §2).
 */
const directives = (provider: string) => (site: string) =>
  `
OIDCProviderMetadataURL ${provider}/.well-known/openid-configuration
OIDCProviderTokenEndpointAuth client_secret_post
OIDCClientID c_demo_web_app
OIDCClientSecret ${SECRET}
OIDCPKCEMethod S256
OIDCScope "openid profile email"
OIDCRedirectURI ${site}/oauth/callback
OIDCCryptoPassphrase only-for-this-test
OIDCPassRefreshToken On
OIDCPassUserInfoAs claims json
RewriteEngine On
RewriteCond %{QUERY_STRING} (^|&)error=
RewriteCond %{QUERY_STRING} ^(.*)&iss=[^&]*(.*)$
RewriteRule ^/oauth/callback$ /oauth/callback?%1%2
<LocationMatch "^/(lessons|always-fresh|oauth/callback)">
  AuthType openid-connect
  Require valid-user
  Header set X-Subject "%{OIDC_CLAIM_sub}e"
  Header set X-Name "%{OIDC_CLAIM_name}e"
  Header set X-Email "%{OIDC_CLAIM_email}e"
  Header set X-School "%{OIDC_CLAIM_org_id}e"
  Header set X-Roles "%{OIDC_CLAIM_roles}e"
  Header set X-Issuer "%{OIDC_CLAIM_iss}e"
  Header set X-UserInfo "%{OIDC_userinfo_json}e"
  Header set X-Access-Token "%{OIDC_access_token}e"
  Header set X-Refresh-Token "%{OIDC_refresh_token}e"
</LocationMatch>
<Location "/always-fresh.html">
  OIDCRefreshAccessTokenBeforeExpiry 7200
</Location>
`;

interface SitePage {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  /** Where the site sends the browser to, when not to itself. */
  leavesFor: URL | undefined;
}

/** A browser at the website. Not on `fetch`, whose Sec-Fetch-Mode the module takes for a script and answers with 401. */
class SiteBrowser {
  readonly #cookies = new Map<string, string>();
  readonly #agent = new Agent();
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  async get(start: string | URL): Promise<SitePage> {
    let url = new URL(start, this.#origin);
    for (let hops = 0; hops < 5; hops += 1) {
      const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const { status, headers, body } = await send(url.href, {
        headers: { accept: 'text/html', cookie },
        agent: this.#agent,
      });
      for (const line of headers['set-cookie'] ?? []) this.#remember(line);
      const target = headers.location === undefined ? undefined : new URL(headers.location, url);
      if (target?.origin !== this.#origin) return { status, headers, body, leavesFor: target };
      url = target;
    }
    throw new Error(`too many redirects from ${start}`);
  }

  #remember(line: string): void {
    const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? [];
    if (value === '') this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

t.test('mod_auth_openidc', { skip: noApache }, async (t) => {
  const { origin } = await startServer(t);
  const site = await startApache(t, directives(origin), PAGES);

  /** From the closed door to the answer that goes back to the site. */
  async function knock(visitor: SiteBrowser, email: string, decision: 'allow' | 'deny' = 'allow'): Promise<URL> {
    const { leavesFor } = await visitor.get('/lessons.html');
    if (leavesFor === undefined) throw new Error('the page is open to everybody');
    return new HttpBrowser(origin).authorize(leavesFor, { email, decision });
  }

  async function letIn(email: string): Promise<{ visitor: SiteBrowser; page: SitePage }> {
    const visitor = new SiteBrowser(site.origin);
    return { visitor, page: await visitor.get(await knock(visitor, email)) };
  }

  const isActive = async (token: unknown): Promise<unknown> => {
    const form = { client_id: 'c_demo_web_app', client_secret: SECRET, token: String(token) };
    return JSON.parse((await send(`${origin}/api/oauth/introspect`, { form })).body).active;
  };

  t.test('the site opens a page to people the server knows, and learns who they are [spec 5.1]', async (t) => {
    const closed = await new SiteBrowser(site.origin).get('/lessons.html');
    t.equal(closed.status, 302);
    t.equal(closed.leavesFor?.origin, origin, 'by the discovery document alone');
    const asked = Object.fromEntries(closed.leavesFor?.searchParams ?? []);
    t.match(asked, { response_type: 'code', code_challenge_method: 'S256', nonce: /./, state: /./ });

    for (const [email, expected] of [
      [ANA, { 'x-subject': 'usr_demo_ana', 'x-name': 'Ana Lima', 'x-email': ANA, 'x-roles': 'member,student' }],
      [RUTH, { 'x-subject': 'usr_demo_ruth', 'x-name': 'Ruth Adler', 'x-email': RUTH, 'x-roles': 'owner' }],
    ] as const) {
      const { visitor, page } = await letIn(email);
      t.equal(page.status, 200);
      t.equal(page.body, PAGES['lessons.html']);
      t.hasStrict(page.headers, { ...expected, 'x-school': 'site_demo_riverside', 'x-issuer': origin });
      t.hasStrict(
        JSON.parse(String(page.headers['x-userinfo'])),
        { sub: expected['x-subject'], email },
        'UserInfo too',
      );
      t.equal((await visitor.get('/lessons.html')).status, 200, 'the session of the site holds');
    }
  });

  t.test('the site refreshes its tokens by itself and when told [RFC 6749 §6, RFC 9700 §2.2.2, spec 4]', async (t) => {
    const { visitor, page } = await letIn(ANA);
    const first = page.headers['x-access-token'];
    t.equal(await isActive(first), true);
    const { headers: second } = await visitor.get('/always-fresh.html');
    t.match(second['x-access-token'], /^at_/);
    t.not(second['x-access-token'], first);
    t.not(second['x-refresh-token'], page.headers['x-refresh-token'], 'the refresh token is rotated');

    const hook = new URL('/oauth/callback', site.origin);
    hook.searchParams.set('refresh', `${site.origin}/lessons.html`);
    hook.searchParams.set('access_token', String(second['x-access-token']));
    const third = await visitor.get(hook);
    t.equal(third.status, 200);
    t.not(third.headers['x-access-token'], second['x-access-token']);
    t.equal(third.headers['x-email'], ANA, 'without another ID token it still knows who it is');
    t.equal(await isActive(third.headers['x-access-token']), true);
  });

  t.test('the site shows a denial and stays closed [RFC 6749 §4.1.2.1, RFC 9207 §2]', async (t) => {
    const visitor = new SiteBrowser(site.origin);
    const answer = await knock(visitor, ANA, 'deny');
    t.equal(answer.searchParams.get('iss'), origin, 'the refusal names its issuer');
    const page = await visitor.get(answer);
    t.match(page.body, 'access_denied');
    t.match(page.body, 'the person denied access');
    t.equal((await visitor.get('/lessons.html')).leavesFor?.origin, origin);
  });

  t.test('the site refuses a response that names a foreign issuer [RFC 9207 §2.4]', async (t) => {
    const visitor = new SiteBrowser(site.origin);
    const answer = await knock(visitor, ANA);
    answer.searchParams.set('iss', 'https://evil.example');
    t.match((await visitor.get(answer)).body, /Error/);
    t.match(site.log(), 'does not match the issuer provided in the response by the OP (https://evil.example)');
    t.equal((await visitor.get('/lessons.html')).leavesFor?.origin, origin, 'nobody was let in');
  });

  t.test('a logout ends both sessions and tokens [OpenID Connect RP-Initiated Logout §2, RFC 7009 §2.1]', async (t) => {
    const visitor = new SiteBrowser(site.origin);
    const person = new HttpBrowser(origin);
    const { leavesFor } = await visitor.get('/lessons.html');
    const { headers } = await visitor.get(await person.authorize(leavesFor ?? '', { email: ANA }));
    t.match((await person.get('/')).body, /Ana Lima/, 'signed in before');

    const signedOut = `${site.origin}/signed-out`;
    const leaving = await visitor.get(`/oauth/callback?logout=${encodeURIComponent(signedOut)}`);
    t.equal(leaving.leavesFor?.pathname, '/oauth/logout');
    t.equal(await isActive(headers['x-access-token']), false, 'the module revokes on its way');
    t.equal((await person.get(leaving.leavesFor ?? '')).leavesFor?.href, signedOut, 'and nobody is asked again');
    t.notMatch((await person.get('/')).body, /Ana Lima/, 'signed out after');
    t.equal((await visitor.get('/lessons.html')).leavesFor?.origin, origin, 'at the site as well');
  });
});
