/**
 * Finds the files that the program reads besides its code. The source tree and the bundle have them at the same paths
 * below their root; the executable contains them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getAsset, getAssetKeys, isSea } from 'node:sea';

const ROOT = join(import.meta.dirname, '../..');

/**
 * @param path relative to the root, with slashes
 * @throws {Error} if there is no such file
 */
export function readProgramFile(path: string): string {
  return isSea() ? getAsset(path, 'utf8') : readFileSync(join(ROOT, path), 'utf8');
}

/** The same, for a file that is not text. */
export function readProgramBytes(path: string): Buffer {
  return isSea() ? Buffer.from(getAsset(path)) : readFileSync(join(ROOT, path));
}

/** Returns the names of the files in a folder, in alphabetical order. */
export function programFilesIn(folder: string): string[] {
  const names = isSea()
    ? getAssetKeys()
        .filter((key) => key.startsWith(`${folder}/`))
        .map((key) => key.slice(folder.length + 1))
    : readdirSync(join(ROOT, folder));
  return names.sort();
}
