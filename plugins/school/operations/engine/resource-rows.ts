/** The rows of a resource as its operations need them: found or refused, changed with their trail, shown as clients see them. */
import type { FastifyInstance } from 'fastify';
import type { AuditEvent, AuditEventName } from '../../../../schema/audit/audit-event.ts';
import type { Page } from '../../../../schema/page.ts';
import type { Operator } from '../../../../schema/school/operation.ts';
import { notFound } from '../../../../schema/school/problem.ts';
import { type ComputedOf, type OutputOf, type Resource, resourceOfRow } from '../../../../schema/school/resource.ts';
import type { RecordQuery, RowIn, SiteTableName, Step, TimeRange, Where } from '../../stores.ts';
import { resourceEventOf } from './audit-events.ts';
import { requireVersion, retryOnConflict } from './conflicts.ts';

/** A resource whose rows have an id and a site. */
export type SiteResource = Resource & { readonly table: SiteTableName };

/** What every such row has, as far as its table says when a row was changed. */
type Stored = { readonly id: string; readonly siteId: string; readonly updatedAt?: number | null };

/** A row of the resource's table. */
export type RowFor<R extends SiteResource> = RowIn<R['table']> & Stored;

/** A row as it would be: columns that the database gives may be missing. */
export type Draft<R extends SiteResource> = Partial<RowFor<R>>;

/** What a change does, as judged on the row as it is now. */
export interface Change<Row> {
  /** Columns and their new values; `updatedAt` comes by itself. */
  readonly columns: Partial<Row>;
  /** What belongs to the same unit of work. */
  readonly further?: readonly Step[];
  readonly event?: AuditEventName;
}

type Judgement<Row> = Change<Row> | undefined | Promise<Change<Row> | undefined>;

/** Works out the computed fields of all rows of one answer at once. */
export type Compute<R extends Resource, Row> = (
  operator: Operator,
  rows: readonly Row[],
) => Promise<readonly (Omit<Row, keyof ComputedOf<R>> & ComputedOf<R>)[]>;

type Reach = Awaited<ReturnType<FastifyInstance['school']['teaching']['reachOf']>>;

/** What an operator may see, where that is not all of the school. `undefined` is all of it. */
export type Visibility = (operator: Operator) => Promise<Reach | undefined>;

/** Where lists come from. */
export interface ListSource<Row, Filter> {
  page(siteId: string, query: RecordQuery<Filter>): Promise<Page<Row>>;
  count(siteId: string, where: Filter, ids?: readonly string[], range?: TimeRange, within?: Reach): Promise<number>;
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

/** Shows rows as clients get them, with their computed fields. */
export function representation<R extends Resource, Row extends object>(resource: R, compute?: Compute<R, Row>) {
  async function showAll(operator: Operator, rows: readonly Row[]): Promise<OutputOf<R>[]> {
    const full: readonly object[] = compute === undefined || rows.length === 0 ? rows : await compute(operator, rows);
    return full.map((row) => resourceOfRow(resource, row));
  }

  async function show(operator: Operator, row: Row): Promise<OutputOf<R>> {
    const [output] = await showAll(operator, [row]);
    if (output === undefined) throw new Error('a row vanished on its way out');
    return output;
  }

  return { show, showAll };
}

export interface RowOptions<R extends SiteResource> {
  readonly compute?: Compute<R, RowFor<R>>;
  readonly visibility?: Visibility;
}

export type ResourceRows<R extends SiteResource> = ReturnType<typeof resourceRows<R>>;

export function resourceRows<R extends SiteResource>(
  app: FastifyInstance,
  resource: R,
  { compute, visibility }: RowOptions<R> = {},
) {
  type Row = RowFor<R>;
  const { one, fields, alternateKey } = resource;
  // The table that the resource names has the rows that its type says; no type can follow that through a name.
  const store = app.school.records<SiteTableName>(resource.table) as unknown as RowStore<Row>;
  const name = humanize(one);

  /** The columns of fields, which the table of the resource has. */
  const columnsFrom = (columns: Record<string, unknown>) => columns as Partial<Row>;

  /**
   * @param key an id, or what the alternate key of the resource holds
   * @throws {ProblemError} `not-found`
   */
  async function find(operator: Operator, key: string): Promise<Row> {
    const { siteId } = operator;
    const row = (await store.find(siteId, key)) ?? (await findByAlternateKey(siteId, key));
    if (!row) throw notFound(name);
    const within = await visibility?.(operator);
    const isVisible =
      within === undefined ||
      (await app.school.teaching.reaches(siteId, within, String(row[within.column as keyof Row])));
    if (!isVisible) throw notFound(name);
    return row;
  }

  const findByAlternateKey = async (siteId: string, key: string): Promise<Row | undefined> =>
    alternateKey === undefined
      ? undefined
      : store.findBy(siteId, columnsFrom(fields[alternateKey]?.toRow(alternateKey, key) ?? {}));

  /** The event of a change to one row; @param rows as it was before and is after, where it was and is */
  const eventOf = (
    operator: Operator,
    event: AuditEventName,
    id: string,
    rows: { before?: object; after?: object } = {},
  ): AuditEvent => resourceEventOf(resource, operator, event, id, rows);

  /**
   * Changes a row on what `judge` makes of it: nothing (`undefined`), or a change that is applied only while the row is
   * what was judged. When somebody else was faster, it is judged anew.
   * @returns the row as it is then
   * @throws {ProblemError} what `judge` throws; `not-found`; `precondition-failed` when it is no version that is asked for, or
   * a required further step touches nothing
   */
  async function change(operator: Operator, key: string, judge: (row: Row) => Judgement<Row>): Promise<Row> {
    return retryOnConflict(name, async () => {
      const before = await find(operator, key);
      requireVersion(operator, name, before);
      const change = await judge(before);
      if (change === undefined) return before;
      const { columns, further = [], event = 'resource_changed' } = change;
      const seen = Number(before.updatedAt);
      // It always grows, so that who has seen the row before can tell.
      const changes = { ...columns, updatedAt: Math.max(operator.now, seen + 1) };
      const after = { ...before, ...changes };
      const trail = eventOf(operator, event, before.id, { before, after });
      if (await store.update(operator.siteId, before.id, changes, trail, { seen, further })) {
        // What the database keeps in the row by itself may have moved with it.
        return (await store.find(operator.siteId, before.id)) ?? after;
      }
      return undefined;
    });
  }

  /**
   * Ends a row with the steps that `judge` names, while it is what was judged, as `change` does.
   * @throws {ProblemError} what `judge` throws; `not-found`
   */
  async function end(operator: Operator, key: string, judge: (row: Row) => Promise<readonly Step[]>): Promise<void> {
    await retryOnConflict(name, async () => {
      const row = await find(operator, key);
      requireVersion(operator, name, row);
      const further = await judge(row);
      // Where a table does not say when a row was changed, nothing about it changes.
      const guard = row.updatedAt == null ? {} : { seen: row.updatedAt };
      const trail = eventOf(operator, 'resource_deleted', row.id, { before: row });
      return (await store.remove(operator.siteId, row.id, trail, { ...guard, further })) || undefined;
    });
  }

  return {
    app,
    resource,
    name,
    store,
    ...(visibility === undefined ? {} : { visibility }),
    ...representation<R, Row>(resource, compute),
    columnsFrom,
    find,
    eventOf,
    change,
    end,
  };
}
