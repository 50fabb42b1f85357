/** `npm run generate -- <name>`: writes the migrations of both engines for what has changed in `db/tables`. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endWithUsage, withoutOptions } from '../commands/usage.ts';

const USAGE = 'Usage: npm run generate -- <name>    write the migrations for what has changed in db/tables\n';

const [name, ...rest] = withoutOptions(process.argv.slice(2), USAGE);
if (name === undefined) endWithUsage(USAGE, '<name> is missing');
if (rest.length > 0) endWithUsage(USAGE, `unexpected argument: ${rest[0]}`);
for (const engine of ['sqlite', 'postgres']) {
  const args = ['generate', '--config', `db/drizzle.${engine}.ts`, '--name', name];
  const { status } = spawnSync('drizzle-kit', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
  // Only the newest snapshot is compared with the tables. It takes half of its size on one line.
  const folder = join(import.meta.dirname, '../../db/migrations', engine, 'meta');
  const snapshots = globSync('*_snapshot.json', { cwd: folder })
    .sort()
    .map((snapshot) => join(folder, snapshot));
  for (const snapshot of snapshots.slice(0, -1)) rmSync(snapshot);
  for (const snapshot of snapshots.slice(-1)) {
    writeFileSync(snapshot, `${JSON.stringify(JSON.parse(readFileSync(snapshot, 'utf8')))}\n`);
  }
}
