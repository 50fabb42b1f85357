/** A resource of a school: a list of fields, and the schemas that are derived from it. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Scope } from '../oauth/scope.ts';
import { type Field, instant, type Row, readOnly, type Write } from './fields.ts';
import { typeName, typeNames } from './type-names.ts';

export type Fields = Readonly<Record<string, Field>>;

/** What a resource is declared by. */
interface Declaration {
  /** In names of operations and in sentences: `course`, `membership_plan`. */
  readonly one: string;
  readonly many: string;
  /** The table that stores the resource. */
  readonly table: string;
  /** How its ids begin, before the underscore. */
  readonly prefix: string;
  readonly summary: string;
  readonly read: Scope;
  /** Left out when nothing may be written by API. */
  readonly write?: Scope;
  readonly fields: Fields;
  /** Fields that a list may be filtered by, each with an index behind it. */
  readonly filters?: readonly string[];
  /** A column of times that a list may be filtered by with `from` and `to`; an index on site and time serves it. */
  readonly range?: string;
  /** Text fields that `q` looks into. */
  readonly search?: readonly string[];
  /** Columns that lists may be sorted by; the first is the default, in descending order. `createdAt` when left out. */
  readonly sorts?: readonly [string, ...string[]];
  /** A field that is unique at the site and found by `get` like the id. */
  readonly alternateKey?: string;
  /** Tables without one of the two times say which they have. */
  readonly times?: Fields;
}

const idOf = (prefix: string) =>
  z.string().meta({ description: 'Unique id', examples: [`${prefix}_4tP9vXk2Qm7LhB1wZ0cRtA`] });
const times = {
  createdAt: readOnly(instant({ description: 'Creation time' })),
  updatedAt: readOnly(instant({ description: 'Time of the last change' })),
};

type TimesOf<D extends Declaration> = D['times'] extends Fields ? D['times'] : typeof times;
type FieldsOf<D extends Declaration> = D['fields'] & TimesOf<D>;
type FilterOf<D extends Declaration> = Extract<NonNullable<D['filters']>, readonly string[]>[number];

/** What goes out was checked when it came in: its description says the form, without the way it was brought into it. */
type Outgoing<Value> = Value extends z.ZodPipe<z.ZodType, infer Out extends z.ZodType> ? Out : Value;
type ValueOf<F> = F extends { value: infer Value extends z.ZodType } ? Value : never;
type NamesWritten<F, When extends Write> = {
  [Name in keyof F]: F[Name] extends { write: When } ? Name : never;
}[keyof F];

type OutputShape<F> = {
  -readonly [Name in keyof F | 'id']: Name extends keyof F ? Outgoing<ValueOf<F[Name]>> : z.ZodString;
};
type CreationShape<F> = {
  -readonly [Name in NamesWritten<F, 'always' | 'at_creation'>]: F[Name] extends { initial: undefined }
    ? ValueOf<F[Name]>
    : z.ZodOptional<ValueOf<F[Name]>>;
};
type ChangeShape<F> = { -readonly [Name in NamesWritten<F, 'always'>]: z.ZodOptional<ValueOf<F[Name]>> };

/** A resource: what it was declared by, and the schemas that follow from its fields. */
export interface Resource extends Omit<Required<Declaration>, 'write' | 'range' | 'alternateKey' | 'times'> {
  readonly write: Scope | undefined;
  readonly range: string | undefined;
  readonly alternateKey: string | undefined;
  /** What a client gets. */
  readonly output: z.ZodObject;
  /** Schema of a request that creates a resource. Unknown fields are rejected. */
  readonly creation: z.ZodObject;
  /** Schema of a request that updates a resource. RFC 7396 §2: omitted fields are unchanged. */
  readonly change: z.ZodObject;
}

/** A resource with the types of its declaration. */
type Defined<D extends Declaration> = Omit<
  Resource,
  'one' | 'many' | 'table' | 'fields' | 'filters' | 'output' | 'creation' | 'change'
> & {
  readonly one: D['one'];
  readonly many: D['many'];
  readonly table: D['table'];
  readonly fields: FieldsOf<D>;
  readonly filters: readonly FilterOf<D>[];
  readonly output: z.ZodObject<OutputShape<FieldsOf<D>>, z.core.$strip>;
  readonly creation: z.ZodObject<CreationShape<FieldsOf<D>>, z.core.$strict>;
  readonly change: z.ZodObject<ChangeShape<FieldsOf<D>>, z.core.$strict>;
};

