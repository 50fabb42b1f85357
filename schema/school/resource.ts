/** A resource of a school: a list of fields, and the schemas that are derived from it. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Scope } from '../oauth/scope.ts';
import { type Field, instant, type Row, readOnly, type Write } from './fields.ts';
import { emailFieldOf, includeNameOf, nameFieldOf, referencesAmong } from './references.ts';
import { onRequest, typeName, typeNames } from './type-names.ts';

export type Fields = Readonly<Record<string, Field>>;

/** A filter for rows whose field lists a text, or begins with one. */
export interface Comparison {
  readonly field: string;
  readonly compare: 'lists' | 'startsWith';
  readonly description: string;
}

interface FurtherRange {
  readonly column: string;
  readonly names: readonly [from: string, to: string];
}

/** The declaration of a resource. */
interface Declaration {
  /** The singular in names of operations and in sentences: `course`, `membership_plan`. */
  readonly one: string;
  readonly many: string;
  /** The table that stores the resource. */
  readonly table: string;
  /** Prefix of ids, before the underscore. */
  readonly prefix: string;
  readonly summary: string;
  readonly read: Scope;
  /** Omitted if the API cannot write the resource. */
  readonly write?: Scope;
  readonly fields: Fields;
  /** Fields by which a list can be filtered. Each needs an index. */
  readonly filters?: readonly string[];
  /** Filters that compare with a field in another way, by their names. */
  readonly comparisons?: Readonly<Record<string, Comparison>>;
  /** A column with times by which a list can be filtered with `from` and `to`. It needs an index on site and time. */
  readonly range?: string;
  /** The names of the two ends of the range, if they are not `from` and `to`. */
  readonly rangeNames?: readonly [from: string, to: string];
  /** Another such column, with the names of the two ends. Both ranges can be asked for at once. */
  readonly furtherRange?: FurtherRange;
  /** Text fields that `q` searches. */
  readonly search?: readonly string[];
  /** A description of `q`, if it does not only find words of these fields. */
  readonly searchHint?: string;
  /** Columns by which lists can be sorted, in descending order. The first one is the default. Default: `createdAt`. */
  readonly sorts?: readonly [string, ...string[]];
  /** A field that is unique at the site and found by `get` like the id. */
  readonly alternateKey?: string;
  /** The field that names a row to people. Default: its title or name. */
  readonly title?: string;
  /** Only for tables that lack one of the two times: the times that the table has. */
  readonly times?: Fields;
}

/** An id for examples, which names nothing. */
export const exampleId = (prefix: string): string => `${prefix}_4tP9vXk2Qm7LhB1wZ0cRtA`;

/** Returns whether a text contains such an id. */
export const hasExampleId = (text: string): boolean => text.includes(exampleId(''));

const idOf = (prefix: string) => z.string().meta({ description: 'Unique id', examples: [exampleId(prefix)] });
const times = {
  createdAt: readOnly(instant({ description: 'Creation time' })),
  updatedAt: readOnly(instant({ description: 'Time of the last change' })),
};

type TimesOf<D extends Declaration> = D['times'] extends Fields ? D['times'] : typeof times;
type FieldsOf<D extends Declaration> = D['fields'] & TimesOf<D>;
type FilterOf<D extends Declaration> = Extract<NonNullable<D['filters']>, readonly string[]>[number];

/**
 * The type of a field in responses. Values were validated when they were received, so only the result of a pipe is
 * described, not its input.
 */
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

/** A resource: its declaration, and the schemas that are derived from its fields. */
export interface Resource
  extends Omit<Required<Declaration>, 'write' | 'range' | 'furtherRange' | 'alternateKey' | 'times'> {
  readonly write: Scope | undefined;
  readonly range: string | undefined;
  readonly furtherRange: FurtherRange | undefined;
  readonly alternateKey: string | undefined;
  /** The references of the fields, by their names in `include`. */
  readonly references: readonly string[];
  /** Schema of a response. */
  readonly output: z.ZodObject;
  /** Schema of a request that creates a resource. Unknown fields are rejected. */
  readonly creation: z.ZodObject;
  /** Schema of a request that updates a resource. RFC 7396 §2: omitted fields are unchanged. */
  readonly change: z.ZodObject;
}

/** A resource with the types of its declaration. */
type DefinedResource<D extends Declaration> = Omit<
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

/** Returns a schema of a resource with its own type, if the resource is a type parameter. */
export const schemaOf = <R extends Resource, Which extends 'output' | 'creation' | 'change'>(
  resource: R,
  which: Which,
): R[Which] => resource[which];

/** The type of a resource in responses. */
export type OutputOf<R extends Resource> = z.output<R['output']>;

