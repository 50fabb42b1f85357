/**
 * Combines the generic reads and changes of school tables into one store per table, created on first use. Most admin
 * API operations use it, and every one of its queries is limited to one school.
 */
import type { AuditTrail } from '../../audit/audit.ts';
import type { Database } from '../../engine/engine.ts';
import type { Tables } from '../../tables/index.ts';
import { recordChanges } from './record-changes.ts';
import { recordReads } from './record-reads.ts';
import { recordTable } from './record-table.ts';

/** Rows of any table that has an id and a site; none is found, listed or changed without its site. */
export function recordStores(db: Database, audit: AuditTrail) {
  const stores = new Map<keyof Tables, ReturnType<typeof storeOf>>();

  function storeOf(name: keyof Tables) {
    const table = recordTable(db, name);
    return { ...recordReads(db, table), ...recordChanges(db, audit, table) };
  }

  return (name: keyof Tables): ReturnType<typeof storeOf> => {
    const store = stores.get(name) ?? storeOf(name);
    stores.set(name, store);
    return store;
  };
}
