/** `npm run binary`: makes one executable of the bundle and Node, `schoolgate-<system>`, or where it is told. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { withProgress } from '../../commands/progress.ts';
import { withoutOptions } from '../../commands/usage.ts';
import { makeExecutable, SYSTEM } from './executable.ts';

const USAGE = `Usage: npm run binary -- [<file>]    make one executable, schoolgate-${SYSTEM} or that file\n`;

const [output = `schoolgate-${SYSTEM}`] = withoutOptions(process.argv.slice(2), USAGE);
await withProgress(`Making ${output}`, 'Stopped.', () => makeExecutable(resolve(output)));
process.stdout.write(`made ${output} (${Math.round(statSync(output).size / 1e6)} MB)\n`);
