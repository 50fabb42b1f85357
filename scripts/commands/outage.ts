/** Messages of commands about a store that is away, or goes away while they work. */
import { isDatabaseError, StoreUnavailableError } from '../../schema/refusals/store-error.ts';

/** Of PostgreSQL, which stops or starts. */
const STOPPED = /^(?:08|57P0)/;
/** Of a connection, which may be one with anything. */
const AWAY = /^(?:ECONN|EHOST|ENET|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND)/;
/** Of its driver, whose own errors have no code. */
const NO_CONNECTION =
  /^timeout expired$|timeout exceeded when trying to connect|^Connection terminated|connection error and is not queryable|^Query read timeout$/;

/** Of SQLite, on a disk that takes nothing more. */
const DISK: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'the disk of the database is full',
  SQLITE_READONLY: 'the database can only be read',
};

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message || codeOf(error) || error.name : String(error);

/** The error of the driver or the engine, which says more than that of the store. */
const engineError = (error: unknown): unknown =>
  error instanceof StoreUnavailableError && error.cause instanceof Error ? error.cause : error;

/** Why the database does not answer, in the words of the driver; nothing for any other error. */
export function whyAway(error: unknown): string | undefined {
  // The store of the files has such errors, too.
  if (error instanceof StoreUnavailableError && !error.message.startsWith('PostgreSQL')) return undefined;
  const cause = engineError(error);
  const isConnection = AWAY.test(codeOf(cause)) || Object(cause).syscall === 'connect';
  const isAway =
    STOPPED.test(codeOf(cause)) ||
    NO_CONNECTION.test(wordsOf(cause)) ||
    (isConnection && (error !== cause || isDatabaseError(cause)));
  return isAway ? wordsOf(cause) : undefined;
}

/** Returns whether PostgreSQL ended the connection under a statement, which it may have processed. */
export function wasCut(error: unknown): boolean {
  const cause = engineError(error);
  return /^(?:57P0[12]|ECONNRESET|EPIPE)$/.test(codeOf(cause)) || /^Connection terminated/.test(wordsOf(cause));
}

/** Returns the trouble of a store that cannot be used now. */
export function troubleOf(error: unknown): string | undefined {
  const reason = whyAway(error);
  if (reason !== undefined) return `the database does not answer (${reason})`;
  if (!(error instanceof StoreUnavailableError)) return undefined;
  const onDisk = DISK[codeOf(error.cause)];
  if (onDisk !== undefined) return `${onDisk}, so that nothing was written`;
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

/**
 * Returns one sentence for an error of a store that is away, and nothing for any other error.
 * @param cure the next step if the database is not where the settings say
 */
export function outageOf(error: unknown, cure = 'correct DATABASE_URL'): string | undefined {
  return whyAway(error) === undefined ? troubleOf(error) : `${troubleOf(error)}: start it, or ${cure}`;
}

/** Returns the sentence of an error for commands. */
export const sentenceOf = (error: unknown, cure?: string): string => outageOf(error, cure) ?? wordsOf(error);
