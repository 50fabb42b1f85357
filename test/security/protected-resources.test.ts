/** What stands before everything that belongs to somebody: for whom a token is good, and no way around the question. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import t from 'tap';
import { BASE, testApp } from '../support/app.ts';
import { databaseFile } from '../support/database-edit.ts';
import { DEMO, introspect, MEMBER_SCOPE, obtainTokens, userinfo } from '../support/oauth-client.ts';
import { routesOf } from '../support/routes.ts';

const OWNER = { email: 'ruth@riverside.example' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_BODY = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

const bearer = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

const graphql = (
  app: FastifyInstance,
  token: string | undefined,
  query = '{ viewer { id } }',
  url = '/account/graphql',
) =>
  app.inject({ method: 'POST', url, headers: { ...JSON_BODY, ...bearer(token) }, payload: JSON.stringify({ query }) });

const tool = (app: FastifyInstance, token: string | undefined, name: string, url = '/mcp') =>
  app.inject({
    method: 'POST',
    url,
    headers: { ...JSON_BODY, ...bearer(token) },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } }),
  });

const courses = (app: FastifyInstance, token: string | undefined, url = '/api/v1/courses') =>
  app.inject({ method: 'GET', url, headers: bearer(token) });

t.test('a token for another audience is refused at every protected resource [W02, ASVS 10.3.1]', async (t) => {
  const file = databaseFile(t);
  const { app } = await testApp(t, { databaseUrl: file.url });
  const member = (await obtainTokens(app, DEMO.cli, { scope: MEMBER_SCOPE })).access_token;
  const scope = 'openid courses:read';
  const operator = (await obtainTokens(app, DEMO.adminTool, { scope }, OWNER)).access_token;
  const surfaces: Record<string, () => Promise<LightMyRequestResponse>> = {
    UserInfo: () => userinfo(app, member),
    'the Account API': () => graphql(app, member),
    'the tool endpoint, as a member': () => tool(app, member, 'list_my_courses'),
    'the tool endpoint, a public tool': () => tool(app, member, 'how_to_connect'),
    'the tool endpoint, as an operator': () => tool(app, operator, 'list_courses'),
    'the admin API': () => courses(app, operator),
  };
  for (const [name, ask] of Object.entries(surfaces)) t.equal((await ask()).statusCode, 200, name);
  t.match(await introspect(app, DEMO.cli, member), { active: true, aud: BASE });

  await file.edit("update grants set audience = 'https://elsewhere.example'");
  for (const [name, ask] of Object.entries(surfaces)) {
    const { statusCode, headers } = await ask();
    t.equal(statusCode, 401, name);
    t.match(headers['www-authenticate'], /^Bearer error="invalid_token"/, name);
    t.match(headers['www-authenticate'], `resource_metadata="${BASE}/.well-known/oauth-protected-resource"`, name);
  }
  t.strictSame(await introspect(app, DEMO.cli, member), { active: false });
});

t.test('the schema of the Account API can be introspected with a token only [W27]', async (t) => {
  const { app } = await testApp(t);
  const { access_token: token } = await obtainTokens(app, DEMO.cli, { scope: MEMBER_SCOPE });
  const asked = ['{ __schema { types { name } } }', '{ __type(name: "Viewer") { name } }', '{ __typename }'];
  for (const query of asked) {
    const stranger = await graphql(app, undefined, query);
    t.equal(stranger.statusCode, 401, query);
    t.notOk('data' in stranger.json(), query);
    t.equal((await graphql(app, token, query)).statusCode, 200, query);
  }
});

t.test('private routes without credentials', async (t) => {
  const { app } = await testApp(t);
  /** What is for everybody although it lies among what is not. */
  const open = new Set(
    ['/account/schema.graphql', '/account/explorer'].flatMap((path) => [`GET ${path}`, `HEAD ${path}`]),
  ).add('HEAD /admin/:school/sign-in/test'); // Answered without doing what the address does, whoever asks.
  const isPrivate = ({ method, path }: { method: string; path: string }): boolean =>
    /^\/(?:account|admin|api\/v1)(?:\/|$)/.test(path) && method !== 'OPTIONS' && !open.has(`${method} ${path}`);

  t.test('every private route refuses unauthenticated requests or redirects to the sign-in page', async (t) => {
    const routes = routesOf(app).filter(isPrivate);
    t.ok(routes.length > 150, `${routes.length} routes`);
    for (const { method, path } of routes) {
      const url = path.replace(/:\w+/g, 'x');
      const form = method === 'GET' || method === 'HEAD' ? {} : { payload: 'csrf=x', headers: FORM };
      const { statusCode, headers } = await app.inject({ method: method as 'GET', url, ...form });
      const isLedAway = statusCode === 303 && /^\/sign-in(?:\?|$)/.test(String(headers.location));
      t.ok(isLedAway || [401, 403].includes(statusCode), `${method} ${url}: ${statusCode} ${headers.location ?? ''}`);
    }
  });

  t.test('another spelling of a path does not get past the guard of its route [W65]', async (t) => {
    const spellings = (path: string): string[] => {
      const [, first = '', ...rest] = path.split('/');
      const tail = rest.length === 0 ? '' : `/${rest.join('/')}`;
      const letter = `%${first.charCodeAt(0).toString(16)}`;
      return [
        path,
        `/${path}`,
        `${path}/`,
        `${path}//`,
        `/.${path}`,
        `/x/..${path}`,
        `/x/%2e%2e${path}`,
        `/.well-known/..${path}`,
        `/${letter}${first.slice(1)}${tail}`,
        `/${first.toUpperCase()}${tail}`,
        path.replaceAll('/', '//'),
        path.replace(/^\//, '/%2f'),
        path.replaceAll('/', '\\'),
        `${path}%2f`,
        `${path};x=1`,
        `${path}%00`,
        `${path}%20`,
        `${path}.json`,
        `${path}?x=/healthz`,
        `${path}#x`,
        `http://127.0.0.1:3000${path}`,
        `//127.0.0.1:3000${path}`,
      ];
    };
    const private_ = ['/api/v1/courses', '/api/v1/school', '/account', '/account/profile', '/admin/riverside/members'];
    for (const url of private_.flatMap(spellings)) {
      const { statusCode, headers, body } = await app.inject({ method: 'GET', url });
      const where = `${url}: ${statusCode} ${headers.location ?? ''}`;
      const isLedAway = statusCode === 303 && /^\/sign-in(?:\?|$)/.test(String(headers.location));
      // A page with a slash at its end leads to the page itself, which has the guard.
      const isSamePage =
        statusCode === 308 && url === `${headers.location}/` && private_.includes(String(headers.location));
      t.ok(isLedAway || isSamePage || [400, 401, 403, 404, 405].includes(statusCode), where);
      t.notMatch(body, /riverside\.example|Watercolour/i, url);
    }
    for (const url of [...spellings('/account/graphql'), ...spellings('/mcp')]) {
      for (const ask of [
        () => graphql(app, undefined, '{ viewer { id } }', url),
        () => tool(app, undefined, 'list_courses', url),
      ]) {
        const { statusCode, body } = await ask();
        t.ok(statusCode >= 400 && statusCode < 500, `${url}: ${statusCode}`);
        t.notMatch(body, /"data"|"result"/, url);
      }
    }
  });
});
