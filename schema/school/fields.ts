/**
 * The types of fields that resources consist of. Each field defines its wire format, its columns, and the conversion
 * between them, so that a resource is simply a list of fields.
 */
import { z } from 'zod';
import { emailValue } from '../text/email.ts';
import { readableLine, readableText } from '../text/readable.ts';
import { MAX_SLUG, SLUG } from '../text/slug.ts';
import { canonicalTimezone, dayValue, instantOf, instantValue } from './calendar.ts';
import type { Kind } from './kind.ts';
import { amountOfMoney, amountValue, currencyCode } from './money.ts';

export type Row = Record<string, unknown>;

/** The writer of a field: the client at any time, the client at creation only, or the server. */
export type Write = 'always' | 'at_creation' | 'never';

/** A field of a resource. `Initial` is `undefined` if the field is required for a new resource. */
export interface Field<Value extends z.ZodType = z.ZodType, Who extends Write = Write, Initial = unknown> {
  /** The type on the wire, in requests and responses. */
  readonly value: Value;
  readonly kind: Kind;
  /** Of an instant: the field with the time zone in which people read and write it, if it is not that of the school. */
  readonly zoneField?: string;
  readonly description: string;
  readonly write: Who;
  /** The value for a new resource if the client does not send one. */
  readonly initial: Initial;
  /** The field depends on other rows, and can change when this one is not written. */
  readonly isDerived?: true;
  /** Names of the columns that store a field with this name. */
  columns(name: string): readonly string[];
  toRow(name: string, value: unknown): Row;
  fromRow(name: string, row: Row): unknown;
}

/** A field that is computed for each response instead of being read from the row. */
export interface ComputedField<Value extends z.ZodType = z.ZodType> extends Field<Value, 'never', undefined> {
  readonly isComputed: true;
}

/** A field that the client sets, and that is required for a new resource. */
type Plain<Value extends z.ZodType> = Field<Value, 'always', undefined>;
type ListField<Item extends z.ZodType> = Field<z.ZodArray<Item>, 'always', readonly never[]>;

interface Options {
  /** The meaning, for developers and language models. */
  description: string;
  /** The column, if its name differs from that of the field. */
  column?: string;
}

/** A field in one column. `encode` and `decode` convert values that the database stores in another format. */
function field<Value extends z.ZodType>(
  kind: Kind,
  value: Value,
  { description, column }: Options,
  encode: (value: unknown) => unknown = (raw) => raw,
  decode: (stored: unknown) => unknown = (stored) => stored,
): Plain<Value> {
  return {
    value,
    kind,
    description,
    write: 'always',
    initial: undefined,
    columns: (name) => [column ?? name],
    toRow: (name, raw) => ({ [column ?? name]: raw === null ? null : encode(raw) }),
    fromRow: (name, row) => {
      const stored = row[column ?? name];
      return stored == null ? null : decode(stored);
    },
  };
}

/** One line of text. */
export const line = (max: number, options: Options & { min?: number }) =>
  field('line', readableLine(max, options.min ?? 1), options);

/** Text with line breaks, such as Markdown. It must be escaped where it is displayed. */
export const prose = (max: number, options: Options) => field('text', readableText(max), options);

const markdownTexts = z.registry<{ isMarkdown: true }>();

/** Markdown, or blocks that contain some. It is refused if it cannot be shown within limits (`runOperation`). */
export function asMarkdown<Text extends Field>(text: Text): Text {
  markdownTexts.add(text.value, { isMarkdown: true });
  return text.kind === 'text' ? { ...text, kind: 'markdown' } : text;
}

/** Returns whether a member of an input is such a text. */
export const isMarkdown = (value: z.ZodType): boolean =>
  value instanceof z.ZodOptional || value instanceof z.ZodNullable
    ? isMarkdown(value.unwrap() as z.ZodType)
    : markdownTexts.get(value) !== undefined;

/** A short name for URLs. A new object that is given none gets one from its name (`crud.ts`). */
export const slug = (options: Options) =>
  withDefault(
    null,
    field(
      'slug',
      z.string().max(MAX_SLUG).regex(SLUG, 'must be lower-case letters and digits, separated by single hyphens'),
      options,
    ),
  );

export const pattern = (form: RegExp, message: string, options: Options) =>
  field('line', z.string().max(200).regex(form, message), options);

/** Text that is stored, searched and shown in capitals, in whatever case it is sent. */
export const capitals = (form: RegExp, message: string, options: Options) =>
  field('line', z.string().max(200).trim().toUpperCase().regex(form, message), options, (raw) =>
    String(raw).toUpperCase(),
  );

export const integer = (min: number, max: number, options: Options) =>
  field('integer', z.int().min(min).max(max), options);

export const flag = (options: Options) => field('flag', z.boolean(), options);

/** A boolean, also as the text `true` or `false` in a query string. */
export const writtenFlag = z.union([z.boolean(), z.enum(['true', 'false']).transform((raw) => raw === 'true')]);

export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values, options: Options) =>
  field('choice', z.enum(values), options);

