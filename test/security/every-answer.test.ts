// slow
/** What holds for the answer of every route, whoever asks and whatever it is about. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { testApp } from '../support/app.ts';
import { DEMO, obtainTokens } from '../support/oauth-client.ts';
import { routesOf } from '../support/routes.ts';
import { BEHIND_HTTPS } from '../support/settings.ts';
import { signedIn } from '../support/signed-in.ts';

const OWNER = 'ruth@riverside.example';
const HTTPS = {
  ...BEHIND_HTTPS,
  BASE_URL: 'https://id.school.example',
  MASTER_KEY: randomBytes(32).toString('base64'),
};
const PROGRAM = /^\/(?:api|mcp|\.well-known|account\/graphql)(?:\/|$)/;

/** An address of every route, of the demo school where one is named. */
const addressOf = (path: string): string => path.replace(':school', 'riverside').replace(/:\w+/g, 'x');

/** Everything that a route answers: to a visitor and to the owner of a school, to a browser and to a program. */
async function answersOf(app: FastifyInstance): Promise<[string, LightMyRequestResponse][]> {
  const scope = 'openid courses:read';
  const tokens = await obtainTokens(app, DEMO.adminTool, { scope }, { email: OWNER });
  const browser = await signedIn(app, OWNER);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const callers = { visitor: {}, owner: { cookie }, tool: { authorization: `Bearer ${tokens.access_token}` } };
  const accepted = { browser: 'text/html,application/xhtml+xml', program: 'application/json' };
  const answers: [string, LightMyRequestResponse][] = [];
  const routes = routesOf(app).map(({ method, path }) => ({ method, url: addressOf(path) }));
  // What is not there, and what is not done there, below every address of programs.
  const missing = [...new Set(routes.map(({ url }) => url).filter((url) => PROGRAM.test(url)))].flatMap((url) => [
    { method: 'GET', url: `${url}/nothing-here` },
    { method: 'DELETE', url },
  ]);
  for (const { method, url } of [...routes, ...missing]) {
    for (const [caller, credentials] of Object.entries(callers)) {
      for (const [taker, accept] of Object.entries(accepted)) {
        const body = ['GET', 'HEAD', 'OPTIONS'].includes(method) ? {} : { payload: '{' };
        const headers = {
          accept,
          ...credentials,
          ...('payload' in body ? { 'content-type': 'application/json' } : {}),
        };
        const response = await app.inject({ method: method as 'GET', url, headers, ...body });
        answers.push([`${method} ${url} by the ${caller}'s ${taker}: ${response.statusCode}`, response]);
      }
    }
  }
  return answers;
}

const namesOf = (answers: readonly [string, LightMyRequestResponse][]): string[] => answers.map(([of]) => of);

