/** What pages need to know of a field of a resource, worked out when an area is registered, and what its form is made with. */
import { z } from 'zod';
import type { Field } from '../../../../schema/school/fields.ts';
import type { Kind } from '../../../../schema/school/kind.ts';
import type { InputFault } from '../../../../schema/school/problem.ts';
import { type NamedResource, referencesAmong } from '../../../../schema/school/references.ts';
import type { Language, Text } from '../../../words/index.ts';
import type { Html } from '../html.ts';
import type { Row } from './place.ts';

export interface PageField {
  readonly name: string;
  readonly kind: Kind;
  /** Only for what is new. */
  readonly isFixed: boolean;
  readonly isNullable: boolean;
  /** A new object gets a value if it is given none. */
  readonly hasDefault: boolean;
  readonly default: unknown;
  readonly maxLength: number | undefined;
  /** The values of a choice. */
  readonly options: readonly string[];
  /** What a reference names. */
  readonly to: NamedResource | undefined;
  readonly zoneField: string | undefined;
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

export interface Choices {
  readonly options: readonly Option[];
  /** There are more than the options, which a search finds. */
  readonly isSearched: boolean;
  /** The words of the search, if there was one. */
  readonly q: string | undefined;
  /** Where a file that is not there yet is uploaded. */
  readonly uploadHref?: string;
}

/** How values are read and written where the form is. */
export interface Reading {
  readonly text: Text;
  readonly language: Language;
  /** The time zone of the school, or of the row. */
  readonly timeZone: string;
  readonly currency: string;
}

/** A field of a form that is about to be shown. */
export interface Asking extends Reading {
  readonly field: PageField;
  readonly label: string;
  readonly hint: string | undefined;
  readonly error: string | undefined;
  readonly texts: readonly string[];
  readonly isRequired: boolean;
  readonly choices: Choices | undefined;
  /** The Markdown as visitors would see it, if it was asked for. */
  readonly preview: Html | undefined;
}

export function pageField(name: string, field: Field): PageField {
  const isNullable = field.value instanceof z.ZodNullable;
  const value = isNullable ? (field.value.unwrap() as z.ZodType) : field.value;
  const text = value instanceof z.ZodPipe ? value.in : value;
  return {
    name,
    kind: name.endsWith('Seconds') ? 'duration' : field.kind,
    isFixed: field.write === 'at_creation',
    isNullable,
    hasDefault: field.initial !== undefined,
    default: field.initial,
    maxLength: text instanceof z.ZodString ? (text.maxLength ?? undefined) : undefined,
    options: value instanceof z.ZodEnum ? value.options.map(String) : [],
    to: referencesAmong([name, name.replace(/Ids$/, 'Id')])[0]?.to,
    zoneField: field.zoneField,
  };
}

type Labels = Readonly<Record<string, string>>;

/** The label of a field, which areas share. @throws {Error} if there is none, which a test of all areas would meet */
export function labelOf({ content: words }: Text, name: string): string {
  const labels: Labels = words.fields;
  const label = labels[name];
  if (label === undefined) throw new Error(`no words for the field ${name}`);
  return label;
}

/** The words of a value of a choice. */
export function valueWord({ content: words }: Text, name: string, value: string): string {
  const values: Readonly<Record<string, Labels>> = words.values;
  return values[name]?.[value] ?? value;
}

export const hintOf = ({ content: words }: Text, name: string): string | undefined => (words.hints as Labels)[name];

export const unitOf = ({ content: words }: Text, name: string): string | undefined => (words.units as Labels)[name];

/** Says what is wrong with a field, in the language of the reader. */
export function faultWord({ content: words, shell }: Text, { code, message }: InputFault, isEmpty: boolean): string {
  const known: Labels = words.faults;
  if (isEmpty) return shell.required;
  return known[code] ?? (message.includes('must have at most') ? shell.tooLong : shell.invalid);
}

/** How a field of a row is read and written. */
export function readingFor(reading: Reading, field: PageField, row: Row | undefined): Reading {
  const zone = field.zoneField === undefined ? undefined : row?.[field.zoneField];
  const price = row?.[field.name] as { currency?: unknown } | null | undefined;
  const currency = field.kind === 'minor_units' ? row?.currency : price?.currency;
  return {
    ...reading,
    ...(typeof zone === 'string' ? { timeZone: zone } : {}),
    ...(typeof currency === 'string' ? { currency } : {}),
  };
}
