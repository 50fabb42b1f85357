import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import t, { type Test } from 'tap';
import { IDENTITY_SCOPES, MEMBER_SCOPES, OPERATOR_SCOPES, SCOPES } from '../../schema/oauth/scope.ts';
import { BASE, PASSWORD, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import {
  authorize,
  authorizeUrl,
  CALLBACK,
  DEMO,
  encode,
  exchange,
  type Fields,
  obtainTokens,
  PORTAL_CALLBACK,
  postForm,
  type TestClient,
  walkThrough,
} from '../support/oauth-client.ts';
import { START } from '../support/settings.ts';
import { disable } from '../support/standing.ts';
import { withStatements } from '../support/statements.ts';
import { workCounter } from '../support/work.ts';

/** The verifier and the challenge of the example [RFC 7636 Appendix B]. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const DESCRIPTION = /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/;
const HTML = 'text/html,application/xhtml+xml';

const VENDOR: TestClient = {
  id: 'c_vendor_claude',
  redirectUri: 'https://claude.ai/api/mcp/auth_callback',
  secret: undefined,
};

interface Ask {
  client?: TestClient;
  headers?: Record<string, string>;
}

const ask = (
  app: FastifyInstance,
  overrides: Fields = {},
  { client = DEMO.cli, headers = {} }: Ask = {},
): Promise<LightMyRequestResponse> =>
  app.inject({ url: authorizeUrl(client, VERIFIER, overrides), headers: { accept: HTML, ...headers } });

/** The error went to the client, with all that belongs to it and no more [RFC 6749 §4.1.2.1, RFC 9207 §2]. */
function redirected(
  t: Test,
  response: LightMyRequestResponse,
  error: string,
  { state = 'st-1', target = CALLBACK as string }: { state?: string | null; target?: string } = {},
): URLSearchParams {
  t.equal(response.statusCode, 303, 'redirected');
  const location = String(response.headers.location);
  t.ok(location.startsWith(target), `to the client: ${location}`);
  const params = new URL(location).searchParams;
  t.equal(params.get('error'), error);
  t.equal(params.get('state'), state);
  t.equal(params.get('iss'), BASE);
  t.match(params.get('error_description'), DESCRIPTION);
  t.notOk(params.has('code'), 'no code beside an error');
  t.equal(response.headers['cache-control'], 'no-store');
  t.equal(response.headers['referrer-policy'], 'no-referrer');
  return params;
}

/** The error stayed here, whatever redirect_uri said. */
function shown(t: Test, response: LightMyRequestResponse, error: string, status = 400): void {
  t.equal(response.statusCode, status);
  t.notOk('location' in response.headers, 'never redirected');
  t.notMatch(response.body, /http-equiv="refresh"/);
  t.match(response.headers['content-type'], /^text\/html/);
  t.match(response.body, `<code>${error}</code>`);
  t.match(response.headers['content-security-policy'], /frame-ancestors 'none'/);
  t.equal(response.headers['cache-control'], 'no-store');
}

/** Valid: the person is asked next. */
function accepted(t: Test, response: LightMyRequestResponse, about = 'the request is valid'): void {
  t.match(response.headers.location, /^\/oauth\/continue\/req_[A-Za-z0-9_-]+$/, about);
  t.equal(response.statusCode, 303);
}

async function register(app: FastifyInstance, redirectUri: string): Promise<TestClient> {
  const response = await app.inject({
    method: 'POST',
    url: '/api/oauth/register',
    payload: { client_name: 'A tool', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' },
  });
  return { id: response.json().client_id, redirectUri, secret: undefined };
}

t.test('the client and its redirect URI', async (t) => {
  const { app } = await testApp(t);

  t.test('an unknown, missing or empty client_id gets an error page, not a redirect [RFC 6749 §4.1.2.1]', async (t) => {
    shown(t, await ask(app, { client_id: 'c_nobody' }), 'invalid_client');
    shown(t, await ask(app, { client_id: undefined }), 'invalid_request');
    shown(t, await ask(app, { client_id: '' }), 'invalid_request');
    shown(t, await ask(app, { client_id: 'C_DEMO_CLI' }), 'invalid_client');
  });

  t.test('an omitted redirect_uri gets an error page, even if one is registered [RFC 6749 §4.1.2.1]', async (t) => {
    shown(t, await ask(app, { redirect_uri: undefined }, { client: DEMO.portal }), 'invalid_request');
    shown(t, await ask(app, { redirect_uri: '' }, { client: DEMO.portal }), 'invalid_request');
  });

  t.test('a repeated client_id or redirect_uri gets an error page, even if equal [RFC 6749 §3.1]', async (t) => {
    shown(t, await ask(app, { client_id: ['c_demo_cli', 'c_demo_cli'] }), 'invalid_request');
    shown(t, await ask(app, { redirect_uri: [CALLBACK, CALLBACK] }), 'invalid_request');
    shown(t, await ask(app, { redirect_uri: [CALLBACK, 'https://evil.test/'] }), 'invalid_request');
  });

  t.test('client_id and redirect_uri are validated before any other parameter [RFC 6749 §4.1.2.1]', async (t) => {
    const all = { response_type: 'token', scope: 'no:such', state: undefined, code_challenge: undefined };
    shown(t, await ask(app, { ...all, client_id: 'c_nobody' }), 'invalid_client');
    shown(t, await ask(app, { ...all, redirect_uri: 'https://evil.test/cb' }), 'invalid_request');
    shown(t, await ask(app, { ...all, prompt: 'none', redirect_uri: 'https://evil.test/cb' }), 'invalid_request');
  });

  t.test('an https redirect URI is compared byte for byte [RFC 9700 §4.1.3, ASVS 10.4.1]', async (t) => {
    accepted(t, await ask(app, {}, { client: DEMO.portal }));
    for (const uri of [
      `${PORTAL_CALLBACK}/`,
      `${PORTAL_CALLBACK}?a=b`,
      `${PORTAL_CALLBACK}#f`,
      `${PORTAL_CALLBACK}/..;/x`,
      `${PORTAL_CALLBACK}%20`,
      ` ${PORTAL_CALLBACK}`,
      PORTAL_CALLBACK.replace('https', 'http'),
      PORTAL_CALLBACK.replace('https', 'HTTPS'),
      PORTAL_CALLBACK.replace('portal', 'Portal'),
      PORTAL_CALLBACK.replace('.example', '.example:443'),
      PORTAL_CALLBACK.replace('.example', '.example.evil.test'),
      PORTAL_CALLBACK.replace('https://', 'https://evil.test@'),
      PORTAL_CALLBACK.replace('portal.', 'portalX'),
      PORTAL_CALLBACK.replace('/oauth/', '/x/../oauth/'),
      PORTAL_CALLBACK.slice(0, -1),
      'JavaScript:alert(1)',
      'data:text/html,x',
      CALLBACK,
    ]) {
      shown(t, await ask(app, { redirect_uri: uri }, { client: DEMO.portal }), 'invalid_request');
    }
  });

  t.test('a loopback redirect URI may differ from the registered one in its port only [RFC 8252 §7.3]', async (t) => {
    const client = await register(app, 'http://127.0.0.1:1234/cb');
    const at = (redirect_uri: string) => ask(app, { redirect_uri, scope: 'openid', resource: undefined }, { client });
    for (const uri of [
      'http://127.0.0.1:1234/cb',
      'http://127.0.0.1:59999/cb',
      'http://127.0.0.1:65535/cb',
      'http://127.0.0.1/cb',
    ]) {
      accepted(t, await at(uri), uri);
    }
    for (const uri of [
      'http://127.0.0.1:1234/other',
      'http://127.0.0.1:1234/cb/',
      'http://127.0.0.1:1234/CB',
      'http://127.0.0.1:1234/cb?x=1',
      'http://127.0.0.1:1234/cb#x',
      'http://127.0.0.1:1234/',
      'http://127.0.0.1:65536/cb',
      'http://127.0.0.1:123456/cb',
      'http://127.0.0.1:/cb',
      'http://127.0.0.1:-1/cb',
      'https://127.0.0.1/cb',
      'https://127.0.0.1:1234/cb',
      'http://127.0.0.2/cb',
      'http://127.1/cb',
      'http://0.0.0.0/cb',
      'http://2130706433/cb',
      'http://0x7f000001/cb',
      'http://0177.0.0.1/cb',
      'http://127.0.0.1./cb',
      'http://[::ffff:127.0.0.1]/cb',
      'http://127.0.0.1.nip.io/cb',
      'http://127.0.0.1.evil.test/cb',
      'http://127.0.0.1@evil.test/cb',
      'http://u@127.0.0.1/cb',
      'http://evil.test/127.0.0.1/cb',
      'http://127.0.0.1:1234\\@evil.test/cb',
      'HTTP://127.0.0.1/cb',
      'http:/127.0.0.1/cb',
      '//127.0.0.1/cb',
      'http://127.0.0.1:1234/cb\r\nx',
    ]) {
      shown(t, await at(uri), 'invalid_request');
    }
  });

  t.test('127.0.0.1, localhost and [::1] are loopback hosts, and none is equivalent to another [E-12]', async (t) => {
    const spellings = ['127.0.0.1', 'localhost', '[::1]'];
    for (const registered of spellings) {
      const client = await register(app, `http://${registered}/cb`);
      for (const asked of spellings) {
        const redirect_uri = `http://${asked}:7777/cb`;
        const response = await ask(app, { redirect_uri, scope: 'openid', resource: undefined }, { client });
        if (asked === registered) accepted(t, response, redirect_uri);
        else shown(t, response, 'invalid_request');
      }
    }
    const client = await register(app, 'http://localhost/cb');
    for (const host of ['localhost.evil.test', 'localhost.', 'LOCALHOST', 'localhostevil.test', 'xlocalhost']) {
      shown(t, await ask(app, { redirect_uri: `http://${host}/cb`, scope: 'openid' }, { client }), 'invalid_request');
    }
  });

  t.test('the query of a registered redirect URI is kept, and the error appended [RFC 6749 §3.1.2]', async (t) => {
    const client = await register(app, 'http://127.0.0.1/cb?tenant=1&x=%2F');
    const redirectUri = 'http://127.0.0.1:4000/cb?tenant=1&x=%2F';
    const response = await ask(app, { redirect_uri: redirectUri, scope: undefined }, { client });
    redirected(t, response, 'invalid_scope', { target: `${redirectUri}&error=invalid_scope&` });
    const { code } = await authorize(app, { ...client, redirectUri }, { scope: 'openid', resource: undefined }, {});
    t.match(code, /^ac_/);
  });

  t.test('an error that is not redirected is JSON for a client that prefers JSON [E-40]', async (t) => {
    for (const overrides of [{ client_id: 'c_nobody' }, { redirect_uri: 'https://evil.test/' }]) {
      const response = await ask(app, overrides, { headers: { accept: 'application/json' } });
      t.equal(response.statusCode, 400);
      t.match(response.headers['content-type'], /^application\/json/);
      t.notOk('location' in response.headers);
      t.match(response.json(), {
        error: 'client_id' in overrides ? 'invalid_client' : 'invalid_request',
        error_description: DESCRIPTION,
        error_uri: /#invalid_/,
      });
    }
    const accept = 'text/html;q=0.5, application/json';
    t.match((await ask(app, { client_id: 'x' }, { headers: { accept } })).headers['content-type'], /json/);
    t.match((await ask(app, { client_id: 'x' }, { headers: { accept: '*/*' } })).headers['content-type'], /html/);
  });

  t.test('an error page carries the request id and is in the language of the visitor [E-40]', async (t) => {
    const response = await ask(app, { client_id: 'c_nobody' }, { headers: { 'accept-language': 'de-AT, en;q=0.5' } });
    t.match(response.body, '<html lang="de">');
    t.match(response.body, `<code>${String(response.headers['x-request-id'])}</code>`);
  });

  t.test('nothing from the request becomes markup on an error page [ASVS 1.2.1]', async (t) => {
    const nasty = '"><script>alert(1)</script>';
    const response = await ask(app, { client_id: nasty, redirect_uri: nasty, state: nasty });
    shown(t, response, 'invalid_client');
    t.notMatch(response.body, '<script');
  });

  t.test('a request with an unregistered redirect URI is answered without a cookie', async (t) => {
    const response = await ask(app, { redirect_uri: 'https://evil.test/' });
    t.strictSame(response.cookies, [], 'not even a cookie is set');
  });
});

t.test('the other parameters of the request', async (t) => {
  const file = databaseFile(t);
  const { app } = await testApp(t, { databaseUrl: file.url });

  t.test('a valid authorization request leads to sign-in and consent pages [RFC 6749 §4.1.1, spec 2.3]', async (t) => {
    accepted(t, await ask(app));
    accepted(t, await ask(app, {}, { client: DEMO.portal }));
    accepted(t, await ask(app, { scope: 'openid courses:read' }, { client: VENDOR }));
  });

  t.test(
    'an error of an application is shown with a link until a person has consented to its redirect URIs [RFC 9700 §4.11.2]',
    async (t) => {
      const wrong = { scope: 'no:such' };
      const asksPortal = (overrides: Fields) => ask(app, overrides, { client: DEMO.portal });
      const isRedirected = (response: LightMyRequestResponse) =>
        void redirected(t, response, 'invalid_scope', { target: PORTAL_CALLBACK });
      shown(t, await asksPortal(wrong), 'invalid_scope');
      t.match((await asksPortal(wrong)).body, `href="${PORTAL_CALLBACK}?error=invalid_scope`);
      isRedirected(await asksPortal({ ...wrong, prompt: 'none' }));
      await file.run('update clients set redirect_uris_changed_at = ? where id = ?', START - 1, DEMO.portal.id);
      await authorize(app, DEMO.portal);
      isRedirected(await asksPortal(wrong));
      await file.run('update clients set redirect_uris_changed_at = ? where id = ?', START + 1, DEMO.portal.id);
      shown(t, await asksPortal(wrong), 'invalid_scope');
      await file.run('update clients set redirect_uris_changed_at = null where id = ?', DEMO.portal.id);

      const readsOf = async (overrides: Fields): Promise<number> => {
        const [, statements] = await withStatements(() => asksPortal(overrides));
        return statements.filter((sql) => /from "consents"/.test(sql)).length;
      };
      t.equal(await readsOf({}), 0, 'consents are read for an error only');
      t.equal(await readsOf(wrong), 1);
      await file.run('alter table consents rename to consents_elsewhere');
      t.equal((await asksPortal(wrong)).statusCode, 500, 'without consents nothing is redirected');
      await file.run('alter table consents_elsewhere rename to consents');
    },
  );

  t.test('a repeated parameter is invalid_request, and the error names it [RFC 6749 §3.1]', async (t) => {
    for (const name of [
      'response_type',
      'scope',
      'code_challenge',
      'code_challenge_method',
      'nonce',
      'prompt',
      'max_age',
      'login_hint',
      'id_token_hint',
      'ui_locales',
      'response_mode',
      'org_id',
      'request',
      'request_uri',
      'registration',
    ]) {
      const url = `${authorizeUrl(DEMO.cli, VERIFIER, { [name]: undefined })}&${name}=a&${name}=b`;
      const params = redirected(t, await app.inject(url), 'invalid_request');
      t.match(params.get('error_description'), name);
    }
  });

  t.test('a repeated state is invalid_request and is not returned [RFC 6749 §4.1.2.1]', async (t) => {
    redirected(t, await ask(app, { state: ['a', 'b'] }), 'invalid_request', { state: null });
    redirected(t, await ask(app, { state: ['a', 'a'] }), 'invalid_request', { state: null });
  });

  t.test('unknown parameters are ignored, even repeated ones [RFC 6749 §3.1]', async (t) => {
    accepted(t, await ask(app, { foo: ['1', '2'], __proto__x: 'y', audience: 'x', authorization_details: '[]' }));
    accepted(t, await app.inject(`${authorizeUrl(DEMO.cli, VERIFIER)}&__proto__=1&constructor=2&toString=3`));
  });

  t.test('a parameter with an empty value counts as omitted [RFC 6749 §3.1]', async (t) => {
    redirected(t, await ask(app, { response_type: '' }), 'invalid_request');
    redirected(t, await ask(app, { state: '' }), 'invalid_request', { state: null });
    redirected(t, await ask(app, { scope: '' }), 'invalid_scope');
    redirected(t, await ask(app, { code_challenge: '' }), 'invalid_request');
    redirected(t, await ask(app, { code_challenge_method: '' }), 'invalid_request');
    redirected(t, await ask(app, { resource: '' }), 'invalid_target');
    accepted(
      t,
      await ask(app, {
        nonce: '',
        prompt: '',
        max_age: '',
        login_hint: '',
        id_token_hint: '',
        ui_locales: '',
        response_mode: '',
        request: '',
        request_uri: '',
        org_id: '',
      }),
    );
  });

  t.test('a request without state is refused with invalid_request [E-1]', async (t) => {
    redirected(t, await ask(app, { state: undefined }), 'invalid_request', { state: null });
  });

  t.test('state comes back byte for byte with an error [RFC 6749 §4.1.2.1]', async (t) => {
    for (const state of [
      'a b+c&d=e#f?%20"<>\\',
      'grüße ✓ 😀',
      '%',
      '%zz',
      "~!*'()",
      'x'.repeat(2000),
      '0',
      '[object Object]',
    ]) {
      redirected(t, await ask(app, { state, scope: undefined }), 'invalid_scope', { state });
    }
  });

  t.test('a state, nonce or school with control characters is refused [RFC 6749 Appendix A.5]', async (t) => {
    redirected(t, await ask(app, { state: 'a\nb' }), 'invalid_request', { state: 'a\nb' });
    redirected(t, await ask(app, { state: 'a\0b' }), 'invalid_request', { state: 'a\0b' });
    redirected(t, await ask(app, { nonce: 'a\0b' }), 'invalid_request');
    redirected(t, await ask(app, { org_id: 'a\0b' }), 'invalid_request');
    redirected(t, await ask(app, { school_id: 'a\nb' }), 'invalid_request');
  });

  t.test('only response_type=code is accepted [RFC 6749 §3.1.1, RFC 6749 §4.1.2.1, ASVS 10.6.1]', async (t) => {
    redirected(t, await ask(app, { response_type: undefined }), 'invalid_request');
    for (const response_type of ['token', 'id_token', 'code id_token', 'code token', 'none', 'CODE', ' code']) {
      redirected(t, await ask(app, { response_type }), 'unsupported_response_type');
    }
  });

  t.test('a response_mode other than query is refused with invalid_request [ASVS 10.4.12]', async (t) => {
    accepted(t, await ask(app, { response_mode: 'query' }));
    for (const response_mode of ['form_post', 'fragment', 'query.jwt', 'web_message']) {
      redirected(t, await ask(app, { response_mode }), 'invalid_request');
    }
  });

  t.test(
    'request objects, by value or by reference, are refused [OpenID Connect Core §3.1.2.6, OpenID Connect Core §6]',
    async (t) => {
      redirected(t, await ask(app, { request: 'eyJhbGciOiJub25lIn0.e30.' }), 'request_not_supported');
      redirected(t, await ask(app, { request_uri: 'https://evil.test/r' }), 'request_uri_not_supported');
      redirected(t, await ask(app, { registration: '{}' }), 'registration_not_supported');
      redirected(
        t,
        await ask(app, { request_uri: 'urn:ietf:params:oauth:request_uri:x' }),
        'request_uri_not_supported',
      );
    },
  );

  t.test('PKCE with S256 is required of every client [RFC 7636 §4.3, RFC 7636 §4.4.1, E-3, ASVS 10.4.6]', async (t) => {
    for (const client of [DEMO.cli, DEMO.portal]) {
      const target = client.redirectUri;
      for (const overrides of [
        { code_challenge: undefined },
        { code_challenge: undefined, code_challenge_method: undefined },
        { code_challenge_method: undefined },
        { code_challenge_method: 'plain' },
        { code_challenge_method: 's256' },
        { code_challenge_method: 'S512' },
        { code_challenge: CHALLENGE.slice(1) },
        { code_challenge: `${CHALLENGE}=` },
        { code_challenge: `${CHALLENGE}A` },
        { code_challenge: CHALLENGE.replace('-', '+') },
        { code_challenge: `${CHALLENGE.slice(1)}.` },
        { code_challenge: `${CHALLENGE.slice(1)}\n` },
      ]) {
        const params = redirected(t, await ask(app, overrides, { client }), 'invalid_request', { target });
        t.match(params.get('error_description'), 'PKCE S256 required');
      }
    }
  });

  t.test('the example challenge is accepted, and its verifier redeems the code [RFC 7636 Appendix B]', async (t) => {
    const browser = new Browser(app);
    const start = await browser.get(authorizeUrl(DEMO.cli, VERIFIER, { code_challenge: CHALLENGE }));
    const code = (await walkThrough(browser, start)).leavesFor?.searchParams.get('code') ?? '';
    const response = await exchange(app, DEMO.cli, { code, verifier: VERIFIER, params: new URLSearchParams() });
    t.equal(response.statusCode, 200);
  });

  t.test('prompt accepts four values, and none only on its own [OpenID Connect Core §3.1.2.1]', async (t) => {
    for (const prompt of ['login', 'consent', 'select_account', 'login consent', 'consent select_account login']) {
      accepted(t, await ask(app, { prompt }), prompt);
    }
    for (const prompt of ['none login', 'consent none', 'create', 'NONE', 'login foo', 'none,login']) {
      redirected(t, await ask(app, { prompt }), 'invalid_request');
    }
  });

  t.test('prompt=none without a signed-in person is login_required [OpenID Connect Core §3.1.2.6]', async (t) => {
    redirected(t, await ask(app, { prompt: 'none' }), 'login_required');
    redirected(t, await ask(app, { prompt: 'none' }, { client: DEMO.portal }), 'login_required', {
      target: PORTAL_CALLBACK,
    });
  });

  t.test('max_age has to be a whole number of seconds [OpenID Connect Core §3.1.2.1]', async (t) => {
    for (const max_age of ['0', '1', '3600', '999999999']) accepted(t, await ask(app, { max_age }), max_age);
    for (const max_age of ['-1', '1.5', 'x', '1e3', ' 1', '0x10', '9999999999']) {
      redirected(t, await ask(app, { max_age }), 'invalid_request');
    }
  });

  t.test('unsupported hints and preferences are ignored without an error [OpenID Connect Core §15.1]', async (t) => {
    accepted(
      t,
      await ask(app, {
        display: 'popup',
        acr_values: 'urn:x',
        claims_locales: 'fr',
        ui_locales: 'xx-YY zz',
        login_hint: 'ana@riverside.example',
        id_token_hint: 'not.a.token',
        claims: '{"userinfo":{"email":null}}',
      }),
    );
  });

  t.test('scope is required unless the client has a default scope [E-2]', async (t) => {
    redirected(t, await ask(app, { scope: undefined }), 'invalid_scope');
    redirected(t, await ask(app, { scope: '   ' }), 'invalid_scope');
    // Nothing gives a client a default scope yet: the row is edited.
    await file.edit("update clients set default_scope = 'openid email' where id = 'c_demo_notebook'");
    const verifierRequest = { scope: undefined, resource: undefined };
    accepted(t, await ask(app, verifierRequest, { client: DEMO.notebook }));
    const tokens = await obtainTokens(app, DEMO.notebook, verifierRequest);
    t.equal(tokens.scope, 'openid email');
    t.equal((await obtainTokens(app, DEMO.notebook, { scope: 'openid' })).scope, 'openid', 'only used when needed');
  });

  t.test('unknown scopes are invalid_scope, and the error names them [E-11]', async (t) => {
    for (const scope of ['openid no:such', 'ACCOUNT:READ', 'account:read,openid', 'openid\tprofile', 'storage:read']) {
      const params = redirected(t, await ask(app, { scope }), 'invalid_scope');
      t.match(params.get('error_description'), /^unknown scope: /);
    }
    t.match(
      redirected(t, await ask(app, { scope: 'openid x:one x:two' }), 'invalid_scope').get('error_description'),
      'x:one x:two',
    );
    redirected(t, await ask(app, { scope: 'openid ü"\\<b>' }), 'invalid_scope');
  });

  t.test('refusing 1,000 scopes takes at most ten times the work of refusing 100 [CVE-2026-4634]', async (t) => {
    const work = await workCounter(t);
    const costOf = async (count: number) => {
      const scope = Array.from({ length: count }, (_, i) => `s${i.toString(36)}`).join(' ');
      const [[response, statements], calls] = await work.of(() => withStatements(() => ask(app, { scope })));
      redirected(t, response, 'invalid_scope');
      return { calls, statements: statements.length };
    };
    // What is done the first time takes longer.
    await costOf(1);
    const few = await costOf(100);
    const many = await costOf(1000);
    t.ok(many.calls <= 10 * few.calls, `${many.calls} function calls and ${few.calls}`);
    t.equal(many.statements, few.statements);
  });

  t.test('offline_access is accepted but not granted, and alone it is invalid_scope [E-11]', async (t) => {
    const tokens = await obtainTokens(app, DEMO.cli, { scope: 'offline_access openid account:read' });
    t.equal(tokens.scope, 'openid account:read');
    redirected(t, await ask(app, { scope: 'offline_access' }), 'invalid_scope');
  });

  t.test('repeated scopes are granted once, in the order they were requested [RFC 6749 §3.3]', async (t) => {
    const tokens = await obtainTokens(app, DEMO.cli, { scope: 'account:read  openid account:read' });
    t.equal(tokens.scope, 'account:read openid');
  });

  t.test('a scope beyond the ceiling of the client is invalid_scope, and the error names it', async (t) => {
    for (const scope of OPERATOR_SCOPES) {
      const params = redirected(t, await ask(app, { scope: `openid ${scope}` }), 'invalid_scope');
      t.match(params.get('error_description'), scope);
    }
    const { portal, adminTool } = DEMO;
    redirected(t, await ask(app, { scope: 'openid account:write' }, { client: portal }), 'invalid_scope', {
      target: PORTAL_CALLBACK,
    });
    redirected(t, await ask(app, { scope: 'openid account:read' }, { client: adminTool }), 'invalid_scope');
  });

  t.test('account scopes are invalid_scope for a client that registered itself [spec 5.3.7]', async (t) => {
    const client = await register(app, 'http://127.0.0.1/cb');
    for (const scope of MEMBER_SCOPES) {
      for (const resource of [BASE, undefined]) {
        const response = await ask(app, { scope: `openid ${scope}`, resource }, { client });
        const params = redirected(t, response, 'invalid_scope', { target: 'http://127.0.0.1/cb?' });
        t.match(params.get('error_description'), scope);
      }
    }
    const everything = [...IDENTITY_SCOPES, ...OPERATOR_SCOPES].join(' ');
    accepted(t, await ask(app, { scope: everything, resource: undefined }, { client }), 'operator scopes may be asked');
  });

  t.test('account scopes are invalid_scope for a vendor client [E-31]', async (t) => {
    for (const scope of MEMBER_SCOPES) {
      redirected(t, await ask(app, { scope }, { client: VENDOR }), 'invalid_scope', { target: VENDOR.redirectUri });
    }
    redirected(t, await ask(app, { scope: SCOPES.slice(1).join(' ') }, { client: VENDOR }), 'invalid_scope', {
      target: VENDOR.redirectUri,
    });
    accepted(t, await ask(app, { scope: SCOPES.join(' ') }, { client: VENDOR }), 'the whole list');
  });

  t.test('the resource parameter accepts every spelling of this server and its endpoints [E-10]', async (t) => {
    for (const resource of [
      BASE,
      `${BASE}/`,
      `${BASE}/mcp`,
      `${BASE}/mcp/`,
      `${BASE}/mcp?auth=member`,
      `${BASE}/account/graphql`,
      `${BASE}/account/graphql/`,
      BASE.replace('http', 'HTTP'),
    ]) {
      accepted(t, await ask(app, { resource }), resource);
    }
    accepted(t, await ask(app, { resource: [BASE, `${BASE}/mcp`] }), 'repeated');
  });

  t.test('a resource other than those of this server is invalid_target [RFC 8707 §2]', async (t) => {
    for (const resource of [
      'https://other.example',
      `${BASE}#x`,
      `${BASE}/#`,
      `${BASE}/mcp#x`,
      'mcp',
      '/mcp',
      '//127.0.0.1:3000/mcp',
      `${BASE}/other`,
      `${BASE}/MCP`,
      `${BASE}//`,
      `${BASE}/mcp/x`,
      `${BASE}?x=1`,
      `${BASE}/account/graphql?x`,
      `${BASE}.evil.test`,
      BASE.replace('http', 'https'),
      BASE.replace('3000', '3001'),
      'http://127.0.0.1',
      'http://u@127.0.0.1:3000',
      'http://localhost:3000',
      ` ${BASE}`,
    ]) {
      redirected(t, await ask(app, { resource }), 'invalid_target');
    }
    redirected(t, await ask(app, { resource: [BASE, 'https://other.example'] }), 'invalid_target');
    redirected(t, await ask(app, { resource: ['https://other.example', BASE] }), 'invalid_target');
  });

  t.test('account scopes need a resource, identity and operator scopes do not [spec 5.4]', async (t) => {
    const params = redirected(t, await ask(app, { resource: undefined }), 'invalid_target');
    t.match(params.get('error_description'), `resource=${BASE}`);
    redirected(t, await ask(app, { scope: 'account:write', resource: undefined }), 'invalid_target');
    accepted(t, await ask(app, { scope: 'openid', resource: undefined }));
    const operator = { scope: 'openid courses:read', resource: undefined };
    accepted(t, await ask(app, operator, { client: DEMO.adminTool }));
  });

  t.test('nonce is optional, and the ID token has none if the request had none [spec 2.3]', async (t) => {
    const { id_token = '' } = await obtainTokens(app, DEMO.cli, { nonce: undefined });
    const claims = JSON.parse(Buffer.from(id_token.split('.')[1] ?? '', 'base64url').toString());
    t.equal(claims.sub, 'usr_demo_ana');
    t.notOk('nonce' in claims);
  });

  t.test(
    'errors are redirected at once to loopback and vendor clients, and to applications that are in use',
    async (t) => {
      const registered = await register(app, 'http://localhost:5005/cb');
      for (const client of [registered, VENDOR, DEMO.portal]) {
        redirected(t, await ask(app, { scope: 'no:such' }, { client }), 'invalid_scope', {
          target: client.redirectUri,
        });
      }
      const vendorTool = { ...VENDOR, redirectUri: 'http://127.0.0.1:4711/anything' };
      redirected(t, await ask(app, { scope: 'no:such' }, { client: vendorTool }), 'invalid_scope', {
        target: vendorTool.redirectUri,
      });
    },
  );

  t.test('an error for the client is a redirect even if Accept asks for JSON [E-40, RFC 9207 §2]', async (t) => {
    redirected(t, await ask(app, { scope: undefined }, { headers: { accept: 'application/json' } }), 'invalid_scope');
  });

  t.test('a request of a disabled client gets an error page, not a redirect', async (t) => {
    await disable(file, 'clients', DEMO.webApp.id);
    shown(t, await ask(app, {}, { client: DEMO.webApp }), 'invalid_client');
    shown(t, await ask(app, { scope: undefined, prompt: 'none' }, { client: DEMO.webApp }), 'invalid_client');
  });
});

t.test('methods, headers and limits of the authorization endpoint', async (t) => {
  const { app } = await testApp(t);
  const form = { 'content-type': 'application/x-www-form-urlencoded', accept: HTML };
  const post = (fields: Fields, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: '/oauth/authorize', headers: { ...form, ...headers }, payload: encode(fields) });
  const fieldsOf = (overrides: Fields = {}): Fields => {
    const query = new URL(authorizeUrl(DEMO.cli, VERIFIER), BASE).searchParams;
    return { ...Object.fromEntries(query), ...overrides };
  };

  t.test('a request by POST ends in a code like one by GET [OpenID Connect Core §3.1.2.1]', async (t) => {
    const browser = new Browser(app);
    const start = await browser.post(
      '/oauth/authorize',
      Object.entries(fieldsOf({ state: 'über & co' })).map(([name, value]) => [name, String(value)]),
      { origin: 'https://client.example', 'sec-fetch-site': 'cross-site' },
    );
    const page = await walkThrough(browser, start);
    t.equal(page.leavesFor?.searchParams.get('state'), 'über & co');
    const code = page.leavesFor?.searchParams.get('code') ?? '';
    const response = await exchange(app, DEMO.cli, { code, verifier: VERIFIER, params: new URLSearchParams() });
    t.equal(response.statusCode, 200);
  });

  t.test('a cross-site POST without a cookie still finds the session [OpenID Connect Core §3.1.2.1]', async (t) => {
    const browser = new Browser(app);
    await authorize(app, DEMO.portal, {}, { browser });
    const portal = { client_id: DEMO.portal.id, redirect_uri: PORTAL_CALLBACK, prompt: 'none' };
    const response = await post(fieldsOf(portal), { origin: 'https://portal.riverside.example' });
    t.equal(response.statusCode, 303, 'a GET, which a Lax cookie goes with');
    const { leavesFor } = await browser.get(String(response.headers.location));
    t.ok(leavesFor?.searchParams.has('code'));
  });

  t.test('a request by POST follows the same rules as one by GET [OpenID Connect Core §3.1.2.1]', async (t) => {
    shown(t, await post(fieldsOf({ client_id: 'c_nobody' })), 'invalid_client');
    shown(t, await post(fieldsOf({ redirect_uri: 'https://evil.test/' })), 'invalid_request');
    shown(t, await post({}), 'invalid_request');
    redirected(t, await post(fieldsOf({ scope: undefined })), 'invalid_scope');
    redirected(t, await post(fieldsOf({ code_challenge_method: 'plain' })), 'invalid_request');
    redirected(t, await post(fieldsOf({ state: ['a', 'b'] })), 'invalid_request', { state: null });
    redirected(
      t,
      await post(fieldsOf({ prompt: 'none' })).then((r) => app.inject(String(r.headers.location))),
      'login_required',
    );
  });

  t.test('a body in a media type other than that of forms is refused [CVE-2022-41919]', async (t) => {
    for (const type of [
      'application/json',
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencodedx',
    ]) {
      const response = await post(fieldsOf(), { 'content-type': type });
      t.equal(response.statusCode, 400, type);
      t.match(response.body, 'the content type of the request is not supported here');
      t.notOk('location' in response.headers);
    }
  });

  t.test('a form over 16 KB is 413, and a request URL over 8 KB is 414 [E-37]', async (t) => {
    t.equal((await post(fieldsOf({ login_hint: 'x'.repeat(17_000) }))).statusCode, 413);
    const half = 'x'.repeat(4000);
    t.equal((await post(fieldsOf({ login_hint: half, nonce: half, ui_locales: half }))).statusCode, 414);
    t.equal((await ask(app, { login_hint: 'x'.repeat(8200) })).statusCode, 414);
    accepted(t, await ask(app, { login_hint: 'x'.repeat(4000), state: 'x'.repeat(3000) }));
  });

  t.test('unsupported methods are 405 with the supported ones in Allow [ASVS 4.1.4]', async (t) => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const) {
      const response = await app.inject({ method, url: '/oauth/authorize' });
      t.equal(response.statusCode, 405, method);
      t.equal(response.headers.allow, 'GET, HEAD, POST');
    }
    const response = await app.inject({ method: 'PUT', url: '/oauth/continue/req_x/decision' });
    t.equal(response.statusCode, 405);
    t.equal(response.headers.allow, 'POST');
  });

  t.test('no form of the authorization pages can be submitted by GET [ASVS 3.5.3]', async (t) => {
    for (const name of ['sign-in', 'account', 'switch', 'site', 'decision', 'cancel']) {
      t.equal((await app.inject(`/oauth/continue/req_x/${name}`)).statusCode, 405, name);
    }
  });

  t.test('HEAD opens no request and has no body [RFC 9110 §9.2.1]', async (t) => {
    const response = await app.inject({ method: 'HEAD', url: authorizeUrl(DEMO.cli, VERIFIER, { scope: undefined }) });
    t.strictSame([response.statusCode, response.headers.location, response.body], [200, undefined, '']);
  });

  t.test('the authorization endpoint and its pages never send CORS headers [OAuth 2.1 §3.1]', async (t) => {
    const headers = { origin: 'https://app.example', accept: HTML };
    const preflight = { ...headers, 'access-control-request-method': 'GET' };
    const page = String((await ask(app)).headers.location);
    for (const response of [
      await ask(app, {}, { headers }),
      await ask(app, { scope: undefined }, { headers }),
      await ask(app, { client_id: 'c_nobody' }, { headers }),
      await post(fieldsOf(), headers),
      await app.inject({ method: 'OPTIONS', url: '/oauth/authorize', headers: preflight }),
      await app.inject({ method: 'OPTIONS', url: page, headers: preflight }),
      await app.inject({ url: page, headers }),
      await app.inject({ method: 'POST', url: `${page}/sign-in`, headers: { ...headers, ...form } }),
      await app.inject({ url: '/oauth/logout', headers }),
      await app.inject({ url: '/setup', headers }),
    ]) {
      t.strictSame(
        Object.keys(response.headers).filter((name) => name.startsWith('access-control-')),
        [],
      );
    }
  });

  t.test('redirects and error pages of the endpoint carry the security headers [ASVS 3.4.5]', async (t) => {
    for (const response of [await ask(app), await ask(app, { client_id: 'x' }), await ask(app, { scope: undefined })]) {
      t.match(response.headers, {
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'content-security-policy': /frame-ancestors 'none'/,
        'x-request-id': /./,
      });
      t.notOk('strict-transport-security' in response.headers, 'not on plain http');
    }
  });

  t.test('neither state nor login_hint nor authorization code is in the log [ASVS 14.2.1]', async (t) => {
    const { app, logs } = await testApp(t, { env: { LOG_LEVEL: 'trace' } });
    const { code } = await authorize(app, DEMO.cli, { state: 'canary-state', login_hint: 'canary@hint.example' });
    await ask(app, { state: 'canary-state', client_id: 'c_nobody' });
    await ask(app, { state: 'canary-state', scope: undefined });
    const text = logs.join('');
    t.match(text, '/oauth/authorize');
    for (const canary of ['canary', code]) t.notMatch(text, canary);
  });
});

