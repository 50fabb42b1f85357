/**
 * Opens a file of SQLite to read it, also on a disk that takes nothing more: SQLite writes beside a file even to read it,
 * unless a server has it open. Then a copy elsewhere is read, which nobody can write to.
 */
import { copyFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { addOnOptions } from '../../schema/program/add-on.ts';
import { diskFault } from '../../schema/program/folders.ts';
import { newFolder } from './reading-copies.ts';

const copies = new Map<string, string>();

/** @throws {Error} if the file is not there, or cannot be read */
export function openReadable(path: string, { timeout = 0, readonly = true } = {}): Sqlite.Database {
  const open = (file: string, isReadonly: boolean): Sqlite.Database => {
    const connection = new Sqlite(file, {
      readonly: isReadonly,
      fileMustExist: true,
      timeout,
      ...addOnOptions(dirname(path)),
    });
    try {
      connection.prepare('select 1 from sqlite_schema limit 1').get();
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  };
  try {
    return open(path, readonly);
  } catch (error) {
    const fault = diskFault(dirname(path));
    if (fault === undefined) throw error;
    return open(copyOf(path, fault), true);
  }
}

function copyOf(path: string, fault: string): string {
  const known = copies.get(path);
  if (known !== undefined) return known;
  const copy = join(newFolder(), 'copy.db');
  try {
    for (const end of ['', '-wal']) if (existsSync(`${path}${end}`)) copyFileSync(`${path}${end}`, `${copy}${end}`);
  } catch (cause) {
    throw new Error(`${fault}. To read it until then, set TMPDIR to a folder with room for a copy`, { cause });
  }
  process.stderr.write(`${fault}. Until then it can only be read, from a copy in ${dirname(copy)}\n`);
  copies.set(path, copy);
  return copy;
}
