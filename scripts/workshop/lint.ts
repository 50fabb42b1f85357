/** `npm run lint`: checks types and style. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { withoutOptions } from '../commands/usage.ts';

withoutOptions(process.argv.slice(2), 'Usage: npm run lint    check types and style\n');

function check(program: string, ...args: string[]): void {
  const { status } = spawnSync(program, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}

check('tsc');
if (existsSync('test/clients/node_modules')) check('tsc', '--project', 'test/clients');
else process.stdout.write('test/clients is not installed, and not checked\n');
check('biome', 'ci');
