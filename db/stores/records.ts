import { and, asc, desc, eq, getTableColumns, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Page } from '../../schema/account.ts';
import type { AuditEvent } from '../../schema/audit-event.ts';
import { type Database, required, type Statement, type Step } from '../engine.ts';
import { isUniqueViolation } from '../engine-errors.ts';
import { inserting } from '../insert.ts';
import { amongAtSite, integer, among as isAmong, listOf, text } from '../placeholders.ts';
import type { Tables } from '../tables/index.ts';
import type { AuditTrail } from './audit.ts';
import { reachedBy, shapeOfWithin, taughtOnce, valuesOfWithin, type Within, type WithinShape } from './taught.ts';

export type Row = Record<string, unknown>;

/** Where in a list a page goes on: the value it is sorted by, and the id. */
export interface RecordKey {
  at: number;
  id: string;
}

export interface RecordQuery {
  first: number;
  after: RecordKey | undefined;
  /** A column of times. */
  sort: string;
  descending: boolean;
  /** Columns and the values they must have, or a `Condition`. */
  where: Row;
  /** Ids that a search found; all of them otherwise. */
  among?: readonly string[];
  range?: TimeRange;
  /** What the one who asks may see at all. */
  within?: Within;
}

/** What a column may hold, where that is not one value: one of several, an instant until another, or none or a later one. */
export type Condition = { readonly oneOf: readonly string[] } | { readonly by: number } | { readonly after: number };

/** Instants of a column: the first is within, the last is not. */
export interface TimeRange {
  column: string;
  from: number | undefined;
  to: number | undefined;
}

const conditionOf = (value: unknown): Condition | undefined =>
  typeof value === 'object' && value !== null ? (value as Condition) : undefined;

/**
 * Where a page begins: behind the page before, or at that end of the range which comes first in the order. The two are one
 * bound: of two on the same side an engine takes either, and reads on from there.
 * @returns with what is left of the range
 */
function startOf({ after, sort, descending, range }: RecordQuery): RecordKey & { range: TimeRange | undefined } {
  const start = after ?? { at: descending ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER, id: '' };
  if (range?.column !== sort) return { ...start, range };
  const { column, from, to } = range;
  const end = descending ? to : from;
  const isBehind = end === undefined || (descending ? start.at < end : start.at >= end);
  const left = descending ? { column, from, to: undefined } : { column, from: undefined, to };
  return { ...(isBehind ? start : { at: end, id: '' }), range: left };
}

/** Another row has this value already. */
export class TakenError extends Error {
  override readonly name = 'TakenError';
}

export type RecordStore = ReturnType<typeof recordStores>;
export type Records = ReturnType<RecordStore>;

type SiteTable = SQLiteTable & Record<'id' | 'siteId', SQLiteColumn>;

