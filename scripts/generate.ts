/** `npm run generate -- <name>`: writes the migrations of both engines for what has changed in `db/tables`. */
import { spawnSync } from 'node:child_process';

const [name, ...rest] = process.argv.slice(2);
if (name === undefined || rest.length > 0) {
  process.stderr.write('Usage: npm run generate -- <name>\n');
  process.exit(2);
}
for (const engine of ['sqlite', 'postgres']) {
  const args = ['generate', '--config', `db/drizzle.${engine}.ts`, '--name', name];
  const { status } = spawnSync('drizzle-kit', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}
