/** Digests of what is stored, so that a test notices every change that it did not expect. */
import { createHash } from 'node:crypto';
import { getTableColumns, getTableName } from 'drizzle-orm';
import { sqliteColumns } from '../../db/columns/sqlite.ts';
import { defineTables } from '../../db/tables/index.ts';
import type { DatabaseFile } from './database-edit.ts';

/** These change by themselves, or tell of the deletion. */
const VOLATILE = ['outbox', 'key_blocks', 'leases', 'throttles', 'audit_events', 'audit_chains', 'idempotency_keys'];

/** A digest of each table without the rows of a school. */
export async function digestsWithout(file: DatabaseFile, siteId: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const table of Object.values(defineTables(sqliteColumns))) {
    const name = getTableName(table);
    if (VOLATILE.includes(name)) continue;
    const where = 'siteId' in getTableColumns(table) ? `where coalesce(site_id, '') <> '${siteId}'` : '';
    const rows = await file.rows(`select * from ${name} ${name === 'sites' ? `where id <> '${siteId}'` : where}`);
    const lines = rows.map((row) => JSON.stringify(row)).toSorted();
    found[name] = `${lines.length} ${createHash('sha256').update(lines.join('\n')).digest('hex')}`;
  }
  return found;
}
