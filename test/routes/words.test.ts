/** Everything that integrators and models read of the running server, held to the words of the field. */
import type { FastifyInstance } from 'fastify';
import { parse, visit } from 'graphql';
import t from 'tap';
import { MANUAL, urlOf } from '../../routes/documents/manual/contents.ts';
import { joinScopes, OPERATOR_SCOPES } from '../../schema/oauth/scope.ts';
import { testApp } from '../support/app.ts';
import { ask, callTool, everyTool, type Json } from '../support/mcp.ts';
import { DEMO, MEMBER_SCOPE, obtainTokens } from '../support/oauth-client.ts';
import { WORD_LIST } from '../support/word-list.ts';

interface Reading {
  /** Where it is read, as in `/openapi.json paths./api/v1/courses.get.summary`. */
  place: string;
  text: string;
}

const OWNER = { email: 'ruth@riverside.example' };
/** What is read by people and models, wherever a document has it. */
const SPOKEN = new Set(['description', 'summary', 'title', 'detail', 'error_description', 'instructions', 'message']);

/** Pages about the source, and two in the words of the pages of a school and of commands. */
const OTHERWISE_WORDED = new Set([
  'architecture',
  'asvs',
  'reliability',
  'security',
  'reference/audit-events',
  'reference/commands',
]);

/** Every text of a document, and what stands below `scopes`, which has its texts by name. */
function readingsIn(value: unknown, place: string, isSpoken = false): Reading[] {
  if (typeof value === 'string') return isSpoken ? [{ place, text: value }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    readingsIn(
      one,
      `${place}${place.includes(' ') ? '.' : ' '}${name}`,
      SPOKEN.has(name) || / .*\.scopes$/.test(place),
    ),
  );
}

const linesOf = (place: string, body: string): Reading[] =>
  body.split('\n').map((text, index) => ({ place: `${place} line ${index + 1}`, text }));

/** What stands between the tags of a page. */
const piecesOf = (place: string, body: string): Reading[] =>
  body
    .slice(body.indexOf('<main'))
    .split(/<[^>]*>/)
    .flatMap((text) => (/\p{L}/u.test(text) ? [{ place, text }] : []));

const bodyOf = async (app: FastifyInstance, url: string): Promise<string> => {
  const { statusCode, body } = await app.inject(url);
  if (statusCode !== 200) throw new Error(`${url} answers ${statusCode}`);
  return body;
};

