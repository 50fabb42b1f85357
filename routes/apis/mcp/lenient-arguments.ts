/**
 * Reads arguments as language models write them: numbers, booleans, lists and objects as text, enumerations in another case, ids in
 * quotation marks, `null` for what is left out. Only what can mean nothing else is read so; anything else is refused as it was sent.
 */
import type { z } from 'zod';
import { isRecord } from '../../../schema/data/objects.ts';
import { bareValue } from '../../../schema/data/plain-text.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** The parts of a schema that say what it takes. */
interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly element?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly valueType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly unknown[];
}

/** RFC 8259 §6. */
const NUMBER = /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,15})?(?:[eE][+-]?\d{1,2})?$/;
/** Ids and slugs contain neither quotation marks nor white space. */
const ID = /^(?:id|slug|school|.*Ids?)$/;
const MAX_JSON = 20_000;
/** A longer list is taken as it was sent. */
const MAX_PARTS = 1000;

const definitionOf = (schema: z.ZodType): Definition => schema._zod.def as unknown as Definition;
const takes = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

/** The type inside of what makes it optional, and the like. */
function bareType(schema: z.ZodType): z.ZodType {
  const { innerType, in: piped } = definitionOf(schema);
  const inner = innerType ?? piped;
  return inner === undefined ? schema : bareType(inner);
}

/** Returns a list or an object that is written as JSON; anything else as it is. */
export function readJsonText(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > MAX_JSON || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const plain = (text: string): string =>
  bareValue(text)
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '');

const optionMeant = (value: unknown, options: readonly unknown[]): unknown =>
  typeof value === 'string' ? (options.find((one) => plain(String(one)) === plain(value)) ?? value) : value;

function listMeant(element: z.ZodType, value: unknown, name: string): unknown {
  const list = readJsonText(value);
  if (Array.isArray(list)) return list.length > MAX_PARTS ? value : list.map((one) => meant(element, one, name));
  if (typeof value === 'string' && (value.length > MAX_JSON || /^\s*[[{]/.test(value))) return value;
  // A text with commas can be one or several.
  const parts = typeof value === 'string' && value.includes(',') ? value.split(',').map((part) => part.trim()) : [list];
  if (parts.length > MAX_PARTS) return value;
  const values = parts.map((part) => meant(element, part, name));
  const isCertain = values.every((one) => takes(element, one)) && (values.length === 1 || !takes(element, value));
  return isCertain ? values : value;
}

function textMeant(schema: z.ZodType, value: unknown): unknown {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  const bare = typeof text === 'string' && !takes(schema, text) ? bareValue(text) : text;
  return takes(schema, bare) ? bare : value;
}

const MEANT: Readonly<Record<string, (type: Definition, value: unknown, name: string) => unknown>> = {
  number: (_type, value) =>
    typeof value === 'string' && NUMBER.test(bareValue(value)) ? Number(bareValue(value)) : value,
  boolean: (_type, value) => optionMeant(value, [true, false]),
  literal: ({ values = [] }, value) => optionMeant(value, values),
  enum: ({ entries = {} }, value) => optionMeant(value, Object.values(entries)),
  array: ({ element }, value, name) => (element === undefined ? value : listMeant(element, value, name)),
  object: ({ shape = {} }, value) => {
    const object = readJsonText(value);
    return isRecord(object) && !Array.isArray(object) ? fieldsMeant(shape, object) : value;
  },
  record: ({ valueType }, value) => {
    const object = readJsonText(value);
    if (valueType === undefined || !isRecord(object) || Array.isArray(object)) return value;
    return Object.fromEntries(Object.entries(object).map(([name, one]) => [name, meant(valueType, one, name)]));
  },
  union: ({ options = [] }, value, name) => {
    const found = options.map((option) => [option, meant(option, value, name)] as const);
    return (found.find(([option, one]) => takes(option, one)) ?? [undefined, value])[1];
  },
};

function meant(schema: z.ZodType, sent: unknown, name: string): unknown {
  const value = typeof sent === 'string' && ID.test(name) ? bareValue(sent) : sent;
  if (takes(schema, value)) return value;
  const type = bareType(schema);
  if (value === 'null' && takes(schema, null)) return null;
  const { type: kind } = definitionOf(type);
  return kind === 'string' ? textMeant(type, value) : (MEANT[kind]?.(definitionOf(type), value, name) ?? value);
}

/** Leaves out what stands for an optional value that is not given: `null`, or no text where none is wanted. */
function fieldsMeant(shape: Readonly<Record<string, z.ZodType>>, fields: Arguments): Arguments {
  const isLeftOut = (schema: z.ZodType, value: unknown): boolean => {
    if (value !== null && value !== '' && value !== 'null') return false;
    if (takes(schema, value) || takes(schema, null) || !takes(schema, undefined)) return false;
    return value === null || definitionOf(bareType(schema)).type !== 'string';
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (schema === undefined) return [[name, value]];
      return isLeftOut(schema, value) ? [] : [[name, meant(schema, value, name)]];
    }),
  );
}

/** Returns the arguments of a tool as they were meant. They are validated afterwards. */
export const argumentsMeant = ({ shape }: z.ZodObject, args: Arguments): Arguments => fieldsMeant(shape, args);
