/** Loads the add-on of SQLite in the executable, which contains it. A system loads an add-on from a file only. */
import { existsSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { getRawAsset, isSea } from 'node:sea';

const NAME = 'better_sqlite3.node';
const WRITABLE_BY_OTHERS = 0o022;
const STICKY = 0o1000;
/** What the executable has loaded, and its file, which has no name any more. */
let addOn: object | undefined;
let opened: number | undefined;

/** No folder takes the add-on, which says nothing of the database. */
export class AddOnError extends Error {}

/**
 * Returns the file of the add-on that this process has loaded, for threads. Another file with the same content would be
 * another copy of SQLite.
 * @returns `undefined` in an executable of a system that opens no file without a name
 */
export function addOnFile(): string | undefined {
  if (isSea()) return opened === undefined ? undefined : `/proc/self/fd/${opened}`;
  const modules = createRequire(import.meta.filename).cache;
  return Object.keys(modules).find((file) => file.endsWith('.node') && 'Database' in Object(modules[file]?.exports));
}

/**
 * Returns the options with which better-sqlite3 uses the add-on of the executable. Elsewhere, it finds its own.
 * @param ownFolder a folder that the server writes to, for systems that load nothing from the temporary folder
 */
export function addOnOptions(ownFolder: string): { nativeBinding: string } | undefined {
  if (!isSea()) return undefined;
  addOn ??= loadFromFirst([tmpdir(), existing(ownFolder)]);
  // The type is asserted: the package takes the loaded add-on too, but its types do not say so.
  return { nativeBinding: addOn as unknown as string };
}

/** At the first start, there is no data folder yet. */
const existing = (folder: string): string =>
  existsSync(folder) || folder === dirname(folder) ? folder : existing(dirname(folder));

/** Where others can replace the new folder, they decide what this process runs. */
function requireOwn(folder: string): void {
  const { mode } = statSync(folder);
  if ((mode & WRITABLE_BY_OTHERS) !== 0 && (mode & STICKY) === 0) throw new Error(`others may write to ${folder}`);
}

/** @throws {AddOnError} */
function loadFromFirst(folders: readonly string[]): object {
  const faults: string[] = [];
  for (const folder of folders) {
    try {
      return loadFrom(folder);
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new AddOnError(
    `the executable cannot unpack and load its part of SQLite in ${folders.join(' or ')} (${faults.join('; ')}): set TMPDIR to a folder that this user may write to, and that is not mounted noexec`,
  );
}

/** The file is in a new folder that nobody else can open, and is removed once it is loaded. */
function loadFrom(parent: string): object {
  requireOwn(parent);
  const folder = mkdtempSync(join(parent, 'schoolgate-'));
  try {
    const file = join(folder, NAME);
    writeFileSync(file, new Uint8Array(getRawAsset(NAME)), { mode: 0o500 });
    const loaded = { exports: {} };
    process.dlopen(loaded, file);
    if (process.platform === 'linux') opened = openSync(file, 'r');
    return loaded.exports;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
