/** A resource of a school: a list of fields, and what follows from it for every reader of the operation registry. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Scope } from '../oauth/scope.ts';
import type { Field, Row } from './fields.ts';
import { instant, readOnly } from './fields.ts';
import { typeName, typeNames } from './type-names.ts';

export type Fields = Readonly<Record<string, Field>>;

export interface ResourceShape {
  /** In names of operations and in sentences: `course`, `membership_plan`. */
  readonly one: string;
  readonly many: string;
  /** The table that keeps it. */
  readonly table: string;
  /** Of its ids. */
  readonly prefix: string;
  readonly summary: string;
  readonly read: Scope;
  /** `undefined` when nothing may be written by API. */
  readonly write: Scope | undefined;
  readonly fields: Fields;
  /** Fields that a list may be narrowed by, each with an index behind it. */
  readonly filters: readonly string[];
  /** A column of times that a list may be narrowed by with `from` and `to`; an index on site and time serves it. */
  readonly range: string | undefined;
  /** Text fields that `q` looks into. */
  readonly search: readonly string[];
  /** Columns that lists may be sorted by; the first is the usual one, backwards. */
  readonly sorts: readonly [string, ...string[]];
  /** A field that is unique at the site and found by `get` like the id. */
  readonly alternateKey: string | undefined;
}

export interface Resource extends ResourceShape {
  /** What a client gets. */
  readonly output: z.ZodObject;
  /** What a client may send to make one; unknown fields are refused. */
  readonly creation: z.ZodObject;
  /** What it may send to change one: RFC 7396 §2, what is left out stays. */
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
    /** Tables without one of the two say so. */
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

/** What goes out was checked when it came in: its description says the form, without the way it was brought into it. */
const outputOf = ({ value, description }: Field): z.ZodType =>
  (value instanceof z.ZodPipe ? (value.out as z.ZodType) : value).describe(description);

/** The columns of a new resource. */
export const rowOfCreation = ({ fields }: Resource, given: Record<string, unknown>): Row =>
  Object.assign(
    {},
    ...Object.entries(fields)
      .filter(([, { write }]) => write !== 'never')
      .map(([name, field]) => field.toRow(name, given[name] === undefined ? field.initial : given[name])),
  );

/** The columns that a change touches. */
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

/** With the members of every object in order: databases keep them in their own. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, one]) => [name, canonical(one)]));
}

/** SHA-256 of what is kept of a resource, for the audit trail: what one event left is what the next one finds. */
export function digestOf({ fields }: Resource, row: Row): string {
  const columns = Object.entries(fields).flatMap(([name, field]) => (field.isDerived ? [] : field.columns(name)));
  return sha256(['id', ...columns].map((column) => [column, canonical(row[column])]));
}

/** The same of the order that things are in: lists of ids, nested as the things are. */
export const digestOfOrder = (order: readonly unknown[]): string => sha256(order);

const sha256 = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
