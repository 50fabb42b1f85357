/** The pages between an authorization request and its response, as a person with a browser goes through them. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { BASE, PASSWORD } from './app.ts';
import { type Browser, formsOf, type Page } from './browser.ts';
import { authorizeUrl, DEMO, encode, type Fields, makeVerifier, type TestClient } from './oauth-client.ts';

export const ANA = 'ana@riverside.example';
export const CHIE = 'chie@riverside.example';
export const RUTH = 'ruth@riverside.example';
export const NOOR = 'noor@schools.example';
export const MILA = 'mila@harbour.example';

export const HTML = 'text/html,application/xhtml+xml';
/** What the consent page says of a scope that was granted before. */
export const ALLOWED_BEFORE = 'already allowed';

export const VENDOR: TestClient = {
  id: 'c_vendor_claude',
  redirectUri: 'https://claude.ai/api/mcp/auth_callback',
  secret: undefined,
};
export const READ_COURSES = { scope: 'openid courses:read', resource: undefined };

export const open = (
  browser: Browser,
  client: TestClient = DEMO.cli,
  overrides: Fields = {},
  headers = {},
): Promise<Page> => browser.get(authorizeUrl(client, makeVerifier(), overrides), headers);

/** The page that this person gets by signing in: of the flow, where nothing is decided yet. */
export const afterSignIn = async (
  browser: Browser,
  email: string,
  client: TestClient = DEMO.cli,
  overrides: Fields = {},
): Promise<Page> => browser.submit(await open(browser, client, overrides), '/sign-in', { email, password: PASSWORD });

export const isSignIn = (page: Page): boolean => page.body.includes('/sign-in"');
export const isConsent = (page: Page): boolean => page.body.includes('/decision"');
/** The path of the request that the page belongs to. */
export const requestOf = (page: Page): string =>
  /\/oauth\/continue\/[A-Za-z0-9_-]+/.exec(page.url + page.body)?.[0] ?? '';
export const csrfOf = (page: Page, form: string): string =>
  formsOf(page.body)
    .find(({ action }) => action.endsWith(form))
    ?.fields.find(([name]) => name === 'csrf')?.[1] ?? '';
/** The optional scopes that are ticked on the consent page. */
export const ticksOf = (page: Page): string[] =>
  formsOf(page.body)
    .find(({ action }) => action.endsWith('/decision'))
    ?.fields.filter(([name]) => name === 'scope')
    .map(([, value]) => value) ?? [];

interface Sending {
  /** `undefined` leaves a header out. */
  headers?: Record<string, string | undefined>;
  remoteAddress?: string;
}

/** One POST as this browser, not followed. */
export function post(
  app: FastifyInstance,
  browser: Browser,
  url: string,
  fields: Fields,
  { headers = {}, remoteAddress = '192.0.2.1' }: Sending = {},
): Promise<LightMyRequestResponse> {
  const all = {
    accept: HTML,
    'content-type': 'application/x-www-form-urlencoded',
    origin: BASE,
    'sec-fetch-site': 'same-origin',
    cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    ...headers,
  };
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return app.inject({ method: 'POST', url, remoteAddress, headers: Object.fromEntries(sent), payload: encode(fields) });
}

/** One attempt to sign in on this page, not followed. */
export const guess = (
  app: FastifyInstance,
  browser: Browser,
  page: Page,
  fields: { email: string; password: string },
  sending: Sending = {},
): Promise<LightMyRequestResponse> =>
  post(app, browser, `${requestOf(page)}/sign-in`, { csrf: csrfOf(page, '/sign-in'), ...fields }, sending);

/** The browser leaves for the client by a page that goes on by itself (E-22). */
export function leftByPage(t: Test, page: Page, target: string): URLSearchParams {
  t.equal(page.status, 200);
  const { leavesFor } = page;
  t.ok(leavesFor?.href.startsWith(target), `leaves for ${leavesFor}`);
  const params = leavesFor?.searchParams ?? new URLSearchParams();
  t.equal(params.get('iss'), BASE);
  t.equal(params.get('state'), 'st-1');
  return params;
}

export function wentWithCode(t: Test, page: Page, about: string): URLSearchParams {
  const params = page.leavesFor?.searchParams ?? new URLSearchParams();
  t.match(params.get('code'), /^ac_/, about);
  t.equal(params.get('iss'), BASE);
  t.equal(params.get('state'), 'st-1');
  t.notOk(params.has('error'));
  return params;
}

export function wentWithError(t: Test, page: Page, error: string, about = error): void {
  const params = page.leavesFor?.searchParams;
  t.equal(params?.get('error'), error, about);
  t.equal(params?.get('iss'), BASE);
  t.equal(params?.get('state'), 'st-1');
  t.notOk(params?.has('code'));
}

export function refusedOnPage(t: Test, page: Page, status: number, title: string): void {
  t.equal(page.status, status);
  t.match(page.body, `<h1>${title}</h1>`);
  t.equal(page.leavesFor, undefined);
}

export const completed = (t: Test, page: Page): void =>
  refusedOnPage(t, page, 409, textFor('en').message.completed.title);

/** A client that registered itself. */
export async function register(app: FastifyInstance, name = 'Some Tool'): Promise<TestClient> {
  const redirectUri = 'http://localhost:8123/back';
  const response = await app.inject({
    method: 'POST',
    url: '/api/oauth/register',
    payload: { client_name: name, redirect_uris: [redirectUri] },
  });
  return { id: response.json().client_id, redirectUri, secret: undefined };
}
