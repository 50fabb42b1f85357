/**
 * Classifies the errors of the engines: the database is temporarily unavailable or needs its operator, a transaction
 * can be repeated, or a unique value exists already. Any other error is a bug.
 */
import { StoreUnavailableError, UnstorableTextError } from '../../schema/refusals/store-error.ts';
import type { Step } from './engine.ts';

const SQLITE_UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM|PROTOCOL|CORRUPT|NOTADB)/;
// Connection exceptions, repeated conflicts with other transactions, too many connections, shutdown, disk full, a
// statement, a lock or an idle transaction that exceeded its time limit, and errors of the socket.
const POSTGRES_UNAVAILABLE =
  /^(08|40|53|57P|57014|55P03|25P03|58)|^E(CONNREFUSED|CONNRESET|PIPE|NOENT|TIMEDOUT|HOSTUNREACH|NETUNREACH)/;
const POSTGRES_RETRY = /^40(001|P01)$/;

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Returns the driver's error, which contains the error code. Drizzle wraps it. */
export const driverError = (error: unknown): unknown =>
  codeOf(error) === '' && error instanceof Error && error.cause !== undefined ? error.cause : error;

export const isSqliteBusy = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(codeOf(driverError(error)));

export const unavailableInSqlite = (error: unknown): StoreUnavailableError | undefined =>
  SQLITE_UNAVAILABLE.test(codeOf(driverError(error)))
    ? new StoreUnavailableError(`SQLite: ${codeOf(driverError(error))}`, { cause: error })
    : undefined;

/** Returns whether the transaction conflicted with another one and can be repeated. */
export const isPostgresConflict = (error: unknown): boolean => POSTGRES_RETRY.test(codeOf(driverError(error)));

/** Returns whether the statement did not get a lock in time. */
export const isPostgresLockTimeout = (error: unknown): boolean => codeOf(driverError(error)) === '55P03';

/** Returns whether a text contained NUL, which PostgreSQL cannot store. A lookup with it finds nothing. */
export const isUnstorableText = (error: unknown): boolean => UNSTORABLE.test(codeOf(driverError(error)));
// The first code is for a text, and the second is for a list given as JSON.
const UNSTORABLE = /^(22021|22P05)$/;

/**
 * Checks the values of a transaction before either engine executes it, because they would differ afterwards.
 * @throws {UnstorableTextError} if one of them is a text with a NUL character
 */
export function requireStorable(steps: readonly Step[]): void {
  for (const { values } of steps) {
    for (const value of Object.values(values)) {
      if (typeof value === 'string' && value.includes('\0')) throw new UnstorableTextError('a text contains NUL');
    }
  }
}

/** Messages of the pool itself, also to a request that is still under way when its node stops. */
const POOL_MESSAGE =
  /^timeout expired$|timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|after calling end on the pool/i;
export const NO_ANSWER = 'Query read timeout';

/** Returns whether the server did not answer a query in time. The connection cannot be used any more. */
export const isUnanswered = (error: unknown): error is Error => error instanceof Error && error.message === NO_ANSWER;

/** @param isUndecided whether a transaction was sent that may have been committed all the same */
export function unavailableInPostgres(error: unknown, isUndecided = false): StoreUnavailableError | undefined {
  if (error instanceof StoreUnavailableError) return error;
  const cause = driverError(error);
  const message = cause instanceof Error ? cause.message : '';
  return POSTGRES_UNAVAILABLE.test(codeOf(cause)) || POOL_MESSAGE.test(message) || isUnanswered(cause)
    ? new StoreUnavailableError(`PostgreSQL: ${codeOf(cause) || message}`, { cause, isUndecided })
    : undefined;
}

const UNIQUE = /^(SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)|23505)$/;

export const isUniqueViolation = (error: unknown): boolean => UNIQUE.test(codeOf(driverError(error)));
