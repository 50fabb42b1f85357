/** New, empty stores for the contracts, on either engine. */
import { copyFileSync } from 'node:fs';
import type { Test } from 'tap';
import { openDatabase } from '../../db/database.ts';
import type { Database } from '../../db/engine/engine.ts';
import { temporaryFolder } from '../support/app.ts';
import { ENGINE } from '../support/database-edit.ts';
import { query, throwawayPostgres } from '../support/postgres.ts';
import { addPlatform } from './fixtures.ts';
import { type NewNode, type NewNodes, type Stores, storesOf } from './stores.ts';

/** Opens one and the same store, each time as another process would. */
export type OpenStore = () => Promise<Database>;
export type NewStore = () => Promise<OpenStore>;

export const pathOf = (url: string): string => url.slice('file:'.length);

/** Returns a function that names a database file that is not there yet. */
export function sqliteFiles(t: Test): () => string {
  const folder = temporaryFolder(t);
  let files = 0;
  return () => {
    files += 1;
    return `file:${folder}/${files}.db`;
  };
}

/** Each store is a copy of one that was migrated once. */
export async function sqliteStores(newFile: () => string): Promise<NewStore> {
  const migrated = newFile();
  await (await openDatabase(migrated)).close();
  return async () => {
    const url = newFile();
    copyFileSync(pathOf(migrated), pathOf(url));
    return () => openDatabase(url);
  };
}

/** To truncate every table takes longer than most tests; few have rows. */
const TRUNCATE_FILLED = `do $$
  declare name text; has_rows boolean; filled text[] := '{}';
  begin
    for name in select tablename from pg_tables where schemaname = 'public' loop
      execute format('select exists (select from %I)', name) into has_rows;
      if has_rows then filled := filled || quote_ident(name); end if;
    end loop;
    if filled <> '{}' then execute 'truncate ' || array_to_string(filled, ', '); end if;
  end $$`;

/** Each store is the same database, emptied. */
export async function postgresStores(postgres: Awaited<ReturnType<typeof throwawayPostgres>>): Promise<NewStore> {
  const shared = await postgres.createDatabase();
  await (await openDatabase(shared)).close();
  return async () => {
    await query(shared, TRUNCATE_FILLED);
    return () => openDatabase(shared);
  };
}

/**
 * Ways to open stores.
 * @param newStore makes an empty store
 */
export function openersOf(newStore: NewStore): { node: NewNode; nodes: NewNodes } {
  async function opened(t: Test, open: OpenStore): Promise<Stores> {
    const db = await open();
    t.teardown(() => db.close());
    return storesOf(db);
  }
  return {
    async node(t, platform = true) {
      const stores = await opened(t, await newStore());
      if (platform) await addPlatform(stores);
      return stores;
    },
    async nodes(t, platform = true) {
      const open = await newStore();
      const both: [Stores, Stores] = [await opened(t, open), await opened(t, open)];
      if (platform) await addPlatform(both[0]);
      return both;
    },
  };
}

/** Ways to open stores on the engine of the run. */
export const openersFor = async (t: Test) =>
  openersOf(
    ENGINE === 'postgres' ? await postgresStores(await throwawayPostgres(t)) : await sqliteStores(sqliteFiles(t)),
  );
