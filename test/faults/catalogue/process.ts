import { join } from 'node:path';
import { ROOT } from '../../support/programs.ts';
import { smtpServer } from '../../support/smtp-server.ts';
import { NO_STRACE } from '../../support/strace.ts';
import { freePort } from '../../support/surroundings.ts';
import { mailAway, NO_FAKETIME, stepClock } from '../clock-steps.ts';
import { damagePages } from '../damaged-page.ts';
import { failDisk, slowDisk } from '../disk.ts';
import { tidyUnderLoad } from '../housekeeping.ts';
import { keepManyOpen } from '../idle.ts';
import { enlarged, readyAfterKill } from '../kill-ready.ts';
import { keepReading } from '../reader.ts';
import type { Report } from '../report.ts';
import { restartInTurn } from '../rolling.ts';
import type { Scripts } from '../script.ts';
import { freshFolder, freshSettings } from '../services.ts';
import { signInAtOnce } from '../sign-in-flood.ts';
import { smallHeap, useUpFiles } from '../starved.ts';
import { stopWhileSending, stopWithSilence } from '../stop-waiting.ts';
import { takeFileAway } from '../taken-away.ts';

/** The program that `npm start` runs. */
const PROGRAM = join(ROOT, 'scripts/node/launch.js');
const PEOPLE = ['ana', 'ben', 'chie', 'ruth'].map((name) => `${name}@riverside.example`);
const TABLES = ['people', 'clients', 'signing_keys', 'sessions', 'tokens', 'grants', 'courses', 'audit_events'];

/** Gives a script what makes mail servers, which are gone afterwards. */
async function withMail(script: (make: typeof smtpServer) => Promise<Report>): Promise<Report> {
  const ends: (() => unknown)[] = [];
  try {
    return await script((_, ...more) => smtpServer({ teardown: (end) => ends.push(end) }, ...more));
  } finally {
    for (const end of ends) end();
  }
}
const here = { teardown: () => undefined };

const stopMidway = (): Promise<Report> =>
  withMail(async (make) => {
    const mail = await make(here, [], 1500);
    const settings = await freshSettings({ SMTP_URL: mail.url, MAIL_FROM: 'post@school.example' });
    return stopWhileSending(settings, mail, PEOPLE);
  });

const withoutMail = (): Promise<Report> =>
  withMail(async (make) => {
    const port = await freePort();
    return mailAway(await freshSettings(), PEOPLE, port, () => make(here, [], 0, undefined, port));
  });

/** A demo of its own, with hashes of passwords that cost as much as in real life. */
const costly = () =>
  freshSettings({ TRUST_PROXY: '127.0.0.1', DATABASE_URL: `file:${join(freshFolder(), 'schoolgate.db')}` });

export const PROCESS_FAULTS: Scripts = {
  'F04 ready after kill -9, demo': async () =>
    readyAfterKill(await freshSettings(), { rounds: 10, readyMs: 2000, program: PROGRAM }),
  'F04 ready after kill -9, 100 times the demo': async () =>
    readyAfterKill(await enlarged(await freshSettings(), 100), { rounds: 10, readyMs: 5000, program: PROGRAM }),
  'F08 wall clock set ahead and back': async () => NO_FAKETIME || stepClock(await freshSettings()),
  'F09 1,000 idle connections and 200 slow ones': async () =>
    keepManyOpen(await freshSettings(), { idle: 1000, slow: 50 }),
  'F25 two servers restarted in turn': async () => restartInTurn(await freshSettings(), 5),
  'F28 damaged pages': async () => damagePages(await freshSettings(), TABLES),
  'F31 200 sign-ins at once': async () => signInAtOnce(await costly(), { people: 200 }),
  'F32 housekeeping of a million rows': {
    run: async () => tidyUnderLoad(await freshSettings(), { living: 20_000, dead: 333_334, minutes: 30 }),
    onlyNamed: true,
  },
  'F51 database file moved, replaced, deleted': async () => takeFileAway(await freshSettings()),
  'F52 stop with silent connections': async () => stopWithSilence(await freshSettings()),
  'F53 stop while sending e-mails': stopMidway,
  'F54 disk fails': async () => NO_STRACE || failDisk(await freshSettings(), { ms: 5000 }),
  'F55 disk takes 200 ms to sync': async () =>
    NO_STRACE || slowDisk(await freshSettings(), { delayMs: 200, ms: 20_000 }),
  'F56 no file left to open': async () => useUpFiles(await freshSettings()),
  'F57 heap of 64 MB': async () => smallHeap(await freshSettings(), { megabytes: 64, ms: 30_000 }),
  'F58 mail server down for an hour': async () => NO_FAKETIME || withoutMail(),
  'F60 a reader that stays': async () => keepReading(await freshSettings(), { megabytes: 100 }),
};
