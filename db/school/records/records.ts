/**
 * Combines the generic reads and changes of school tables into one store per table, created on first use. Most admin
 * API operations use it, and every one of its queries is limited to one school.
 */
import { and, eq, type SQL } from 'drizzle-orm';
import type { AuditEvent } from '../../../schema/audit/audit-event.ts';
import { TakenError } from '../../../schema/school/taken-error.ts';
import type { AuditTrail } from '../../audit/audit.ts';
import { type Database, type Params, required, type Step } from '../../engine/engine.ts';
import { isUniqueViolation } from '../../engine/engine-errors.ts';
import { preparedPerShape } from '../../engine/lists.ts';
import { integer } from '../../engine/placeholders.ts';
import { insertingInto, type NewRow, updating } from '../../engine/rows.ts';
import type { Tables } from '../../tables/index.ts';
import { recordReads } from './record-reads.ts';
import { type RecordTable, type RowIn, recordTable, type SiteTableName } from './record-table.ts';

/** Reads and changes the rows of one table. */
export type RecordStore<Name extends SiteTableName> = ReturnType<typeof storeOf<Name>>;

function storeOf<Name extends SiteTableName>(db: Database, audit: AuditTrail, name: Name) {
  const table = recordTable(db, name);
  return { ...recordReads(db, table), ...recordChanges(db, audit, table) };
}

/** Returns a function that returns the store of a table. */
export function recordStores(db: Database, audit: AuditTrail) {
  const stores = new Map<SiteTableName, unknown>();

  return <Name extends SiteTableName>(name: Name): RecordStore<Name> => {
    // The type is asserted: the compiler does not know that the store under a name is the one of that table.
    const store = (stores.get(name) as RecordStore<Name> | undefined) ?? storeOf(db, audit, name);
    stores.set(name, store);
    return store;
  };
}

type RowKey = { siteId: string; id: string };
type SeenRow = RowKey & { seen: number };

/** Prepares the writes. With `seen`, an update or deletion affects the row only if it has this `updatedAt`. */
function changeStatements<Name extends SiteTableName>(db: Database, { table, column, isRow }: RecordTable<Name>) {
  const isAsSeen = (p: Params<SeenRow>, isGuarded: boolean): SQL | undefined =>
    and(isRow(p), isGuarded ? eq(column('updatedAt'), integer(p.seen)) : undefined);

  const change = updating(db, table, (p: Params<RowKey>) => isRow(p));
  const changeSeen = updating(db, table, (p: Params<SeenRow>) => isAsSeen(p, true));
  const removing = preparedPerShape((isGuarded: boolean) =>
    db.write((q, p: Params<SeenRow>) => q.delete(table).where(isAsSeen(p, isGuarded))),
  );

  return {
    insert: insertingInto(db, table),

    update: (siteId: string, id: string, changes: Partial<RowIn<Name>>, seen?: number): Step =>
      seen === undefined ? change(changes, { siteId, id }) : changeSeen(changes, { siteId, id, seen }),

    remove: (siteId: string, id: string, seen?: number): Step =>
      removing(seen !== undefined)({ siteId, id, seen: seen ?? 0 }),
  };
}

function recordChanges<Name extends SiteTableName>(db: Database, audit: AuditTrail, records: RecordTable<Name>) {
  type Row = Omit<NewRow<Tables[Name]>, 'siteId'> & { readonly siteId?: string };
  type Changes = Partial<RowIn<Name>>;
  const { insert, update, remove } = changeStatements(db, records);

  /** @throws {TakenError} if another row has a value that must be unique */
  async function applied(...steps: Step[]): Promise<boolean> {
    try {
      return await db.atomically(...steps);
    } catch (error) {
      throw isUniqueViolation(error) ? new TakenError('another one has this already', { cause: error }) : error;
    }
  }

  return {
    /**
     * Stores a new row with its audit event.
     * @param further steps of the same unit of work
     * @throws {TakenError} if the row exists, or another row has a value that must be unique
     */
    async insert(siteId: string, row: Row, event: AuditEvent, ...further: Step[]): Promise<void> {
      if (!(await applied(required(insert({ ...row, siteId })), ...further, ...(await audit.steps(event))))) {
        throw new TakenError('another one has this already');
      }
    },

    /**
     * @param seen the `updatedAt` that the caller saw, if the row must still have it
     * @returns false if the row does not exist or has changed since, or a required further step affected no row
     * @throws {TakenError} if another row has a value that must be unique
     */
    async update(
      siteId: string,
      id: string,
      changes: Changes,
      event: AuditEvent,
      { seen, further = [] }: { seen?: number; further?: readonly Step[] } = {},
    ): Promise<boolean> {
      return applied(required(update(siteId, id, changes, seen)), ...further, ...(await audit.steps(event)));
    },

    /**
     * @param seen the `updatedAt` that the caller saw, if the row must still have it
     * @returns false if the row does not exist or has changed since, or a required further step affected no row
     */
    async remove(
      siteId: string,
      id: string,
      event: AuditEvent,
      { seen, further = [] }: { seen?: number; further?: readonly Step[] } = {},
    ): Promise<boolean> {
      return applied(required(remove(siteId, id, seen)), ...further, ...(await audit.steps(event)));
    },

    /** For units of work that change several rows. */
    steps: {
      /** The unit of work fails if the row exists. */
      insert: (siteId: string, row: Row): Step => required(insert({ ...row, siteId })),
      update,
      remove,
    },
  };
}
