/** A query that the store keeps waiting: a real PostgreSQL in which another session holds a table. */
import pg from 'pg';
import t from 'tap';
import { testApp } from '../support/app.ts';
import { obtainTokens } from '../support/oauth-client.ts';
import { NO_POSTGRES, throwawayPostgres } from '../support/postgres.ts';

t.test('A12: an answer that takes longer than ten seconds is given up in words', async (t) => {
  const postgres = await throwawayPostgres(t);
  if (postgres === undefined) return t.pass('on PostgreSQL', { skip: NO_POSTGRES });
  const databaseUrl = await postgres.createDatabase();
  const { app } = await testApp(t, { databaseUrl });
  const { access_token: token } = await obtainTokens(app);
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table orders in access exclusive mode');
  const begin = performance.now();
  const response = await app.inject({
    method: 'POST',
    url: '/account/graphql',
    headers: { authorization: `Bearer ${token}` },
    payload: { query: '{ viewer { orders { nodes { id } } } }' },
  });
  const seconds = (performance.now() - begin) / 1000;
  await holder.query('rollback');
  await holder.end();
  t.comment(`${response.statusCode} after ${seconds.toFixed(1)} s`);
  t.match(response.json(), { errors: [{ extensions: { code: 'QUERY_TOO_COMPLEX' } }] });
});
