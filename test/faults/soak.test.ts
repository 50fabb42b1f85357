// slow
/** The soak in its short form; `npm run machine -- soak` runs the long one. */
import t from 'tap';
import { soak } from '../machines/soak/soak.ts';
import { ENGINE } from '../support/database-edit.ts';
import { startPostgres } from '../support/postgres.ts';
import { temporaryFolder } from '../support/settings.ts';
import { printed } from './report.ts';

t.setTimeout(300_000);

const HALF_A_MINUTE = 0.5;
const RATE = 100;

t.test('while each part of a loaded service restarts once, no request fails and no e-mail is lost [F23]', async (t) => {
  // Not the one of the other tests, because it restarts.
  const postgres = ENGINE === 'postgres' ? await startPostgres() : undefined;
  t.teardown(() => postgres?.stop());
  const report = await soak({ folder: temporaryFolder(t), minutes: HALF_A_MINUTE, rate: RATE, postgres });
  t.comment(printed(report));
  for (const { what, got, want } of report.checks) t.strictSame(got, want, what);
  t.ok(Number(report.figures.requests) > 500, `${report.figures.requests} requests`);
});
