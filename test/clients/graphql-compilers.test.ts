// slow, sqlite
/** Compilers of GraphQL over the schema that is served, and what they make of documents, at the running server. */
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import relay, {
  type ConcreteRequest,
  type Environment,
  type GraphQLResponse,
  type SingularReaderSelector,
} from 'relay-runtime';
import t from 'tap';
import { openDatabase } from '../../db/database.ts';
import { schoolContentStore } from '../../db/school/school-content.ts';
import { order, times } from '../support/account.ts';
import { temporaryFolder } from '../support/app.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { startServer } from '../support/live-server.ts';

t.setTimeout(120_000);

const here = (path: string): string => join(import.meta.dirname, 'node_modules', path);
const CALLBACK = 'http://127.0.0.1:49152/callback';
const ANA = { id: 'usr_demo_ana', email: 'ana@riverside.example', siteId: 'site_demo_riverside' };
const ROWS = 45;

const { origin, databaseUrl } = await startServer(t);
const endpoint = `${origin}/account/graphql`;
const db = await openDatabase(databaseUrl);
await schoolContentStore(db).add(ANA.siteId, {
  orders: times(ROWS, (n) => order(`ord_test_${n}`, { personId: ANA.id, placedAt: n })),
});
await db.close();
const token = await memberToken();
const schema = await (await fetch(`${origin}/account/schema.graphql`)).text();

async function memberToken(): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const common = { client_id: 'c_demo_cli', redirect_uri: CALLBACK, resource: origin };
  const asked = new URLSearchParams({
    ...common,
    response_type: 'code',
    scope: 'openid account:read account:write',
    state: 's',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const callback = await new HttpBrowser(origin).authorize(`${origin}/oauth/authorize?${asked}`, { email: ANA.email });
  const code = callback.searchParams.get('code') ?? '';
  const body = new URLSearchParams({ ...common, grant_type: 'authorization_code', code, code_verifier: verifier });
  const response = await fetch(`${origin}/api/oauth/token`, { method: 'POST', body });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** Runs a program of one of the packages. @returns what it printed */
async function run(cwd: string, args: readonly string[]): Promise<string> {
  const env = { PATH: process.env.PATH ?? '' };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd, env });
  return stdout + stderr;
}

const LISTS = {
  orders: 'id number status placedAt total { amount currency }',
  enrolledCourses: 'id slug title progressPercent',
  subscriptions: 'id planName status products { id title }',
  digitalProducts: 'id title files { id name }',
  eventRegistrations: 'id status event { id title startsAt }',
  posts: 'id slug title publishedAt',
} as const;
type List = keyof typeof LISTS;

/** A component that shows a list and loads more of it, as the manual of Relay writes it. */
const component = (name: List): string => `
graphql\`query ${name}Query($count: Int!) {
  viewer { id email site { id name } ...${name}_list @arguments(count: $count) }
}\`;
graphql\`fragment ${name}_list on Viewer
  @argumentDefinitions(count: { type: "Int", defaultValue: 20 }, cursor: { type: "String" })
  @refetchable(queryName: "${name}PageQuery") {
  ${name}(first: $count, after: $cursor) @connection(key: "${name}_${name}") {
    totalCount
    edges { node { ${LISTS[name]} } }
  }
}\`;
`;

/** Documents of a page, of a change, and of objects that are shown in two ways. */
const OTHERS = {
  outline: `graphql\`query outlineQuery($slug: String!) {
    viewer { courseOutline(slug: $slug) { ...outline_lectures } }
  }\`;
  graphql\`fragment outline_lectures on CourseOutline {
    lectures(first: 20) @connection(key: "outline_lectures") { edges { node { id title section { id title } } } }
  }\`;`,
  profile: `graphql\`mutation profileMutation($input: UpdateProfileInput!) {
    updateProfile(input: $input) { id name locale }
  }\`;`,
  post: `graphql\`query postQuery($slug: String!) {
    viewer { posts(first: 20) { nodes { id slug title } } post(slug: $slug) { id title bodyMarkdown } }
  }\`;`,
};

const folder = temporaryFolder(t);
const artifacts = join(folder, 'artifacts');

/** Compiles documents about everything that has pages. @returns what the compiler of Relay printed */
function compile(): Promise<string> {
  const src = join(folder, 'src');
  for (const path of [src, artifacts]) mkdirSync(path);
  writeFileSync(join(folder, 'schema.graphql'), schema);
  for (const name of Object.keys(LISTS) as List[]) writeFileSync(join(src, `${name}.js`), component(name));
  for (const [name, text] of Object.entries(OTHERS)) writeFileSync(join(src, `${name}.js`), text);
  const config = {
    src: 'src',
    schema: 'schema.graphql',
    artifactDirectory: 'artifacts',
    language: 'javascript',
    eagerEsModules: false,
  };
  writeFileSync(join(folder, 'relay.config.json'), JSON.stringify(config));
  return run(folder, [here('relay-compiler/cli.js'), 'relay.config.json']);
}

await t.test('relay-compiler compiles each list of the Account API as a connection [D3]', async (t) => {
  const said = await compile();
  t.match(said, /compiled documents: 22 reader, 15 normalization/);
  t.notMatch(said, /WARN|ERROR/);
  t.equal(readdirSync(artifacts).length, 3 * Object.keys(LISTS).length + 4);
});

const load = createRequire(join(artifacts, 'index.js'));
const requestOf = (name: string): ConcreteRequest => load(`./${name}.graphql.js`);

const environment = (): Environment =>
  new relay.Environment({
    store: new relay.Store(new relay.RecordSource()),
    network: relay.Network.create(async ({ text: query }, variables) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ query, variables });
      return (await fetch(endpoint, { method: 'POST', headers, body })).json() as Promise<GraphQLResponse>;
    }),
  });

