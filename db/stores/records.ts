import { and, asc, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Page } from '../../schema/account.ts';
import type { AuditEvent } from '../../schema/audit-event.ts';
import { type Database, required, type Statement, type Step } from '../engine.ts';
import { isUniqueViolation } from '../engine-errors.ts';
import { inserting } from '../insert.ts';
import { integer, text } from '../placeholders.ts';
import type { Tables } from '../tables/index.ts';
import type { AuditTrail } from './audit.ts';

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
  /** Columns and the values they must have. */
  where: Row;
  /** Ids that a search found; all of them otherwise. */
  among?: readonly string[];
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
    const archived = columns.archivedAt;
    const present = archived === undefined ? undefined : isNull(archived);

    // By the primary key.
    const read = db.one((q) => q.select(columns).from(table).where(one));
    const insert = inserting(db, table as SQLiteTable) as (row: Row) => Step;
    const remove = db.write((q) => q.delete(table).where(one));

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
    const matches = (fields: readonly string[]): SQL[] =>
      fields.map((field) =>
        column(field).dataType === 'boolean'
          ? sql`${column(field)} = (${integer(`is_${field}`)} = 1)`
          : eq(column(field), parameterOf(field, 'is_')),
      );
    const filterValues = (where: Row): Row =>
      Object.fromEntries(
        Object.entries(where).map(([field, value]) => [
          `is_${field}`,
          typeof value === 'boolean' ? Number(value) : value,
        ]),
      );

    const listing = (fields: readonly string[], sort: string, descending: boolean, isSearch: boolean) =>
      once(`list ${fields.join()} ${sort} ${descending} ${isSearch}`, () =>
        db.many((q) => {
          const by = column(sort);
          const key = sql`(${by}, ${table.id})`;
          const place = sql`(${integer('at')}, ${text('afterId')})`;
          const order = descending ? desc : asc;
          return q
            .select(columns)
            .from(table)
            .where(
              and(
                here,
                present,
                ...matches(fields),
                isSearch ? among(table.id) : undefined,
                descending ? sql`${key} < ${place}` : sql`${key} > ${place}`,
              ),
            )
            .orderBy(order(by), order(table.id))
            .limit(sql`${integer('first')} + 1` as never);
        }),
      );

    const among = (id: SQLiteColumn): SQL =>
      db.engine === 'sqlite'
        ? sql`${id} in (select value from json_each(${text('ids')}))`
        : sql`${id} in (select jsonb_array_elements_text(cast(${text('ids')} as jsonb)))`;

    const counting = (fields: readonly string[], isSearch: boolean) =>
      once(`count ${fields.join()} ${isSearch}`, () =>
        db.one((q) =>
          q
            .select({ count: sql<number>`count(*)`.mapWith(Number) })
            .from(table)
            .where(and(here, present, ...matches(fields), isSearch ? among(table.id) : undefined)),
        ),
      );

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

      /** The first row, in no order, with these values. */
      async findBy(siteId: string, where: Row): Promise<Row | undefined> {
        const look = once(`find ${Object.keys(where).join()}`, () =>
          db.one((q) =>
            q
              .select(columns)
              .from(table)
              .where(and(here, ...matches(Object.keys(where))))
              .limit(1),
          ),
        );
        return (await look({ siteId, ...filterValues(where) })) as Row | undefined;
      },

      async page(siteId: string, query: RecordQuery): Promise<Page<Row>> {
        const { first, after, sort, descending, where, among: ids } = query;
        const rows = (await listing(
          Object.keys(where),
          sort,
          descending,
          ids !== undefined,
        )({
          siteId,
          first,
          at: after?.at ?? (descending ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER),
          afterId: after?.id ?? '',
          ids: ids === undefined ? '' : JSON.stringify(ids),
          ...filterValues(where),
        })) as Row[];
        return { rows: rows.slice(0, first), hasMore: rows.length > first };
      },

      async count(siteId: string, where: Row, ids?: readonly string[]): Promise<number> {
        const row = await counting(
          Object.keys(where),
          ids !== undefined,
        )({ siteId, ids: ids === undefined ? '' : JSON.stringify(ids), ...filterValues(where) });
        return row?.count ?? 0;
      },

      /**
       * Stores a new row with its audit event, and whatever belongs to it.
       * @throws {TakenError}
       */
      async insert(siteId: string, row: Row, event: AuditEvent, ...further: Step[]): Promise<void> {
        if (!(await applied(required(insert({ ...row, siteId })), ...further, await audit.step(event)))) {
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
        return applied(required(updateStep(siteId, id, changes, seen)), ...further, await audit.step(event));
      },

      /** @returns false when there is no such row */
      async remove(siteId: string, id: string, event: AuditEvent, ...further: Step[]): Promise<boolean> {
        return applied(required(remove({ siteId, id })), ...further, await audit.step(event));
      },

      /** For units of work that touch several rows. */
      steps: {
        insert: (siteId: string, row: Row): Step => insert({ ...row, siteId }),
        update: updateStep,
        remove: (siteId: string, id: string): Step => remove({ siteId, id }),
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