t.test('the answers of all routes', async (t) => {
  const { app } = await testApp(t);
  const answers = await answersOf(app);
  t.ok(answers.length > 1500, `${answers.length} answers`);

  t.test('every response declares its type, text with its charset, and forbids content sniffing [W23]', async (t) => {
    const wrong = answers.filter(([, { statusCode, headers, body }]) => {
      const type = String(headers['content-type'] ?? '');
      const isText = /^text\/(?!css)|html|xml/.test(type) && !type.startsWith('image/');
      return (
        headers['x-content-type-options'] !== 'nosniff' ||
        statusCode === 500 ||
        (body !== '' && !/^[a-z]+\/[a-z0-9.+-]+/.test(type)) ||
        (isText && !/; ?charset=utf-8$/i.test(type))
      );
    });
    t.strictSame(namesOf(wrong), []);
  });

  t.test(
    'every response has a policy without plug-ins, base addresses and frames [ASVS 3.4.3, ASVS 3.4.6]',
    async (t) => {
      const wrong = answers.filter(([, { headers }]) => {
        const policy = String(headers['content-security-policy'] ?? '').split('; ');
        return !["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"].every((rule) =>
          policy.includes(rule),
        );
      });
      t.strictSame(namesOf(wrong), []);
    },
  );

  t.test('an error of a machine endpoint is JSON and never a page, whatever the Accept header [W23]', async (t) => {
    const refusals = answers.filter(
      ([of, { statusCode, body }]) => statusCode >= 400 && body !== '' && PROGRAM.test(of.split(' ')[1] ?? ''),
    );
    t.ok(refusals.length > 300, `${refusals.length} refusals`);
    const wrong = refusals.filter(
      ([, { headers, body }]) =>
        !/^application\/(?:json|problem\+json|graphql-response\+json)/.test(String(headers['content-type'])) ||
        !/^[[{]/.test(body),
    );
    t.strictSame(namesOf(wrong), []);
  });
});

t.test('account and admin pages have COOP same-origin, pages of the authorization flow have not [W24]', async (t) => {
  for (const env of [{}, HTTPS]) {
    const { app } = await testApp(t, { env });
    const { baseUrl } = app.config;
    const browser = await signedInAt(app, baseUrl);
    const paths = routesOf(app)
      .filter(({ method, path }) => method === 'GET' && /^\/(?:account|admin)(?:\/|$)/.test(path))
      .filter(({ path }) => path !== '/account/schema.graphql');
    let pages = 0;
    for (const { path } of paths) {
      const headers = { cookie: browser, accept: 'text/html' };
      const { statusCode, headers: sent } = await app.inject({ method: 'GET', url: addressOf(path), headers });
      if (statusCode !== 200) continue;
      pages += 1;
      t.equal(sent['cross-origin-opener-policy'], 'same-origin', path);
      t.equal(sent['cross-origin-resource-policy'], 'same-origin', path);
    }
    t.ok(pages > 15, `${pages} pages`);
    for (const url of ['/oauth/authorize', '/sign-in', '/']) {
      const { headers } = await app.inject({ url, headers: { accept: 'text/html' } });
      t.notOk('cross-origin-opener-policy' in headers, url);
    }
  }
});

/** The cookies of the owner of a school. */
async function signedInAt(app: FastifyInstance, origin: string): Promise<string> {
  const page = await app.inject({ url: '/sign-in', headers: { accept: 'text/html' } });
  const csrf = /name="csrf" value="([^"]*)"/.exec(page.body)?.[1] ?? '';
  const before = page.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const { cookies, statusCode } = await app.inject({
    method: 'POST',
    url: '/sign-in',
    headers: { origin, cookie: before, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ csrf, email: OWNER, password: 'correct-horse-battery' }).toString(),
  });
  if (statusCode !== 303) throw new Error(`sign-in: ${statusCode}`);
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

t.test('plain http behind a proxy is refused with 400 instead of being redirected to https [W25]', async (t) => {
  const { app } = await testApp(t, { env: { ...HTTPS, TRUST_PROXY: '127.0.0.1' } });
  const requests = [
    { method: 'GET', url: '/api/oauth/userinfo' },
    { method: 'GET', url: '/api/v1/courses' },
    { method: 'POST', url: '/api/oauth/token', payload: 'grant_type=refresh_token' },
    { method: 'POST', url: '/account/graphql', payload: '{}' },
    { method: 'POST', url: '/mcp', payload: '{}' },
    { method: 'GET', url: '/.well-known/jwks.json' },
    { method: 'GET', url: '/oauth/authorize' },
    { method: 'GET', url: '/sign-in' },
  ] as const;
  for (const request of requests) {
    const ask = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
      app.inject({ ...request, remoteAddress, headers: { ...headers, authorization: 'Bearer at_1.x' } });
    const refused = await ask({ 'x-forwarded-proto': 'http' });
    t.equal(refused.statusCode, 400, request.url);
    t.notOk('location' in refused.headers, request.url);
    t.match(refused.body, 'use https', request.url);
    for (const headers of [{ 'x-forwarded-proto': 'https' }, {}]) {
      t.notMatch((await ask(headers)).body, 'use https', `${request.url}: ${JSON.stringify(headers)}`);
    }
    const stranger = await ask({ 'x-forwarded-proto': 'https' }, '198.51.100.7');
    t.match(stranger.body, 'use https', 'a proxy that is not ours is not believed');
    t.match(stranger.body, 'through a proxy that TRUST_PROXY names');
  }
  for (const language of LANGUAGES) {
    const headers = { 'x-forwarded-proto': 'https', accept: 'text/html', 'accept-language': language };
    const page = await app.inject({ url: '/sign-in', remoteAddress: '198.51.100.7', headers });
    const { title, text } = textFor(language).message.insecure_transport;
    t.match(page.body, title);
    t.match(page.body, text);
  }
});