/** A schema of a resource with its own type, where the resource is a type parameter. */
export const schemaOf = <R extends Resource, Which extends 'output' | 'creation' | 'change'>(
  resource: R,
  which: Which,
): R[Which] => resource[which];

/** What a client gets of a resource. */
export type OutputOf<R extends Resource> = z.output<R['output']>;

/** The fields that an operation computes, and what they hold. */
export type ComputedOf<R extends Resource> = {
  [Name in keyof R['fields'] as R['fields'][Name] extends { isComputed: true } ? Name : never]: z.output<
    ValueOf<R['fields'][Name]>
  >;
};

/** The one place where shapes made from a list of fields get the types of their declaration. */
const shapeOf = <Shape>(entries: readonly (readonly [string, unknown])[]): Shape =>
  Object.fromEntries(entries) as Shape;

export function defineResource<const D extends Declaration>(declaration: D): Defined<D> {
  type F = FieldsOf<D>;
  const entries = Object.entries<Field>({ ...declaration.fields, ...(declaration.times ?? times) });
  const writable = entries.filter(([, { write }]) => write !== 'never');
  return {
    write: undefined,
    filters: [],
    range: undefined,
    search: [],
    sorts: ['createdAt'],
    alternateKey: undefined,
    ...declaration,
    fields: shapeOf<F>(entries),
    output: z
      .object(
        shapeOf<OutputShape<F>>([
          ['id', idOf(declaration.prefix)],
          ...entries.map(([name, one]) => [name, outputOf(one)] as const),
        ]),
      )
      .register(typeNames, { id: typeName(declaration.one) }),
    creation: z.strictObject(
      shapeOf<CreationShape<F>>(
        writable.map(([name, one]) => [name, one.initial === undefined ? described(one) : described(one).optional()]),
      ),
    ),
    change: z.strictObject(
      shapeOf<ChangeShape<F>>(
        writable.filter(([, { write }]) => write === 'always').map(([name, one]) => [name, described(one).optional()]),
      ),
    ),
  };
}

const described = ({ value, description }: Field): z.ZodType => value.describe(description);

const outputOf = ({ value, description }: Field): z.ZodType =>
  (value instanceof z.ZodPipe ? (value.out as z.ZodType) : value).describe(description);

/** The columns of a new resource. */
export const rowOfCreation = ({ fields }: { fields: Fields }, given: Row): Row =>
  Object.assign(
    {},
    ...Object.entries(fields)
      .filter(([, { write }]) => write !== 'never')
      .map(([name, field]) => field.toRow(name, given[name] === undefined ? field.initial : given[name])),
  );

/** The columns that a change touches. */
export const rowOfChange = ({ fields }: { fields: Fields }, given: Row): Row =>
  Object.assign(
    {},
    ...Object.entries(given).flatMap(([name, value]) => {
      const field = fields[name];
      return field === undefined || value === undefined ? [] : [field.toRow(name, value)];
    }),
  );

/** Fields look their columns up by name, whatever table the row is of. */
export const columnsOf = (row: object): Row => row as Row;

/** A row as clients get it. */
export const resourceOfRow = <R extends Resource>({ fields }: R, row: object): OutputOf<R> => {
  const columns = columnsOf(row);
  return shapeOf([
    ['id', columns.id],
    ...Object.entries(fields).map(([name, field]): [string, unknown] => [name, field.fromRow(name, columns)]),
  ]);
};

/** Sorts the members of every object, because databases keep their own order. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, one]) => [name, canonical(one)]));
}

/** SHA-256 of what is kept of a resource, for the audit trail: what one event left is what the next one finds. */
export function digestOf({ fields }: { fields: Fields }, row: object): string {
  const kept = columnsOf(row);
  const columns = Object.entries(fields).flatMap(([name, field]) => (field.isDerived ? [] : field.columns(name)));
  return sha256(['id', ...columns].map((column) => [column, canonical(kept[column])]));
}

/** SHA-256 of the order of objects, given as nested lists of ids. */
export const digestOfOrder = (order: readonly unknown[]): string => sha256(order);

const sha256 = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
