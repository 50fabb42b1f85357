/** Walks through everything that a server answers to readers: pages, the admin API, the tools and the Account API. */
import * as fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { dataOf } from './account.ts';
import { call, RIVERSIDE } from './admin.ts';
import { bodySchemaOf, fitting, type JsonSchema } from './arbitrary-input.ts';
import type { Browser } from './browser.ts';
import { ask, callTool, type Json } from './mcp.ts';
import { routesOf } from './routes.ts';
import { type KnownIds, kindOfSegment } from './school-rows.ts';
import { BASE } from './settings.ts';

/** Called with everything that is read: where it stands, its text, and to where a page links, as paths. */
export type Read = (place: string, text: string, links?: readonly string[]) => void;

/** Of each page with a variable part, so many are visited, and each one's links are looked at. */
const VISITED = 2;

const inPage = (body: string, at: string): string[] =>
  [...body.matchAll(/<(?:a|link|img|script|form(?![^>]* method="post"))\b[^>]*? (?:href|src|action)="([^"]*)"/g)]
    .map(([, address = '']) => new URL(address.replaceAll('&amp;', '&'), BASE + at))
    // The walk stays in its language.
    .filter(({ origin, pathname }) => origin === BASE && !pathname.startsWith('/language/'))
    .map(({ pathname, search }) => pathname + search);

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
export async function walk(
  app: FastifyInstance,
  read: Read,
  who: string,
  browser: Browser,
  starts: readonly string[],
): Promise<void> {
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
      if (/^(text|application)\//.test(type)) read(`${at} for ${who}`, page.body);
      continue;
    }
    const links = inPage(page.body, page.url);
    read(`${at} for ${who}`, page.body.replaceAll(/&(?:quot|#39|lt|gt);/g, ' ').replaceAll('&amp;', '&'), links);
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

/** The admin API: every operation that reads. @returns how many answered */
export async function askAdminApi(app: FastifyInstance, read: Read, token: string, known: KnownIds): Promise<number> {
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
    read(`GET ${path}`, body);
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

/** The tools of somebody that read. @returns how many answered */
export async function askTools(
  app: FastifyInstance,
  read: Read,
  who: string,
  token: string | undefined,
  known: KnownIds,
): Promise<number> {
  const sending = token === undefined ? {} : { token };
  let answered = 0;
  for (const tool of await toolsOf(app, sending)) {
    read(`${tool.name} listed for ${who}`, JSON.stringify(tool));
    if (tool.annotations?.readOnlyHint !== (true as unknown)) continue;
    const args = required((tool.inputSchema ?? {}) as unknown as JsonSchema, known);
    const school = token === undefined && tool.inputSchema?.properties?.school ? { school: RIVERSIDE.slug } : {};
    const { result, text } = await callTool(app, String(tool.name), { ...args, ...school }, sending);
    if (result?.isError === undefined) answered += 1;
    read(`${tool.name} for ${who}`, `${text}\n${JSON.stringify(result)}`);
  }
  const resources = (await ask(app, 'resources/list', {}, sending)).json.result?.resources;
  for (const { uri } of (resources ?? []) as readonly Json[]) {
    const { json } = await ask(app, 'resources/read', { uri }, sending);
    read(String(uri), JSON.stringify(json));
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

/** A query of every field of the viewer, down to the leaves. Those that return one row ask for the first of their list. */
export async function everyField(app: FastifyInstance, token: string): Promise<string> {
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