/** The id of another resource. The operation must check that it exists at the site. */
export const reference = (options: Options) =>
  field('reference', z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be an id'), options);

// Excludes what URL parsers accept or silently remove, invisible characters and those that change the direction of text,
// and user information, which can look like the host.
const ADDRESS = /^https:\/\/[^\s\p{C}"<>\\^`{|}@/?#]+(?:[/?#][^\s\p{C}"<>\\^`{|}]*)?$/u;
const address = z
  .url({ protocol: /^https$/, error: 'must be an https URL', abort: true })
  .max(2000)
  .regex(ADDRESS, 'must be an https URL without a user name');

export const httpsUrl = (options: Options) => field('url', address, options);

export const emailAddress = (options: Options) => field('email', emailValue, options);

/** An instant: RFC 3339 on the wire, milliseconds in the database. */
export const instant = ({ in: zoneField, ...options }: Options & { in?: string }): Plain<typeof instantValue> => ({
  ...field(
    'instant',
    instantValue,
    options,
    (raw) => instantOf(String(raw)),
    (stored) => new Date(Number(stored)).toISOString(),
  ),
  ...(zoneField === undefined ? {} : { zoneField }),
});

/** A calendar day. */
export const day = (options: Options) => field('day', dayValue, options);

export const list = <Item extends z.ZodType>(
  item: Item,
  max: number,
  options: Options,
  kind: Kind = 'custom',
): ListField<Item> => {
  const stored = field(kind, z.array(item).max(max), options);
  return { ...stored, initial: [], fromRow: (name, row) => stored.fromRow(name, row) ?? [] };
};

export const strings = (max: number, options: Options) => list(readableLine(100, 1), max, options, 'strings');

export const references = (max: number, options: Options) =>
  list(z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be an id'), max, options, 'references');

/** An object with arbitrary names and text values. */
export const map = (max: number, options: Options) => {
  const stored = field(
    'map',
    z
      .record(readableLine(100, 1), readableText(2000))
      .refine((entries) => Object.keys(entries).length <= max, `must have at most ${max} entries`),
    options,
  );
  return { ...stored, initial: {}, fromRow: (name: string, row: Row) => stored.fromRow(name, row) ?? {} };
};

/** A number of minor units of a currency that another field names. */
export const minorUnits = (options: Options) => field('minor_units', amountValue, options);

/** An amount in minor units with its currency, in two columns. */
export const money = (
  options: Options & { in?: readonly [amount: string, currency: string] },
): Plain<typeof amountOfMoney> => {
  const [amount, currency] = options.in ?? ['priceAmount', 'priceCurrency'];
  return {
    ...field('money', amountOfMoney, options),
    columns: () => [amount, currency],
    toRow: (_name, raw) => {
      const value = raw as { amount: number; currency: string } | null;
      return { [amount]: value?.amount ?? null, [currency]: value?.currency ?? null };
    },
    fromRow: (_name, row) => (row[amount] === null ? null : { amount: row[amount], currency: row[currency] }),
  };
};

/** Text of which there is one spelling, in which it is kept. @param canonical returns that, or nothing for other texts */
const spelled = (max: number, canonical: (text: string) => string | undefined, message: string) =>
  z
    .string()
    .max(max)
    .overwrite((raw) => canonical(raw) ?? raw)
    .refine((text) => canonical(text) !== undefined, message);

export const timezone = (options: Options) =>
  field('timezone', spelled(64, canonicalTimezone, 'must be an IANA time zone such as Europe/Lisbon'), options);

/** BCP 47. */
export const languageTag = (options: Options) =>
  field('line', spelled(35, canonicalTag, 'must be a BCP 47 tag such as en or pt-BR'), options);

function canonicalTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

export const currency = (options: Options) => field('currency', currencyCode, options);

/** An object with the names of platforms and their https URLs. */
export const links = (max: number, options: Options) => {
  const stored = field(
    'map',
    z
      .record(readableLine(50, 1), address)
      .refine((entries) => Object.keys(entries).length <= max, `must have at most ${max} entries`),
    options,
  );
  return { ...stored, initial: {}, fromRow: (name: string, row: Row) => stored.fromRow(name, row) ?? {} };
};

/** A field with a type of its own. */
export const custom = <Value extends z.ZodType>(value: Value, options: Options) => field('custom', value, options);

/** A field that may be null, which is also its default. */
export const optional = <Value extends z.ZodType, Who extends Write>(
  inner: Field<Value, Who>,
): Field<z.ZodNullable<Value>, Who, null> => ({ ...inner, value: inner.value.nullable(), initial: null });

/** A field with a default value for a new resource. */
export const withDefault = <Value extends z.ZodType, Who extends Write, Initial extends z.input<Value> | null>(
  initial: Initial,
  inner: Field<Value, Who>,
): Field<Value, Who, Initial> => ({ ...inner, initial });

/** A field that cannot be changed after creation. */
export const immutable = <Value extends z.ZodType, Initial>(
  inner: Field<Value, Write, Initial>,
): Field<Value, 'at_creation', Initial> => ({ ...inner, write: 'at_creation' });

/** A field that only the server sets. */
export const readOnly = <Value extends z.ZodType, Initial>(
  inner: Field<Value, Write, Initial>,
): Field<Value, 'never', Initial> => ({ ...inner, write: 'never' });

/** A number of related objects, which the database keeps up to date in the row. */
export const count = (options: Options) => positional(integer(0, Number.MAX_SAFE_INTEGER, options));

/** A position among other rows. It is changed by reordering all of them, which has its own audit event. */
export const positional = <Value extends z.ZodType>(inner: Plain<Value>): Field<Value, 'never', undefined> => ({
  ...readOnly(inner),
  isDerived: true,
});

const kindOf = (value: z.ZodType): Kind => {
  if (value instanceof z.ZodNumber) return 'integer';
  if (value instanceof z.ZodBoolean) return 'flag';
  return value instanceof z.ZodEnum ? 'choice' : 'custom';
};

/**
 * A field that is not stored, but computed by the operations.
 * @param columns the columns of the row from which it is computed
 * @param kind if it does not follow from the type
 */
export const computed = <Value extends z.ZodType>(
  value: Value,
  description: string,
  columns: readonly string[] = [],
  kind: Kind = kindOf(value),
): ComputedField<Value> => ({
  value,
  kind,
  description,
  isComputed: true,
  write: 'never',
  initial: undefined,
  columns: () => columns,
  toRow: () => ({}),
  fromRow: (name, row) => row[name],
});
