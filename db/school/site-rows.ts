/**
 * The rows of a school in all tables: reads them in portions for an export, and deletes them. A table belongs to a school
 * if it has the column `siteId`, so a new table needs no entry here.
 */
import { and, asc, eq, getTableColumns, gt, lte, type SQL, sql } from 'drizzle-orm';
import { type PgTable, getTableConfig as postgresConfig } from 'drizzle-orm/pg-core';
import { type SQLiteColumn, type SQLiteTable, getTableConfig as sqliteConfig } from 'drizzle-orm/sqlite-core';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, required, type Values } from '../engine/engine.ts';
import { integer, limitOf, parameterNamed, text } from '../engine/placeholders.ts';
import type { Tables } from '../tables/index.ts';

/** Rows per statement, so that neither the memory nor other commits suffer. */
const BATCH = 500;

/** The log of what happened outlives the school, until its own end. */
const OUTLIVES: ReadonlySet<string> = new Set(['auditEvents'] satisfies (keyof Tables)[]);

/** Tables that say nothing of a school to whoever reads an export: they are derived, or serve sign-ins under way. */
const NOT_EXPORTED: ReadonlySet<string> = new Set([
  'searchEntries',
  'learningCounts',
  'courseSales',
  'approvals',
  'authorizationRequests',
  'connectionAttempts',
  'grants',
  'handoverLinks',
  'mailLinks',
  'rosters',
  'rosterParts',
  'rosterDeeds',
  'secondFactorResets',
  'webhookEvents',
] satisfies (keyof Tables)[]);

/** Columns that are secret, also if they are only hashes, and by what other clients know a person. */
const SECRET = /hash$|^sealed|secret|^clientSubject$/i;

interface KeyedTable {
  name: string;
  table: SQLiteTable;
  key: readonly SQLiteColumn[];
}

/** Returns the columns of the primary key. The type is asserted: stores use the types of SQLite for both engines. */
function keyOf({ engine }: Database, table: SQLiteTable): readonly SQLiteColumn[] {
  const config = engine === 'sqlite' ? sqliteConfig(table) : postgresConfig(table as unknown as PgTable);
  const single = config.columns.filter(({ primary }) => primary);
  return (single.length > 0 ? single : (config.primaryKeys[0]?.columns ?? [])) as readonly SQLiteColumn[];
}

/** Lists all tables with their keys. */
export const keyedTables = (db: Database): KeyedTable[] =>
  Object.entries<SQLiteTable>(db.tables).map(([name, table]) => ({ name, table, key: keyOf(db, table) }));

/** Returns a column that is known to exist. */
export function columnOf(table: SQLiteTable, name: string): SQLiteColumn {
  const column = (getTableColumns(table) as Record<string, SQLiteColumn>)[name];
  if (column === undefined) throw new TypeError(`there is no column ${name}`);
  return column;
}

/** Returns the columns that an export may contain. */
const shownColumns = (table: SQLiteTable): Record<string, SQLiteColumn> =>
  Object.fromEntries(Object.entries(getTableColumns(table)).filter(([name]) => !SECRET.test(name)));

const list = (parts: readonly (SQLiteColumn | SQL)[]): SQL => sql.join([...parts], sql`, `);

/**
 * Prepares a read of rows in portions, in the order of their key, without secret columns.
 * @param condition the rows, by parameters that are given to the read
 */
export function batches(db: Database, { table, key }: Omit<KeyedTable, 'name'>, condition: SQL | undefined) {
  const columns = shownColumns(table);
  const keyColumns = Object.fromEntries(key.map((column, i) => [`key${i}`, column]));
  const select = (more: SQL | undefined) =>
    db.many<Values, Values>((q) =>
      q
        .select({ ...columns, ...keyColumns })
        .from(table)
        .where(and(condition, more))
        .orderBy(...key.map((column) => asc(column)))
        .limit(limitOf(sql.raw(String(BATCH)))),
    );
  const isNumber = (column: SQLiteColumn): boolean => column.dataType === 'number';
  const afterKey = key.map((column, i) => (isNumber(column) ? integer : text)(parameterNamed<never>(`after${i}`)));
  const first = select(undefined);
  const next = select(sql`(${list(key)}) > (${list(afterKey)})`);

  return async function* read(values: Values): AsyncGenerator<Values> {
    for (let rows = await first(values); rows.length > 0; ) {
      for (const row of rows) yield Object.fromEntries(Object.keys(columns).map((name) => [name, row[name]]));
      if (rows.length < BATCH) return;
      const last = rows.at(-1) ?? {};
      rows = await next({ ...values, ...Object.fromEntries(key.map((_, i) => [`after${i}`, last[`key${i}`]])) });
    }
  };
}

