/** Renders the types of values in words, and the fields of objects. */
import { type ApiSchema, typeNameOf } from '../../../schema/data/api-description.ts';
import { type Html, html } from '../../pages/kit/html.ts';

/** Maximum depth at which nested objects are shown in place. */
const MAX_DEPTH = 3;

const isNull = ({ type }: ApiSchema): boolean => type === 'null';

/** Returns the alternatives of a type, if it has several. Null is mentioned last. */
const alternativesOf = ({ anyOf, oneOf }: ApiSchema): readonly ApiSchema[] | undefined => anyOf ?? oneOf;

const joined = (parts: readonly (Html | string)[], by: string): (Html | string)[] =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [by, part]));

/** Describes a type, as in `text, 1 to 200 characters` or `list of Course`. */
export function typeOf(schema: ApiSchema): Html {
  const alternatives = alternativesOf(schema);
  if (alternatives !== undefined) {
    const parts = [...alternatives].sort((one, other) => Number(isNull(one)) - Number(isNull(other))).map(typeOf);
    return html`${joined(parts, ' or ')}`;
  }
  if (schema.$ref !== undefined) {
    const name = typeNameOf(schema.$ref);
    return html`<a href="#type-${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum !== undefined)
    return html`${joined(
      schema.enum.map((value) => html`<code>${String(value)}</code>`),
      ' or ',
    )}`;
  if (typeof schema.type === 'object') {
    return html`${joined(
      schema.type.map((type) => typeOf({ ...schema, type })),
      ' or ',
    )}`;
  }
  switch (schema.type) {
    case 'array':
      return html`list of ${typeOf(schema.items ?? {})}${schema.maxItems !== undefined && `, at most ${schema.maxItems}`}`;
    case 'string':
      return stringType(schema);
    case 'integer':
    case 'number':
      return html`${schema.type === 'integer' ? 'integer' : 'number'}${range(schema.minimum, schema.maximum)}`;
    case 'boolean':
      return html`boolean`;
    case 'object':
      return typeof schema.additionalProperties === 'object'
        ? html`map of ${typeOf(schema.additionalProperties)}`
        : html`object`;
    case 'null':
      return html`null`;
    default:
      return html`any`;
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'date-time, RFC 3339',
  date: 'date, YYYY-MM-DD',
  email: 'e-mail address',
  uri: 'URL',
};
/** The characters that all our text fields exclude. Mentioning them at every field would add nothing. */
const SHOWABLE = /^\^(\[\^\\p\{Cc\}|\(\?:\[\^\\p\{Cc\})/;

function stringType({ format, pattern, minLength = 0, maxLength }: ApiSchema): Html {
  const form = pattern === undefined || SHOWABLE.test(pattern) ? undefined : html`, matching <code>${pattern}</code>`;
  if (format !== undefined && FORMATS[format] !== undefined) return html`${FORMATS[format]}`;
  const length =
    maxLength === undefined ? '' : `${range(minLength === 0 ? undefined : minLength, maxLength)} characters`;
  return html`text${length}${form}`;
}

function range(least: number | undefined, most: number | undefined): string {
  const spelled = (value: number): string => value.toLocaleString('en');
  if (least !== undefined && most !== undefined) return `, ${spelled(least)} to ${spelled(most)}`;
  if (least !== undefined) return `, at least ${spelled(least)}`;
  return most === undefined ? '' : `, at most ${spelled(most)}`;
}

interface DescribedField {
  readonly name: string;
  readonly schema: ApiSchema;
  readonly description?: string | undefined;
  readonly required: boolean;
}

export const fieldList = (fields: readonly DescribedField[], depth = 0): Html =>
  html`<dl class="fields">${fields.map((one) => field(one, depth))}</dl>`;

function field({ name, schema, description, required }: DescribedField, depth: number): Html {
  const inner = objectIn(schema);
  const defaultValue =
    schema.default === undefined
      ? undefined
      : html` Default: <code>${typeof schema.default === 'string' ? schema.default : JSON.stringify(schema.default)}</code>.`;
  return html`<div><dt><code>${name}</code> <span class="kind">${typeOf(schema)}${required && ', required'}</span></dt>
<dd>${sentences(description ?? schema.description ?? '')}${defaultValue}${inner !== undefined && depth < MAX_DEPTH && fieldsOf(inner, depth + 1)}</dd></div>`;
}

/** Returns the object that a field contains, directly or in a list. */
function objectIn(schema: ApiSchema): ApiSchema | undefined {
  if (schema.properties !== undefined) return schema;
  if (schema.items !== undefined) return objectIn(schema.items);
  return alternativesOf(schema)
    ?.map(objectIn)
    .find((one) => one !== undefined);
}

export const fieldsOf = ({ properties = {}, required = [] }: ApiSchema, depth = 0): Html | undefined =>
  Object.keys(properties).length === 0
    ? undefined
    : fieldList(
        Object.entries(properties).map(([name, schema]) => ({ name, schema, required: required.includes(name) })),
        depth,
      );

/** Renders sentences with a full stop, and text between backticks as code. */
export const sentences = (text: string): Html => {
  const parts = text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
  return html`${parts}${text !== '' && !/[.:!?]$/.test(text) && '.'}`;
};
