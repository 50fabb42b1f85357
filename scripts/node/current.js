/**
 * Finds out whether the bundle is newer than all it was made of. This file is JavaScript, because `launch.js` needs it
 * at each start.
 */
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = [
  'schema',
  'db',
  'plugins',
  'routes',
  'scripts/commands',
  'scripts/workshop/build',
  'docs',
  'test/conformance/clients',
];
const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function newestIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => (entry.isDirectory() ? newestIn(join(folder, entry.name)) : timeOf(join(folder, entry.name))))
    .reduce((newest, time) => Math.max(newest, time), timeOf(folder));
}

/** By the contents of the lock file, because `npm prune` writes it without changing it. */
function hasSamePackages(root) {
  const [lock, digest] = [join(root, 'package-lock.json'), join(root, 'dist/package-lock.sha256')];
  return existsSync(digest) && existsSync(lock) && readFileSync(digest, 'utf8') === hash('sha256', readFileSync(lock));
}

/** @param root the folder of the sources, with the bundle in its `dist` */
export function isBundleCurrent(root) {
  const built = timeOf(join(root, 'dist/schoolgate.cjs'));
  return (
    built > 0 &&
    timeOf(join(root, 'package.json')) < built &&
    hasSamePackages(root) &&
    SOURCES.every((folder) => newestIn(join(root, folder)) < built)
  );
}
