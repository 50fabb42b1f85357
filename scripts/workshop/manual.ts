/** `npm run manual`: writes the parts of the manual that come from the source, or from tests. */
import { spawnSync } from 'node:child_process';
import { endWithUsage, withoutOptions } from '../commands/usage.ts';

type Step = readonly [program: string, writes?: string];

const TABLES = ['tables', 'asvs'];
const PARTS: Readonly<Record<string, readonly Step[]>> = {
  tables: [['test/sources/manual-tables.test.ts', 'MANUAL']],
  asvs: [['scripts/workshop/asvs.ts']],
  clients: [
    ['test/conformance/clients.test.ts', 'CLIENT_MATRIX'],
    ['test/clients/places.test.ts', 'CLIENT_MATRIX'],
  ],
  pictures: [['test/browser/pictures.test.ts', 'PICTURES']],
};

const USAGE = `Usage: npm run manual -- [${Object.keys(PARTS).join('|')}] ...    write these parts of the manual
Without a part: ${TABLES.join(' and ')}, which take seconds. The table of clients and the pictures run tests in minutes.
`;

const named = withoutOptions(process.argv.slice(2), USAGE);
for (const part of named.length > 0 ? named : TABLES) {
  const steps = PARTS[part] ?? endWithUsage(USAGE, `there is no part ${part}`);
  for (const [program, writes] of steps) {
    const env = writes === undefined ? process.env : { ...process.env, [writes]: 'write' };
    const { status } = spawnSync(process.execPath, [program], { env, stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
}
