import type { LightMyRequestResponse } from 'fastify';
import t from 'tap';
import { type RefusalKey, SENTENCES } from '../../schema/refusals/index.ts';
import { testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import {
  boundTokens,
  call,
  callWith,
  code,
  exchangeWith,
  makeKey,
  proofOf,
  refreshWith,
  SURFACES,
} from '../support/dpop.ts';
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

/** The refusal, with words of its code and description if its row leaves them open. */
type Refused = RefusalKey | readonly [RefusalKey, words: string];
type Row = readonly [what: string, refused: Refused, ask: () => Promise<unknown>];

/** The operator must be able to tell from the log alone why a request was refused: finer than a client may. */
t.test('every refusal of the protocol is logged with its code, its reason and the message to the client', async (t) => {
  const file = databaseFile(t);
  const { app, clock, logs } = await testApp(t, { databaseUrl: file.url });
  const browser = new Browser(app);

  const check = (rows: readonly Row[]): void => {
    for (const [what, refused, ask] of rows) {
      const [key, words = ''] = typeof refused === 'string' ? [refused] : refused;
      t.test(`${what}: ${key}`, async (t) => {
        const before = logs.length;
        await ask();
        const entries = logs.slice(before).map((line) => JSON.parse(line));
        const refusals = entries.filter(({ msg }) => msg === 'request refused');
        t.equal(refusals.length, 1, 'one refusal');
        const [{ code, reason, description }] = refusals;
        const row = SENTENCES.get(key);
        t.equal(reason, row?.reason);
        t.ok(row?.codes.includes(code), code);
        t.ok(
          row?.text.split(/\{\w+\}/).every((part) => description.includes(part)),
          description,
        );
        t.ok(`${code}: ${description}`.includes(words), description);
      });
    }
  };

  const asked = (overrides: Fields, client: TestClient = DEMO.cli): Promise<LightMyRequestResponse> =>
    app.inject({ url: authorizeUrl(client, makeVerifier(), overrides), headers: { accept: 'text/html' } });
  const account = 'openid account:read';
  check([
    [
      'a repeated client_id',
      ['repeated_parameter', 'client_id, redirect_uri was sent more than once'],
      () => asked({ client_id: ['a', 'b'], redirect_uri: ['a', 'b'] }),
    ],
    ['no client_id', ['missing_parameter.named', 'client_id'], () => asked({ client_id: undefined })],
    ['an unknown client', 'unknown_client.id', () => asked({ client_id: 'c_nobody' })],
    [
      'no redirect_uri',
      ['missing_parameter.named', 'redirect_uri is required'],
      () => asked({ redirect_uri: undefined }),
    ],
    ['a foreign redirect_uri', 'redirect_uri_not_registered', () => asked({ redirect_uri: 'https://evil.test/' })],
    [
      'a repeated parameter',
      ['repeated_parameter', 'scope, nonce was sent more than once'],
      () => asked({ nonce: ['a', 'b'], scope: ['openid', 'email'] }),
    ],
    ['no state', ['missing_parameter.named', 'state is required'], () => asked({ state: undefined })],
    [
      'a state with a line break',
      ['malformed_request.fault', 'state must not contain control characters'],
      () => asked({ state: 'a\nb' }),
    ],
    ...['nonce', 'org_id', 'school_id'].map(
      (name): Row => [
        `a ${name} with a line break`,
        ['malformed_request.fault', `${name} must not contain control characters`],
        () => asked({ [name]: 'a\nb' }),
      ],
    ),
    [
      'no response_type',
      ['missing_parameter.named', 'response_type is required'],
      () => asked({ response_type: undefined }),
    ],
    ['another response_type', 'response_type_unsupported.type', () => asked({ response_type: 'token' })],
    ['a request object', 'malformed_request.request', () => asked({ request: 'ey' })],
    [
      'a request object by reference',
      'malformed_request.request_uri',
      () => asked({ request_uri: 'https://a.example/' }),
    ],
    ['a registration inside the request', 'malformed_request.registration', () => asked({ registration: '{}' })],
    ['another response_mode', 'response_type_unsupported.mode', () => asked({ response_mode: 'fragment' })],
    ['no code_challenge', 'pkce_required.missing', () => asked({ code_challenge: undefined })],
    ['a code_challenge that is too short', 'pkce_required.form', () => asked({ code_challenge: 'short' })],
    [
      'an unknown prompt',
      ['prompt_invalid.unknown', 'prompt must contain only none, login, consent, select_account'],
      () => asked({ prompt: 'login create' }),
    ],
    ['prompt=none with another', 'prompt_invalid.none', () => asked({ prompt: 'none login' })],
    ['a negative max_age', ['malformed_request.fault', 'max_age'], () => asked({ max_age: '-1' })],
    [
      'a foreign resource',
      ['resource_invalid.server', 'resource must be http'],
      () => asked({ resource: 'https://a.example' }),
    ],
    ['no scope', 'missing_parameter.default_scope', () => asked({ scope: undefined })],
    [
      'a scope without a word',
      ['missing_parameter.named', 'invalid_scope: scope is required'],
      () => asked({ scope: 'offline_access' }),
    ],
    ['unknown scopes', ['scope_unknown', 'unknown scope: a:b c:d'], () => asked({ scope: 'openid a:b c:d' })],
    [
      'scopes beyond the client',
      ['scope_outside_client.application', 'may not request: courses:read courses:write'],
      () => asked({ scope: 'openid courses:read courses:write' }),
    ],
    ['account scopes without a resource', 'resource_missing', () => asked({ scope: account, resource: undefined })],
  ]);

  const disabled = (client: TestClient, ask: () => Promise<unknown>): Promise<unknown> =>
    whileDisabled(file, 'clients', client.id, ask);
  check([
    [
      'a disabled client at the authorization endpoint',
      'client_disabled',
      () => disabled(DEMO.webApp, () => asked({}, DEMO.webApp)),
    ],
    [
      'a disabled client at the token endpoint',
      'client_disabled',
      () => disabled(DEMO.webApp, () => refresh(app, DEMO.webApp, 'rt_1.x')),
    ],
  ]);

  const posted = (fields: Fields, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
    postForm(app, TOKEN, fields, headers);
  const grant = { grant_type: 'refresh_token', refresh_token: 'rt_1.x' };
  const cli = { ...grant, client_id: DEMO.cli.id };
  check([
    ['no form at all', 'unsupported_media_type.form', () => app.inject({ method: 'POST', url: TOKEN })],
    [
      'parameters in the address',
      ['malformed_request.fault', 'send code, token in the body, not in the query'],
      () => postForm(app, `${TOKEN}?token=x&code=y&other=z`, cli),
    ],
    [
      'repeated parameters',
      ['repeated_parameter', 'client_id, scope was sent more than once'],
      () => posted({ ...cli, scope: ['a', 'b'], client_id: ['a', 'b'] }),
    ],
    [
      'no grant_type',
      ['missing_parameter.named', 'grant_type is required'],
      () => posted({ ...cli, grant_type: undefined }),
    ],
    [
      'another grant_type',
      ['grant_type_unsupported', 'one of authorization_code, refresh_token'],
      () => posted({ ...cli, grant_type: 'password' }),
    ],
    ['HTTP Basic', 'client_auth_method.basic', () => posted(cli, { authorization: 'Basic eDp5' })],
    ['a client assertion', 'client_auth_method.assertion', () => posted({ ...cli, client_assertion: 'ey' })],
    ['no client_id', ['missing_parameter.named', 'invalid_client: client_id is required'], () => posted(grant)],
    ['an unknown client at the token endpoint', 'unknown_client.id', () => posted({ ...grant, client_id: 'c_nobody' })],
    [
      'an unknown client with an address for an id',
      'unknown_client.document',
      () => posted({ ...grant, client_id: 'https://nobody.example/client' }),
    ],
    ['a secret of a public client', 'client_secret_unexpected', () => posted({ ...cli, client_secret: 'x' })],
    [
      'no secret of a confidential client',
      'client_secret_missing',
      () => posted({ ...grant, client_id: DEMO.webApp.id }),
    ],
    [
      'a wrong secret',
      'client_secret_wrong',
      () => posted({ ...grant, client_id: DEMO.webApp.id, client_secret: 'x' }),
    ],
    [
      'no refresh token',
      ['missing_parameter.named', 'refresh_token is required'],
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
    ['a malformed code', 'code_unknown', () => exchanged({ code: 'ac_1.x' })],
    ['an unknown code', 'code_unknown', () => exchanged({ code: `ac_99999.${makeVerifier()}` })],
    ['a code of another client', 'code_of_another_client', () => exchanged({ client_id: DEMO.notebook.id })],
    [
      'another redirect_uri at the exchange',
      'redirect_uri_mismatch',
      () => exchanged({ redirect_uri: 'http://127.0.0.1/' }),
    ],
    ['another code_verifier', 'pkce_mismatch.other', () => exchanged({ code_verifier: makeVerifier() })],
    ['no code_verifier', 'pkce_mismatch.missing', () => exchanged({ code_verifier: undefined })],
    ['a resource that is missing now', 'resource_changed', () => exchanged({ resource: undefined })],
    [
      'another resource at the exchange',
      ['resource_invalid.server', 'resource must be http'],
      () => exchanged({ resource: 'https://a.example' }),
    ],
    [
      'a code that was used before',
      'code_replayed',
      async () => {
        const code = await authorize(app, DEMO.cli, {}, { browser });
        await exchange(app, DEMO.cli, code);
        await exchange(app, DEMO.cli, code);
      },
    ],
    [
      'a code of a person who left',
      'grant_ended.code',
      async () => {
        const code = await authorize(app, DEMO.cli, {}, { browser });
        await lost(() => exchange(app, DEMO.cli, code));
      },
    ],
    [
      'a code whose scopes the person can give no more',
      'scope_outside_role.grant',
      async () => {
        await promoted();
        const code = await authorize(app, DEMO.adminTool, teaching, { browser });
        await demoted(() => exchange(app, DEMO.adminTool, code));
      },
    ],
    [
      'an expired code',
      'code_expired',
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
    ['a malformed refresh token', 'token_unknown.refresh', () => posted(cli)],
    ['an unknown refresh token', 'token_unknown.refresh', () => refresh(app, DEMO.cli, `rt_99999.${makeVerifier()}`)],
    ['a refresh token of another client', 'token_of_another_client', () => refreshed({ client_id: DEMO.notebook.id })],
    ['a wider scope at the refresh', 'scope_outside_grant', () => refreshed({ scope: 'account:write' })],
    [
      'another resource at the refresh',
      ['resource_invalid.server', 'resource must be http'],
      () => refreshed({ resource: 'https://a.example' }),
    ],
    [
      'a refresh token whose grant was revoked',
      'token_revoked.grant',
      async () => {
        const { refresh_token: token } = await obtainTokens(app, DEMO.cli, {}, { browser });
        await revoked(token);
        await refresh(app, DEMO.cli, token);
      },
    ],
    [
      'a refresh token of a person who left',
      'grant_ended.grant',
      async () => {
        const { refresh_token: token } = await obtainTokens(app, DEMO.cli, {}, { browser });
        await lost(() => refresh(app, DEMO.cli, token));
      },
    ],
    [
      'a refresh token whose scopes the person can give no more',
      'scope_outside_role.grant',
      async () => {
        await promoted();
        const { refresh_token: token } = await obtainTokens(app, DEMO.adminTool, teaching, { browser });
        await demoted(() => refresh(app, DEMO.adminTool, token));
      },
    ],
    [
      'a refresh token that was used before',
      'refresh_reuse.used',
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
      'refresh_reuse.unstored',
      async () => {
        const { refresh_token: token } = await obtainTokens(app, DEMO.cli, {}, { browser });
        await refresh(app, DEMO.cli, token);
        clock.advance(8 * 86_400_000);
        await refresh(app, DEMO.cli, token);
      },
    ],
    [
      'an expired refresh token',
      'token_expired.refresh',
      async () => {
        const { refresh_token: token } = await obtainTokens(app, DEMO.cli, {}, { browser });
        clock.advance(30 * 86_400_000);
        await refresh(app, DEMO.cli, token);
      },
    ],
    [
      'a refresh token that was found expired before',
      'token_revoked.refresh',
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
    ['no access token', 'token_missing.header', () => app.inject('/api/oauth/userinfo')],
    [
      'an Authorization header that is no bearer token',
      'malformed_request.authorization',
      () => app.inject({ url: '/api/oauth/userinfo', headers: { authorization: 'Basic x' } }),
    ],
    ['a malformed access token', 'token_unknown.access', () => userinfo(app, 'at_1.x')],
    ['an unknown access token', 'token_unknown.access', () => userinfo(app, `at_99999.${makeVerifier()}`)],
    ['an expired access token', 'token_expired.access', () => called({}, () => clock.advance(3_600_000))],
    ['a revoked access token', 'token_revoked.access', () => called({}, revoked)],
    [
      'an access token without the scope',
      ['token_scope.request', 'this request needs the scope openid'],
      () => called({ scope: 'account:read' }, () => undefined),
    ],
  ]);

  const key = await makeKey();
  const ofCli = (fields: Fields = {}) => code(app, { scope: 'openid', ...fields }, DEMO.cli, {});
  const bound = () => boundTokens(app, key, { client: DEMO.cli, walk: {}, fields: { scope: 'openid' } });
  const proof = (claims: object = {}) => proofOf(key, { now: clock.now, claims: { ...claims } });
  const exchangedWith = async (claims: object) => exchangeWith(app, await ofCli(), await proof(claims), DEMO.cli);
  const [userinfoSurface] = SURFACES;
  if (userinfoSurface === undefined) throw new Error('no surface');
  check([
    [
      'no proof with a bound token',
      'dpop_proof_invalid.missing',
      async () => call(app, userinfoSurface, { authorization: `DPoP ${(await bound()).access_token}` }),
    ],
    [
      'a proof of another method',
      ['dpop_proof_invalid.fault', 'htm must be POST'],
      () => exchangedWith({ htm: 'GET' }),
    ],
    [
      'a proof that comes again',
      'dpop_proof_invalid.replayed',
      async () => {
        const first = await proof();
        for (const again of [await ofCli(), await ofCli()]) await exchangeWith(app, again, first, DEMO.cli);
      },
    ],
    ['a nonce of yesterday', 'dpop_nonce_needed.other', () => exchangedWith({ nonce: 'x' })],
    ['a wrong clock', 'dpop_nonce_needed.clock', () => exchangedWith({ iat: 1 })],
    [
      'a code for another key',
      'dpop_key.code',
      async () => exchangeWith(app, await ofCli({ dpop_jkt: key.jkt }), undefined, DEMO.cli),
    ],
    [
      'a bound refresh token without a proof',
      'dpop_key.refresh',
      async () => refreshWith(app, (await bound()).refresh_token, undefined, DEMO.cli),
    ],
    [
      'a proof of another key',
      'dpop_key.access',
      async () => callWith(app, userinfoSurface, { key: await makeKey(), token: (await bound()).access_token }),
    ],
    ['a bound token as a bearer token', 'dpop_key.scheme', async () => userinfo(app, (await bound()).access_token)],
    [
      'a token that is not bound with a proof',
      'dpop_key.unbound',
      async () => callWith(app, userinfoSurface, { key, token: (await obtainTokens(app, DEMO.cli)).access_token }),
    ],
  ]);

  t.test('details about a client named by URL that callers must not see are only in the log [E-14]', async (t) => {
    const before = logs.length;
    const response = await posted({ ...grant, client_id: 'https://nobody.example/client' });
    t.match(logs.slice(before).join(''), /"detail":"this client has no grant here"/);
    t.notMatch(response.body, /has no grant/);
  });
});
