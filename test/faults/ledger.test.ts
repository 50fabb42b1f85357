// slow
/** The ledger finds nothing while all is well, and finds each kind of loss that is planted. */
import t, { type Test } from 'tap';
import { databaseFile, prepareDatabase } from '../support/database-edit.ts';
import { killServers, ServerProcess, serviceSettings } from '../support/server-process.ts';
import { temporaryFolder } from '../support/settings.ts';
import { until } from '../support/until.ts';
import { startLedgerLoad } from './ledger-load.ts';
import { type Check, holds, printed } from './report.ts';

t.setTimeout(180_000);
t.teardown(killServers);

const HISTORIES = 'codes and tokens whose histories cannot have happened';

/** What a faulty server might do, and the check that finds it. */
const LOSSES: readonly (readonly [sql: string, found: string])[] = [
  ["update grants set revoked_at = null where revoked_by = 'client'", HISTORIES],
  ['update grants set redeemed_at = null where redeemed_at is not null and revoked_at is null', HISTORIES],
  ["update tokens set revoked_at = 1 where kind = 'access' and revoked_at is null", HISTORIES],
  [
    "update sessions set ended_at = null where person_id = 'usr_demo_mila'",
    'sessions of before an acknowledged change of the password',
  ],
  ["update courses set title = 'Lost' where slug like 'ledger-a-%'", 'courses and titles lost'],
  [
    'update enrollments set last_position_seconds = last_position_seconds + 1 where last_lecture_id is not null',
    'enrollments with another latest position than was watched last',
  ],
  [
    "update watch_positions set position_seconds = 0 where enrollment_id in (select id from enrollments where person_id = 'usr_demo_chie')",
    'watch position lost',
  ],
  [
    "update audit_events set target = 'nothing' where event = 'resource_created'",
    'audit events that are missing or doubled',
  ],
];

/** Two nodes under load, with which nothing is wrong but what is planted before the ledger is compared. */
async function compared(t: Test, planted: typeof LOSSES): Promise<readonly Check[]> {
  const database = databaseFile(t);
  await prepareDatabase(database.url, 'demo');
  const settings = await serviceSettings(temporaryFolder(t), { DATABASE_URL: database.url });
  const nodes = [await ServerProcess.start(settings), await ServerProcess.start(settings)];
  const load = await startLedgerLoad(settings, () => nodes.map(({ origin }) => origin), 'ledger');
  const counts = async (sql: string) => Number(await database.read(`select count(*) from ${sql}`)) > 2;
  await until(() => counts("audit_events where event = 'password_changed' and person_id = 'usr_demo_mila'"));
  await until(() => counts("grants where revoked_by = 'client'"));
  await until(() => counts("courses where slug like 'ledger-a-%'"));
  await load.stop();
  for (const [sql] of planted) await database.edit(sql);
  const { checks, figures } = await load.compare();
  t.comment(printed({ checks, figures }));
  return checks;
}

t.test('the ledger finds nothing while nothing is lost [F41]', async (t) => {
  for (const { what, got, want } of await compared(t, [])) t.strictSame(got, want, what);
});

t.test('the ledger finds whatever is lost [F41]', async (t) => {
  const broken = (await compared(t, LOSSES)).filter((one) => !holds(one)).map(({ what }) => what);
  for (const [sql, found] of LOSSES) t.ok(broken.includes(found), `${sql}: ${found}`);
});
