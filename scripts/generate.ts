/** `npm run generate -- <name>`: writes the migrations of both engines for what has changed in `db/tables`. */
import { spawnSync } from 'node:child_process';
import { endWithUsage, withoutOptions } from './usage.ts';

const USAGE = 'Usage: npm run generate -- <name>    write the migrations for what has changed in db/tables\n';

const [name, ...rest] = withoutOptions(process.argv.slice(2), USAGE);
if (name === undefined) endWithUsage(USAGE, '<name> is missing');
if (rest.length > 0) endWithUsage(USAGE, `unexpected argument: ${rest[0]}`);
for (const engine of ['sqlite', 'postgres']) {
  const args = ['generate', '--config', `db/drizzle.${engine}.ts`, '--name', name];
  const { status } = spawnSync('drizzle-kit', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}
