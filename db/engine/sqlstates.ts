/** What the conditions of PostgreSQL mean here (PostgreSQL 18, Appendix A). */

/**
 * - `away`: the database cannot do it now, or needs its operator. The same request can succeed later.
 * - `conflict`: another transaction was in the way. It is tried again at once.
 * - `exists`: a unique value exists already.
 * - `unstorable`: a text that no row can hold.
 * - `fault`: the statement is wrong, which is a bug.
 */
type Meaning = 'away' | 'conflict' | 'exists' | 'unstorable' | 'fault';

/** By the class of the code, its first two characters. */
const CLASSES: Readonly<Record<string, Meaning>> = {
  '00': 'fault', // successful completion
  '01': 'fault', // warning
  '02': 'fault', // no data
  '03': 'fault', // SQL statement not yet complete
  '08': 'away', // connection exception
  '09': 'fault', // triggered action exception
  '0A': 'fault', // feature not supported
  '0B': 'fault', // invalid transaction initiation
  '0F': 'fault', // locator exception
  '0L': 'fault', // invalid grantor
  '0P': 'away', // invalid role specification
  '0Z': 'fault', // diagnostics exception
  '10': 'fault', // XQuery error
  '20': 'fault', // case not found
  '21': 'fault', // cardinality violation
  '22': 'fault', // data exception
  '23': 'fault', // integrity constraint violation
  '24': 'fault', // invalid cursor state
  '25': 'away', // invalid transaction state: read-only, idle or open for too long
  '26': 'away', // invalid SQL statement name: a pooler has changed the connection
  '27': 'fault', // triggered data change violation
  '28': 'away', // invalid authorization specification
  '2B': 'fault', // dependent privilege descriptors still exist
  '2D': 'fault', // invalid transaction termination
  '2F': 'fault', // SQL routine exception
  '34': 'away', // invalid cursor name: as class 26
  '38': 'fault', // external routine exception
  '39': 'fault', // external routine invocation exception
  '3B': 'fault', // savepoint exception
  '3D': 'away', // invalid catalog name: the database is gone
  '3F': 'away', // invalid schema name
  '40': 'away', // transaction rollback
  '42': 'fault', // syntax error or access rule violation
  '44': 'fault', // with check option violation
  '53': 'away', // insufficient resources
  '54': 'fault', // program limit exceeded
  '55': 'away', // object not in prerequisite state
  '57': 'away', // operator intervention
  '58': 'away', // system error
  '72': 'away', // snapshot failure
  F0: 'away', // configuration file error
  HV: 'fault', // foreign data wrapper error
  P0: 'fault', // PL/pgSQL error
  XX: 'away', // internal error, also of a pooler, and corrupted data
};

/** Conditions that mean something else than the rest of their class. */
const CODES: Readonly<Record<string, Meaning>> = {
  '0A000': 'away', // a prepared statement whose columns have changed, during an upgrade
  '22021': 'unstorable', // character not in repertoire
  '22P05': 'unstorable', // untranslatable character
  '23505': 'exists',
  '25001': 'fault', // active transaction
  '25P01': 'fault', // no active transaction
  '25P02': 'fault', // transaction failed already
  '40001': 'conflict',
  '40P01': 'conflict', // deadlock
  '42501': 'away', // insufficient privilege
  '42P05': 'away', // duplicate prepared statement: as class 26
};

/** Returns nothing for what is no such code, such as the code of a network error. */
export const meaningOf = (code: string): Meaning | undefined =>
  /^[0-9A-Z]{5}$/.test(code) ? (CODES[code] ?? CLASSES[code.slice(0, 2)]) : undefined;

/** Returns whether waiting is of no use: a role, a password, a right or the database itself is missing. */
export const needsOperator = (code: string): boolean => /^(0P|28|3D|3F|42501)/.test(code);

/** Returns whether the connection ended before the answer, so that a transaction may have been committed. */
export const isAnswerLost = (code: string): boolean => /^(08|57P)/.test(code);

/**
 * Returns whether a connection cannot be used after such an error: it ends, it leads to a server that cannot do what this
 * one needs, or a pooler has changed what was prepared in it.
 */
export const endsConnection = (code: string): boolean => isAnswerLost(code) || /^(0A000|25006|26|34|42P05)/.test(code);
