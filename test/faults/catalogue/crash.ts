import { join } from 'node:path';
import { ROOT } from '../../support/programs.ts';
import { smtpServer } from '../../support/smtp-server.ts';
import { killDuringLoad, tearLog } from '../crash.ts';
import { killWhileSending } from '../outbox.ts';
import type { Report } from '../report.ts';
import type { Scripts } from '../script.ts';
import { freshSettings } from '../services.ts';
import { stopUnderLoad } from '../stop.ts';

async function sendMuch(): Promise<Report> {
  const ends: (() => unknown)[] = [];
  const mail = await smtpServer({ teardown: (end) => ends.push(end) }, [], 20);
  try {
    const own = { SMTP_URL: mail.url, MAIL_FROM: 'post@school.example' };
    return await killWhileSending(await freshSettings(own), mail, 25);
  } finally {
    for (const end of ends) end();
  }
}

export const CRASH_FAULTS: Scripts = {
  'F04 kill -9 during load': {
    // The program that `npm start` runs.
    run: async () =>
      killDuringLoad(await freshSettings({ REFRESH_GRACE_SECONDS: '0', REFRESH_REPEAT_DAYS: '0' }), {
        rounds: 25,
        readyMs: 2000,
        program: join(ROOT, 'scripts/node/launch.js'),
      }),
    compared: { 'start ms, fastest': 1000 },
  },
  'F05 torn log': async () => tearLog(await freshSettings(), 500),
  'F24 stop under load': {
    run: async () => stopUnderLoad(await freshSettings(), 10),
    compared: { 'slowest stop ms': 2000 },
  },
  'F40 kill -9 while sending e-mails': sendMuch,
};
