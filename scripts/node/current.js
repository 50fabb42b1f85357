/**
 * Finds out whether the bundle was made of the present sources, by their names and contents: times change without them,
 * and stay with others. This file is JavaScript, because `launch.js` needs it at each start.
 */
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const SOURCES = [
  'package.json',
  'package-lock.json',
  'schema',
  'db',
  'plugins',
  'routes',
  'scripts/commands',
  'scripts/workshop/build',
  'docs',
  'test/conformance/clients',
];
/** In the bundle, the digest of what it was made of. */
export const SOURCES_DIGEST = 'sources.sha256';

/** @returns `undefined` if the folder of the sources lacks one of them */
export function digestOfSources(root) {
  const paths = SOURCES.map((path) => join(root, path));
  if (!paths.every((path) => existsSync(path))) return undefined;
  const files = paths.flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path) : [path]));
  const lines = files.map((file) => `${hash('sha256', readFileSync(file))} ${relative(root, file)}\n`);
  return hash('sha256', lines.sort().join(''));
}

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** @param root the folder of the sources, with the bundle in its `dist` */
export function isBundleCurrent(root) {
  const file = join(root, 'dist', SOURCES_DIGEST);
  return existsSync(file) && readFileSync(file, 'utf8') === digestOfSources(root);
}
