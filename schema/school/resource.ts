/** A resource of a school: a list of fields, and the schemas that are derived from it. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Scope } from '../oauth/scope.ts';
import type { Field, Row } from './fields.ts';
import { instant, readOnly } from './fields.ts';
import { typeName, typeNames } from './type-names.ts';

export type Fields = Readonly<Record<string, Field>>;

export interface ResourceShape {
  /** Singular, for names of operations and for sentences: `course`, `membership_plan`. */
  readonly one: string;
  readonly many: string;
  /** The table that stores the resource. */
  readonly table: string;
  /** Prefix of the ids, as in `crs_`. */
  readonly prefix: string;
  readonly summary: string;
  readonly read: Scope;
  /** The scope for writing; `undefined` if the API cannot write the resource. */
  readonly write: Scope | undefined;
  readonly fields: Fields;
  /** Fields that lists can be filtered by. Each has an index. */
  readonly filters: readonly string[];
  /** A time column that lists can be filtered by with `from` and `to`, with an index on site and time. */
  readonly range: string | undefined;
  /** Text fields that `q` searches. */
  readonly search: readonly string[];
  /** Columns that lists can be sorted by. The first one is the default, in descending order. */
  readonly sorts: readonly [string, ...string[]];
  /** A field that is unique at the site and that `get` accepts instead of the id. */
  readonly alternateKey: string | undefined;
}

export interface Resource extends ResourceShape {
  /** Schema of responses. */
  readonly output: z.ZodObject;
  /** Schema of a request that creates a resource. Unknown fields are rejected. */
  readonly creation: z.ZodObject;
  /** Schema of a request that updates a resource. RFC 7396 §2: omitted fields are unchanged. */
  readonly change: z.ZodObject;
}

const idOf = (prefix: string): z.ZodType =>
  z.string().meta({ description: 'Unique id', examples: [`${prefix}_4tP9vXk2Qm7LhB1wZ0cRtA`] });
const times: Fields = {
  createdAt: readOnly(instant({ description: 'Creation time' })),
  updatedAt: readOnly(instant({ description: 'Time of the last change' })),
};

type Declaration = Pick<ResourceShape, 'one' | 'many' | 'table' | 'prefix' | 'summary' | 'read' | 'fields'> &
  Partial<Pick<ResourceShape, 'write' | 'filters' | 'range' | 'search' | 'sorts' | 'alternateKey'>> & {
    /** For tables without one of the two columns. */
    times?: Fields;
  };

export function defineResource(declaration: Declaration): Resource {
  const fields: Fields = { ...declaration.fields, ...(declaration.times ?? times) };
  const entries = Object.entries(fields);
  const described = ({ value, description }: Field): z.ZodType => value.describe(description);
  const writable = entries.filter(([, { write }]) => write !== 'never');
  return {
    write: undefined,
    filters: [],
    range: undefined,
    search: [],
    sorts: ['createdAt'],
    alternateKey: undefined,
    ...declaration,
    fields,
    output: z
      .object({
        id: idOf(declaration.prefix),
        ...Object.fromEntries(entries.map(([name, one]) => [name, outputOf(one)])),
      })
      .register(typeNames, { id: typeName(declaration.one) }),
    creation: z.strictObject(
      Object.fromEntries(
        writable.map(([name, one]) => [name, one.initial === undefined ? described(one) : described(one).optional()]),
      ),
    ),
    change: z.strictObject(
      Object.fromEntries(
        writable.filter(([, { write }]) => write === 'always').map(([name, one]) => [name, described(one).optional()]),
      ),
    ),
  };
}

/** Output was validated as input, so its schema describes the resulting form without the transformation. */
const outputOf = ({ value, description }: Field): z.ZodType =>
  (value instanceof z.ZodPipe ? (value.out as z.ZodType) : value).describe(description);

/** Returns the columns of a new resource. */
export const rowOfCreation = ({ fields }: Resource, given: Record<string, unknown>): Row =>
  Object.assign(
    {},
    ...Object.entries(fields)
      .filter(([, { write }]) => write !== 'never')
      .map(([name, field]) => field.toRow(name, given[name] === undefined ? field.initial : given[name])),
  );

/** Returns the columns that an update sets. */
export const rowOfChange = ({ fields }: Resource, given: Record<string, unknown>): Row =>
  Object.assign(
    {},
    ...Object.entries(given).flatMap(([name, value]) => {
      const field = fields[name];
      return field === undefined || value === undefined ? [] : [field.toRow(name, value)];
    }),
  );

export const resourceOfRow = ({ fields }: Resource, row: Row): Record<string, unknown> =>
  Object.fromEntries([
    ['id', row.id],
    ...Object.entries(fields).map(([name, field]) => [name, field.fromRow(name, row)]),
  ]);

/** Sorts the members of every object, because databases keep their own order. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, one]) => [name, canonical(one)]));
}

/**
 * SHA-256 of the stored columns of a resource, for the audit log. The value after one event equals the value before the
 * next.
 */
export function digestOf({ fields }: Resource, row: Row): string {
  const columns = Object.entries(fields).flatMap(([name, field]) => (field.isDerived ? [] : field.columns(name)));
  return sha256(['id', ...columns].map((column) => [column, canonical(row[column])]));
}

/** SHA-256 of the order of objects, given as nested lists of ids. */
export const digestOfOrder = (order: readonly unknown[]): string => sha256(order);

const sha256 = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
