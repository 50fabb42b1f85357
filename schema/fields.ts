/**
 * The fields that resources are made of. Each knows its form on the wire, the columns that keep it, and the way between
 * the two, so that a resource is a list of fields and nothing else has to be said twice.
 */
import { z } from 'zod';

export type Row = Record<string, unknown>;

export interface Field {
  /** What a client may send, and gets back. */
  readonly value: z.ZodType;
  readonly description: string;
  /** Who says what it is: the client always, the client at the creation only, or the server. */
  readonly write: 'always' | 'at_creation' | 'never';
  /** Taken when a new resource does not say; `undefined` when it must. */
  readonly initial: unknown;
  /** Of the row; the field's own name unless it says otherwise. */
  columns(name: string): readonly string[];
  toRow(name: string, value: unknown): Row;
  fromRow(name: string, row: Row): unknown;
}

interface Options {
  /** What it means, for people and models. */
  description: string;
  /** Where it is kept, when not under its own name. */
  column?: string;
}

/** A field in one column. `encode` and `decode` are for what a database keeps in another form. */
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

// Control characters are nobody's text; line breaks and tabs belong into long ones.
const LINE = /^[^\p{Cc}\p{Cs}]*$/u;
const PARAGRAPHS = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u;

const trimmed = z.string().transform((given) => given.trim().normalize('NFC'));
const within = (max: number, min = 0) =>
  z
    .string()
    .min(min, min === 1 ? 'must not be empty' : `must have at least ${min} characters`)
    .max(max, `must have at most ${max} characters`);

/** One line of text. */
export const line = (max: number, options: Options & { min?: number }): Field =>
  field(trimmed.pipe(within(max, options.min ?? 1).regex(LINE, 'holds characters that cannot be shown')), options);

/** Text with line breaks, such as Markdown. It is data: whoever shows it escapes it. */
export const prose = (max: number, options: Options): Field =>
  field(trimmed.pipe(within(max).regex(PARAGRAPHS, 'holds characters that cannot be shown')), options);

/** A short name in addresses. */
export const slug = (options: Options): Field =>
  field(
    z
      .string()
      .max(100)
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be small letters and digits with single hyphens between them'),
    options,
  );

export const pattern = (form: RegExp, message: string, options: Options): Field =>
  field(z.string().max(200).regex(form, message), options);

export const integer = (min: number, max: number, options: Options): Field => field(z.int().min(min).max(max), options);

export const flag = (options: Options): Field => field(z.boolean(), options);

export const oneOf = (values: readonly [string, ...string[]], options: Options): Field =>
  field(z.enum(values), options);

/** Another resource's id. That it exists at the site is for the operation to check. */
export const reference = (options: Options): Field =>
  field(z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be an id'), options);

export const httpsUrl = (options: Options): Field =>
  field(z.url({ protocol: /^https$/, error: 'must be an https address' }).max(2000), options);

export const emailAddress = (options: Options): Field => field(z.email().max(254), options);

/** An instant: RFC 3339 on the wire, milliseconds in the database. */
export const instant = (options: Options): Field =>
  field(
    z.iso.datetime({ offset: true, error: 'must be an instant such as 2026-09-01T08:00:00Z' }),
    options,
    (given) => Date.parse(String(given)),
    (stored) => new Date(Number(stored)).toISOString(),
  );

/** A calendar day. */
export const day = (options: Options): Field => field(z.iso.date('must be a day such as 2026-09-01'), options);

export const list = (item: z.ZodType, max: number, options: Options): Field => {
  const stored = field(z.array(item).max(max), options);
  return { ...stored, initial: [], fromRow: (name, row) => stored.fromRow(name, row) ?? [] };
};

export const strings = (max: number, options: Options): Field =>
  list(trimmed.pipe(within(100, 1).regex(LINE, 'holds characters that cannot be shown')), max, options);

export const references = (max: number, options: Options): Field =>
  list(z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be an id'), max, options);

/** Names and values. */
export const map = (max: number, options: Options): Field => {
  const stored = field(
    z
      .record(within(100, 1).regex(LINE), within(2000).regex(PARAGRAPHS))
      .refine((entries) => Object.keys(entries).length <= max, `must have at most ${max} entries`),
    options,
  );
  return { ...stored, initial: {}, fromRow: (name, row) => stored.fromRow(name, row) ?? {} };
};

/** An amount in minor units with its currency, in two columns. */
export const money = (options: Options & { prefix?: string }): Field => {
  const prefix = options.prefix ?? 'price';
  const [amount, currency] = [`${prefix}Amount`, `${prefix}Currency`];
  return {
    ...field(
      z.strictObject({
        amount: z.int().min(0).max(2_000_000_000).describe('Minor units, such as cents'),
        currency: z
          .string()
          .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code')
          .describe('ISO 4217'),
      }),
      options,
    ),
    columns: () => [amount, currency],
    toRow: (_name, given) => {
      const value = given as { amount: number; currency: string } | null;
      return { [amount]: value?.amount ?? null, [currency]: value?.currency ?? null };
    },
    fromRow: (_name, row) => (row[amount] === null ? null : { amount: row[amount], currency: row[currency] }),
  };
};

/** May be absent, which is null. */
export const optional = (inner: Field): Field => ({ ...inner, value: inner.value.nullable(), initial: null });

/** Has a value of its own when a new resource does not say. */
export const usually = (initial: unknown, inner: Field): Field => ({ ...inner, initial });

/** Settled at the creation. */
export const settled = (inner: Field): Field => ({ ...inner, write: 'at_creation' });

/** Said by the server. */
export const shown = (inner: Field): Field => ({ ...inner, write: 'never' });

/** Worked out by the server from other rows, and not kept: `crud` asks the resource for it. */
export const computed = (value: z.ZodType, description: string): Field => ({
  value,
  description,
  write: 'never',
  initial: undefined,
  columns: () => [],
  toRow: () => ({}),
  fromRow: (name, row) => row[name],
});
