/** Everything that a server reads for somebody: each operation, tool, field and page, with each filter, alone and in pairs. */
import type { FastifyInstance } from 'fastify';
import { dataOf } from './account.ts';
import { call } from './admin.ts';
import { bodySchemaOf, type JsonSchema } from './arbitrary-input.ts';
import type { Browser } from './browser.ts';
import { everyField } from './crawl.ts';
import { callTool, everyTool } from './mcp.ts';
import { routesOf } from './routes.ts';
import { type KnownIds, kindOfMember, kindOfSegment } from './school-rows.ts';
import { START } from './settings.ts';

/** One thing to ask for. */
export interface ReadOf {
  name: string;
  ask(): Promise<unknown>;
}

type Parameter = readonly [name: string, value: string];

const DAY = 86_400_000;
const dayBefore = (days: number): string => new Date(START - days * DAY).toISOString();
/** Words that most members have in their names, that one has, that nobody has, and of a language without spaces. */
const SEARCHES = ['ana', 'ana sato', 'person', 'person77', 'nobody-has-this', '王小', 'LG-1', 'market'];
const LABELS = ['vip', 'choir', 'nothing'];

function valuesOf(name: string, schema: JsonSchema, known: KnownIds): string[] {
  const { enum: values, anyOf, type, format } = schema;
  if (name === 'q' || name === 'query') return SEARCHES;
  if (values !== undefined) return values.map(String);
  if (type === 'boolean') return ['true', 'false'];
  if (format === 'date') return [dayBefore(360).slice(0, 10), dayBefore(0).slice(0, 10)];
  if (format === 'date-time' || /(?:After|Before|From|To)$/.test(name)) return [dayBefore(700), dayBefore(1)];
  const kind = kindOfMember(name);
  if (kind !== undefined) return (known.get(kind) ?? []).slice(0, 2);
  if (anyOf !== undefined) return [...new Set(anyOf.flatMap((one) => valuesOf(name, one, known)))];
  if (/^(tag|category)/.test(name)) return LABELS;
  if (name === 'first' || name === 'limit') return [String(schema.maximum ?? 100)];
  return [];
}

/** No parameter, each value of each, and pairs of a few values of each two. */
function combined(parameters: ReadonlyMap<string, readonly string[]>, ofPair: number): Parameter[][] {
  const lists = [...parameters].map(([name, values]) => values.map((value): Parameter => [name, value]));
  const pairs = lists.flatMap((one, at) =>
    lists.slice(at + 1).flatMap((other) => {
      return one.slice(0, ofPair).flatMap((a) => other.slice(0, ofPair).map((b): Parameter[] => [a, b]));
    }),
  );
  return [[], ...lists.flat().map((one) => [one]), ...pairs];
}

const withQuery = (path: string, query: readonly Parameter[]): string =>
  query.length === 0 ? path : `${path}?${new URLSearchParams(Object.fromEntries(query))}`;

/** The operations of the admin API that read. */
export function restReads(app: FastifyInstance, token: string, known: KnownIds, ofPair: number): ReadOf[] {
  return app.school.catalogue
    .filter(({ rest }) => rest.method === 'GET')
    .flatMap((operation) => {
      const path = operation.rest.path.replace(/([^/]+)\/:\w+/g, (_all, segment: string) => {
        const kind = kindOfSegment(segment);
        return `${segment}/${(kind && known.get(kind)?.[0]) ?? 'none'}`;
      });
      const { properties = {}, required = [] } = bodySchemaOf(operation);
      const values = new Map(
        Object.entries(properties).map(([name, schema]) => [name, valuesOf(name, schema, known)] as const),
      );
      const needed = required.map((name): Parameter => [name, values.get(name)?.[0] ?? '']);
      return combined(values, ofPair).map((given) => {
        const names = new Set(given.map(([name]) => name));
        const url = withQuery(path, [...needed.filter(([name]) => !names.has(name)), ...given]);
        return { name: `GET ${url}`, ask: () => call(app, token, 'GET', url) };
      });
    });
}

/** The tools that read, as far as they need no more than an id. */
export async function toolReads(app: FastifyInstance, token: string, known: KnownIds): Promise<ReadOf[]> {
  const tools = (await everyTool(app, token)).filter(
    ({ annotations }) => annotations?.readOnlyHint === (true as unknown),
  );
  return tools.map((tool) => {
    const schema = (tool.inputSchema ?? {}) as unknown as JsonSchema;
    const args = Object.fromEntries(
      (schema.required ?? []).map((name) => [
        name,
        valuesOf(name, schema.properties?.[name] ?? {}, known)[0] ?? 'none',
      ]),
    );
    return { name: `tool ${tool.name}`, ask: () => callTool(app, String(tool.name), args, { token }) };
  });
}

/** Every field of the Account API. */
export async function accountReads(app: FastifyInstance, token: string): Promise<ReadOf[]> {
  const query = await everyField(app, token);
  return [{ name: 'every field of the Account API', ask: () => dataOf(app, token, query) }];
}

const FIELD = /<(?:input|select)\b[^>]*?\bname="([^"]+)"[^>]*>/g;
const FILTERS: Readonly<Record<string, readonly string[]>> = {
  q: SEARCHES,
  person: ['person77@students.example', 'nobody@students.example'],
  client: ['c_vendor_claude', 'c_demo_web_app', 'c_demo_cli'],
  from: [dayBefore(700).slice(0, 10), dayBefore(1).slice(0, 10)],
  to: [dayBefore(700).slice(0, 10), dayBefore(1).slice(0, 10)],
};

/** The filters of a page, with the values that it offers. */
function filtersOf(body: string): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const [form] of body.matchAll(/<form\b(?![^>]* method="post")[\s\S]*?<\/form>/g)) {
    for (const [, name = ''] of form.matchAll(FIELD)) {
      const select = new RegExp(`<select\\b[^>]*name="${name}"[\\s\\S]*?</select>`).exec(form)?.[0] ?? '';
      const offered = [...select.matchAll(/<option\b[^>]*value="([^"]+)"/g)].map(([, value = '']) => value);
      found.set(name, [...new Set([...offered, ...(FILTERS[name] ?? [])])]);
    }
  }
  // Links that filter, of which each has one value.
  for (const [, query = ''] of body.matchAll(/<a class="chip" href="[^"?]*\?([^"]*)"/g))
    for (const [name, value] of new URLSearchParams(query.replaceAll('&amp;', '&')))
      found.set(name, [...new Set([...(found.get(name) ?? []), value])]);
  return found;
}

/** The pages below a place, with each filter. @param named values for what varies in the paths */
export async function pageReads(
  app: FastifyInstance,
  browser: Browser,
  below: string,
  named: Readonly<Record<string, string>>,
  ofPair: number,
): Promise<ReadOf[]> {
  const paths = routesOf(app)
    .filter(({ method, path }) => method === 'GET' && path.startsWith(below) && !path.includes('*'))
    .map(({ path }) => path.replace(/:(\w+)/g, (_all, name: string) => named[name] ?? 'none'));
  const reads: ReadOf[] = [];
  for (const path of new Set(paths)) {
    const { body } = await browser.get(path);
    for (const given of combined(filtersOf(body), ofPair)) {
      const url = withQuery(path, given);
      reads.push({ name: `page ${url}`, ask: () => browser.get(url) });
    }
  }
  return reads;
}
