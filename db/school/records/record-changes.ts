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
import { integer } from '../../engine/placeholders.ts';
import { inserting, type NewRow, updating } from '../../engine/rows.ts';
import type { Tables } from '../../tables/index.ts';
import type { RecordTable, RowIn, SiteTableName } from './record-table.ts';

type Key = { siteId: string; id: string };
type Seen = Key & { seen: number };

/** Changes of a table's rows, one at a time, each with its audit event. */
export function recordChanges<Name extends SiteTableName>(
  db: Database,
  audit: AuditTrail,
  { table, column, one, once }: RecordTable<Name>,
) {
  type Row = Omit<NewRow<Tables[Name]>, 'siteId'> & { readonly siteId?: string };
  type Changes = Partial<RowIn<Name>>;
  const insert = inserting(db, table);
  const asSeen = (p: Params<Seen>, isGuarded: boolean): SQL | undefined =>
    and(one(p), isGuarded ? eq(column('updatedAt'), integer(p.seen)) : undefined);

  const change = updating(db, table, (p: Params<Key>) => one(p));
  const changeSeen = updating(db, table, (p: Params<Seen>) => asSeen(p, true));
  const removing = (isGuarded: boolean) =>
    once({ remove: isGuarded }, () => db.write((q, p: Params<Seen>) => q.delete(table).where(asSeen(p, isGuarded))));

  const update = (siteId: string, id: string, changes: Changes, seen?: number): Step =>
    seen === undefined ? change(changes, { siteId, id }) : changeSeen(changes, { siteId, id, seen });

  const remove = (siteId: string, id: string, seen?: number): Step =>
    removing(seen !== undefined)({ siteId, id, seen: seen ?? 0 });

  /** @throws {TakenError} */
  async function applied(...steps: Step[]): Promise<boolean> {
    try {
      return await db.atomically(...steps);
    } catch (error) {
      throw isUniqueViolation(error) ? new TakenError('another one has this already', { cause: error }) : error;
    }
  }

  return {
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
      changes: Changes,
      event: AuditEvent,
      { seen, further = [] }: { seen?: number; further?: readonly Step[] } = {},
    ): Promise<boolean> {
      return applied(required(update(siteId, id, changes, seen)), ...further, ...(await audit.steps(event)));
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
      update,
      remove,
    },
  };
}
