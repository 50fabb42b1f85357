/** Schemas of tools as hosts take them that accept less than JSON Schema allows. */
import t from 'tap';
import { adminApp, type CallerName } from '../../support/admin.ts';
import { everyTool } from '../../support/mcp.ts';

/** What model APIs allow for a name, with what hosts put in front of it. */
const LONGEST_NAME = 64;
const PREFIXES = ['mcp__schoolgate__', 'mcp_schoolgate_', 'mcp__claude_ai_Schoolgate__', 'Schoolgate-', 'schoolgate:'];
const ROLES: readonly CallerName[] = ['owner', 'admin', 'staff', 'instructor', 'member', 'foreignOwner'];

type Fault = (schema: Readonly<Record<string, unknown>>) => boolean;

const FAULTS: Readonly<Record<string, Fault>> = {
  'a list of types': ({ type }) => Array.isArray(type),
  'a tuple': ({ items, prefixItems }) => Array.isArray(items) || prefixItems !== undefined,
  'a list whose elements have no type': ({ type, items }) => type === 'array' && items === undefined,
  'a reference': ({ $ref, $defs, definitions }) => [$ref, $defs, definitions].some((one) => one !== undefined),
  'required that is no list': (schema) => 'required' in schema && !Array.isArray(schema.required),
  'required that names what there is not': ({ required = [], properties = {} }) =>
    (required as string[]).some((name) => !Object.hasOwn(properties as object, name)),
  'an enum of anything but texts': (schema) =>
    Array.isArray(schema.enum) && schema.enum.some((value) => typeof value !== 'string'),
  'a member without a value': (schema) => Object.values(schema).some((value) => value === null || value === undefined),
};

/** Every schema within a schema, with its path; names of properties are no keywords. */
function* schemasIn(schema: unknown, path = ''): Generator<[path: string, schema: Record<string, unknown>]> {
  if (typeof schema !== 'object' || schema === null) return;
  yield [path, schema as Record<string, unknown>];
  const { properties, items, anyOf, oneOf, allOf, additionalProperties } = schema as Record<string, unknown>;
  const inner = [...Object.entries(properties ?? {}), ['items', items], ['additionalProperties', additionalProperties]];
  for (const [name, one] of inner) yield* schemasIn(one, `${path}.${name}`);
  for (const one of [anyOf, oneOf, allOf].flat()) yield* schemasIn(one, `${path}|`);
}

t.test('every tool of every role has a name and a schema that strict hosts accept [D4]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const seen = new Set<string>();
  for (const role of ROLES) {
    for (const { name, inputSchema } of await everyTool(app, await tokenOf(role))) {
      seen.add(String(name));
      t.equal(inputSchema?.type as unknown, 'object', `${role}: ${name}`);
      for (const [path, schema] of schemasIn(inputSchema)) {
        const faults = Object.entries(FAULTS).filter(([, isIn]) => isIn(schema));
        t.strictSame(
          faults.map(([fault]) => fault),
          [],
          `${role}: ${name}${path}`,
        );
      }
    }
  }
  t.ok(seen.size > 100, String(seen.size));
  for (const name of seen)
    for (const prefix of PREFIXES) t.ok(`${prefix}${name}`.length <= LONGEST_NAME, `${prefix}${name}`);
});