t.test(
  'one network may send 1,200 authorization requests a minute, a signed-in browser 60, and then gets 429 [E-38]',
  async (t) => {
    const { app, clock } = await testApp(t, { env: { RATE_LIMITS: 'on' }, seed: true });
    const from = (remoteAddress: string, accept = HTML) =>
      app.inject({ url: authorizeUrl(DEMO.cli, VERIFIER), remoteAddress, headers: { accept } });
    for (let i = 0; i < 1199; i += 1) await from('192.0.2.1');
    accepted(t, await from('192.0.2.1'));
    const refused = await from('192.0.2.1');
    t.equal(refused.statusCode, 429);
    t.match(refused.headers, { 'retry-after': /^\d+$/, 'ratelimit-limit': /^1200$/, 'ratelimit-remaining': /0/ });
    t.match(refused.headers['content-type'], /html/);
    t.match((await from('192.0.2.1', 'application/json')).json(), { error: 'temporarily_unavailable' });
    accepted(t, await from('192.0.2.2'), 'another network');
    const browser = new Browser(app);
    await browser.submit(await browser.get('/sign-in'), '/sign-in', {
      email: 'ana@riverside.example',
      password: PASSWORD,
    });
    const cookie = `sid=${browser.cookies.get('sid')}`;
    const signedIn = () =>
      app.inject({
        url: authorizeUrl(DEMO.cli, VERIFIER),
        remoteAddress: '192.0.2.1',
        headers: { accept: HTML, cookie },
      });
    for (let i = 0; i < 59; i += 1) await signedIn();
    accepted(t, await signedIn(), 'whatever others in the network do');
    t.equal((await signedIn()).statusCode, 429);
    clock.advance(60_000);
    accepted(t, await from('192.0.2.1'), 'a minute later');
  },
);

