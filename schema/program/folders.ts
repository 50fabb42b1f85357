/** Makes folders that settings and options name, and says which of these to change if that is impossible. */
import { accessSync, constants, mkdirSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The reason in words, for what a person can correct. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no folder can be made there',
  EACCES: 'this user may not make a folder there',
  EPERM: 'this user may not make a folder there',
  EROFS: 'nothing can be written there',
  ENOSPC: 'the disk is full',
};

/**
 * Makes a folder for its owner alone, and those above it. Each is made by itself, because Node does not come to an end
 * below a folder of the system that takes no others, such as `/proc`.
 * @param cure the next step if it cannot be made
 * @throws {Error}
 */
export function makeFolder(folder: string, cure: string): void {
  const found = kindOf(folder);
  if (found === 'folder') return;
  if (found === 'file') throw new Error(`${folder} is a file, not a folder: ${cure}`);
  const above = dirname(folder);
  if (above !== folder) makeFolder(above, cure);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    // Another process has just made it.
    if (code === 'EEXIST' && kindOf(folder) === 'folder') return;
    throw new Error(`${folder}: ${REASONS[code] ?? String(error)} (${code}): ${cure}`);
  }
}

/** Says what keeps a folder from being made, or from being written to, without making it. */
export function folderFault(folder: string): string | undefined {
  const found = kindOf(folder);
  if (found === 'file') return `${folder} is a file, not a folder`;
  const above = dirname(folder);
  if (found === undefined && above !== folder) return folderFault(above);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return `this user may not write to ${folder} (${code})`;
  }
}

/** Less is none: SQLite writes beside a file even to read it. */
const LEAST_FREE_BYTES = 256 * 1024;

/** @returns what keeps every user from writing to a folder, and what to do about it */
export function diskFault(folder: string): string | undefined {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < LEAST_FREE_BYTES
      ? `the disk of ${folder} is full: make room there, and try again`
      : undefined;
  } catch (error) {
    return Object(error).code === 'EROFS'
      ? `${folder} is read-only: mount it so that it can be written to (a disk error may have made it so: dmesg), and try again`
      : undefined;
  }
}

function kindOf(path: string): 'folder' | 'file' | undefined {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file';
  } catch {
    return undefined;
  }
}