async function ofTools(app: FastifyInstance, who: string, token: string): Promise<Reading[]> {
  const result = async (method: string, params: unknown = {}): Promise<Json | undefined> =>
    (await ask(app, method, params, { token })).json.result;
  const initialized = await result('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  });
  const listed = await everyTool(app, token);
  const described = await Promise.all(
    listed.map(async ({ name }) => {
      const found = await callTool(app, 'find_tools', { query: name, first: 1 }, { token });
      return (found.result?.structuredContent?.tools ?? []) as readonly Json[];
    }),
  );
  const tools = [...listed, ...described.flat()];
  const listing = await result('resources/list');
  const texts: Reading[] = [];
  for (const { uri, mimeType } of (listing?.resources ?? []) as readonly Json[]) {
    const text = (await result('resources/read', { uri }))?.contents?.[0]?.text;
    if (String(mimeType) === 'text/markdown') texts.push(...linesOf(`/mcp ${uri} of ${who}`, String(text)));
  }
  return [
    ...readingsIn({ instructions: initialized?.instructions }, `/mcp of ${who}`),
    ...tools.flatMap((tool) => readingsIn(tool, `/mcp ${who} ${tool.name}`)),
    ...readingsIn(listing, `/mcp of ${who}`),
    ...texts,
  ];
}

async function everyReading(app: FastifyInstance): Promise<Map<string, Reading[]>> {
  const scope = joinScopes(['openid', ...OPERATOR_SCOPES]);
  const operator = await obtainTokens(app, DEMO.adminTool, { scope }, OWNER);
  const member = await obtainTokens(app, DEMO.cli, { scope: MEMBER_SCOPE });
  const schema = await bodyOf(app, '/account/schema.graphql');
  const ofSchema: Reading[] = [];
  visit(parse(schema), {
    enter(node) {
      const { description } = node as { description?: { value: string } };
      const name = 'name' in node ? (node.name as { value: string } | undefined)?.value : undefined;
      if (description !== undefined)
        ofSchema.push({ place: `/account/schema.graphql ${name}`, text: description.value });
    },
  });
  const reference = await bodyOf(app, '/docs/reference');
  const main = reference.slice(reference.indexOf('<main'));
  const groups = new Set([...main.matchAll(/href="(\/docs\/reference\/[a-z0-9-]+)/g)].map(([, url = '']) => url));
  const manual = MANUAL.flatMap((section) => section.pages).filter(({ path }) => !OTHERWISE_WORDED.has(path));
  const pages = [...manual.map(({ path }) => urlOf(path)), ...groups];
  return new Map([
    ['/openapi.json', readingsIn(JSON.parse(await bodyOf(app, '/openapi.json')), '/openapi.json')],
    ['/account/schema.graphql', ofSchema],
    ['operator tools', await ofTools(app, 'operator', operator.access_token)],
    ['member tools', await ofTools(app, 'member', member.access_token)],
    ['/auth.md', linesOf('/auth.md', await bodyOf(app, '/auth.md'))],
    ['/llms.txt', linesOf('/llms.txt', await bodyOf(app, '/llms.txt'))],
    ['pages', (await Promise.all(pages.map(async (url) => piecesOf(url, await bodyOf(app, url))))).flat()],
  ]);
}

/** So few of each that something was not looked at. */
const AT_LEAST: Readonly<Record<string, number>> = {
  '/openapi.json': 1000,
  '/account/schema.graphql': 90,
  'operator tools': 1000,
  'member tools': 100,
  '/auth.md': 100,
  '/llms.txt': 10,
  pages: 1000,
};

const faultsOf = ({ place, text }: Reading): string[] =>
  WORD_LIST.flatMap(({ found, instead }) => {
    const words = found.exec(text)?.[0];
    return words === undefined ? [] : [`${place}: “${words}” in “${text.trim().slice(0, 120)}”; use: ${instead}`];
  });

t.test('descriptions for integrators and models contain no banned words [A16, A17, D3, D4]', async (t) => {
  const { app } = await testApp(t);
  const readings = await everyReading(app);
  t.strictSame([...readings.keys()], Object.keys(AT_LEAST));
  for (const [source, texts] of readings) {
    t.ok(texts.length >= (AT_LEAST[source] ?? 0), `${source}: ${texts.length} texts`);
    t.strictSame([...new Set(texts.flatMap(faultsOf))], [], source);
  }
});

t.test(
  'every operation and tool has a description that begins with a verb and ends with a full stop [A17, D4]',
  async (t) => {
    const { app } = await testApp(t);
    for (const { name, description, summary } of app.school.catalogue) {
      t.match(description, /^[A-Z][a-z]+s .+\.$/, name);
      t.match(summary, /^[A-Z][a-z]+ [^.]+$/, name);
    }
    const { json } = await ask(app, 'tools/list');
    for (const { name, description } of json.result?.tools ?? [])
      t.match(String(description), /^[A-Z][a-z]+s .+\.$/, String(name));
  },
);

t.test('the word list finds a banned word and names its replacement [A16]', async (t) => {
  t.ok(WORD_LIST.some(({ found }) => found.test('Members who have a place')));
  t.ok(WORD_LIST.some(({ found }) => found.test('nobody decides about themselves')));
  t.strictSame(faultsOf({ place: 'here', text: 'List the Figures' }), [
    'here: “Figures” in “List the Figures”; use: metrics',
  ]);
});
