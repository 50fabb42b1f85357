/**
 * Runs a command of the program from the bundle in `dist`, which is built first if it is missing or older than the
 * sources. This file is JavaScript, because Node would spend a tenth of the start on stripping its types.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isBundleCurrent } from './current.js';

const ROOT = join(import.meta.dirname, '../..');
const BUNDLE = join(ROOT, 'dist/schoolgate.cjs');

/** @returns whether there is a bundle to run */
function build() {
  if (!existsSync(join(ROOT, 'node_modules/esbuild'))) {
    process.stderr.write(
      'Running from the sources, which starts slowly: dist is missing or older, and esbuild, which builds it, is not installed. Run npm ci --include=dev && npm run build. A service that runs dist/schoolgate.cjs runs the older program until then.\n',
    );
    return false;
  }
  process.stderr.write('Building dist, because it is missing or older than the sources.\n');
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/workshop/build.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status === 0) return true;
  process.stderr.write('Running from the sources, because dist could not be built.\n');
  return false;
}

// An upgrade is checked as the service runs it.
const mayBuild = process.argv[2] !== 'upgrade-check';
if (isBundleCurrent(ROOT) || (mayBuild && build())) createRequire(import.meta.url)(BUNDLE);
else await import('../commands/schoolgate.ts');
