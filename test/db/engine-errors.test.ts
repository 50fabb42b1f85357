/** What errors of PostgreSQL mean. Other tests cause them; here is each kind, and what is none. */
import pg from 'pg';
import t from 'tap';
import {
  isPostgresConflict,
  isPostgresLockTimeout,
  isUnanswered,
  NO_ANSWER,
  unavailableInPostgres,
} from '../../db/engine/engine-errors.ts';
import { StoreUnavailableError } from '../../schema/refusals/store-error.ts';

/** What a request gets that still works when its node stops. */
async function usingEndedPool(): Promise<Error> {
  const pool = new pg.Pool();
  await pool.end();
  return pool.query('select 1').then(
    () => new Error('it was answered'),
    (error: Error) => error,
  );
}

const withCode = (code: string): Error => Object.assign(new Error('of the driver'), { code });

t.test('errors of PostgreSQL are told apart by their codes', async (t) => {
  t.ok(isPostgresConflict(withCode('40001')), 'a conflict of two transactions is tried again');
  t.notOk(isPostgresConflict(withCode('23505')), 'a row that exists is no conflict');
  t.ok(isPostgresLockTimeout(withCode('55P03')));
  t.notOk(isPostgresLockTimeout(withCode('40001')));
  t.ok(isUnanswered(new Error(NO_ANSWER)));
  t.notOk(isUnanswered(withCode('57P01')));
});

t.test('an outage of PostgreSQL is one of the store, and says whether a change may have been made', async (t) => {
  for (const error of [withCode('57P01'), withCode('ECONNREFUSED'), new Error(NO_ANSWER), await usingEndedPool()]) {
    t.match(unavailableInPostgres(error), { isUndecided: false, cause: error }, error.message);
    t.match(unavailableInPostgres(error, true), { isUndecided: true });
  }
  t.equal(unavailableInPostgres(withCode('23505')), undefined, 'a row that exists is no outage');
  const known = new StoreUnavailableError('known', { isUndecided: true });
  t.equal(unavailableInPostgres(known), known);
});