t.test(
  'a NUL byte, which PostgreSQL cannot store, is refused or ignored, and never a server error [F11]',
  async (t) => {
    const { app } = await testApp(t);
    shown(t, await ask(app, { client_id: 'c_demo\0cli' }), 'invalid_client');
    redirected(t, await ask(app, { org_id: 'a\0b' }), 'invalid_request');
    redirected(t, await ask(app, { state: 'a\0b' }), 'invalid_request', { state: 'a\0b' });
    accepted(t, await ask(app, { login_hint: 'a\0b', ui_locales: 'a\0b', 'x\0y': 'a\0b' }));
    t.equal((await app.inject('/oauth/continue/req_a%00b')).statusCode, 404);
    const token = { grant_type: 'refresh_token', client_id: 'a\0b', refresh_token: 'a\0b' };
    t.match((await postForm(app, '/api/oauth/token', token)).json(), { error: 'invalid_client' });
    const logout = { client_id: 'a\0b', post_logout_redirect_uri: 'https://x.example/' };
    t.equal((await app.inject(`/oauth/logout?${encode(logout)}`)).statusCode, 200);
  },
);

t.test('on an https origin an upper-case host and the default port are the same resource [E-10]', async (t) => {
  const base = 'https://id.school.example';
  const { app } = await testApp(t, { env: { BASE_URL: base, MASTER_KEY: Buffer.alloc(32, 7).toString('base64') } });
  for (const resource of [
    base,
    `${base}/`,
    'https://ID.School.Example',
    'HTTPS://id.school.example/mcp/',
    `${base}:443`,
    `${base}:443/account/graphql`,
  ]) {
    accepted(t, await ask(app, { resource }), resource);
  }
  for (const resource of [
    `${base}:80`,
    `${base}:8443`,
    `${base}.`,
    'http://id.school.example',
    'https://u@id.school.example',
    BASE,
  ]) {
    const response = await ask(app, { resource });
    const params = new URL(String(response.headers.location)).searchParams;
    t.equal(params.get('error'), 'invalid_target', resource);
    t.equal(params.get('iss'), base, 'the issuer is the configured one');
  }
});
