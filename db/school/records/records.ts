/**
 * Combines the generic reads and changes of school tables into one store per table, created on first use. Most admin
 * API operations use it, and every one of its queries is limited to one school.
 */
import type { AuditTrail } from '../../audit/audit.ts';
import type { Database } from '../../engine/engine.ts';
import { recordChanges } from './record-changes.ts';
import { recordReads } from './record-reads.ts';
import { recordTable, type SiteTableName } from './record-table.ts';

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