/** Rows of any table that has an id and a site; none is found, listed or changed without its site. */
export function recordStores(db: Database, audit: AuditTrail) {
  const stores = new Map<string, ReturnType<typeof storeOf>>();
  const { courseLecturers } = db.tables;

  function storeOf(name: keyof Tables) {
    const table = db.tables[name] as unknown as SiteTable;
    const columns = getTableColumns(table) as Record<string, SQLiteColumn>;
    const column = (field: string): SQLiteColumn => {
      const found = columns[field];
      if (found === undefined) throw new RangeError(`${name} has no column ${field}`);
      return found;
    };
    const here = eq(table.siteId, text('siteId'));
    const one = and(eq(table.id, text('id')), here);

    // By the primary key.
    const read = db.one((q) => q.select(columns).from(table).where(one));
    const insert = inserting(db, table as SQLiteTable) as (row: Row) => Step;

    // Each shape of a query is prepared once, when it is first asked for: there are as many as filters allow.
    const prepared = new Map<string, unknown>();
    const once = <Prepared>(key: string, prepare: () => Prepared): Prepared => {
      const known = prepared.get(key) as Prepared | undefined;
      if (known !== undefined) return known;
      const made = prepare();
      prepared.set(key, made);
      return made;
    };

    const parameterOf = (field: string, prefix = ''): SQL =>
      column(field).dataType === 'number' || column(field).dataType === 'boolean'
        ? integer(prefix + field)
        : text(prefix + field);
    const matches = (shapes: readonly string[]): (SQL | undefined)[] =>
      shapes.map((shape) => {
        const [field = '', condition] = shape.split(' ', 2);
        const value = parameterOf(field, 'is_');
        switch (condition) {
          case 'oneOf':
            return among(column(field), `is_${field}`);
          case 'by':
            return lte(column(field), value);
          case 'after':
            return or(isNull(column(field)), gt(column(field), value));
          default:
            return column(field).dataType === 'boolean'
              ? sql`${column(field)} = (${integer(`is_${field}`)} = 1)`
              : eq(column(field), value);
        }
      });
    const shapesOf = (where: Row): string[] =>
      Object.entries(where).map(([field, value]) => [field, ...Object.keys(conditionOf(value) ?? {})].join(' '));
    const filterValues = (where: Row): Row =>
      Object.fromEntries(
        Object.entries(where).map(([field, value]) => {
          const [condition = value] = Object.values(conditionOf(value) ?? {});
          const bound = Array.isArray(condition) ? JSON.stringify(condition) : condition;
          return [`is_${field}`, typeof bound === 'boolean' ? Number(bound) : bound];
        }),
      );

    /** Only the ends that there are: one more would have the planner take an index of times where a better one is. */
    const between = (range: string | undefined): SQL | undefined => {
      const [field = '', ...ends] = range?.split(' ') ?? [];
      return and(
        ends.includes('from') ? sql`${column(field)} >= ${integer('from')}` : undefined,
        ends.includes('to') ? sql`${column(field)} < ${integer('to')}` : undefined,
      );
    };
    const rangeShape = (range: TimeRange | undefined): string | undefined =>
      range &&
      [range.column, range.from === undefined ? '' : 'from', range.to === undefined ? '' : 'to'].join(' ').trimEnd();
    const rangeValues = (range: TimeRange | undefined): Row => ({
      from: range?.from ?? 0,
      to: range?.to ?? 0,
    });

    const listing = (
      fields: readonly string[],
      sort: string,
      descending: boolean,
      isSearch: boolean,
      range: string | undefined,
      within: WithinShape | undefined,
    ) =>
      once(`list ${fields.join()} ${sort} ${descending} ${isSearch} ${range} ${within}`, () =>
        db.many((q) => {
          // What somebody teaches has its order in a table of its own; there may be little of it among all courses.
          const isOwnList = within?.startsWith('id ') && !isSearch && sort === 'createdAt';
          const [by, id] = isOwnList ? [courseLecturers.createdAt, courseLecturers.courseId] : [column(sort), table.id];
          const key = sql`(${by}, ${id})`;
          const place = sql`(${integer('at')}, ${text('afterId')})`;
          const order = descending ? desc : asc;
          const rows = q.select(columns);
          const from = isOwnList ? rows.from(courseLecturers).crossJoin(table) : rows.from(table);
          return from
            .where(
              and(
                here,
                ...matches(fields),
                isSearch ? byKey('ids') : undefined,
                between(range),
                isOwnList ? and(taughtOnce(db), eq(table.id, courseLecturers.courseId)) : reachable(within),
                descending ? sql`${key} < ${place}` : sql`${key} > ${place}`,
              ),
            )
            .orderBy(order(by), order(id))
            .limit(sql`${integer('first')} + 1` as never);
        }),
      );

    const among = (values: SQLiteColumn, name: string): SQL => isAmong(db, values, name);
    // Together with the site: the id beside a site of its own has SQLite read all rows of the site, in order, for a few.
    const byKey = (name: string): SQL => amongAtSite(db, table.id, table.siteId, name);
    const reachable = (within: WithinShape | undefined): SQL | undefined =>
      within && reachedBy(db, column(within.split(' ')[0] ?? ''), within);

    const counting = (
      fields: readonly string[],
      isSearch: boolean,
      range: string | undefined,
      within: WithinShape | undefined,
    ) =>
      once(`count ${fields.join()} ${isSearch} ${range} ${within}`, () =>
        db.one((q) =>
          q
            .select({ count: sql<number>`count(*)`.mapWith(Number) })
            .from(table)
            .where(
              and(here, ...matches(fields), isSearch ? byKey('ids') : undefined, between(range), reachable(within)),
            ),
        ),
      );

    // By the primary key.
    const presentOf = db.many((q) => q.select({ id: table.id }).from(table).where(byKey('ids')));

    const updating = (fields: readonly string[], isGuarded: boolean): Statement =>
      once(`update ${fields.join()} ${isGuarded}`, () =>
        db.write((q) =>
          q
            .update(table)
            .set(Object.fromEntries(fields.map((field) => [field, sql.placeholder(`set_${field}`)])) as never)
            .where(and(one, isGuarded ? eq(column('updatedAt'), integer('seen')) : undefined)),
        ),
      );

    const updateStep = (siteId: string, id: string, changes: Row, seen?: number): Step =>
      updating(
        Object.keys(changes),
        seen !== undefined,
      )({
        siteId,
        id,
        seen: seen ?? 0,
        ...Object.fromEntries(Object.entries(changes).map(([field, value]) => [`set_${field}`, value])),
      });

    const removing = (isGuarded: boolean): Statement =>
      once(`remove ${isGuarded}`, () =>
        db.write((q) =>
          q.delete(table).where(and(one, isGuarded ? eq(column('updatedAt'), integer('seen')) : undefined)),
        ),
      );
    const remove = (siteId: string, id: string, seen?: number): Step =>
      removing(seen !== undefined)({ siteId, id, seen: seen ?? 0 });

    /** @throws {TakenError} */
    const applied = async (...steps: Step[]): Promise<boolean> => {
      try {
        return await db.atomically(...steps);
      } catch (error) {
        throw isUniqueViolation(error) ? new TakenError('another one has this already', { cause: error }) : error;
      }
    };

    return {
      find: (siteId: string, id: string): Promise<Row | undefined> => read({ siteId, id }) as Promise<Row | undefined>,

      /** Those of the ids that are not ones of the site. */
      async missing(siteId: string, ids: readonly string[]): Promise<string[]> {
        if (ids.length === 0) return [];
        const found = new Set((await presentOf({ siteId, ids: listOf(ids) })).map(({ id }) => id));
        return ids.filter((id) => !found.has(id));
      },

      /** The first row, in no order, with these values. */
      async findBy(siteId: string, where: Row): Promise<Row | undefined> {
        const look = once(`find ${shapesOf(where).join()}`, () =>
          db.one((q) =>
            q
              .select(columns)
              .from(table)
              .where(and(here, ...matches(shapesOf(where))))
              .limit(1),
          ),
        );
        return (await look({ siteId, ...filterValues(where) })) as Row | undefined;
      },

      async page(siteId: string, query: RecordQuery): Promise<Page<Row>> {
        const { first, sort, descending, where, among: ids, within } = query;
        const { at, id: afterId, range } = startOf(query);
        const rows = (await listing(
          shapesOf(where),
          sort,
          descending,
          ids !== undefined,
          rangeShape(range),
          shapeOfWithin(within),
        )({
          siteId,
          first,
          at,
          afterId,
          ids: ids === undefined ? '' : JSON.stringify(ids),
          ...valuesOfWithin(within),
          ...rangeValues(range),
          ...filterValues(where),
        })) as Row[];
        return { rows: rows.slice(0, first), hasMore: rows.length > first };
      },

      async count(
        siteId: string,
        where: Row,
        ids?: readonly string[],
        range?: TimeRange,
        within?: Within,
      ): Promise<number> {
        const row = await counting(
          shapesOf(where),
          ids !== undefined,
          rangeShape(range),
          shapeOfWithin(within),
        )({
          siteId,
          ...valuesOfWithin(within),
          ids: ids === undefined ? '' : JSON.stringify(ids),
          ...rangeValues(range),
          ...filterValues(where),
        });
        return row?.count ?? 0;
      },

      /**
       * Stores a new row with its audit event, and whatever belongs to it.
       * @throws {TakenError}
       */
      async insert(siteId: string, row: Row, event: AuditEvent, ...further: Step[]): Promise<void> {
        if (!(await applied(required(insert({ ...row, siteId })), ...further, ...(await audit.steps(event))))) {
          throw new TakenError('another one has this already');
        }
      },

      /**
       * @param seen the `updatedAt` that the caller saw, where it insists on that
       * @returns false when the row is gone, or has changed since
       * @throws {TakenError}
       */
      async update(
        siteId: string,
        id: string,
        changes: Row,
        event: AuditEvent,
        { seen, further = [] }: { seen?: number; further?: readonly Step[] } = {},
      ): Promise<boolean> {
        return applied(required(updateStep(siteId, id, changes, seen)), ...further, ...(await audit.steps(event)));
      },

      /** @returns false when the row is gone, or has changed since it was `seen` */
      async remove(
        siteId: string,
        id: string,
        event: AuditEvent,
        { seen, further = [] }: { seen?: number; further?: readonly Step[] } = {},
      ): Promise<boolean> {
        return applied(required(remove(siteId, id, seen)), ...further, ...(await audit.steps(event)));
      },

      /** For units of work that touch several rows. */
      steps: {
        /** Nothing comes of the unit when there is such a row already. */
        insert: (siteId: string, row: Row): Step => required(insert({ ...row, siteId })),
        update: updateStep,
        remove,
      },
    };
  }

  const open = (name: keyof Tables): ReturnType<typeof storeOf> => {
    const store = stores.get(name) ?? storeOf(name);
    stores.set(name, store);
    return store;
  };
  return open;
}
