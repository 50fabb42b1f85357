/** Example values that fit a schema, for examples nobody has to write or keep up to date. */
import type { Json } from './form.ts';

/** What a field of such a name usually holds; taken where it fits. */
const BY_NAME: readonly [RegExp, unknown][] = [
  [/^(title|name)$/, 'Piano for beginners'],
  [/^(.+Name)$/, 'Ana Example'],
  [/slug$/i, 'piano-for-beginners'],
  [/^subtitle$/, 'From the first note to the first song'],
  [/^(description|body|text|content)$/, 'Ten lessons, at your own pace.'],
  [/email$/i, 'ana@example.com'],
  [/^categorie$/, 'Music'],
  [/^tag$/, 'beginners'],
  [/^currency$/, 'EUR'],
  [/^amount$/, 4900],
  [/url$/i, 'https://example.com/piano.jpg'],
  [/(^i|I)ds?$/, 'xyz_4tP9vXk2Qm7LhB1wZ0cRtA'],
  [/locale$/i, 'en'],
  [/timezone$/i, 'Europe/Vienna'],
  [/colou?r$/i, '#17614a'],
  [/sha256$/i, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  [/cursor$/i, 'eyJhdCI6MTc4ODI0OTYwMDAwMH0'],
];
const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2026-09-01T08:00:00.000Z',
  date: '2026-09-01',
  email: 'ana@example.com',
  uri: 'https://example.com/',
};
/** Tried in turn where a pattern asks for something of its own. */
const GUESSES = [
  'text',
  'Text',
  'TEXT',
  'xyz_4tP9vXk2Qm7LhB1wZ0cRtA',
  'https://example.com/',
  '2026-09-01',
  'www.example.com',
  '12:00',
  'EUR',
  '1',
];

const byName = (name: string): unknown => BY_NAME.find(([form]) => form.test(name))?.[1];

/** @returns `undefined` when nothing fits that we know of */
export function sampleOf(schema: Json, components: Readonly<Record<string, Json>>, name = ''): unknown {
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (typeof schema.$ref === 'string') {
    const target = components[schema.$ref.slice('#/components/schemas/'.length)];
    return target === undefined ? undefined : sampleOf(target, components, name);
  }
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(alternatives)) {
    return alternatives.map((one) => sampleOf(one as Json, components, name)).find((sample) => sample !== undefined);
  }
  if (Array.isArray(schema.allOf)) {
    return Object.assign({}, ...schema.allOf.map((part) => sampleOf(part as Json, components, name)));
  }
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return objectSample(schema, components);
    case 'array':
      return arraySample(schema, components, name);
    case 'string':
      return stringSample(schema, name);
    case 'integer':
    case 'number':
      return numberSample(schema, name);
    case 'boolean':
      return schema.default ?? false;
    default:
      return null;
  }
}

function objectSample({ properties = {} }: Json, components: Readonly<Record<string, Json>>): Json {
  const samples = Object.entries(properties as Record<string, Json>).map(([name, schema]): [string, unknown] => [
    name,
    sampleOf(schema, components, name),
  ]);
  return Object.fromEntries(samples.filter(([, sample]) => sample !== undefined));
}

function arraySample(
  { items, minItems = 0 }: Json,
  components: Readonly<Record<string, Json>>,
  name: string,
): unknown[] {
  const sample = sampleOf((items ?? {}) as Json, components, name.replace(/s$/, ''));
  if (sample === undefined) return [];
  return Array.from({ length: Math.max(1, Number(minItems)) }, () => sample);
}

function stringSample(schema: Json, name: string): string | undefined {
  const fits = (text: unknown): text is string =>
    typeof text === 'string' &&
    text.length >= Number(schema.minLength ?? 0) &&
    text.length <= Number(schema.maxLength ?? Number.POSITIVE_INFINITY) &&
    (typeof schema.pattern !== 'string' || new RegExp(schema.pattern, 'u').test(text));
  const format = typeof schema.format === 'string' ? BY_FORMAT[schema.format] : undefined;
  return [schema.default, format, byName(name), ...GUESSES].find(fits);
}

function numberSample({ default: usual, minimum, maximum, exclusiveMinimum }: Json, name: string): number {
  if (typeof usual === 'number') return usual;
  const hint = byName(name);
  const least = Number(minimum ?? (exclusiveMinimum === undefined ? 0 : Number(exclusiveMinimum) + 1));
  const most = Number(maximum ?? Number.POSITIVE_INFINITY);
  return typeof hint === 'number' && hint >= least && hint <= most ? hint : Math.min(Math.max(least, 1), most);
}
