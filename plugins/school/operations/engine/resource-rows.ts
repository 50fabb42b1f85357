/**
 * Access of operations to the rows of a resource. Rows are found if the operator may see them, changed and removed
 * together with their audit events, and shown as clients get them.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AuditEvent, AuditEventName } from '../../../../schema/audit/audit-event.ts';
import type { Page } from '../../../../schema/data/list-page.ts';
import type { Scope } from '../../../../schema/oauth/scope.ts';
import { instantValue } from '../../../../schema/school/calendar.ts';
import type { Operator } from '../../../../schema/school/operation.ts';
import { notFound } from '../../../../schema/school/problem.ts';
import {
  type ComputedOf,
  columnsOf,
  type OutputOf,
  type Resource,
  resourceOfRow,
} from '../../../../schema/school/resource.ts';
import type { Found, RecordQuery, RowIn, SiteTableName, Step, TimeRange, Where } from '../../stores.ts';
import { deletionEventOf, resourceEventOf } from './audit-events.ts';
import { nextVersion, requireVersion, retryOnConflict } from './conflicts.ts';

/** A resource whose rows have an id and a site. */
export type SiteResource = Resource & { readonly table: SiteTableName };

/** The columns that every such row has. Tables whose rows never change have no `updatedAt`. */
type StoredRow = { readonly id: string; readonly siteId: string; readonly updatedAt?: number | null };

/** A row of the resource's table. */
export type RowFor<R extends SiteResource> = RowIn<R['table']> & StoredRow;

/** A row that is not stored yet. Columns that the database sets may be missing. */
export type Draft<R extends SiteResource> = Partial<RowFor<R>>;

/** The effects of a change on a row. */
export interface Change<Row> {
  /** The columns to set, without `updatedAt`. */
  readonly columns: Partial<Row>;
  /** Further steps of the same transaction. */
  readonly further?: readonly Step[];
  readonly event?: AuditEventName;
}

type Decision<Row> = Change<Row> | undefined | Promise<Change<Row> | undefined>;

/** Computes the computed fields of all rows of a response at once. */
export type Compute<R extends Resource, Row> = (
  operator: Operator,
  rows: readonly Row[],
) => Promise<readonly (Omit<Row, keyof ComputedOf<R>> & ComputedOf<R>)[]>;

type Reach = Awaited<ReturnType<FastifyInstance['school']['teaching']['reachOf']>>;

/** Limits what an operator may see; `undefined` means the whole school. */
export type Visibility = (operator: Operator) => Promise<Reach | undefined>;

/** A source of the rows of a list. */
export interface ListSource<Row, Filter> {
  page(siteId: string, query: RecordQuery<Filter>): Promise<Page<Row>>;
  /** The time or the text by which a row is sorted, also one that has none. */
  sortValueOf(row: Row, sort: string): number | string;
  count(
    siteId: string,
    where: Filter,
    found?: Found,
    ranges?: readonly TimeRange[],
    visibility?: Reach,
    isOfMembers?: boolean,
  ): Promise<number>;
}

/** The store of a resource's table. */
interface RowStore<Row> extends ListSource<Row, Where<Row>> {
  find(siteId: string, id: string): Promise<Row | undefined>;
  findBy(siteId: string, where: Where<Row>): Promise<Row | undefined>;
  insert(siteId: string, row: Partial<Row>, event: AuditEvent, ...further: Step[]): Promise<void>;
  update(siteId: string, id: string, changes: Partial<Row>, event: AuditEvent, guard: Guard): Promise<boolean>;
  remove(siteId: string, id: string, event: AuditEvent, guard: Guard): Promise<boolean>;
  readonly steps: { insert(siteId: string, row: Partial<Row>): Step };
}
type Guard = { readonly seen?: number; readonly further?: readonly Step[] };

export const humanize = (name: string): string => name.replaceAll('_', ' ');

/** Converts rows to what clients get, with their computed fields. */
export function representation<R extends Resource, Row extends object>(resource: R, compute?: Compute<R, Row>) {
  async function showAll(operator: Operator, rows: readonly Row[]): Promise<OutputOf<R>[]> {
    const full: readonly object[] = compute === undefined || rows.length === 0 ? rows : await compute(operator, rows);
    return full.map((row) => resourceOfRow(resource, row));
  }

  async function show(operator: Operator, row: Row): Promise<OutputOf<R>> {
    const [output] = await showAll(operator, [row]);
    if (output === undefined) throw new Error('there is no output for the row');
    return output;
  }

  return { show, showAll };
}

/** The columns that fields produce. They exist in the table, but a field declares its columns only at run time. */
const columnsFrom = <Row>(columns: Record<string, unknown>) => columns as Partial<Row>;

function finder<R extends SiteResource>(
  app: FastifyInstance,
  { one, fields, alternateKey }: R,
  store: RowStore<RowFor<R>>,
  visibility: Visibility | undefined,
) {
  const findByAlternateKey = async (siteId: string, key: string): Promise<RowFor<R> | undefined> =>
    alternateKey === undefined
      ? undefined
      : store.findBy(siteId, columnsFrom<RowFor<R>>(fields[alternateKey]?.toRow(alternateKey, key) ?? {}));

  /**
   * @param key the id, or the value of the alternate key
   * @throws {ProblemError} `not-found`, also if the operator may not see the row
   */
  return async function find(operator: Operator, key: string): Promise<RowFor<R>> {
    const { siteId } = operator;
    const row = (await store.find(siteId, key)) ?? (await findByAlternateKey(siteId, key));
    if (!row) throw notFound(humanize(one));
    const reach = await visibility?.(operator);
    const isVisible =
      reach === undefined || (await app.school.teaching.reaches(siteId, reach, String(columnsOf(row)[reach.column])));
    if (!isVisible) throw notFound(humanize(one));
    return row;
  };
}

