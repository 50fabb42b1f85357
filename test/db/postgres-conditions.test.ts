/** What PostgreSQL says when it cannot work, at the start and later, and what becomes of requests meanwhile. */
import t from 'tap';
import { openDatabase } from '../../db/database.ts';
import { unavailableInPostgres } from '../../db/engine/engine-errors.ts';
import { readMigrations } from '../../db/engine/migrations.ts';
import { meaningOf } from '../../db/engine/sqlstates.ts';
import { testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { databaseName, noPostgres, query, throwawayPostgres } from '../support/postgres.ts';
import { PASSWORD } from '../support/settings.ts';

/** The classes of Appendix A of the manual of PostgreSQL 18. */
const CLASSES =
  '00 01 02 03 08 09 0A 0B 0F 0L 0P 0Z 10 20 21 22 23 24 25 26 27 28 2B 2D 2F 34 38 39 3B 3D 3F 40 42 44 53 54 55 57 58 72 F0 HV P0 XX'.split(
    ' ',
  );

const AWAY =
  '08000 08003 08006 08P01 25006 25P03 25P04 26000 28000 28P01 3D000 3F000 40001 40P01 42501 53100 53200 53300 53400 55006 55P03 57014 57P01 57P02 57P03 57P04 57P05 58000 58030 58P01 72000 F0000 XX000 XX001 XX002 ECONNREFUSED ECONNRESET EPIPE ENOTFOUND EAI_AGAIN EHOSTUNREACH ETIMEDOUT ERR_SSL_WRONG_VERSION_NUMBER SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE'.split(
    ' ',
  );
const FAULTS = '0A001 21000 22001 22012 22P02 23502 23503 23505 25001 25P02 42601 42703 42P01 54001 P0001'.split(' ');

t.test('every class of conditions has a meaning, and each outage is one', async (t) => {
  for (const name of CLASSES) t.not(meaningOf(`${name}999`), undefined, name);
  const withCode = (code: string): Error => Object.assign(new Error('of the driver'), { code });
  for (const code of AWAY) t.match(unavailableInPostgres(withCode(code)), { cause: { code } }, code);
  for (const code of FAULTS) t.equal(unavailableInPostgres(withCode(code)), undefined, code);
});

t.test('a database that cannot be used is refused at the start, with what to do', { skip: noPostgres }, async (t) => {
  const postgres = await throwawayPostgres(t);
  const admin = await postgres.createDatabase();
  const named = (name: string, role = 'test'): string =>
    admin.replace(databaseName(admin), name).replace('//test@', `//${role}@`);
  await query(admin, 'create role visitor login').catch(() => undefined);
  await query(admin, "create database latin encoding 'LATIN1' locale 'C' template template0");
  await query(admin, "create database anything encoding 'SQL_ASCII' locale 'C' template template0");
  for (const name of ['read_only', 'bare', 'others', 'outdated']) await query(admin, `create database ${name}`);
  await query(admin, 'alter database read_only set default_transaction_read_only = on');
  await query(named('bare'), 'drop schema public');
  await (await openDatabase(named('outdated'))).close();
  // Anyone who may create tables can carry out a migration that begins with a new one, so it is one that changes tables.
  const changing = readMigrations('postgres').findLast(({ statements }) =>
    /^\s*(?:alter|create index)/i.test(`${statements[0]}`),
  );
  await query(named('outdated'), `delete from drizzle.__drizzle_migrations where created_at >= ${changing?.when}`);
  await query(named('outdated'), 'grant all on all tables in schema drizzle to visitor');
  await query(named('outdated'), 'grant all on schema drizzle, public to visitor');
  const ROWS: readonly [url: string, message: RegExp][] = [
    [named('latin'), /^the database latin has the encoding LATIN1, .*createdb --encoding=UTF8 --template=template0/],
    [named('anything'), /^the database anything has the encoding SQL_ASCII/],
    [named('read_only'), /^the database read_only is read-only: DATABASE_URL has to lead to the primary server$/],
    [named('bare'), /^the database bare has no schema for tables: create schema public authorization test$/],
    [
      named('others', 'visitor'),
      /^visitor may not create tables in the database others: grant create on schema public to visitor$/,
    ],
    [named('outdated', 'visitor'), /^visitor may not migrate the database \(.*\): connect as the owner of the tables/],
  ];
  for (const [url, message] of ROWS) await t.rejects(openDatabase(url), { message }, databaseName(url));
});

t.test(
  'while only a read-only server is reached, requests wait and the node is not ready',
  { skip: noPostgres },
  async (t) => {
    const postgres = await throwawayPostgres(t);
    const url = await postgres.createDatabase();
    const { app, logs } = await testApp(t, { databaseUrl: url, oneNode: 'it loses its database' });
    const ready = async (): Promise<[number, unknown]> => {
      const { statusCode, json } = await app.inject({ url: '/readyz' });
      return [statusCode, json().failed];
    };
    const signIn = async (): Promise<number> => {
      const browser = new Browser(app);
      const form = await browser.get('/sign-in');
      return (await browser.submit(form, '/sign-in', { email: 'ana@riverside.example', password: PASSWORD })).status;
    };
    /** As if a balancer led to a standby: connections are made to it, and stay after the primary is back. */
    const switchTo = async (readOnly: 'on' | 'off', ends: boolean): Promise<void> => {
      await query(
        url,
        `set transaction_read_only = off; alter database ${databaseName(url)} set default_transaction_read_only = ${readOnly}`,
      );
      if (ends) {
        await query(
          url,
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
      }
    };
    t.strictSame(await ready(), [200, undefined]);
    t.equal(await signIn(), 200);
    await switchTo('on', true);
    await signIn();
    t.equal(await signIn(), 503, 'a sign-in is refused for now');
    const [status, failed] = await ready();
    t.equal(status, 503);
    t.strictSame(failed, ['database']);
    const errors = logs.filter((line) => line.includes('"level":50'));
    t.ok(errors.length > 0 && errors.every((line) => line.includes('PostgreSQL: 25006')), 'the log names the cause');
    await switchTo('off', false);
    for (let attempt = 0; attempt < 20 && (await signIn()) !== 200; attempt += 1);
    t.equal(await signIn(), 200, 'connections to the standby are given up');
  },
);
