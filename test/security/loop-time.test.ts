// slow, alone
/** No request holds the event loop for long, whoever sends it and whatever is in it. */
import type { FastifyInstance, InjectOptions } from 'fastify';
import t, { type Test } from 'tap';
import { MAX_BODY, MAX_VALUES } from '../../schema/limits.ts';
import { MAX_LOGO_FORM_BYTES } from '../../schema/school/logo-image.ts';
import { adminApp, CALLERS } from '../support/admin.ts';
import { BASE } from '../support/app.ts';
import type { Browser } from '../support/browser.ts';
import { loopTimes } from '../support/loop-time.ts';
import { ACCEPT } from '../support/mcp.ts';
import {
  NASTY_HEADERS,
  NASTY_QUERIES,
  nastyForms,
  nastyGraphql,
  nastyJson,
  nastyMessages,
  nastyMultipart,
} from '../support/nasty-requests.ts';
import { type Route, routesOf } from '../support/routes.ts';
import { signedIn } from '../support/signed-in.ts';

t.setTimeout(900_000);

/** Milliseconds of CPU time. */
const BUDGET = 50;

interface Caller {
  name: 'stranger' | 'member' | 'operator';
  token: string | undefined;
  cookie: string;
  csrf: string;
}

async function start(t: Test) {
  const { app, tokenOf } = await adminApp(t, { env: { PLATFORM_OPERATORS: CALLERS.owner.email } });
  const known = async (name: Caller['name'], who: 'member' | 'owner', page: string): Promise<Caller> => {
    const browser = await signedIn(app, CALLERS[who].email);
    return { name, token: await tokenOf(who), cookie: cookieOf(browser), csrf: await csrfOf(browser, page) };
  };
  const callers: Caller[] = [
    { name: 'stranger', token: undefined, cookie: '', csrf: '' },
    await known('member', 'member', '/account'),
    await known('operator', 'owner', '/admin/riverside'),
  ];
  return { app, callers, times: loopTimes(app) };
}

const cookieOf = ({ cookies }: Browser): string => [...cookies].map((cookie) => cookie.join('=')).join('; ');
const csrfOf = async (browser: Browser, page: string): Promise<string> =>
  /name="csrf" value="([^"]+)"/.exec((await browser.get(page)).body)?.[1] ?? '';

const urlOf = ({ path }: Route): string =>
  path
    .replace(/^\/(admin|schools|platform\/schools)\/:\w+/, '/$1/riverside')
    .replaceAll(/:\w+/g, 'x')
    .replace('*', 'x');

/** Ends the session with which the others are asked. */
const isEnd = ({ path }: Route): boolean => /sign-out|\/logout\/confirm|end-all|\/switch$/.test(path);

t.test('no address, cookie or header keeps the server busy for 50 ms, at any route, whoever sends it', async (t) => {
  const { app, callers, times } = await start(t);
  const routes = routesOf(app).filter(({ method }) => method === 'GET' || method === 'OPTIONS' || method === 'DELETE');
  t.ok(routes.length > 350, `${routes.length} routes`);
  const slow: string[] = [];
  for (const route of routes) {
    for (const { name, token, cookie } of callers) {
      for (const [shape, query] of Object.entries(NASTY_QUERIES)) {
        if (route.method === 'OPTIONS' && (name !== 'stranger' || shape === 'deep')) continue;
        const nasty = NASTY_HEADERS[shape] ?? {};
        const headers = {
          accept: 'text/html,*/*',
          ...nasty,
          cookie: [cookie, nasty.cookie ?? ''].join('; '),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        };
        const what = `${route.method} ${route.path}, ${shape}, ${name}`;
        const options = { method: route.method as 'GET', url: `${urlOf(route)}?${query}`, headers };
        const { cpuMs } = await times.measure(what, BUDGET, options);
        if (cpuMs > BUDGET) slow.push(`${what}: ${Math.round(cpuMs)} ms`);
      }
    }
  }
  t.strictSame(slow, []);
  t.comment(times.table());
});

