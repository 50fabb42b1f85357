// postgres
/** How PostgreSQL reads the audit log of a school: along one index, and from there each event by its key. */
import { auditLogStore } from '../../db/audit/audit-log.ts';
import { openDatabase } from '../../db/database.ts';
import { withPostgres } from '../../db/engine/postgres-migration.ts';
import type { AuditFilter } from '../../schema/audit/audit-event.ts';
import { databaseFile, onPostgres, prepareDatabase } from '../support/database-edit.ts';
import { withStatements } from '../support/statements.ts';

const SITE = 'site_a';
const EVENTS = 40_000;
/** One a minute. */
const FILL = `insert into audit_events (id, at, event, site_id, person_id, client_id)
  select 1000000 + n, n * 60000::bigint, case when n % 200 = 0 then 'tool_failed' else 'sign_in' end, '${SITE}', 'usr_' || n % 5000,
    case n % 3 when 0 then 'c_rare_' || n % 1000 when 1 then 'c_often' end
  from generate_series(1, ${EVENTS}) as n`;
const from = (EVENTS / 10) * 60_000;
const to = (EVENTS / 5) * 60_000;

const FILTERS: Readonly<Record<string, AuditFilter>> = {
  nothing: {},
  'two dates': { from, to },
  'an event': { event: 'tool_failed' },
  'an event and two dates': { event: 'tool_failed', from, to },
  'an app and two dates': { clientId: 'c_often', from, to },
  'an event and an app': { event: 'tool_failed', clientId: 'c_often' },
  'an event, an app and two dates': { event: 'tool_failed', clientId: 'c_often', from, to },
  'a person, an event and two dates': { personId: 'usr_7', event: 'sign_in', from, to },
  'a person, an app and two dates': { personId: 'usr_7', clientId: 'c_often', from, to },
  'calls of tools and two dates': { ofTools: true, from, to },
  'sign-ins, an app and two dates': { ofSignIn: true, clientId: 'c_rare_3', from, to },
};

onPostgres('no filter of the audit log reads more than its index and the events that it leads to [E-49]', async (t) => {
  const { url, run } = databaseFile(t);
  await prepareDatabase(url, 'empty');
  const db = await openDatabase(url);
  t.teardown(() => db.close());
  await run(FILL);
  await run('vacuum analyze');
  const log = auditLogStore(db);
  await withPostgres(url, async (client) => {
    await client.query('set plan_cache_mode = force_generic_plan');
    for (const [name, filter] of Object.entries(FILTERS)) {
      const [, statements] = await withStatements(() => log.page(SITE, filter, 25));
      const pages = [...new Set(statements)].filter((sql) => sql.includes('"stretch"'));
      t.not(pages.length, 0, name);
      for (const [n, sql] of pages.entries()) {
        const values = new Set(sql.match(/\$\d+/g)).size;
        await client.query(`prepare page_${n} as ${sql}`);
        const { rows } = await client.query(
          `explain execute page_${n}${values === 0 ? '' : `(${Array.from({ length: values }, () => 'null')})`}`,
        );
        await client.query(`deallocate page_${n}`);
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        t.notMatch(plan, /Seq Scan on audit_events/, name);
        t.notMatch(plan, /(?:Hash|Merge) Join/, name);
      }
    }
  });
});
