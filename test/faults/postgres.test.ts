// slow, postgres
/** PostgreSQL as in operation, and what happens to two nodes under load while it fails in every way. */
import t from 'tap';
import { onPostgres } from '../support/database-edit.ts';
import { NO_POSTGRES, startPostgres } from '../support/postgres.ts';
import { killServers, serviceSettings } from '../support/server-process.ts';
import { temporaryFolder } from '../support/settings.ts';
import {
  asService,
  exhaust,
  type Fault,
  killBackend,
  killNode,
  killPostgres,
  lockTokens,
  shutDown,
  stopFor,
  terminateHalf,
  underFaults,
} from './postgres-faults.ts';
import { printed } from './report.ts';

t.setTimeout(240_000);
t.teardown(killServers);

/** Starting anew and restoring the log takes PostgreSQL a while. */
const RECOVERY_MS = 5000;
const FAULTS: Readonly<Record<string, Fault>> = {
  'a node killed': killNode,
  'a process of PostgreSQL killed': killBackend,
  'stopped in order': shutDown('fast'),
  'stopped at once': shutDown('immediate'),
  'PostgreSQL killed': killPostgres,
  'half of the connections ended': terminateHalf,
  'too few connections': exhaust,
  'tokens locked': lockTokens,
};

onPostgres('nodes and PostgreSQL end, and PostgreSQL says nothing for 20 seconds [F04, F41, F42, F43]', async (t) => {
  const postgres = await startPostgres(undefined, { isDurable: true });
  if (postgres === undefined) return t.comment(NO_POSTGRES);
  t.teardown(() => postgres.stop());
  const url = await asService(await postgres.createDatabase());
  const settings = await serviceSettings(temporaryFolder(t), { DATABASE_URL: url });
  const ends = Object.entries(FAULTS).map(([name, inflict]) => [name, { inflict, recoveryMs: RECOVERY_MS }]);
  const silence = { 'silent for 20 s': { inflict: stopFor(20), recoveryMs: 1000 } };
  const report = await underFaults(settings, postgres, { ...Object.fromEntries(ends), ...silence });
  // They end before their database does.
  await killServers();
  for (const { what, got, want } of report.checks) t.strictSame(got, want, what);
  t.comment(printed(report));
});
