/**
 * Short forms of what `tools/list` says of a tool. A model reads all of the list before it can do anything, so the list
 * says what a model needs to choose a tool and to call it. `find_tools` returns the full form, and a call is always
 * validated against that one.
 */
import { isRecord } from '../../../schema/data/objects.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Longest description of a tool and of an argument. Longer ones end with the last sentence or clause that fits. */
const MAX_DESCRIPTION = 120;
const MAX_HINT = 60;
/** A larger bound only keeps input within reason. A smaller one is a rule that a caller should know. */
const MAX_SHOWN_BOUND = 1000;

/** Arguments that have the same meaning in every tool. The instructions of the server explain them. */
const EXPLAINED = new Set(['first', 'after', 'totalCount', 'sort', 'q', 'ifUpdatedAt', 'slug']);
/** Arguments that have no use for a tool: its results always contain the names. */
const LEFT_OUT = 'include';
/** Words that say nothing which the name of an argument does not say. */
const EMPTY = new Set(
  'a an and by filter filters for id ids in is it its of on only or that the this to url'.split(' '),
);

const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/** Ends a text with the last sentence, or else the last clause, within the limit. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const start = text.slice(0, limit + 1);
  const end = Math.max(start.lastIndexOf('. '), start.lastIndexOf('; '));
  return end > 0 ? start.slice(0, end + 1).replace(/;$/, '.') : `${text.slice(0, limit - 1)}…`;
}

export const shortDescription = (text: string): string => cut(text, MAX_DESCRIPTION);

/** Returns the part of a description that the names of the argument and its tool do not contain, if any. */
function hintOf(description: unknown, name: string, tool: string): string | undefined {
  if (typeof description !== 'string' || EXPLAINED.has(name)) return undefined;
  // An id is that of what the name of the tool ends with, if nothing else is said.
  if (name === 'id' && tool.endsWith(description.replace(/^.* of (?:the|a|an) /, '').replaceAll(' ', '_')))
    return undefined;
  const [clause = ''] = description.split(/[;.] /);
  const known = new Set([...EMPTY, ...wordsOf(name), ...wordsOf(tool)]);
  return wordsOf(clause).every((word) => known.has(word)) ? undefined : cut(clause.replace(/\.$/, ''), MAX_HINT);
}

/** The values of an enumeration, without the snake-case spelling of a name that is there in camel case too. */
const distinct = (values: readonly unknown[]): unknown[] => {
  const inCamelCase = (value: unknown) =>
    String(value).replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return values.filter((value) => inCamelCase(value) === value || !values.includes(inCamelCase(value)));
};

const schemasIn = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isRecord) : []);

function shortValue(valueSchema: Schema, name: string, tool: string): Schema {
  // Only an update needs `null`, to clear a field; others can leave it out. Two forms, because hosts refuse a list of types.
  const alternatives = schemasIn(valueSchema.anyOf).filter(({ type }) => type !== 'null' || tool.startsWith('update_'));
  const [first, ...others] = alternatives;
  // A boolean may also be written as text.
  const boolean = alternatives.find(({ type }) => type === 'boolean');
  const single = boolean ?? (others.length === 0 ? first : undefined);
  const { description = valueSchema.description, ...one } = single ?? valueSchema;
  const { type, format, const: only, enum: values, maximum, items, properties, required, additionalProperties } = one;
  const hint = hintOf(description, name, tool);
  const isBound = typeof maximum === 'number' && maximum <= MAX_SHOWN_BOUND;
  return {
    ...(type === undefined ? {} : { type }),
    ...(format === undefined ? {} : { format }),
    ...(only === undefined ? {} : { const: only }),
    ...(Array.isArray(values) ? { enum: distinct(values) } : {}),
    ...(isBound ? { maximum } : {}),
    ...(isRecord(items) ? { items: shortValue(items, name, tool) } : {}),
    ...(isRecord(properties) ? { properties: shortProperties(properties, tool) } : {}),
    ...(required === undefined ? {} : { required }),
    ...(isRecord(additionalProperties) ? { additionalProperties: shortValue(additionalProperties, '', tool) } : {}),
    ...('anyOf' in one ? { anyOf: alternatives.map((each) => shortValue(each, name, tool)) } : {}),
    ...(hint === undefined ? {} : { description: hint }),
  };
}

const shortProperties = (properties: Schema, tool: string): Schema =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => name !== LEFT_OUT)
      .map(([name, schema]) => [name, isRecord(schema) ? shortValue(schema, name, tool) : schema]),
  );

/** The arguments of a tool: their types and values, and a hint where the name does not say what is meant. */
export const shortInput = <Input extends Schema>(schema: Input, tool: string) => ({
  ...shortValue(schema, '', tool),
  type: 'object' as const,
  additionalProperties: false,
});
