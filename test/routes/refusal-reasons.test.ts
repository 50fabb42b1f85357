import type { LightMyRequestResponse } from 'fastify';
import t from 'tap';
import { testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import {
  authorize,
  authorizeUrl,
  DEMO,
  exchange,
  type Fields,
  makeVerifier,
  obtainTokens,
  postForm,
  refresh,
  type TestClient,
  type Tokens,
  userinfo,
} from '../support/oauth-client.ts';
import { during, whileDisabled } from '../support/standing.ts';

const TOKEN = '/api/oauth/token';
const RIVERSIDE = "person_id = 'usr_demo_ana' and site_id = 'site_demo_riverside'";

/** The code of the error, the reason in the log, and words of the description. */
type Refused = readonly [code: string, reason: string, description: string];
type Row = readonly [what: string, refused: Refused, ask: () => Promise<unknown>];

/** The operator must be able to tell from the log alone why a request was refused: finer than a client may. */
t.test('every refusal of the protocol is logged with its code, its reason and the message to the client', async (t) => {
  const file = databaseFile(t);
  const { app, clock, logs } = await testApp(t, { databaseUrl: file.url });
  const browser = new Browser(app);

  const check = (rows: readonly Row[]): void => {
    for (const [what, [code, reason, description], ask] of rows) {
      t.test(`${what}: ${reason}`, async (t) => {
        const before = logs.length;
        await ask();
        const entries = logs.slice(before).map((line) => JSON.parse(line));
        const refusals = entries.filter(({ msg }) => msg === 'request refused');
        t.equal(refusals.length, 1, 'one refusal');
        t.equal(refusals[0]?.code, code);
        t.equal(refusals[0]?.reason, reason);
        t.ok(refusals[0]?.description.includes(description), refusals[0]?.description);
      });
    }
  };

  const asked = (overrides: Fields, client: TestClient = DEMO.cli): Promise<LightMyRequestResponse> =>
    app.inject({ url: authorizeUrl(client, makeVerifier(), overrides), headers: { accept: 'text/html' } });
  const account = 'openid account:read';
  check([
    [
      'a repeated client_id',
      ['invalid_request', 'repeated_parameter', 'client_id, redirect_uri was sent more than once'],
      () => asked({ client_id: ['a', 'b'], redirect_uri: ['a', 'b'] }),
    ],
    ['no client_id', ['invalid_request', 'missing_parameter', 'client_id'], () => asked({ client_id: undefined })],
    [
      'an unknown client',
      ['invalid_client', 'unknown_client', 'unknown client_id'],
      () => asked({ client_id: 'c_nobody' }),
    ],
    [
      'no redirect_uri',
      ['invalid_request', 'missing_parameter', 'redirect_uri is required'],
      () => asked({ redirect_uri: undefined }),
    ],
    [
      'a foreign redirect_uri',
      ['invalid_request', 'redirect_uri_not_registered', 'not registered'],
      () => asked({ redirect_uri: 'https://evil.test/' }),
    ],
    [
      'a repeated parameter',
      ['invalid_request', 'repeated_parameter', 'scope, nonce was sent more than once'],
      () => asked({ nonce: ['a', 'b'], scope: ['openid', 'email'] }),
    ],
    ['no state', ['invalid_request', 'missing_parameter', 'state is required'], () => asked({ state: undefined })],
    [
      'a state with a line break',
      ['invalid_request', 'malformed_request', 'state must not contain control characters'],
      () => asked({ state: 'a\nb' }),
    ],
    ...['nonce', 'org_id', 'school_id'].map(
      (name): Row => [
        `a ${name} with a line break`,
        ['invalid_request', 'malformed_request', `${name} must not contain control characters`],
        () => asked({ [name]: 'a\nb' }),
      ],
    ),
    [
      'no response_type',
      ['invalid_request', 'missing_parameter', 'response_type is required'],
      () => asked({ response_type: undefined }),
    ],
    [
      'another response_type',
      ['unsupported_response_type', 'response_type_unsupported', 'response_type must be code'],
      () => asked({ response_type: 'token' }),
    ],
    [
      'a request object',
      ['request_not_supported', 'malformed_request', 'request objects'],
      () => asked({ request: 'ey' }),
    ],
    [
      'a request object by reference',
      ['request_uri_not_supported', 'malformed_request', 'request_uri'],
      () => asked({ request_uri: 'https://a.example/' }),
    ],
    [
      'a registration inside the request',
      ['registration_not_supported', 'malformed_request', 'registration'],
      () => asked({ registration: '{}' }),
    ],
    [
      'another response_mode',
      ['invalid_request', 'response_type_unsupported', 'response_mode must be query'],
      () => asked({ response_mode: 'fragment' }),
    ],
    [
      'no code_challenge',
      ['invalid_request', 'pkce_required', 'send code_challenge'],
      () => asked({ code_challenge: undefined }),
    ],
    [
      'a code_challenge that is too short',
      ['invalid_request', 'pkce_required', 'must be 43 base64url characters'],
      () => asked({ code_challenge: 'short' }),
    ],
    [
      'an unknown prompt',
      ['invalid_request', 'prompt_invalid', 'prompt must contain only none, login, consent, select_account'],
      () => asked({ prompt: 'login create' }),
    ],
    [
      'prompt=none with another',
      ['invalid_request', 'prompt_invalid', 'cannot be combined'],
      () => asked({ prompt: 'none login' }),
    ],
    ['a negative max_age', ['invalid_request', 'malformed_request', 'max_age'], () => asked({ max_age: '-1' })],
    [
      'a foreign resource',
      ['invalid_target', 'resource_invalid', 'resource must be http'],
      () => asked({ resource: 'https://a.example' }),
    ],
    [
      'no scope',
      ['invalid_scope', 'missing_parameter', 'scope is required: this client has no default scopes'],
      () => asked({ scope: undefined }),
    ],
    [
      'a scope without a word',
      ['invalid_scope', 'missing_parameter', 'scope is required'],
      () => asked({ scope: 'offline_access' }),
    ],
    [
      'unknown scopes',
      ['invalid_scope', 'scope_unknown', 'unknown scope: a:b c:d'],
      () => asked({ scope: 'openid a:b c:d' }),
    ],
    [
      'scopes beyond the client',
      ['invalid_scope', 'scope_outside_client', 'may not request: courses:read courses:write'],
      () => asked({ scope: 'openid courses:read courses:write' }),
    ],
    [
      'account scopes without a resource',
      ['invalid_target', 'resource_missing', 'is required for account scopes'],
      () => asked({ scope: account, resource: undefined }),
    ],
  ]);

  const disabled = (client: TestClient, ask: () => Promise<unknown>): Promise<unknown> =>
    whileDisabled(file, 'clients', client.id, ask);
  check([
    [
      'a disabled client at the authorization endpoint',
      ['invalid_client', 'client_disabled', 'disabled or blocked'],
      () => disabled(DEMO.webApp, () => asked({}, DEMO.webApp)),
    ],
    [
      'a disabled client at the token endpoint',
      ['invalid_client', 'client_disabled', 'disabled or blocked'],
      () => disabled(DEMO.webApp, () => refresh(app, DEMO.webApp, 'rt_1.x')),
    ],
  ]);

  const posted = (fields: Fields, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
    postForm(app, TOKEN, fields, headers);
  const grant = { grant_type: 'refresh_token', refresh_token: 'rt_1.x' };
  const cli = { ...grant, client_id: DEMO.cli.id };
  check([
    [
      'no form at all',
      ['invalid_request', 'unsupported_media_type', 'application/x-www-form-urlencoded'],
      () => app.inject({ method: 'POST', url: TOKEN }),
    ],
    [
      'parameters in the address',
      ['invalid_request', 'malformed_request', 'send code, token in the body, not in the query'],
      () => postForm(app, `${TOKEN}?token=x&code=y&other=z`, cli),
    ],
    [
      'repeated parameters',
      ['invalid_request', 'repeated_parameter', 'client_id, scope was sent more than once'],
      () => posted({ ...cli, scope: ['a', 'b'], client_id: ['a', 'b'] }),
    ],
    [
      'no grant_type',
      ['invalid_request', 'missing_parameter', 'grant_type is required'],
      () => posted({ ...cli, grant_type: undefined }),
    ],
    [
      'another grant_type',
      ['unsupported_grant_type', 'grant_type_unsupported', 'one of authorization_code, refresh_token'],
      () => posted({ ...cli, grant_type: 'password' }),
    ],
    [
      'HTTP Basic',
      ['invalid_client', 'client_auth_method', 'HTTP Basic is not supported'],
      () => posted(cli, { authorization: 'Basic eDp5' }),
    ],
    [
      'a client assertion',
      ['invalid_client', 'client_auth_method', 'client assertions are not supported; use none or client_secret_post'],
      () => posted({ ...cli, client_assertion: 'ey' }),
    ],
    ['no client_id', ['invalid_client', 'missing_parameter', 'client_id is required'], () => posted(grant)],
    [
      'an unknown client at the token endpoint',
      ['invalid_client', 'unknown_client', 'unknown client_id'],
      () => posted({ ...grant, client_id: 'c_nobody' }),
    ],
    [
      'an unknown client with an address for an id',
      ['invalid_client', 'unknown_client', 'the client metadata document could not be used'],
      () => posted({ ...grant, client_id: 'https://nobody.example/client' }),
    ],
    [
      'a secret of a public client',
      ['invalid_client', 'client_secret_unexpected', 'this is a public client, so client_secret must not be sent'],
      () => posted({ ...cli, client_secret: 'x' }),
    ],
    [
      'no secret of a confidential client',
      ['invalid_client', 'client_secret_missing', 'client_secret is required'],
      () => posted({ ...grant, client_id: DEMO.webApp.id }),
    ],
    [
      'a wrong secret',
      ['invalid_client', 'client_secret_wrong', 'client_secret is wrong'],
      () => posted({ ...grant, client_id: DEMO.webApp.id, client_secret: 'x' }),
    ],
    [
      'no refresh token',
      ['invalid_request', 'missing_parameter', 'refresh_token is required'],
      () => posted({ ...cli, refresh_token: undefined }),
    ],
  ]);

  const status = `update memberships set status = ? where ${RIVERSIDE}`;
  const lost = (ask: () => Promise<unknown>): Promise<unknown> =>
    during(file, [status, 'suspended'], [status, 'active'], ask);
  /** A client of the school that asked for what a member cannot give, while its person was an instructor. */
  const demoted = async (ask: () => Promise<unknown>): Promise<void> => {
    await file.edit(`update memberships set role = 'member' where ${RIVERSIDE}`);
    await ask();
  };
  const teaching = { scope: 'courses:read' };
  const promoted = (): Promise<void> => file.edit(`update memberships set role = 'instructor' where ${RIVERSIDE}`);

  /** A code for the client is exchanged in another way than it should be. */
  const exchanged = async (bend: Fields, client: TestClient = DEMO.cli): Promise<unknown> =>
    exchange(app, client, await authorize(app, client, {}, { browser }), bend);
  check([
    [
      'a malformed code',
      ['invalid_grant', 'code_unknown', 'unknown authorization code'],
      () => exchanged({ code: 'ac_1.x' }),
    ],
    [
      'an unknown code',
      ['invalid_grant', 'code_unknown', 'unknown authorization code'],
      () => exchanged({ code: `ac_99999.${makeVerifier()}` }),
    ],
    [
      'a code of another client',
      ['invalid_grant', 'code_of_another_client', 'issued to another client'],
      () => exchanged({ client_id: DEMO.notebook.id }),
    ],
    [
      'another redirect_uri at the exchange',
      ['invalid_grant', 'redirect_uri_mismatch', 'redirect_uri differs from the one'],
      () => exchanged({ redirect_uri: 'http://127.0.0.1/' }),
    ],
    [
      'another code_verifier',
      ['invalid_grant', 'pkce_mismatch', 'code_verifier does not match'],
      () => exchanged({ code_verifier: makeVerifier() }),
    ],
    [
      'no code_verifier',
      ['invalid_grant', 'pkce_mismatch', 'code_verifier is missing: send the value whose SHA-256'],
      () => exchanged({ code_verifier: undefined }),
    ],
    [
      'a resource that is missing now',
      ['invalid_target', 'resource_changed', 'is required, as in the authorization request'],
      () => exchanged({ resource: undefined }),
    ],
    [
      'another resource at the exchange',
      ['invalid_target', 'resource_invalid', 'resource must be http'],
      () => exchanged({ resource: 'https://a.example' }),
    ],
    [
      'a code that was used before',
      [
        'invalid_grant',
        'code_replayed',
        'the authorization code has already been used, so its tokens have been revoked; start a new authorization request',
      ],
      async () => {
        const code = await authorize(app, DEMO.cli, {}, { browser });
        await exchange(app, DEMO.cli, code);
        await exchange(app, DEMO.cli, code);
      },
    ],
    [
      'a code of a person who left',
      ['invalid_grant', 'grant_ended', 'has ended'],
      async () => {
        const code = await authorize(app, DEMO.cli, {}, { browser });
        await lost(() => exchange(app, DEMO.cli, code));
      },
    ],
    [
      'a code whose scopes the person can give no more',
      ['invalid_grant', 'scope_outside_role', 'can no longer grant any of these scopes'],
      async () => {
        await promoted();
        const code = await authorize(app, DEMO.adminTool, teaching, { browser });
        await demoted(() => exchange(app, DEMO.adminTool, code));
      },
    ],
    [
      'an expired code',
      ['invalid_grant', 'code_expired', 'the authorization code has expired; start a new authorization request'],
      async () => {
        const code = await authorize(app, DEMO.cli, {}, { browser });
        clock.advance(61_000);
        await exchange(app, DEMO.cli, code);
      },
    ],
  ]);

  /** The refresh token of a new grant is used, in another way than it should be. */
  const refreshed = async (bend: Fields, client: TestClient = DEMO.cli): Promise<unknown> =>
    refresh(app, client, (await obtainTokens(app, client, {}, { browser })).refresh_token, bend);
  const revoked = async (token: string): Promise<void> => {
    await postForm(app, '/api/oauth/revoke', { token, client_id: DEMO.cli.id });
  };
  check([
    ['a malformed refresh token', ['invalid_grant', 'token_unknown', 'unknown refresh token'], () => posted(cli)],
    [
      'an unknown refresh token',
      ['invalid_grant', 'token_unknown', 'unknown refresh token'],
      () => refresh(app, DEMO.cli, `rt_99999.${makeVerifier()}`),
    ],
    [
      'a refresh token of another client',
      ['invalid_grant', 'token_of_another_client', 'issued to another client'],
      () => refreshed({ client_id: DEMO.notebook.id }),
    ],
    [
      'a wider scope at the refresh',
      [
        'invalid_scope',
        'scope_outside_grant',
        'scope exceeds what was granted; start a new authorization request for more',
      ],
      () => refreshed({ scope: 'account:write' }),
    ],
    [
      'another resource at the refresh',
      ['invalid_target', 'resource_invalid', 'resource must be http'],
      () => refreshed({ resource: 'https://a.example' }),
    ],
    [
      'a refresh token whose grant was revoked',
      ['invalid_grant', 'token_revoked', 'has ended'],
      async () => {
        const { refresh_token: token } = await obtainTokens(app, DEMO.cli, {}, { browser });
        await revoked(token);
        await refresh(app, DEMO.cli, token);
      },
    ],
    [
      'a refresh token of a person who left',
      ['invalid_grant', 'grant_ended', 'has ended'],
      async () => {
        const { refresh_token: token } = await obtainTokens(app, DEMO.cli, {}, { browser });
        await lost(() => refresh(app, DEMO.cli, token));
      },
    ],
    [
      'a refresh token whose scopes the person can give no more',
      ['invalid_grant', 'scope_outside_role', 'can no longer grant any of these scopes'],
      async () => {
        await promoted();
        const { refresh_token: token } = await obtainTokens(app, DEMO.adminTool, teaching, { browser });
        await demoted(() => refresh(app, DEMO.adminTool, token));
      },
    ],
    [
      'a refresh token that was used before',
      ['invalid_grant', 'refresh_reuse', 'already been used, so the grant has been revoked'],
      async () => {
        const { refresh_token: token } = await obtainTokens(app, DEMO.cli, {}, { browser });
        const rotated = await refresh(app, DEMO.cli, token);
        await refresh(app, DEMO.cli, rotated.json<Tokens>().refresh_token);
        clock.advance(31_000);
        await refresh(app, DEMO.cli, token);
      },
    ],
    [
      'a refresh token whose client has never used the next one',
      ['invalid_grant', 'refresh_reuse', 'store the refresh token of every response'],
      async () => {
        const { refresh_token: token } = await obtainTokens(app, DEMO.cli, {}, { browser });
        await refresh(app, DEMO.cli, token);
        clock.advance(8 * 86_400_000);
        await refresh(app, DEMO.cli, token);
      },
    ],
    [
      'an expired refresh token',
      ['invalid_grant', 'token_expired', 'the refresh token has expired; start a new authorization request'],
      async () => {
        const { refresh_token: token } = await obtainTokens(app, DEMO.cli, {}, { browser });
        clock.advance(30 * 86_400_000);
        await refresh(app, DEMO.cli, token);
      },
    ],
    [
      'a refresh token that was found expired before',
      ['invalid_grant', 'token_revoked', 'the refresh token has expired or been revoked'],
      async () => {
        const { refresh_token: token } = await obtainTokens(app, DEMO.cli, {}, { browser });
        const id = Number(/^rt_(\d+)/.exec(token)?.[1]);
        await file.edit('update tokens set revoked_at = ?, expires_at = ? where id = ?', clock.now, clock.now, id);
        await refresh(app, DEMO.cli, token);
      },
    ],
  ]);

  const called = async (overrides: Fields, between: (token: string) => unknown): Promise<unknown> => {
    const { access_token: token } = await obtainTokens(app, DEMO.cli, overrides, { browser });
    await between(token);
    return userinfo(app, token);
  };
  check([
    [
      'no access token',
      ['invalid_token', 'token_missing', 'an access token is required'],
      () => app.inject('/api/oauth/userinfo'),
    ],
    [
      'an Authorization header that is no bearer token',
      ['invalid_token', 'malformed_request', 'must contain a bearer token'],
      () => app.inject({ url: '/api/oauth/userinfo', headers: { authorization: 'Basic x' } }),
    ],
    [
      'a malformed access token',
      ['invalid_token', 'token_unknown', 'unknown access token'],
      () => userinfo(app, 'at_1.x'),
    ],
    [
      'an unknown access token',
      ['invalid_token', 'token_unknown', 'unknown access token'],
      () => userinfo(app, `at_99999.${makeVerifier()}`),
    ],
    [
      'an expired access token',
      ['invalid_token', 'token_expired', 'expired, been revoked, or is for another origin'],
      () => called({}, () => clock.advance(3_600_000)),
    ],
    ['a revoked access token', ['invalid_token', 'token_revoked', 'expired, been revoked'], () => called({}, revoked)],
    [
      'an access token without the scope',
      ['insufficient_scope', 'token_scope', 'this request needs the scope openid'],
      () => called({ scope: 'account:read' }, () => undefined),
    ],
  ]);

  t.test('details about a client named by URL that callers must not see are only in the log [E-14]', async (t) => {
    const before = logs.length;
    const response = await posted({ ...grant, client_id: 'https://nobody.example/client' });
    t.match(logs.slice(before).join(''), /"detail":"this client has no grant here"/);
    t.notMatch(response.body, /has no grant/);
  });
});
