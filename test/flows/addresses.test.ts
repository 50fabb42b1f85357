/**
 * Every address that any surface answers with leads somewhere: pages that owners and members come to, what the APIs and the
 * tools return, documents, and e-mails.
 */
import * as fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { dataOf } from '../support/account.ts';
import { adminApp, CALLERS, call, RIVERSIDE } from '../support/admin.ts';
import { BASE, temporaryFolder } from '../support/app.ts';
import { bodySchemaOf, fitting, type JsonSchema } from '../support/arbitrary-input.ts';
import { Browser } from '../support/browser.ts';
import { Letterbox } from '../support/letters.ts';
import { ask, callTool, type Json } from '../support/mcp.ts';
import { routesOf } from '../support/routes.ts';
import { type KnownIds, kindOfSegment, knownIds } from '../support/school-rows.ts';
import { signedIn } from '../support/signed-in.ts';

t.setTimeout(300_000);

/** Addresses at which a visit is not answered with 200, and why. */
const DECLARED: readonly [address: RegExp, status: number, reason: string][] = [
  [/^\/api\/oauth\/(token|revoke|introspect|register)$/, 405, 'programs send forms and documents there'],
  [/^\/mcp(\?|$)/, 405, 'programs send messages there'],
  [/^\/account\/graphql$/, 405, 'programs send queries there'],
  [/^\/api\/oauth\/userinfo$/, 401, 'asks for a token'],
  [/^\/oauth\/authorize$/, 400, 'nothing is asked for'],
];

/** Of each page with a variable part, so many are visited, and each one's links are looked at. */
const VISITED = 2;

