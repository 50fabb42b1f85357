/**
 * Inserts, updates and deletes rows of any table that belongs to a school, each in one unit of work with its audit log
 * entry. A caller can pass the `updatedAt` it saw, and a row that has changed since is then left alone.
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
import type { RecordTable, RowIn, SiteTableName } from './record-table.ts';

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

export function recordChanges<Name extends SiteTableName>(db: Database, audit: AuditTrail, records: RecordTable<Name>) {
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
