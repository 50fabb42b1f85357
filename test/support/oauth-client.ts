/** An OAuth client for tests, speaking to the injected server; every step can be bent. */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { Browser, type Page } from './browser.ts';
import { BASE, PASSWORD, SECRET } from './settings.ts';

export const CALLBACK = 'http://127.0.0.1:49152/callback';
export const PORTAL_CALLBACK = 'https://portal.riverside.example/oauth/callback';
export const MEMBER_SCOPE = 'openid profile email account:read';

export const DEMO = {
  cli: { id: 'c_demo_cli', redirectUri: CALLBACK, secret: undefined },
  notebook: { id: 'c_demo_notebook', redirectUri: CALLBACK, secret: undefined },
  webApp: { id: 'c_demo_web_app', redirectUri: CALLBACK, secret: SECRET },
  portal: { id: 'c_demo_portal', redirectUri: PORTAL_CALLBACK, secret: SECRET },
  adminTool: { id: 'c_demo_admin_tool', redirectUri: CALLBACK, secret: undefined },
} as const;

export interface TestClient {
  id: string;
  redirectUri: string;
  secret: string | undefined;
}

/** `undefined` leaves a parameter out, a list sends it repeatedly. */
export type Fields = Record<string, string | string[] | undefined>;

export const encode = (fields: Fields): string =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((one): [string, string] => [name, one]),
    ),
  ).toString();

export const makeVerifier = (): string => randomBytes(32).toString('base64url');
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

export interface Tokens {
  access_token: string;
  refresh_token: string;
  token_type: string;
  expires_in: number;
  refresh_token_timeout: number;
  authorization_expires_in: number;
  scope: string;
  org_id: string;
  id_token?: string;
}

export interface Authorization {
  code: string;
  verifier: string;
  params: URLSearchParams;
}

export const authorizeUrl = (client: TestClient, verifier: string, overrides: Fields = {}): string =>
  `/oauth/authorize?${encode({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: client.redirectUri,
    scope: MEMBER_SCOPE,
    state: 'st-1',
    nonce: 'n-1',
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    resource: BASE,
    ...overrides,
  })}`;

/** Goes from the first page to the client: signs in, takes the first school, allows. */
export async function walkThrough(
  browser: Browser,
  start: Page,
  { email = 'ana@riverside.example', password = PASSWORD, decision = 'allow', site }: WalkOptions = {},
): Promise<Page> {
  let page = start;
  for (let steps = 0; steps < 6 && page.leavesFor === undefined; steps += 1) {
    if (page.body.includes('/sign-in"')) page = await browser.submit(page, '/sign-in', { email, password });
    else if (page.body.includes('/site"'))
      page = await browser.submit(page, '/site', site === undefined ? {} : { site });
    else if (page.body.includes('/decision"')) page = await browser.submit(page, '/decision', { decision });
    else break;
  }
  return page;
}

export interface WalkOptions {
  email?: string;
  password?: string;
  decision?: string;
  site?: string;
}

/** A code for the client, with everything needed to redeem it. */
export async function authorize(
  app: FastifyInstance,
  client: TestClient = DEMO.cli,
  overrides: Fields = {},
  options: WalkOptions & { browser?: Browser } = {},
): Promise<Authorization> {
  const browser = options.browser ?? new Browser(app);
  const verifier = makeVerifier();
  const page = await walkThrough(browser, await browser.get(authorizeUrl(client, verifier, overrides)), options);
  const params = page.leavesFor?.searchParams;
  const code = params?.get('code');
  if (params === undefined || code == null) {
    throw new Error(`no code: ${page.status} ${page.leavesFor ?? page.url}`);
  }
  return { code, verifier, params };
}

export const postForm = (app: FastifyInstance, url: string, fields: Fields, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: encode(fields),
  });

export const codeFields = (client: TestClient, { code, verifier }: Authorization): Fields => ({
  grant_type: 'authorization_code',
  client_id: client.id,
  client_secret: client.secret,
  code,
  redirect_uri: client.redirectUri,
  code_verifier: verifier,
  resource: BASE,
});

export const exchange = (
  app: FastifyInstance,
  client: TestClient,
  authorization: Authorization,
  overrides: Fields = {},
): Promise<LightMyRequestResponse> =>
  postForm(app, '/api/oauth/token', { ...codeFields(client, authorization), ...overrides });

export const refresh = (
  app: FastifyInstance,
  client: TestClient,
  refreshToken: string,
  overrides: Fields = {},
): Promise<LightMyRequestResponse> =>
  postForm(app, '/api/oauth/token', {
    grant_type: 'refresh_token',
    client_id: client.id,
    client_secret: client.secret,
    refresh_token: refreshToken,
    ...overrides,
  });

/** The whole way: tokens of a person for a client. */
export async function obtainTokens(
  app: FastifyInstance,
  client: TestClient = DEMO.cli,
  overrides: Fields = {},
  options: WalkOptions & { browser?: Browser } = {},
): Promise<Tokens> {
  const response = await exchange(app, client, await authorize(app, client, overrides, options));
  if (response.statusCode !== 200) throw new Error(`exchange: ${response.statusCode} ${response.body}`);
  return response.json<Tokens>();
}

export const userinfo = (app: FastifyInstance, accessToken: string): Promise<LightMyRequestResponse> =>
  app.inject({ method: 'GET', url: '/api/oauth/userinfo', headers: { authorization: `Bearer ${accessToken}` } });

export const introspect = async (
  app: FastifyInstance,
  client: TestClient,
  token: string,
): Promise<Record<string, unknown>> =>
  (await postForm(app, '/api/oauth/introspect', { token, client_id: client.id, client_secret: client.secret })).json();