/** What is not a link but an example or a pattern. */
const EXAMPLE = /[{<…]|\.\.\.|%7B|\/(?:x|nothing)$/;

const ours = (text: string): string[] =>
  [...text.replaceAll('\\/', '/').matchAll(/http:\/\/127\.0\.0\.1:3000([^\s"'`<>()[\]\\|]*)/g)]
    .map(([, path = '']) => path.replace(/[.,;:*]+$/, ''))
    .map((path) => (path === '' ? '/' : path));

const inPage = (body: string, at: string): string[] =>
  [...body.matchAll(/<(?:a|link|img|script)\b[^>]*? (?:href|src)="([^"]*)"/g)]
    .map(([, address = '']) => new URL(address.replaceAll('&amp;', '&'), BASE + at))
    .filter(({ origin }) => origin === BASE)
    .map(({ pathname, search }) => pathname + search);

/** Collects addresses, each with one place where it stands. */
class Found {
  readonly places = new Map<string, string>();
  add(place: string, addresses: readonly string[]): void {
    for (const address of addresses) {
      const [path = ''] = address.split('#');
      if (!EXAMPLE.test(path) && !this.places.has(path)) this.places.set(path, place);
    }
  }
}

/** What is variable in an address looks alike in all. */
const patternOf = (routes: readonly string[], address: string): string => {
  const segments = (address.split('?')[0] ?? '').split('/');
  const fits = (route: string) => {
    const parts = route.split('/');
    return parts.length === segments.length && parts.every((part, at) => part.startsWith(':') || part === segments[at]);
  };
  return routes.includes(address) ? address : (routes.find(fits) ?? address);
};

/** Visits pages and what they link to, as one person. */
async function walk(app: FastifyInstance, found: Found, who: string, browser: Browser, starts: readonly string[]) {
  const routes = routesOf(app)
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path);
  const visits = new Map<string, number>();
  const queue = [...starts];
  const seen = new Set(queue);
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const pattern = patternOf(routes, at);
    visits.set(pattern, (visits.get(pattern) ?? 0) + 1);
    if ((visits.get(pattern) ?? 0) > VISITED) continue;
    const page = await browser.get(at);
    const type = String(page.headers['content-type']);
    if (!type.startsWith('text/html')) {
      if (/^(text|application)\//.test(type)) found.add(`${at} for ${who}`, ours(page.body));
      continue;
    }
    const links = inPage(page.body, page.url);
    found.add(`${at} for ${who}`, [
      ...links,
      ...ours(page.body.replaceAll(/&(?:quot|#39|lt|gt);/g, ' ').replaceAll('&amp;', '&')),
    ]);
    for (const link of links) {
      const [path = ''] = link.split('#');
      if (seen.has(path)) continue;
      seen.add(path);
      queue.push(path);
    }
  }
}

/** A value for each property that a schema demands. */
const required = (schema: JsonSchema, known: KnownIds): Record<string, unknown> =>
  Object.fromEntries(
    (schema.required ?? []).map((name) => [
      name,
      fc.sample(fitting(schema.properties?.[name] ?? {}, known, name), { seed: 3, numRuns: 1 })[0],
    ]),
  );

/** The admin API: every operation that reads. */
async function askAdminApi(app: FastifyInstance, found: Found, token: string, known: KnownIds): Promise<number> {
  let answered = 0;
  for (const operation of app.school.catalogue.filter(({ rest }) => rest.method === 'GET')) {
    const path = operation.rest.path.replace(/([^/]+)\/:\w+/g, (_all, segment: string) => {
      const kind = kindOfSegment(segment);
      return `${segment}/${(kind && known.get(kind)?.[0]) ?? 'none'}`;
    });
    const query = new URLSearchParams(
      Object.entries(required(bodySchemaOf(operation), known)).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
    );
    const { status, body } = await call(app, token, 'GET', `${path}?${query}`);
    if (status === 200) answered += 1;
    found.add(`GET ${path}`, ours(body));
  }
  return answered;
}

/** All tools that a caller can reach. */
async function toolsOf(app: FastifyInstance, sending: { token?: string }): Promise<readonly Json[]> {
  const tools: Json[] = [];
  let cursor: unknown;
  do {
    const { result } = (
      await ask(app, 'tools/list', cursor === undefined ? {} : { cursor }, { ...sending, query: '?tools=all' })
    ).json;
    tools.push(...((result?.tools ?? []) as readonly Json[]));
    cursor = result?.nextCursor;
  } while (cursor !== undefined);
  return tools;
}

/** The tools of somebody that read. */
async function askTools(app: FastifyInstance, found: Found, who: string, token: string | undefined, known: KnownIds) {
  const sending = token === undefined ? {} : { token };
  let answered = 0;
  for (const tool of await toolsOf(app, sending)) {
    found.add(`${tool.name} listed for ${who}`, ours(JSON.stringify(tool)));
    if (tool.annotations?.readOnlyHint !== (true as unknown)) continue;
    const args = required((tool.inputSchema ?? {}) as unknown as JsonSchema, known);
    const school = token === undefined && tool.inputSchema?.properties?.school ? { school: RIVERSIDE.slug } : {};
    const { result, text } = await callTool(app, String(tool.name), { ...args, ...school }, sending);
    if (result?.isError === undefined) answered += 1;
    found.add(`${tool.name} for ${who}`, ours(text + JSON.stringify(result)));
  }
  const resources = (await ask(app, 'resources/list', {}, sending)).json.result?.resources;
  for (const { uri } of (resources ?? []) as readonly Json[]) {
    const { json } = await ask(app, 'resources/read', { uri }, sending);
    found.add(String(uri), ours(JSON.stringify(json)));
  }
  return answered;
}

interface GraphqlType {
  kind: string;
  name: string | null;
  ofType: GraphqlType | null;
}
interface GraphqlObject {
  name: string;
  fields: { name: string; type: GraphqlType }[] | null;
}

/** Every field of the viewer, down to the leaves. Those that return one row ask for the first of their list. */
async function everyField(app: FastifyInstance, token: string): Promise<string> {
  const { viewer } = await dataOf(
    app,
    token,
    '{ viewer { enrolledCourses(first: 1) { nodes { slug } } posts(first: 1) { nodes { slug } } } }',
  );
  const slugIn = (list: 'enrolledCourses' | 'posts') => `(slug: "${viewer?.[list]?.nodes?.[0]?.slug}")`;
  const parameters = new Map([
    ['courseOutline', slugIn('enrolledCourses')],
    ['post', slugIn('posts')],
  ]);
  const type = 'kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } }';
  const { __schema } = await dataOf(app, token, `{ __schema { types { name fields { name type { ${type} } } } } }`);
  const objects = (__schema?.types ?? []) as unknown as GraphqlObject[];
  const types = new Map(objects.map((one) => [one.name, one]));
  const bare = (one: GraphqlType): GraphqlType => (one.ofType === null ? one : bare(one.ofType));
  const fieldsOf = (name: string, above: readonly string[]): string =>
    (types.get(name)?.fields ?? [])
      .map((field) => ({ name: field.name, ...{ type: bare(field.type) } }))
      // The rows of a list are in `nodes`, and again in `edges`.
      .filter((field) => field.name !== 'edges' && !above.includes(field.type.name ?? ''))
      .map((field) =>
        field.type.kind === 'OBJECT'
          ? `${field.name}${parameters.get(field.name) ?? ''} { ${fieldsOf(field.type.name ?? '', [...above, name])} }`
          : field.name,
      )
      .join(' ');
  return `{ viewer { ${fieldsOf('Viewer', [])} } }`;
}

t.test('every address that a surface answers with leads somewhere [D5]', async (t) => {
  const dataDir = temporaryFolder(t);
  const { app, tokenOf } = await adminApp(t, { dataDir, env: { RATE_LIMITS: 'off' } });
  const letters = new Letterbox(dataDir);
  const found = new Found();
  const owner = await tokenOf('owner');
  const member = await tokenOf('member', ['account:read']);
  const known = await knownIds(app, RIVERSIDE.id);

  const routes = routesOf(app).filter(({ method, path }) => method === 'GET' && !/[:*]/.test(path));
  const visitor = new Browser(app);
  const ruth = await signedIn(app, CALLERS.owner.email);
  const ana = await signedIn(app, CALLERS.member.email);
  const starts = routes.map(({ path }) => path).filter((path) => !/^\/(oauth|api|mcp)/.test(path));
  await walk(app, found, 'a visitor', visitor, [...starts, '/schools/riverside', '/schools/harbour']);
  await walk(app, found, 'the owner', ruth, ['/account', '/admin/riverside']);
  await walk(app, found, 'a member', ana, ['/account', '/admin']);

  t.ok((await askAdminApi(app, found, owner, known)) > 30, 'the admin API answered');
  t.ok((await askTools(app, found, 'anybody', undefined, known)) > 5, 'the public tools answered');
  t.ok((await askTools(app, found, 'the owner', owner, known)) > 20, 'the tools of the owner answered');
  t.ok((await askTools(app, found, 'a member', member, known)) > 3, 'the tools of the member answered');
  const query = await everyField(app, member);
  const answer = JSON.stringify(await dataOf(app, member, query));
  t.match(answer, '/schools/riverside/courses/');
  t.match(answer, '/lectures/');
  found.add('the Account API', ours(answer));

  await visitor.submit(await visitor.get('/password/forgot'), '/password/forgot', { email: CALLERS.member.email });
  await app.inject({
    method: 'POST',
    url: '/api/v1/members',
    headers: { authorization: `Bearer ${owner}` },
    payload: { email: 'new@riverside.example', role: 'member' },
  });
  for (const { to, text } of await letters.wait(2)) {
    t.ok(ours(text).length > 0, `an e-mail to ${to}`);
    found.add(`an e-mail to ${to}`, ours(text));
  }

  const used = new Set<RegExp>();
  const dead: string[] = [];
  const persons = [visitor, ana, ruth];
  for (const [address, place] of found.places) {
    const statuses: number[] = [];
    for (const person of persons) {
      // A page for its owner is none for others.
      const { status, leavesFor } = await person.copy().get(address);
      statuses.push(leavesFor === undefined ? status : 200);
      if (statuses.at(-1) === 200) break;
    }
    if (statuses.at(-1) === 200) continue;
    const declared = DECLARED.find(([pattern, status]) => pattern.test(address) && statuses.includes(status));
    if (declared === undefined) dead.push(`${address}: ${statuses.join(', ')}, in ${place}`);
    else used.add(declared[0]);
  }
  t.strictSame(dead, [], `${found.places.size} addresses`);
  t.ok(found.places.size > 300, `${found.places.size} addresses`);
  const idle = DECLARED.filter(([pattern]) => !used.has(pattern)).map(([pattern]) => String(pattern));
  t.strictSame(idle, [], 'declared, and not needed');
});
