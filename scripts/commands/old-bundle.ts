/** Notices an upgrade without a build: a service that runs `dist/schoolgate.cjs` itself builds nothing. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isBundleCurrent } from '../node/current.js';

/** In the bundle, which has the paths of the sources, the folder that it was built into. */
const FOLDER = join(import.meta.dirname, '../..');

/** Returns whether this program is the bundle in `dist`, and the sources beside it are newer. */
export function isOldBundle(): boolean {
  if (basename(FOLDER) !== 'dist' || !existsSync(join(FOLDER, '../scripts/node/launch.js'))) return false;
  try {
    return !isBundleCurrent(join(FOLDER, '..'));
  } catch {
    // A service may not be allowed to read the sources, which is no reason to stop.
    return false;
  }
}
