/**
 * Classifies the errors of the engines: the database is temporarily unavailable or needs its operator, a transaction
 * can be repeated, or a unique value exists already. Any other error is a bug.
 */
import { StoreUnavailableError, UnstorableTextError } from '../../schema/refusals/store-error.ts';
import type { Step } from './engine.ts';
import { meaningOf, needsOperator } from './sqlstates.ts';

const SQLITE_UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM|PROTOCOL|CORRUPT|NOTADB)/;
/** Of the socket, of the name of the server, and of TLS. */
const NETWORK =
  /^(E(CONN(REFUSED|RESET|ABORTED)|PIPE|NOENT|TIMEDOUT|HOST(UNREACH|DOWN)|NET(UNREACH|DOWN)|ADDRNOTAVAIL|PROTO|AI_AGAIN|NOTFOUND|MFILE|NFILE)$|ERR_(SSL|TLS)_)|CERT|UNABLE_TO_/;

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
export const isPostgresConflict = (error: unknown): boolean => meaningOf(codeOf(driverError(error))) === 'conflict';

/** Returns whether the statement did not get a lock in time. */
export const isPostgresLockTimeout = (error: unknown): boolean => codeOf(driverError(error)) === '55P03';

/** Returns whether the server of the database may answer later: it is starting, or the network is. */
export function mayAnswerLater(error: unknown): boolean {
  const away = unavailableInPostgres(error);
  return away !== undefined && !needsOperator(codeOf(driverError(error)));
}

/** Returns whether the role lacks a right. */
export const isPostgresDenial = (error: unknown): boolean => codeOf(driverError(error)) === '42501';

/** Returns whether a text contained NUL, which PostgreSQL cannot store. A lookup with it finds nothing. */
export const isUnstorableText = (error: unknown): boolean => meaningOf(codeOf(driverError(error))) === 'unstorable';

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
  const isAway = /^(away|conflict)$/.test(meaningOf(codeOf(cause)) ?? '') || NETWORK.test(codeOf(cause));
  return isAway || POOL_MESSAGE.test(message) || isUnanswered(cause)
    ? new StoreUnavailableError(`PostgreSQL: ${codeOf(cause) || message}`, { cause, isUndecided })
    : undefined;
}

const UNIQUE = /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/;

export function isUniqueViolation(error: unknown): boolean {
  const code = codeOf(driverError(error));
  return UNIQUE.test(code) || meaningOf(code) === 'exists';
}
