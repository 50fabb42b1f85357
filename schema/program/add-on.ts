/** Loads the add-on of SQLite in the executable, which contains it. A system loads an add-on from a file only. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRawAsset, isSea } from 'node:sea';

const NAME = 'better_sqlite3.node';

/**
 * Returns the options with which better-sqlite3 uses the add-on of the executable. Elsewhere, it finds its own.
 * @param ownFolder a folder that the server writes to, for systems that load nothing from the temporary folder
 */
export function addOnOptions(ownFolder: string): { nativeBinding: string } | undefined {
  if (!isSea()) return undefined;
  let addOn: object;
  try {
    addOn = loadFrom(tmpdir());
  } catch {
    addOn = loadFrom(ownFolder);
  }
  // The type is asserted: the package takes the loaded add-on too, but its types do not say so.
  return { nativeBinding: addOn as unknown as string };
}

/** The file is in a new folder that nobody else can open, and is removed once it is loaded. */
function loadFrom(parent: string): object {
  const folder = mkdtempSync(join(parent, 'schoolgate-'));
  try {
    const file = join(folder, NAME);
    writeFileSync(file, new Uint8Array(getRawAsset(NAME)), { mode: 0o500 });
    const loaded = { exports: {} };
    process.dlopen(loaded, file);
    return loaded.exports;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
