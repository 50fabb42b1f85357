/**
 * The types of fields that resources consist of. Each field defines its wire format, its columns, and the conversion
 * between them, so that a resource is simply a list of fields.
 */
import { z } from 'zod';
import { typeNames } from './type-names.ts';

export type Row = Record<string, unknown>;

export interface Field {
  /** The wire format, for requests and responses. */
  readonly value: z.ZodType;
  readonly description: string;
  /** When a client may set the field: always, at creation only, or never (the server sets it). */
  readonly write: 'always' | 'at_creation' | 'never';
  /** Default for a new resource; `undefined` if the field is required. */
  readonly initial: unknown;
  /** The value follows from other rows and can change without a change of this row. */
  readonly isDerived?: true;
  /** The columns of the field. By default, one column with the name of the field. */
  columns(name: string): readonly string[];
  toRow(name: string, value: unknown): Row;
  fromRow(name: string, row: Row): unknown;
}

interface Options {
  /** The meaning, for developers and language models. */
  description: string;
  /** The column, if its name differs from that of the field. */
  column?: string;
}

/** Defines a field with one column. `encode` and `decode` convert values that the database stores in another form. */
function field(
  value: z.ZodType,
  { description, column }: Options,
  encode: (value: unknown) => unknown = (given) => given,
  decode: (stored: unknown) => unknown = (stored) => stored,
): Field {
  return {
    value,
    description,
    write: 'always',
    initial: undefined,
    columns: (name) => [column ?? name],
    toRow: (name, given) => ({ [column ?? name]: given === null ? null : encode(given) }),
    fromRow: (name, row) => {
      const stored = row[column ?? name];
      return stored == null ? null : decode(stored);
    },
  };
}

// Control characters are not allowed, except line breaks and tabs in long texts.
const LINE = /^[^\p{Cc}\p{Cs}]*$/u;
const PARAGRAPHS = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u;

/**
 * Trims the text and normalises it to NFC. Zod checks do this, so that the schema still contains the maximum length.
 */
const within = (max: number, min = 0) =>
  z
    .string()
    .trim()
    .normalize('NFC')
    .min(min, min === 1 ? 'must not be empty' : `must have at least ${min} characters`)
    .max(max, `must have at most ${max} characters`);
const oneLine = (max: number, min = 0) => within(max, min).regex(LINE, 'contains characters that cannot be displayed');
const paragraphs = (max: number) => within(max).regex(PARAGRAPHS, 'contains characters that cannot be displayed');

/** One line of text. */
export const line = (max: number, options: Options & { min?: number }): Field =>
  field(oneLine(max, options.min ?? 1), options);

/** Text with line breaks, such as Markdown. It is stored as entered; the code that displays it must escape it. */
export const prose = (max: number, options: Options): Field => field(paragraphs(max), options);

/** A short name for URLs. */
export const slug = (options: Options): Field =>
  field(
    z
      .string()
      .max(100)
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters and digits, separated by single hyphens'),
    options,
  );

export const pattern = (form: RegExp, message: string, options: Options): Field =>
  field(z.string().max(200).regex(form, message), options);

/** Text that is stored, looked up and displayed in upper case, in whichever case it was entered. */
export const capitals = (form: RegExp, message: string, options: Options): Field =>
  field(z.string().max(200).trim().toUpperCase().regex(form, message), options, (given) => String(given).toUpperCase());

export const integer = (min: number, max: number, options: Options): Field => field(z.int().min(min).max(max), options);

export const flag = (options: Options): Field => field(z.boolean(), options);

/** A boolean, also as the text `true` or `false` in a query string. */
export const writtenFlag = z.union([z.boolean(), z.enum(['true', 'false']).transform((given) => given === 'true')]);

export const oneOf = (values: readonly [string, ...string[]], options: Options): Field =>
  field(z.enum(values), options);

