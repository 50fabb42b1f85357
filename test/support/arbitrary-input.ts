/** Inputs of operations made from their schemas: such as fit, such as nearly do, and such as nobody would send in good faith. */
import * as fc from 'fast-check';
import { z } from 'zod';
import type { Operation } from '../../schema/school/operation.ts';
import { type KnownIds, kindOfMember } from './school-rows.ts';

/** The part of JSON Schema that inputs are made of. */
export interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  format?: string;
  pattern?: string;
  default?: unknown;
  description?: string;
}

export const inputSchemaOf = ({ input }: Operation): JsonSchema =>
  z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** The members that a body or a query says, which are those that the path does not. */
export function bodySchemaOf(operation: Operation): JsonSchema {
  const schema = inputSchemaOf(operation);
  const inPath = new Set([...operation.rest.path.matchAll(/:(\w+)/g)].map(([, name]) => name));
  const kept = ([name]: [string, JsonSchema]): boolean => !inPath.has(name);
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(kept)),
    required: (schema.required ?? []).filter((name) => !inPath.has(name)),
  };
}

const instants = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const matching = new Map<string, fc.Arbitrary<string>>();

/** Each is made once: to make one takes longer than to draw from it. */
function stringMatching(form: RegExp): fc.Arbitrary<string> {
  const known = matching.get(String(form));
  if (known !== undefined) return known;
  const made = fc.stringMatching(form);
  matching.set(String(form), made);
  return made;
}

const words = stringMatching(/^[a-zäß]{1,8}( [a-zäß🎻]{1,8}){0,3}$/u);

const atLeast = (text: string, min: number): string => text.padEnd(min, 'x');

function stringOf({ format, pattern, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'date-time') return instants;
  if (format === 'date') return instants.map((instant) => instant.slice(0, 10));
  if (format === 'email') return stringMatching(/^[a-z]{3,12}@[a-z]{3,8}\.example$/);
  if (format === 'uri' || pattern?.startsWith('^https'))
    return stringMatching(/^https:\/\/[a-z]{1,9}\.example\/[a-z]{0,9}$/);
  const text = words.map((given) => atLeast(given.slice(0, maxLength).trim(), minLength));
  if (pattern === undefined || pattern.includes('\\p{')) return text;
  const form = new RegExp(pattern);
  return stringMatching(new RegExp(pattern.replace(LOOKAHEAD, '')))
    .map((given) => given.slice(0, maxLength))
    .filter((given) => form.test(given));
}

// What the library does not make strings for.
const LOOKAHEAD = /\(\?[=!][^()]*\)/g;

/** What a schema cannot say of a member: that it names something in the world. */
const SAYINGS: Readonly<Record<string, readonly string[]>> = {
  timezone: ['Europe/Lisbon', 'America/New_York', 'UTC'],
  locale: ['en', 'pt-PT', 'de-AT'],
  currency: ['EUR', 'JPY', 'KWD', 'UYW'],
  startsAt: ['2027-03-01T10:00:00Z', '2027-03-01T12:00:00+02:00'],
  endsAt: ['2027-03-01T10:30:00Z', '2027-03-02T10:00:00Z', '2027-03-01T09:00:00Z'],
  email: Array.from({ length: 50 }, (_, n) => `pupil-${n}@people.example`),
  publishAt: ['2027-01-01T00:00:00Z', '2020-01-01T00:00:00Z'],
};

/** Values that fit a schema; ids are mostly of things that are there. */
export function fitting(schema: JsonSchema, known: KnownIds, name = ''): fc.Arbitrary<unknown> {
  const { const: fixed, enum: values, anyOf, oneOf = anyOf, type } = schema;
  if (fixed !== undefined) return fc.constant(fixed);
  if (values !== undefined) return fc.constantFrom(...values);
  if (oneOf !== undefined) return fc.oneof(...oneOf.map((one) => fitting(one, known, name)));
  switch (type) {
    case 'string': {
      const kind = kindOfMember(name);
      const there = SAYINGS[name] ?? (kind && known.get(kind)) ?? [];
      return there.length > 0 ? fc.constantFrom(...there) : stringOf(schema);
    }
    case 'integer':
    case 'number': {
      const min = schema.minimum ?? (schema.exclusiveMinimum ?? -1) + 1;
      return fc.integer({ min: Math.max(min, -1000), max: Math.min(schema.maximum ?? 1000, 1_000_000) });
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const { items = {}, minItems: minLength = 0, maxItems = 5 } = schema;
      const maxLength = Math.max(minLength, Math.min(maxItems, 5));
      return fc.uniqueArray(fitting(items, known, name), {
        minLength,
        maxLength,
        selector: (one) => JSON.stringify(one),
      });
    }
    case 'object':
      return schema.properties === undefined ? mapOf(schema, known) : recordOf(schema, known);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

const mapOf = ({ propertyNames = { type: 'string' }, additionalProperties }: JsonSchema, known: KnownIds) =>
  fc.dictionary(
    stringOf({ minLength: 1, ...propertyNames }),
    typeof additionalProperties === 'object' ? fitting(additionalProperties, known) : words,
    { maxKeys: 4, noNullPrototype: true },
  );

/** A condition that nothing meets would hide all the rest. */
const CONDITION = 'ifUpdatedAt';

/** Any part of what may be left out, so that a rule about one member does not hide the others. */
const recordOf = ({ properties = {}, required = [] }: JsonSchema, known: KnownIds): fc.Arbitrary<unknown> => {
  const optional = Object.keys(properties).filter((name) => name !== CONDITION && !required.includes(name));
  return fc
    .subarray(optional)
    .chain((some) =>
      fc.record(
        Object.fromEntries([...required, ...some].map((name) => [name, fitting(properties[name] ?? {}, known, name)])),
        { noNullPrototype: true },
      ),
    );
};

/** Only what must be there, and no more of it than must be. */
export const leastOf = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  ...(schema.type === 'array' ? { maxItems: Math.max(1, schema.minItems ?? 0) } : {}),
  ...(schema.items === undefined ? {} : { items: leastOf(schema.items) }),
  ...(schema.properties === undefined
    ? {}
    : {
        properties: Object.fromEntries(
          Object.entries(schema.properties)
            .filter(([name]) => schema.required?.includes(name))
            .map(([name, one]) => [name, leastOf(one)]),
        ),
      }),
});

