/** Folders of tests that have packages of their own, which `npm ci` in the root does not install. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/**
 * @param file relative to the root
 * @returns the folder whose packages it finds before those of the root
 */
export function packageOf(file: string): string | undefined {
  const folder = dirname(file);
  if (folder === '.' || folder.startsWith('..')) return undefined;
  return existsSync(join(ROOT, folder, 'package.json')) ? folder : packageOf(folder);
}

/** @returns why the tests of a file cannot run */
export function missingPackages(file: string): string | undefined {
  const folder = packageOf(file);
  if (folder === undefined || existsSync(join(ROOT, folder, 'node_modules'))) return undefined;
  return `the packages of ${folder} are not installed (npm ci --prefix ${folder})`;
}
