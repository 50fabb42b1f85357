// slow
/** Faults of the process, its file and its surroundings in their short form; `npm run machine -- faults` runs the long ones. */
import t from 'tap';
import { killServers, serviceSettings } from '../support/server-process.ts';
import { temporaryFolder } from '../support/settings.ts';
import { NO_SMALL_DISK } from '../support/small-disk.ts';
import { smtpServer } from '../support/smtp-server.ts';
import { NO_STRACE } from '../support/strace.ts';
import { assertReport } from './assert-report.ts';
import { damagePages } from './damaged-page.ts';
import { failDisk, slowDisk } from './disk.ts';
import { fillDisk } from './outage.ts';
import { keepReading } from './reader.ts';
import { smallHeap, useUpFiles } from './starved.ts';
import { stopWhileSending, stopWithSilence } from './stop-waiting.ts';
import { takeFileAway } from './taken-away.ts';

t.teardown(killServers);

/** How many times as long something may take here, where other tests run beside it. */
const BUSY = 10;

t.test(
  'a database file that is moved, replaced or deleted under the server ends all acknowledgements [F51]',
  async (t) => {
    assertReport(t, await takeFileAway(await serviceSettings(temporaryFolder(t))));
  },
);

t.test(
  'connections without a request, or with a part of one, do not keep the server from stopping [F52]',
  async (t) => {
    assertReport(t, await stopWithSilence(await serviceSettings(temporaryFolder(t))));
  },
);

t.test('e-mails that wait when the server is told to stop are sent once after the next start [F53]', async (t) => {
  const mail = await smtpServer(t, [], 1500);
  const settings = await serviceSettings(temporaryFolder(t), { SMTP_URL: mail.url, MAIL_FROM: 'post@school.example' });
  const people = ['ana', 'ben', 'chie', 'ruth'].map((name) => `${name}@riverside.example`);
  assertReport(t, await stopWhileSending(settings, mail, people));
});

t.test(
  'a disk that fails acknowledges nothing, and the server writes again by itself [F54]',
  { skip: NO_STRACE },
  async (t) => {
    assertReport(t, await failDisk(await serviceSettings(temporaryFolder(t)), { ms: 500, patience: BUSY }));
  },
);

t.test('a disk that takes long delays everybody, and loses nothing [F55]', { skip: NO_STRACE }, async (t) => {
  assertReport(
    t,
    await slowDisk(await serviceSettings(temporaryFolder(t)), { delayMs: 150, ms: 2500, patience: BUSY }),
  );
});

t.test(
  'a server that may open no more files serves those who are connected, and others afterwards [F56]',
  async (t) => {
    assertReport(t, await useUpFiles(await serviceSettings(temporaryFolder(t))));
  },
);

t.test('a server with a heap of 64 MB loses nothing acknowledged [F57]', async (t) => {
  assertReport(t, await smallHeap(await serviceSettings(temporaryFolder(t)), { megabytes: 64, ms: 3000 }));
});

t.test('a transaction that reads for long makes the log grow, and delays nobody [F60]', async (t) => {
  assertReport(t, await keepReading(await serviceSettings(temporaryFolder(t)), { megabytes: 8 }));
});

t.test('a damaged page is an outage of what needs it, and one line at the start [F28]', async (t) => {
  assertReport(t, await damagePages(await serviceSettings(temporaryFolder(t)), ['people', 'signing_keys']));
});

t.test(
  'a full disk stops the writes of a whole server, with one alert in the log [F06]',
  { skip: NO_SMALL_DISK },
  async (t) => {
    const report = await fillDisk(BUSY);
    if (report !== undefined) assertReport(t, report);
  },
);
