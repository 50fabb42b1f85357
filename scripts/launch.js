/**
 * Runs a command of the program from the bundle in `dist`, which is built first if it is missing or older than the
 * sources. This file is JavaScript, because Node would spend a tenth of the start on stripping its types.
 */
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const BUNDLE = join(ROOT, 'dist/schoolgate.cjs');
const SOURCES = ['schema', 'db', 'plugins', 'routes', 'scripts', 'docs', 'test/conformance/clients'];
/** Folders of `scripts` with programs of their own. */
const NOT_BUNDLED = new Set(['node_modules', 'bench', 'mutation', 'testing']);

const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function newestIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !NOT_BUNDLED.has(name))
    .map((entry) => (entry.isDirectory() ? newestIn(join(folder, entry.name)) : timeOf(join(folder, entry.name))))
    .reduce((newest, time) => Math.max(newest, time), timeOf(folder));
}

/** By the contents of the lock file, because `npm prune` writes it without changing it. */
function hasSamePackages() {
  const [lock, digest] = [join(ROOT, 'package-lock.json'), join(ROOT, 'dist/package-lock.sha256')];
  return existsSync(digest) && existsSync(lock) && readFileSync(digest, 'utf8') === hash('sha256', readFileSync(lock));
}

function isCurrent() {
  const built = timeOf(BUNDLE);
  return (
    built > 0 &&
    timeOf(join(ROOT, 'package.json')) < built &&
    hasSamePackages() &&
    SOURCES.every((folder) => newestIn(join(ROOT, folder)) < built)
  );
}

/** @returns whether there is a bundle to run */
function build() {
  if (!existsSync(join(ROOT, 'node_modules/esbuild'))) {
    process.stderr.write(
      'Running from the sources, which starts slowly: dist is missing or older, and esbuild, which builds it, is not installed. Run npm ci --include=dev && npm run build. A service that runs dist/schoolgate.cjs runs the older program until then.\n',
    );
    return false;
  }
  process.stderr.write('Building dist, because it is missing or older than the sources.\n');
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/build.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status === 0) return true;
  process.stderr.write('Running from the sources, because dist could not be built.\n');
  return false;
}

if (isCurrent() || build()) createRequire(import.meta.url)(BUNDLE);
else await import('./schoolgate.ts');
