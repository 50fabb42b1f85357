/** `npm run binary`: makes one executable of the bundle and Node, `schoolgate-<system>`, or where it is told. */
import { resolve } from 'node:path';
import { makeExecutable, SYSTEM } from './executable.ts';

const [output = `schoolgate-${SYSTEM}`] = process.argv.slice(2);
await makeExecutable(resolve(output));