/** Finds everything with all words of a search: rows, the rows of members, or the rows that meet a condition. */
export type Search<Filter> = (
  operator: Operator,
  q: string,
) => Promise<{ among?: Found; isOfMembers?: boolean; where?: Partial<Filter> }>;

export interface RowOptions<R extends SiteResource> {
  readonly compute?: Compute<R, RowFor<R>>;
  readonly visibility?: Visibility;
  /** How `q` is searched for; by the search index of the table when left out. */
  readonly search?: Search<Where<RowFor<R>>>;
}

export type ResourceRows<R extends SiteResource> = ReturnType<typeof resourceRows<R>>;

export function resourceRows<R extends SiteResource>(
  app: FastifyInstance,
  resource: R,
  { compute, visibility, search }: RowOptions<R> = {},
) {
  type Row = RowFor<R>;
  // `RowFor` is the row type of the table that the resource names, which TypeScript cannot derive for a generic name.
  const store = app.school.records<SiteTableName>(resource.table) as unknown as RowStore<Row>;
  const name = humanize(resource.one);
  const find = finder(app, resource, store, visibility);

  /** @param rows the row before the change unless it is created, and after the change unless it is deleted */
  const eventOf = (
    operator: Operator,
    event: AuditEventName,
    id: string,
    rows: { before?: object; after?: object } = {},
  ): AuditEvent => resourceEventOf(resource, operator, event, id, rows);

  /**
   * Saves the change of a row, if the row is still the one that the change was decided on.
   * @returns the row after the change, or `undefined` if another request changed the row first or a required further
   * step affects no row
   */
  async function save(operator: Operator, before: Row, change: Change<Row>): Promise<Row | undefined> {
    const { columns, further = [], event = 'resource_changed' } = change;
    const seen = Number(before.updatedAt);
    const changes = { ...columns, updatedAt: nextVersion(operator, { updatedAt: seen }) };
    const after = { ...before, ...changes };
    const auditEvent = eventOf(operator, event, before.id, { before, after });
    const isSaved = await store.update(operator.siteId, before.id, changes, auditEvent, { seen, further });
    if (!isSaved) return undefined;
    // Triggers may have changed further columns of the row.
    return (await store.find(operator.siteId, before.id)) ?? after;
  }

  /**
   * Changes a row as `decide` says. If the change cannot be saved because the row has changed since, `decide` is called
   * again with the current row.
   * @returns the row after the change
   * @throws {ProblemError} what `decide` throws; `not-found`; `precondition-failed` if the caller requires another
   * version, or if every attempt fails
   */
  async function change(operator: Operator, key: string, decide: (row: Row) => Decision<Row>): Promise<Row> {
    return retryOnConflict(name, async () => {
      const before = await find(operator, key);
      requireVersion(operator, name, before);
      const change = await decide(before);
      return change === undefined ? before : save(operator, before, change);
    });
  }

  /**
   * Removes a row together with the steps that `decide` returns, and decides again on a conflict, as `change` does.
   * @throws {ProblemError} what `decide` throws; `not-found`; `precondition-failed`
   */
  async function remove(
    operator: Operator,
    key: string,
    decide: (row: Row) => Promise<readonly Step[]>,
  ): Promise<void> {
    await retryOnConflict(name, async () => {
      const row = await find(operator, key);
      requireVersion(operator, name, row);
      const further = await decide(row);
      // Rows of a table without `updatedAt` never change.
      const guard = row.updatedAt == null ? {} : { seen: row.updatedAt };
      const auditEvent = deletionEventOf(resource, operator, { id: row.id, row });
      return (await store.remove(operator.siteId, row.id, auditEvent, { ...guard, further })) || undefined;
    });
  }

  return {
    app,
    resource,
    name,
    store,
    ...(visibility === undefined ? {} : { visibility }),
    ...(search === undefined ? {} : { search }),
    ...representation<R, Row>(resource, compute),
    columnsFrom: columnsFrom<Row>,
    find,
    eventOf,
    save,
    change,
    remove,
  };
}

export const article = (word: string): string => (/^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`);

/** The input that identifies one object of a resource. */
export const keyOf = ({ one, alternateKey }: Pick<Resource, 'one' | 'alternateKey'>) => ({
  id: z
    .string()
    .min(1)
    .max(100)
    .describe(
      alternateKey === undefined
        ? `The id of the ${humanize(one)}`
        : `The id or ${alternateKey} of the ${humanize(one)}`,
    ),
});

/** The input by which a caller requires the version it has read. */
export const ifUpdatedAt = instantValue.optional().describe('Update only if updatedAt still has this value');

/** @throws {Error} if the resource has no scope for writing, which is a mistake in its declaration */
export function writeScopeOf({ write, many }: Pick<Resource, 'write' | 'many'>): Scope {
  if (write === undefined) throw new Error(`nothing may be written to ${many}`);
  return write;
}

/**
 * Instructors see the courses they teach and what belongs to them; everybody else sees the whole school.
 * @param column the column with the id of a course, or with the id of a course or lecture (`targetId`)
 */
export const withinTaughtCourses =
  ({ school: { teaching } }: FastifyInstance, column = 'courseId'): Visibility =>
  async ({ role, siteId, personId }) =>
    role === 'instructor' ? teaching.reachOf(siteId, personId, column) : undefined;
