// slow, postgres
/**
 * Two versions of the program on one PostgreSQL during an upgrade. The newer one is this one with two migrations more,
 * after which the older one may go on.
 */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { inspectDatabase } from '../../db/inspection.ts';
import { databaseFile, onPostgres, prepareDatabase } from '../support/database-edit.ts';
import { ROOT } from '../support/programs.ts';
import { killServers, ServerProcess, serviceSettings } from '../support/server-process.ts';
import { temporaryFolder } from '../support/settings.ts';
import { FaultClient } from './client.ts';
import { type Load, startLoad } from './load.ts';

const PARTS = ['db', 'docs', 'plugins', 'routes', 'schema', 'scripts', 'package.json'];
const PHASE_MS = 4000;
const PAUSE_MS = 40;

t.teardown(killServers);

onPostgres('while nodes are replaced one by one by a newer version, no client sees an error', async (t) => {
  const { url } = databaseFile(t);
  await prepareDatabase(url, 'demo');
  const folder = temporaryFolder(t);
  const overrides = { DATABASE_URL: url, MASTER_KEY: 'k'.repeat(43), LOG_LEVEL: 'warn' };
  const { DEMO_PASSWORD: _, DEMO_SECRET: __, ...settings } = await serviceSettings(folder, overrides);
  const program = newerVersion(t);

  const older = [await ServerProcess.start(settings), await ServerProcess.start(settings)] as const;
  const client = await FaultClient.signIn(settings, older[0].origin);
  const loadOn = ({ origin }: ServerProcess): Load => startLoad(client, origin, PAUSE_MS, Math.random);
  const loads = older.map(loadOn);
  const [first, second] = loads;
  await sleep(PHASE_MS);

  const newer = await ServerProcess.start(settings, { program });
  t.equal((await inspectDatabase(url)).pending.length, 0, 'the newer version has migrated');
  loads.push(loadOn(newer));
  await sleep(PHASE_MS);

  // A balancer takes a node out before it stops.
  await first?.stop();
  t.equal((await older[0].stop()).code, 0);
  const again = await ServerProcess.start(settings);
  loads.push(loadOn(again));
  await sleep(PHASE_MS);

  await second?.stop();
  t.equal((await older[1].stop()).code, 0);
  for (const load of loads.slice(2)) await load.stop();

  const statuses = loads.map((load) => Object.fromEntries(load.statuses));
  t.comment(JSON.stringify(statuses));
  for (const counted of statuses) {
    t.strictSame(
      Object.keys(counted).filter((status) => !['200', '302', '303'].includes(status)),
      [],
    );
    t.ok(Object.values(counted).reduce((sum, count) => sum + count, 0) > 20, 'each was asked');
  }
  const open = loads.flatMap(({ chains }) => chains).flatMap(({ current }) => current ?? []);
  t.ok(open.length > 10);
  for (const token of open.slice(0, 50)) {
    const { status } = await client.refresh(newer.origin, token);
    t.equal(status, 200, 'what the older version issued, the newer one renews');
  }
});

/** @returns the program of a copy of the sources, with a migration that adds a column and one that adds an index */
function newerVersion(t: Test): string {
  const folder = temporaryFolder(t);
  for (const part of PARTS) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const migrations = join(folder, 'db/migrations/postgres');
  const journal = join(migrations, 'meta/_journal.json');
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'));
  const added = ['9998_column', '9999_index'].map((tag, i) => ({
    ...entries.at(-1),
    tag,
    when: 9_000_000_000_000 + i,
  }));
  writeFileSync(journal, JSON.stringify({ ...rest, entries: [...entries, ...added] }));
  writeFileSync(join(migrations, '9998_column.sql'), 'ALTER TABLE "people" ADD COLUMN "of_tomorrow" text;');
  writeFileSync(
    join(migrations, '9999_index.sql'),
    'CREATE INDEX "of_tomorrow" ON "people" USING btree ("of_tomorrow");',
  );
  const compatibility = join(folder, 'db/engine/compatibility.ts');
  const source = readFileSync(compatibility, 'utf8');
  const table = 'OLDEST_VERSIONS: Readonly<Record<string, string>> = {';
  t.match(source, table);
  writeFileSync(compatibility, source.replace(table, `${table} '9998_column': '1.0.0', '9999_index': '1.0.0',`));
  return join(folder, 'scripts/commands/schoolgate.ts');
}
