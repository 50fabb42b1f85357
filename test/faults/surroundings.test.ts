// slow
/** Faults of the clock, the mail server and the clients in their short form; `npm run machine -- faults` runs the long ones. */
import t from 'tap';
import { killServers, serviceSettings } from '../support/server-process.ts';
import { temporaryFolder } from '../support/settings.ts';
import { smtpServer } from '../support/smtp-server.ts';
import { freePort } from '../support/surroundings.ts';
import { assertReport } from './assert-report.ts';
import { mailAway, NO_FAKETIME, stepClock } from './clock-steps.ts';
import { keepManyOpen } from './idle.ts';
import { lockDatabase } from './outage.ts';
import { restartInTurn } from './rolling.ts';

t.teardown(killServers);

/** How many times as long something may take here, where other tests run beside it. */
const BUSY = 10;

t.test(
  'a wall clock that is set ahead and back under a running server revives nothing [F08]',
  { skip: NO_FAKETIME },
  async (t) => {
    assertReport(t, await stepClock(await serviceSettings(temporaryFolder(t))));
  },
);

t.test(
  'e-mails of an hour without a mail server arrive once when it is back [F58]',
  { skip: NO_FAKETIME },
  async (t) => {
    const port = await freePort();
    const settings = await serviceSettings(temporaryFolder(t));
    const people = ['ana@riverside.example', 'ben@riverside.example'];
    assertReport(t, await mailAway(settings, people, port, () => smtpServer(t, [], 0, undefined, port)));
  },
);

t.test('hundreds of idle and slow connections are closed, and delay nobody [F09]', async (t) => {
  assertReport(
    t,
    await keepManyOpen(await serviceSettings(temporaryFolder(t)), { idle: 300, slow: 10, patience: BUSY }),
  );
});

t.test('two servers behind a round robin are restarted in turn without a failed request [F25]', async (t) => {
  assertReport(t, await restartInTurn(await serviceSettings(temporaryFolder(t)), 1));
});

t.test('while another process holds the write lock, a whole server reads on and refuses in time [F07]', async (t) => {
  assertReport(t, await lockDatabase(await serviceSettings(temporaryFolder(t)), 3, BUSY));
});