/** The fields of an operation, or some that forms have. */
function bodiesOf(
  app: FastifyInstance,
  route: Route,
  caller: Caller,
): { type: string; bodies: Record<string, string> } {
  const json = 'application/json';
  const { path } = route;
  const values = caller.token === undefined || path === '/api/oauth/register' ? MAX_VALUES.stranger : MAX_VALUES.known;
  const isOfApi = path.startsWith('/api/v1/');
  if (path === '/mcp') {
    const sizes = [MAX_BODY.form, MAX_BODY.operation, MAX_BODY.longText];
    return { type: json, bodies: bySize(sizes, (bytes) => nastyMessages(bytes, values)) };
  }
  if (path === '/account/graphql') return { type: json, bodies: nastyGraphql(MAX_BODY.account, values) };
  if (path === '/api/oauth/register')
    return { type: json, bodies: nastyJson(REGISTERED, MAX_BODY.registration, values) };
  if (isOfApi) {
    const operation = app.school.catalogue.find(
      ({ rest }) => rest.method === route.method && `/api/v1${rest.path}` === path,
    );
    const names = Object.keys(operation?.input.shape ?? {}).filter((name) => !path.includes(`:${name}`));
    return {
      type: json,
      bodies: bySize([MAX_BODY.operation, MAX_BODY.longText], (bytes) => nastyJson(names, bytes, values)),
    };
  }
  return { type: 'application/x-www-form-urlencoded', bodies: nastyForms(FIELDS, caller.csrf, MAX_BODY.form) };
}

const bySize = (sizes: readonly number[], make: (bytes: number) => Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    sizes.flatMap((bytes) =>
      Object.entries(make(bytes)).map(([shape, body]) => [`${shape}, ${bytes / 1024} KB`, body]),
    ),
  );

const REGISTERED = ['redirect_uris', 'client_name', 'scope', 'contacts', 'grant_types', 'response_types', 'logo_uri'];
const FIELDS = [
  'email',
  'password',
  'name',
  'client_id',
  'redirect_uri',
  'redirect_uris',
  'scope',
  'query',
  'passkey',
  'url',
];

t.test('the largest body of each route, in each shape, keeps the server busy for 50 ms at most', async (t) => {
  const { app, callers, times } = await start(t);
  const routes = routesOf(app).filter((route) => /^P/.test(route.method) && !isEnd(route));
  t.ok(routes.length > 200, `${routes.length} routes`);
  const slow: string[] = [];
  for (const route of routes) {
    for (const caller of callers) {
      const { type, bodies } = bodiesOf(app, route, caller);
      for (const [shape, payload] of Object.entries(bodies)) {
        const what = `${route.method} ${route.path}, ${shape}, ${caller.name}`;
        const { cpuMs } = await times.measure(what, BUDGET, asked(route, caller, type, payload));
        if (cpuMs > BUDGET) slow.push(`${what}: ${Math.round(cpuMs)} ms`);
      }
    }
  }
  t.strictSame(slow, []);
  t.comment(times.table());
});

t.test('no form with a file keeps the server busy for long, whatever its parts are', async (t) => {
  const { app, callers, times } = await start(t);
  const routes = routesOf(app).filter(({ method, path }) => method === 'POST' && path.endsWith('/logo/upload'));
  t.equal(routes.length, 2);
  const slow: string[] = [];
  for (const route of routes) {
    for (const caller of callers) {
      for (const [shape, { boundary, body }] of Object.entries(nastyMultipart(MAX_LOGO_FORM_BYTES))) {
        const what = `${route.path}, ${shape}, ${caller.name}`;
        const type = `multipart/form-data; boundary=${boundary}`;
        const { cpuMs } = await times.measure(what, BUDGET, asked(route, caller, type, body));
        if (cpuMs > BUDGET) slow.push(`${what}: ${Math.round(cpuMs)} ms`);
      }
    }
  }
  t.strictSame(slow, []);
});

const asked = (route: Route, { token, cookie }: Caller, type: string, payload: string): InjectOptions => ({
  method: route.method as 'POST',
  url: urlOf(route),
  headers: {
    'content-type': type,
    accept: route.path === '/mcp' ? ACCEPT : 'text/html,application/json',
    origin: BASE,
    'sec-fetch-site': 'same-origin',
    cookie,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  },
  payload,
});
