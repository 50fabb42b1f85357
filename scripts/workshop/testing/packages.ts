/** Test folders with packages of their own, which `npm ci` in the root folder does not install. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/**
 * @param file path relative to the root
 * @returns the folder whose packages take precedence over those of the root, if any
 */
export function packageOf(file: string): string | undefined {
  const folder = dirname(file);
  if (folder === '.' || folder.startsWith('..')) return undefined;
  return existsSync(join(ROOT, folder, 'package.json')) ? folder : packageOf(folder);
}

/** @returns the reason why the tests of a file cannot run, if any */
export function missingPackages(file: string): string | undefined {
  const folder = packageOf(file);
  if (folder === undefined || existsSync(join(ROOT, folder, 'node_modules'))) return undefined;
  return `the packages of ${folder} are not installed (npm ci --prefix ${folder})`;
}