/** Prepares reads of the people and the files of a school. */
function siteReads(db: Database) {
  const { assets, memberships, people } = db.tables;
  // Uses the index memberships_by_site. Of somebody who was only invited, a school knows the address alone.
  const readPeople = db.many((q, p: Params<{ siteId: string; after: string }>) =>
    q
      .select({ id: people.id, name: people.name, email: people.email })
      .from(people)
      .innerJoin(memberships, eq(memberships.personId, people.id))
      .where(
        and(
          eq(memberships.siteId, text(p.siteId)),
          sql`${memberships.status} not in ('invited', 'removed') and ${people.id} > ${text(p.after)}`,
        ),
      )
      .orderBy(asc(people.id))
      .limit(limitOf(sql.raw(String(BATCH)))),
  );

  // Uses the primary key, and for the condition the index assets_by_site.
  const readFiles = db.many((q, p: Params<{ siteId: string; after: string }>) =>
    q
      .select({ id: assets.id, status: assets.status })
      .from(assets)
      .where(and(eq(assets.siteId, text(p.siteId)), gt(assets.id, text(p.after))))
      .orderBy(asc(assets.id))
      .limit(limitOf(sql.raw(String(BATCH)))),
  );

  /** Reads a list in portions, in the order of its ids. */
  const byId = <Row extends { id: string }>(read: (values: { siteId: string; after: string }) => Promise<Row[]>) =>
    async function* all(siteId: string): AsyncGenerator<Row> {
      for (let after = ''; ; ) {
        const rows = await read({ siteId, after });
        yield* rows;
        if (rows.length < BATCH) return;
        after = rows.at(-1)?.id ?? '';
      }
    };

  return { files: byId(readFiles), people: byId(readPeople) };
}

export function siteRowStore(db: Database, audit: AuditTrail) {
  const { sites } = db.tables;
  const reads = siteReads(db);
  const ofSite = (table: SQLiteTable): SQL => eq(columnOf(table, 'siteId'), text(parameterNamed('siteId')));
  const tables = keyedTables(db).filter(({ name, table }) => 'siteId' in getTableColumns(table) && !OUTLIVES.has(name));
  const exported = () => [
    {
      name: 'sites',
      read: batches(db, { table: sites, key: [sites.id] }, sql`${sites.id} = ${text(parameterNamed('siteId'))}`),
    },
    ...tables
      .filter(({ name }) => !NOT_EXPORTED.has(name))
      .map((one) => ({ name: one.name, read: batches(db, one, ofSite(one.table)) })),
  ];
  /** Each deletes a portion of the rows of a school. */
  const deletions = () =>
    tables.map(({ table, key }) =>
      db.write((q, _: Params<{ siteId: string }>) =>
        q
          .delete(table)
          .where(
            sql`(${list(key)}) in (select ${list(key)} from ${table} where ${ofSite(table)} limit ${sql.raw(String(BATCH))})`,
          ),
      ),
    );
  let prepared: ReturnType<typeof deletions> | undefined;
  const deleteSite = db.write((q, p: Params<{ siteId: string; now: number }>) =>
    q.delete(sites).where(and(eq(sites.id, text(p.siteId)), lte(sites.deleteAt, integer(p.now)))),
  );

  return {
    /** The uploaded files of a school, in any state. */
    files: reads.files,

    /** The tables of a school, each with a way to read all its rows. Statements are prepared when this is called. */
    export: (siteId: string): { name: string; rows: AsyncGenerator<Values> }[] => [
      ...exported().map(({ name, read }) => ({ name, rows: read({ siteId }) })),
      { name: 'people', rows: reads.people(siteId) },
    ],

    /**
     * Deletes a school whose time has come with all its rows, in many units of work. If the process ends in between, a
     * repetition goes on.
     * @returns false if another process has deleted it
     */
    async delete(siteId: string, event: AuditEvent): Promise<boolean> {
      prepared ??= deletions();
      for (const rows of prepared) {
        while (await db.atomically(required(rows({ siteId }))));
      }
      return db.atomically(required(deleteSite({ siteId, now: event.at })), ...(await audit.steps(event)));
    },
  };
}