/** The computed fields of a resource, and their types. */
export type ComputedOf<R extends Resource> = {
  [Name in keyof R['fields'] as R['fields'][Name] extends { isComputed: true } ? Name : never]: z.output<
    ValueOf<R['fields'][Name]>
  >;
};

/**
 * Gives an object that is built from a list of fields the type that follows from the declaration. All such casts are
 * made here.
 */
const shapeOf = <Shape>(entries: readonly (readonly [string, unknown])[]): Shape =>
  Object.fromEntries(entries) as Shape;

export function defineResource<const D extends Declaration>(declaration: D): DefinedResource<D> {
  type F = FieldsOf<D>;
  const entries = Object.entries<Field>({ ...declaration.fields, ...(declaration.times ?? times) });
  const writable = entries.filter(([, { write }]) => write !== 'never');
  const references = referencesAmong(entries.filter(([, one]) => !('isComputed' in one)).map(([name]) => name));
  return {
    write: undefined,
    filters: [],
    comparisons: {},
    rangeNames: ['from', 'to'],
    range: undefined,
    furtherRange: undefined,
    search: [],
    searchHint: 'Search words; results contain a word that begins with each of them',
    sorts: ['createdAt'],
    alternateKey: undefined,
    title: ['title', 'name'].find((name) => name in declaration.fields) ?? 'id',
    ...declaration,
    references: references.map(({ field }) => includeNameOf(field)),
    fields: shapeOf<F>(entries),
    output: z
      .object(
        shapeOf<OutputShape<F>>([
          ['id', idOf(declaration.prefix)],
          ...entries.map(([name, one]) => [name, outputOf(one)] as const),
          ...references.flatMap(labelFields),
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

/** The fields that `include` adds beside a reference. */
function labelFields({ field, to }: ReturnType<typeof referencesAmong>[number]): [string, z.ZodType][] {
  const prefix = `With include=${includeNameOf(field)}`;
  const name = z.string().nullable();
  const isList = field.endsWith('Ids');
  const names = isList
    ? z.array(name).describe(`${prefix}: the names, in the order of ${field}; null for what no longer exists`)
    : name.describe(`${prefix}: the name; null if nothing is referenced, or what is referenced no longer exists`);
  const email = z.string().describe(`${prefix}: the e-mail address, if the scopes of the token include it`);
  const added = (type: z.ZodType) => type.optional().register(onRequest, {});
  return [
    [nameFieldOf(field), added(names)],
    ...(to === 'members' ? [[emailFieldOf(field), added(email)] as [string, z.ZodType]] : []),
  ];
}

const described = ({ value, description }: Field): z.ZodType => value.describe(description);

const outputOf = ({ value, description }: Field): z.ZodType =>
  (value instanceof z.ZodPipe ? (value.out as z.ZodType) : value).describe(description);

/** Returns the columns of a new resource. */
export const rowOfCreation = ({ fields }: { fields: Fields }, input: Row): Row =>
  Object.assign(
    {},
    ...Object.entries(fields)
      .filter(([, { write }]) => write !== 'never')
      .map(([name, field]) => field.toRow(name, input[name] === undefined ? field.initial : input[name])),
  );

/** Returns the columns that a change writes. */
export const rowOfChange = ({ fields }: { fields: Fields }, input: Row): Row =>
  Object.assign(
    {},
    ...Object.entries(input).flatMap(([name, value]) => {
      const field = fields[name];
      return field === undefined || value === undefined ? [] : [field.toRow(name, value)];
    }),
  );

/** Gives access to columns by name, for a row of any table. */
export const columnsOf = (row: object): Row => row as Row;

/** Converts a row to the form of responses. */
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

/**
 * Returns the SHA-256 of the stored fields of a resource, for the audit log. The digest after one event equals the
 * digest before the next.
 */
export function digestOf({ fields }: { fields: Fields }, row: object): string {
  const values = columnsOf(row);
  const columns = Object.entries(fields).flatMap(([name, field]) => (field.isDerived ? [] : field.columns(name)));
  return sha256(['id', ...columns].map((column) => [column, canonical(values[column])]));
}

/**
 * Returns the names of the fields to which a change gives another value, as clients know them. The time of the change is
 * not among them.
 */
export function changedFieldsOf({ fields }: { fields: Fields }, before: object, after: object): string[] {
  const [was, is] = [columnsOf(before), columnsOf(after)];
  const written = (name: string, field: Field, row: Row) => JSON.stringify(canonical(field.fromRow(name, row)));
  return Object.entries(fields)
    .filter(([name, field]) => name !== 'updatedAt' && written(name, field, was) !== written(name, field, is))
    .map(([name]) => name);
}

/** Returns the SHA-256 of the order of objects, given as nested lists of ids. */
export const digestOfOrder = (order: readonly unknown[]): string => sha256(order);

const sha256 = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
