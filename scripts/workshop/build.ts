/** `npm run build`: bundles the program into `dist`, or the folder that is named. */
import { resolve } from 'node:path';
import { withoutOptions } from '../commands/usage.ts';
import { bundle } from './build/bundle.ts';

const USAGE = 'Usage: npm run build -- [<folder>]    bundle the program into dist, or that folder\n';

const [folder = 'dist'] = withoutOptions(process.argv.slice(2), USAGE);
const begin = performance.now();
await bundle(resolve(folder));
process.stderr.write(`built ${folder} in ${((performance.now() - begin) / 1000).toFixed(1)} s\n`);
