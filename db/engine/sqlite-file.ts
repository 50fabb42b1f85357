/**
 * Notices that the database file was deleted, or that another one took its place, while it is open. SQLite does not: it
 * writes on into the old file, which no start finds again.
 */
import { renameSync, statSync } from 'node:fs';
import { StoreUnavailableError } from '../../schema/refusals/store-error.ts';

/** Identifies the file that a path names. @returns `undefined` for nothing */
const identityOf = (path: string): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
};

export class SqliteFile {
  readonly #path: string;
  readonly #log: string;
  readonly #opened: string | undefined;
  readonly #openedLog: string | undefined;
  #missing: StoreUnavailableError | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** @param path of a database that is open, or `:memory:` */
  constructor(path: string) {
    this.#path = path;
    this.#log = `${path}-wal`;
    if (path === ':memory:') return;
    this.#opened = identityOf(path);
    this.#openedLog = identityOf(this.#log);
  }

  /**
   * @param lately how long ago it may have looked, in milliseconds; if the file was missing then, it looks now
   * @throws {StoreUnavailableError} if the file is not in its place
   */
  requireInPlace(lately = 0): void {
    if (this.#missing !== undefined || performance.now() >= this.#lookedAt + lately) this.#look();
    if (this.#missing !== undefined) throw this.#missing;
  }

  /** The log of a file that was replaced would damage the one in its place, if a start found them together. */
  moveLogAway(): void {
    this.#look();
    const isOurs = this.#openedLog !== undefined && identityOf(this.#log) === this.#openedLog;
    if (this.#missing !== undefined && isOurs) renameSync(this.#log, `${this.#path}.replaced-wal`);
  }

  #look(): void {
    this.#lookedAt = performance.now();
    if (this.#opened === undefined) return;
    const isThere = this.#isSame(this.#path, this.#opened) && this.#isSame(this.#log, this.#openedLog);
    // The same error each time, so that it is made once.
    this.#missing = isThere ? undefined : (this.#missing ?? new StoreUnavailableError(explained(this.#path)));
  }

  #isSame(path: string, opened: string | undefined): boolean {
    try {
      return opened === undefined || identityOf(path) === opened;
    } catch {
      // A path that cannot be looked at says nothing of the file.
      return true;
    }
  }
}

const explained = (path: string): string =>
  `the database ${path} or its -wal was deleted or replaced while the server had it open. ` +
  'Nothing is read or written any more: stop the server, put the right database in its place, and start it again';