interface Connection {
  totalCount: number;
  edges: { node: { id: string; slug?: string } }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** What a component shows of the store. */
function shown(relays: Environment, name: List, count: number): Connection {
  const { fragment } = relay.createOperationDescriptor(requestOf(`${name}Query`), { count });
  const { viewer } = relays.lookup(fragment).data as unknown as { viewer: object };
  const selector = relay.getSingularSelector(load(`./${name}_list.graphql.js`), viewer);
  return (relays.lookup(selector as SingularReaderSelector).data as unknown as Record<List, Connection>)[name];
}

t.test('Relay pages through each list by its cursors and keeps every row once [D3]', async (t) => {
  const complaints = t.capture(console, 'error');
  for (const name of Object.keys(LISTS) as List[]) {
    const relays = environment();
    await relay.fetchQuery(relays, requestOf(`${name}Query`), { count: 10 }).toPromise();
    let list = shown(relays, name, 10);
    while (list.pageInfo.hasNextPage) {
      const variables = { count: 10, cursor: list.pageInfo.endCursor };
      const before = list.edges.length;
      await relay.fetchQuery(relays, requestOf(`${name}PageQuery`), variables).toPromise();
      list = shown(relays, name, 10);
      t.ok(list.edges.length > before, 'the page was added to the list');
    }
    t.equal(list.edges.length, list.totalCount, name);
    t.equal(new Set(list.edges.map(({ node }) => node.id)).size, list.totalCount);
    t.not(list.totalCount, 0);
    if (name === 'orders') t.ok(list.totalCount >= ROWS);
  }
  t.strictSame(complaints.args(), []);
});

t.test('Relay puts the answer of a change where the person is shown [D3]', async (t) => {
  const complaints = t.capture(console, 'error');
  const relays = environment();
  await relay.fetchQuery(relays, requestOf('ordersQuery'), { count: 1 }).toPromise();
  const input = { name: 'Ana de Lima', locale: 'pt-BR' };
  await new Promise((resolve, reject) => {
    const mutation = requestOf('profileMutation');
    relay.commitMutation(relays, { mutation, variables: { input }, onCompleted: resolve, onError: reject });
  });
  t.hasStrict(relays.getStore().getSource().get(ANA.id), { id: ANA.id, email: ANA.email, ...input });
  t.strictSame(complaints.args(), []);
});

t.test('Relay keeps a post and its text as one object, and warns that their types differ [D3]', async (t) => {
  const complaints = t.capture(console, 'error');
  const relays = environment();
  await relay.fetchQuery(relays, requestOf('postsQuery'), { count: 1 }).toPromise();
  const [first] = shown(relays, 'posts', 1).edges;
  const slug = first?.node.slug;
  await relay.fetchQuery(relays, requestOf('postQuery'), { slug }).toPromise();
  t.match(
    relays
      .getStore()
      .getSource()
      .get(first?.node.id ?? ''),
    { slug, bodyMarkdown: /./ },
  );
  t.match(complaints.args(), [[/conflicting types `Post` and `PostText`/]], 'nothing else');
});

const USE = `
import type { Viewer } from './schema';
import type { OrdersQuery, OrdersQueryVariables } from './types';
export const variables: OrdersQueryVariables = { first: 20 };
export const amounts = ({ viewer }: OrdersQuery): number[] => viewer.orders.edges.map(({ node }) => node.total.amount);
export const nameOf = ({ name }: Viewer): string | null | undefined => name;
// @ts-expect-error: it was not asked for.
export const names = ({ viewer }: OrdersQuery): unknown => viewer.name;
`;

t.test('graphql-codegen makes the same types of the schema as a file and of introspection [D3, A12]', async (t) => {
  const place = temporaryFolder(t);
  writeFileSync(
    join(place, 'orders.graphql'),
    `query Orders($first: Int!, $after: String) { viewer { orders(first: $first, after: $after) {
      edges { cursor node { id status placedAt total { amount currency } } } pageInfo { hasNextPage endCursor } } } }`,
  );
  const sources = {
    file: `${origin}/account/schema.graphql`,
    introspection: [{ [endpoint]: { headers: { Authorization: `Bearer ${token}` } } }],
  };
  for (const [name, from] of Object.entries(sources)) {
    mkdirSync(join(place, name));
    const config = {
      schema: from,
      documents: join(place, 'orders.graphql'),
      generates: {
        [join(place, name, 'schema.ts')]: { plugins: ['typescript'] },
        [join(place, name, 'types.ts')]: { plugins: ['typescript-operations'] },
      },
    };
    writeFileSync(join(place, `${name}.json`), JSON.stringify(config));
    // It looks for its plugins where it runs.
    await run(import.meta.dirname, [here('@graphql-codegen/cli/esm/bin.js'), '--config', join(place, `${name}.json`)]);
    writeFileSync(join(place, name, 'use.ts'), USE);
  }
  for (const made of ['schema.ts', 'types.ts']) {
    // It loses the descriptions of scalars that it has by introspection, which are in the answer.
    const [one, other] = Object.keys(sources).map((name) =>
      readFileSync(join(place, name, made), 'utf8').replace(/^ *\/\*\*.*\n/gm, ''),
    );
    t.equal(one, other, made);
    t.match(one, /OrderStatus/);
  }
  const checked = ['use.ts', 'schema.ts'].map((made) => join(place, 'file', made));
  t.equal(await run(place, [here('typescript/bin/tsc'), '--noEmit', '--strict', ...checked]), '');
});
