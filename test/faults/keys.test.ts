// slow
/** Keys that are replaced under load, in the short form; `npm run machine -- faults` runs the long ones. */
import { randomBytes } from 'node:crypto';
import t, { type Test } from 'tap';
import { temporaryFolder } from '../support/app.ts';
import { ENGINE } from '../support/database-edit.ts';
import { throwawayPostgres } from '../support/postgres.ts';
import { killServers, type Settings, serviceSettings } from '../support/server-process.ts';
import { assertReport } from './assert-report.ts';
import { replaceMasterKeyUnderLoad, rotateUnderLoad } from './keys.ts';

t.teardown(killServers);

/** A service with a master key of its own, on the engine of the run. */
async function ownKey(t: Test): Promise<Settings> {
  const own = ENGINE === 'postgres' ? { DATABASE_URL: await (await throwawayPostgres(t)).createDatabase() } : {};
  return serviceSettings(temporaryFolder(t), { MASTER_KEY: randomBytes(32).toString('base64'), ...own });
}

t.test('while signing keys are replaced under load on two nodes, every ID token is verified', async (t) => {
  assertReport(t, await rotateUnderLoad(await ownKey(t), 3));
});

t.test('the master key is replaced under load on two nodes, and nothing fails or is lost', async (t) => {
  assertReport(t, await replaceMasterKeyUnderLoad(await ownKey(t)));
});
