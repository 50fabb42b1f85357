// slow, sqlite
/** simple-oauth2, an older library of server-side applications, which knows nothing but paths; over real HTTP. */
import { createHash, randomBytes } from 'node:crypto';
import { AuthorizationCode, type Settings } from 'simple-oauth2';
import t, { type Test } from 'tap';
import { SECRET } from '../support/app.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { startServer } from '../support/live-server.ts';

const CALLBACK = 'http://127.0.0.1:49155/callback';
const SCOPE = ['openid', 'email', 'account:read'];
const ANA = { email: 'ana@riverside.example' };
const WEB_APP = { id: 'c_demo_web_app', secret: SECRET };
const BODY = { authorizationMethod: 'body' } as const;

const { origin } = await startServer(t);

const configure = (client: Settings['client'], options?: Settings['options']): AuthorizationCode =>
  new AuthorizationCode({
    client,
    auth: {
      tokenHost: origin,
      tokenPath: '/api/oauth/token',
      revokePath: '/api/oauth/revoke',
      authorizePath: '/oauth/authorize',
    },
    ...(options === undefined ? {} : { options }),
  });

/** What the application then exchanges; PKCE is its own affair with this library. */
async function obtainCode(t: Test, application: AuthorizationCode): Promise<Record<string, string>> {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const url = application.authorizeURL({
    redirect_uri: CALLBACK,
    scope: SCOPE,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: origin,
  });
  const { searchParams: answer } = await new HttpBrowser(origin).authorize(url, ANA);
  t.equal(answer.get('state'), state);
  t.equal(answer.get('iss'), origin);
  return { code: answer.get('code') ?? '', redirect_uri: CALLBACK, code_verifier: verifier, resource: origin };
}

const callUserInfo = (token: string): Promise<Response> =>
  fetch(`${origin}/api/oauth/userinfo`, { headers: { authorization: `Bearer ${token}` } });

/** The answer that made the library throw. */
const refusalOf = (request: Promise<unknown>): Promise<unknown> =>
  request.then(
    () => 'no refusal',
    ({ data }) => ({ status: data.res.statusCode, headers: data.res.headers, ...data.payload }),
  );

t.test('a client with its secret in the body completes the flow [RFC 6749 §2.3.1, RFC 6749 §6]', async (t) => {
  const application = configure(WEB_APP, BODY);
  const tokens = await application.getToken(await obtainCode(t, application));
  t.equal(tokens.token.scope, SCOPE.join(' '));
  t.equal(tokens.expired(300), false);
  t.equal(tokens.expired(3600), true, 'expires_in is understood');
  t.match(await (await callUserInfo(tokens.token.access_token)).json(), ANA);

  const stored = application.createToken(JSON.parse(JSON.stringify(tokens)));
  const narrower = await stored.refresh({ scope: 'openid account:read' });
  t.equal(narrower.token.scope, 'openid account:read', 'the access token is narrowed');
  t.not(narrower.token.refresh_token, tokens.token.refresh_token);
  const renewed = await narrower.refresh();
  t.equal(renewed.token.scope, SCOPE.join(' '), 'the refresh token kept all of it');

  await renewed.revoke('access_token');
  t.equal((await callUserInfo(renewed.token.access_token)).status, 401);
  await renewed.revokeAll();
  t.match(await refusalOf(renewed.refresh()), { status: 400, error: 'invalid_grant' });
});

t.test('HTTP Basic is refused with an explanation, and the code stays valid [RFC 6749 §5.2]', async (t) => {
  const application = configure(WEB_APP);
  const exchange = await obtainCode(t, application);
  t.match(await refusalOf(application.getToken(exchange)), {
    status: 401,
    headers: { 'www-authenticate': /^Basic / },
    error: 'invalid_client',
    error_description: 'HTTP Basic is not supported; send client_id and client_secret in the form body',
    error_uri: /#invalid_client$/,
  });
  const { token } = await configure(WEB_APP, BODY).getToken(exchange);
  t.equal((await callUserInfo(token.access_token)).status, 200);
});

t.test('an empty client_secret of a public client counts as none [RFC 6749 §2.3]', async (t) => {
  const application = configure({ id: 'c_demo_cli', secret: '' }, BODY);
  const tokens = await application.getToken(await obtainCode(t, application));
  t.equal((await tokens.refresh()).token.scope, SCOPE.join(' '));
});

t.test('a request without PKCE, as in the library’s manual, is invalid_request [RFC 7636 §4.4.1]', async (t) => {
  const application = configure(WEB_APP, BODY);
  const url = application.authorizeURL({ redirect_uri: CALLBACK, scope: SCOPE, state: 'st-1' });
  const { leavesFor } = await new HttpBrowser(origin).get(url);
  t.match(Object.fromEntries(leavesFor?.searchParams ?? []), {
    error: 'invalid_request',
    error_description: /code_challenge/,
    state: 'st-1',
  });
});
