/**
 * The database of the product, whose calls wait until the scheduler lets them go on. What they then do is done by the
 * real engine.
 */
import { openDatabase as open } from '../../../../db/database.ts';
import type { Database, OpenOptions } from '../../../../db/engine/engine.ts';
import { buildingNode, current, type Seam } from './hooks.ts';

export { databaseName, isPostgresUrl, sqlitePath } from '../../../../db/database.ts';

async function working<Result>(call: () => Promise<Result>): Promise<Result> {
  current().working(1);
  try {
    return await call();
  } finally {
    current().working(-1);
  }
}

export async function openDatabase(url: string, given: Partial<OpenOptions> = {}): Promise<Database> {
  const db = await open(url, given);
  const node = buildingNode();
  current().opened(node, () => db.close());
  const reading =
    <Given extends unknown[], Result>(read: (...values: Given) => Promise<Result>) =>
    async (...values: Given): Promise<Result> => {
      await current().pass('read', node);
      return working(() => read(...values));
    };
  const writing = async <Result>(write: () => Promise<Result>): Promise<Result> => {
    await current().pass('write', node);
    const result = await working(write);
    await current().pass('written' satisfies Seam, node);
    return result;
  };
  const wrapped: Database = {
    engine: db.engine,
    tables: db.tables,
    one: (query) => reading(db.one(query) as never) as never,
    lookup: (query) => reading(db.lookup(query) as never) as never,
    many: (query) => reading(db.many(query) as never) as never,
    scan: (query) => reading(db.scan(query) as never) as never,
    scanOne: (query) => reading(db.scanOne(query) as never) as never,
    cached: (cache, query, make) => reading(db.cached(cache, query, make)),
    write: (query) => db.write(query),
    lock: (query) => db.lock(query),
    atomically: (...steps) => writing(() => db.atomically(...steps)),
    measured: (...steps) => writing(() => db.measured(...steps)),
    stats: () => db.stats(),
    requireWritable: () => db.requireWritable(),
    requireUsable: () => db.requireUsable(),
    close: () => db.close(),
  };
  return wrapped;
}
