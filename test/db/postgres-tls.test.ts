/** A PostgreSQL server without TLS, asked for a connection that has to be encrypted. */
import t from 'tap';
import { openDatabase } from '../../db/database.ts';
import { noPostgres, throwawayPostgres } from '../support/postgres.ts';

t.test('a server that has no TLS is named if the URL demands it', { skip: noPostgres }, async (t) => {
  const postgres = await throwawayPostgres(t);
  await t.rejects(openDatabase(`${await postgres.createDatabase()}&sslmode=require`), {
    message: /^PostgreSQL at \S+:\d+ has no TLS, but DATABASE_URL demands it \(sslmode\)$/,
  });
});
