import type Sqlite from 'better-sqlite3';

interface Unit {
  work(): void;
  committed(): void;
  failed(error: unknown): void;
}

/**
 * Group commit: all transactions that wait in one turn of the event loop share one commit and one fsync, and are
 * answered after it. The floor checks before it writes and never rolls back, so it needs no savepoints.
 */
export class GroupCommit {
  readonly #begin: Sqlite.Statement;
  readonly #commit: Sqlite.Statement;
  readonly #rollback: Sqlite.Statement;
  #waiting: Unit[] = [];

  constructor(database: Sqlite.Database) {
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
    this.#rollback = database.prepare('ROLLBACK');
  }

  run<Result>(work: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      let result: Result;
      this.#waiting.push({
        work: () => {
          result = work();
        },
        committed: () => resolve(result),
        failed: reject,
      });
      if (this.#waiting.length === 1) setImmediate(() => this.#flush());
    });
  }

  #flush(): void {
    const units = this.#waiting;
    this.#waiting = [];
    try {
      this.#begin.run();
      for (const unit of units) unit.work();
      this.#commit.run();
    } catch (error) {
      this.#rollback.run();
      for (const unit of units) unit.failed(error);
      return;
    }
    for (const unit of units) unit.committed();
  }
}
