/** A query that the store keeps waiting: a real PostgreSQL in which another session holds a table. */
import pg from 'pg';
import t from 'tap';
import { testApp } from '../support/app.ts';
import { databaseFile } from '../support/database-edit.ts';
import { obtainTokens } from '../support/oauth-client.ts';
import { noPostgres } from '../support/postgres.ts';
import { testTimer } from '../support/timer.ts';
import { until } from '../support/until.ts';

t.test(
  'a query that the database keeps waiting for ten seconds is answered with QUERY_TOO_COMPLEX [A12]',
  { skip: noPostgres },
  async (t) => {
    const database = databaseFile(t, 'postgres');
    const time = testTimer();
    const { app } = await testApp(t, { databaseUrl: database.url, timer: time.timer });
    const { access_token: token } = await obtainTokens(app);
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('lock table orders in access exclusive mode');
    const held = async (): Promise<boolean> => {
      const waiting = `select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%orders%'`;
      return Number(await database.read(waiting)) > 0;
    };

    let answers = 0;
    const ask = async () => {
      const response = await app.inject({
        method: 'POST',
        url: '/account/graphql',
        headers: { authorization: `Bearer ${token}` },
        payload: { query: '{ viewer { orders { nodes { id } } } }' },
      });
      answers += 1;
      return response;
    };
    const asked = ask();
    await until(held);
    t.ok(await held(), 'the database keeps it waiting');
    time.advance(9999);
    t.equal(time.waiting, 1, 'it is waited for');
    t.equal(answers, 0);
    time.advance(1);
    const response = await asked;
    t.equal(response.statusCode, 200);
    t.match(response.json(), { errors: [{ extensions: { code: 'QUERY_TOO_COMPLEX' } }] });
    t.ok(await held(), 'and it was given up, not done');

    const again = ask();
    await holder.query('rollback');
    await holder.end();
    t.notOk((await again).json().errors, 'the same query is done when nothing keeps it waiting');
    t.equal(time.waiting, 0);
  },
);
