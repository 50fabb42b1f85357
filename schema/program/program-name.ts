/** How this program is called where it runs: an executable by its own name, and in a checkout by npx, which finds it there alone. */
import { basename } from 'node:path';
import { isSea } from 'node:sea';

const isCheckout = process.argv[1]?.endsWith('launch.js') === true;

export const PROGRAM = isSea() ? `./${basename(process.execPath)}` : isCheckout ? 'npx schoolgate' : 'schoolgate';

/** What starts the server. */
export const START = isCheckout ? 'npm start' : `${PROGRAM} serve`;