/** The id of another resource. The operation has to check that it exists at the site. */
export const reference = (options: Options): Field =>
  field(z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be an id'), options);

// Excludes what URL parsers accept or silently remove: white space, control characters and unpaired surrogates.
const ADDRESS = /^https:\/\/[^\s\p{Cc}\p{Cs}"<>\\^`{|}]+$/u;

export const httpsUrl = (options: Options): Field =>
  field(
    z
      .url({ protocol: /^https$/, error: 'must be an https URL', abort: true })
      .max(2000)
      .regex(ADDRESS, 'must be an https URL'),
    options,
  );

export const emailAddress = (options: Options): Field => field(z.email().max(254), options);

// With an offset, an instant could leave the range of four-digit years.
const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/** RFC 3339 with an offset. */
export const instantValue = z.iso
  .datetime({ offset: true, error: 'must be a date-time such as 2026-09-01T08:00:00Z' })
  .max(40)
  .refine((given) => Date.parse(given) >= FIRST_INSTANT && Date.parse(given) <= LAST_INSTANT, 'is out of range');

/** An instant: RFC 3339 on the wire, milliseconds since the epoch in the database. */
export const instant = (options: Options): Field =>
  field(
    instantValue,
    options,
    (given) => Date.parse(String(given)),
    (stored) => new Date(Number(stored)).toISOString(),
  );

/** A calendar day, `YYYY-MM-DD`. */
export const day = (options: Options): Field => field(z.iso.date('must be a date such as 2026-09-01'), options);

export const list = (item: z.ZodType, max: number, options: Options): Field => {
  const stored = field(z.array(item).max(max), options);
  return { ...stored, initial: [], fromRow: (name, row) => stored.fromRow(name, row) ?? [] };
};

export const strings = (max: number, options: Options): Field => list(oneLine(100, 1), max, options);

export const references = (max: number, options: Options): Field =>
  list(z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be an id'), max, options);

/** A map of names to text values. */
export const map = (max: number, options: Options): Field => {
  const stored = field(
    z
      .record(oneLine(100, 1), paragraphs(2000))
      .refine((entries) => Object.keys(entries).length <= max, `must have at most ${max} entries`),
    options,
  );
  return { ...stored, initial: {}, fromRow: (name, row) => stored.fromRow(name, row) ?? {} };
};

export const amountOfMoney = z
  .strictObject({
    amount: z.int().min(0).max(2_000_000_000).describe('Minor units, such as cents'),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code')
      .describe('ISO 4217'),
  })
  .register(typeNames, { id: 'Money' });

/** An amount in minor units with its currency, in two columns. */
export const money = (options: Options & { in?: readonly [amount: string, currency: string] }): Field => {
  const [amount, currency] = options.in ?? ['priceAmount', 'priceCurrency'];
  return {
    ...field(amountOfMoney, options),
    columns: () => [amount, currency],
    toRow: (_name, given) => {
      const value = given as { amount: number; currency: string } | null;
      return { [amount]: value?.amount ?? null, [currency]: value?.currency ?? null };
    },
    fromRow: (_name, row) => (row[amount] === null ? null : { amount: row[amount], currency: row[currency] }),
  };
};

/** Whether this is an IANA timezone that the runtime knows. Offsets such as `+01:00` are not timezones. */
const isTimezone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
};

const isLanguageTag = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
};

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

export const timezone = (options: Options): Field =>
  field(z.string().max(64).refine(isTimezone, 'must be an IANA time zone such as Europe/Lisbon'), options);

/** A BCP 47 language tag, stored in canonical form. */
export const languageTag = (options: Options): Field =>
  field(
    z.string().max(35).refine(isLanguageTag, 'must be a BCP 47 tag such as en or pt-BR'),
    options,
    (given) => Intl.getCanonicalLocales(String(given))[0],
  );

export const currency = (options: Options): Field =>
  field(
    z
      .string()
      .length(3)
      .refine((code) => CURRENCIES.has(code), 'must be an ISO 4217 code such as EUR'),
    options,
  );

/** A map of names to https URLs. */
export const links = (max: number, options: Options): Field => {
  const stored = field(
    z
      .record(
        within(50, 1).regex(LINE),
        z.url({ protocol: /^https$/, error: 'must be an https URL', abort: true }).max(2000),
      )
      .refine((entries) => Object.keys(entries).length <= max, `must have at most ${max} entries`),
    options,
  );
  return { ...stored, initial: {}, fromRow: (name, row) => stored.fromRow(name, row) ?? {} };
};

/** A value with its own schema. */
export const custom = (value: z.ZodType, options: Options): Field => field(value, options);

/** Makes a field optional. An omitted value is null. */
export const optional = (inner: Field): Field => ({ ...inner, value: inner.value.nullable(), initial: null });

/** Adds a default for new resources. */
export const withDefault = (initial: unknown, inner: Field): Field => ({ ...inner, initial });

/** Makes a field settable at creation only. */
export const immutable = (inner: Field): Field => ({ ...inner, write: 'at_creation' });

/** Makes a field read-only: the server sets it. */
export const readOnly = (inner: Field): Field => ({ ...inner, write: 'never' });

/** A count that the database maintains in the row. */
export const count = (options: Options): Field => ({
  ...readOnly(integer(0, Number.MAX_SAFE_INTEGER, options)),
  isDerived: true,
});

/**
 * A position in a list. The order of the whole list determines it, and changes of the order have their own audit
 * events.
 */
export const positional = (inner: Field): Field => ({ ...readOnly(inner), isDerived: true });

/**
 * A value that the server computes and does not store. `crud` calls the `compute` function of the resource for it.
 * @param columns the columns of the row that the value is computed from
 */
export const computed = (value: z.ZodType, description: string, columns: readonly string[] = []): Field => ({
  value,
  description,
  write: 'never',
  initial: undefined,
  columns: () => columns,
  toRow: () => ({}),
  fromRow: (name, row) => row[name],
});
