/** No answer has a field for a secret, but for the few that hand one over once. */
import { buildSchema, isObjectType } from 'graphql';
import t from 'tap';
import { adminApp, call } from '../support/admin.ts';
import { ask } from '../support/mcp.ts';
import { signedIn } from '../support/signed-in.ts';

/** What somebody is given who has just asked for it. */
const GIVEN_OUT = [
  'RegisteredClient.client_secret',
  'RegisteredClient.client_secret_expires_at',
  'Tokens.access_token',
  'Tokens.id_token',
  'Tokens.refresh_token',
];
/** Names that speak of a secret and are none. */
const ABOUT =
  /_(?:endpoint|type|timeout|method|methods_supported|types_supported|values_supported)$|^dpop_bound_access_tokens/;
const SECRET_NAME = /secret|password|passphrase|token|hash|private|salt|credential|api_?key|sealed|verifier|otp/i;

/** Every name of a member in a JSON schema or in JSON, with where it stands. */
function namesIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => namesIn(one, path));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [`${path}/${name}`, ...namesIn(inner, `${path}/${name}`)]);
}

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: Schema | boolean;
}

/** The members that an answer of this schema may have. */
function membersOf(schema: Schema | undefined): string[] {
  if (schema === undefined) return [];
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [], additionalProperties } = schema;
  const inner = [...Object.values(properties), ...anyOf, ...oneOf, ...allOf];
  if (items !== undefined) inner.push(items);
  if (typeof additionalProperties === 'object') inner.push(additionalProperties);
  return [...Object.keys(properties), ...inner.flatMap(membersOf)];
}

const suspicious = (names: readonly string[]): string[] =>
  [...new Set(names.filter((name) => SECRET_NAME.test(name) && !ABOUT.test(name)))].sort();

t.test('no response schema has a field for a secret, except where a token or secret is issued [W64]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('owner');

  const description = (await app.inject('/openapi.json')).json();
  const schemas: Record<string, Schema> = description.components.schemas;
  const taken = new Set(
    Object.values<Record<string, { requestBody?: unknown }>>(description.paths)
      .flatMap((path) => Object.values(path).map(({ requestBody }) => JSON.stringify(requestBody ?? '')))
      .flatMap((body) => [...body.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name)),
  );
  const given = Object.entries(schemas)
    .filter(([name]) => !taken.has(name))
    .flatMap(([name, schema]) => suspicious(membersOf(schema)).map((member) => `${name}.${member}`));
  t.ok(Object.keys(schemas).length > 50, `${Object.keys(schemas).length} schemas`);
  t.strictSame(given, GIVEN_OUT);

  const sdl = (await app.inject('/account/schema.graphql')).body;
  const types = Object.values(buildSchema(sdl).getTypeMap()).filter(
    (type) => isObjectType(type) && !type.name.startsWith('__'),
  );
  t.ok(types.length > 10);
  t.strictSame(
    suspicious(types.flatMap((type) => (isObjectType(type) ? Object.keys(type.getFields()) : []))),
    [],
    'GraphQL',
  );

  const { json } = await ask(app, 'tools/list', {}, { token });
  const tools = (json.result?.tools ?? []) as unknown as { name: string; outputSchema?: Schema }[];
  t.ok(tools.length > 50, `${tools.length} tools`);
  t.strictSame(suspicious(tools.flatMap(({ outputSchema }) => membersOf(outputSchema))), [], 'tools');
});

t.test('no list of the admin API returns a member that is named like a secret [W64]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('owner');
  const lists = app.school.catalogue.filter(({ rest }) => rest.method === 'GET' && !rest.path.includes(':'));
  t.ok(lists.length > 20, `${lists.length} lists`);
  let answered = 0;
  for (const { rest, name } of lists) {
    const { json, status } = await call(app, token, 'GET', rest.path);
    if (status !== 200) continue;
    answered += 1;
    t.strictSame(suspicious(namesIn(json)), [], name);
  }
  t.ok(answered > 15, `${answered} of them answer without further input`);
});

t.test('the secret of an application is shown once, and on no page afterwards [W64]', async (t) => {
  const { app } = await adminApp(t);
  const browser = await signedIn(app, 'ruth@riverside.example');
  const page = await browser.get('/admin/riverside/applications/c_demo_web_app/secret');
  const shown = await browser.submit(page, '/secret', { password: 'correct-horse-battery' });
  const [secret = ''] = /cs_[A-Za-z0-9_-]{43}/.exec(shown.body) ?? [];
  t.match(secret, /^cs_/);
  for (const path of ['', '/c_demo_web_app', '/c_demo_web_app/edit', '/c_demo_web_app/secret']) {
    const again = await browser.get(`/admin/riverside/applications${path}`);
    t.equal(again.status, 200, path);
    t.notMatch(again.body, /cs_[A-Za-z0-9_-]{20}/, path);
  }
});