const nested = (depth: number): unknown =>
  depth === 0 ? 'deep' : depth % 2 === 0 ? [nested(depth - 1)] : { a: nested(depth - 1) };

/** In a string of their own: JSON that `JSON.stringify` does not write. */
const LITERAL = /"\u2060(-0|1e400|-1e400|0\.1e-400)\u2060"/g;
const literal = (text: string): string => `\u2060${text}\u2060`;
export const toJson = (value: unknown): string => JSON.stringify(value).replace(LITERAL, '$1');

/** What breaks programs: the first values of their kinds, the last, and those that are none; the worst come first. */
export const HOSTILE: readonly unknown[] = [
  ...['\0', 'a\0b', '\ud800', 'a\udfff', '\u202e', '\ufeff', 'e\u0301'.repeat(20), '𝒳'.repeat(100)],
  ...[null, true, [], {}, '', ' ', '\t', 'null', '../..', "' or 1=1 --", '"; drop table courses; --', '%', '\\'],
  ...[
    0,
    -1,
    1.5,
    2 ** 31,
    2 ** 53,
    2 ** 63,
    1e21,
    1e308,
    -1e308,
    ...['-0', '1e400', '-1e400', '0.1e-400'].map(literal),
  ],
  ...['1e400', '-0', '0x10', 'Infinity', 'NaN', '2026-02-30', '2026-13-01', '0000-00-00', '2026-02-30T10:00:00Z'],
  ...['9999-12-31T23:59:59-23:59', '0000-01-01T00:00:00+23:59', '+010000-01-01T00:00:00Z', '2026-01-01T24:00:00Z'],
  ...[
    'x'.repeat(101),
    'x'.repeat(201),
    'x'.repeat(5001),
    'x'.repeat(100_001),
    'http://a.example',
    'https://a.example/\0',
  ],
  ...['javascript:alert(1)', 'https://', 'a@b', 'site_demo_harbour', 'usr_demo_hugo', 'crs_none'],
  ...[
    { amount: -1, currency: 'EUR' },
    { amount: 1e10, currency: 'EUR' },
    { amount: 1, currency: 'eur' },
    { amount: 1 },
  ],
  ...[nested(40), nested(500), Array.from({ length: 1001 }, () => 'a'), Array.from({ length: 60 }, (_, n) => `t${n}`)],
  ...[
    JSON.parse('{"__proto__":{"polluted":true}}'),
    { constructor: { prototype: { polluted: true } } },
    { toString: 1 },
  ],
];

export const wild: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 50 }) },
  { weight: 1, arbitrary: fc.double() },
);

/** A body that fits but for one member, which is wild, gone, or not there at all in the schema. */
export const nearly = (schema: JsonSchema, known: KnownIds): fc.Arbitrary<unknown> => {
  const names = Object.keys(schema.properties ?? {});
  const strange = fc.constantFrom('nope', 'siteId', 'site_id', 'createdAt', '__proto__', 'constructor', 'toString', '');
  const name =
    names.length === 0
      ? strange
      : fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: strange });
  return fc
    .tuple(
      recordOf(schema, known),
      name,
      fc.oneof({ weight: 9, arbitrary: wild }, { weight: 1, arbitrary: fc.constant(undefined) }),
    )
    .map(([body, member, value]) => {
      // A member called __proto__ as JSON has it: one like any other.
      const entries = Object.entries(body as object).filter(([other]) => other !== member);
      return Object.fromEntries([...entries, ...(value === undefined ? [] : [[member, value]])]);
    });
};
