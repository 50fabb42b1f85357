/** Reads all that is stored about a person, in portions, for an export of one's own data. */
import { inArray, sql } from 'drizzle-orm';
import { ACCOUNT_EVENTS } from '../../schema/audit/account-event.ts';
import type { Database, Values } from '../engine/engine.ts';
import { batches, columnOf, keyedTables } from '../school/site-rows.ts';
import { rowsOfPerson } from './erasures.ts';
import { PARTS_OF_PERSON_ROWS, PERSON_TABLES } from './person-tables.ts';

export interface PersonRows {
  name: string;
  rows: AsyncGenerator<Values>;
}

const leavingOut = async function* (rows: AsyncGenerator<Values>, names: ReadonlySet<string>): AsyncGenerator<Values> {
  for await (const row of rows) yield Object.fromEntries(Object.entries(row).filter(([name]) => !names.has(name)));
};

export function personRowStore(db: Database) {
  const { auditEvents } = db.tables;
  const prepare = () => {
    const tables = new Map(keyedTables(db).map((one) => [one.name, one]));
    const keyed = (name: string) => {
      const found = tables.get(name);
      if (found === undefined) throw new TypeError(`there is no table ${name}`);
      return found;
    };
    const whole = PERSON_TABLES.filter(({ exported }) => exported === true).map(({ table: name, column, without }) => {
      const one = keyed(name);
      const own = rowsOfPerson(db, one.table, column);
      // What an operator did to others is about them.
      const isInActivity = sql`${inArray(auditEvents.event, ACCOUNT_EVENTS)} and coalesce(${auditEvents.target}, '') not like 'member/%'`;
      const condition = name === 'auditEvents' ? sql`${own} and ${isInActivity}` : own;
      return { name, without: new Set(without), read: batches(db, one, condition) };
    });
    const parts = PARTS_OF_PERSON_ROWS.map(({ table: name, column, of }) => {
      const one = keyed(name);
      const owner = db.tables[of];
      const condition = sql`${columnOf(one.table, column)} in (select ${owner.id} from ${owner} where ${rowsOfPerson(db, owner, 'personId')})`;
      return { name, without: new Set<string>(), read: batches(db, one, condition) };
    });
    return [...whole, ...parts];
  };
  let prepared: ReturnType<typeof prepare> | undefined;

  return {
    /** Lists the tables with rows about a person. Statements are prepared when this is called for the first time. */
    of(personId: string): PersonRows[] {
      prepared ??= prepare();
      return prepared.map(({ name, without, read }) => ({ name, rows: leavingOut(read({ personId }), without) }));
    },
  };
}
