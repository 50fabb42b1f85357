/** Opens the database on the engine that its URL names. */
import type { Database } from './engine/engine.ts';

/**
 * Opens the database and migrates it to the current version.
 * @param url `file:<path>`, `file::memory:` or `postgres://…`
 * @param say is told in one line what an operator should know of the migration
 */
export async function openDatabase(url: string, say: (line: string) => void = () => undefined): Promise<Database> {
  if (url.startsWith('postgres:') || url.startsWith('postgresql:')) {
    // The driver is loaded only where it is used.
    const { openPostgres } = await import('./engine/postgres.ts');
    return openPostgres(url);
  }
  const { openSqlite } = await import('./engine/sqlite.ts');
  return openSqlite(url.replace(/^file:/, ''), say);
}
