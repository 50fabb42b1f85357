/** The wall clock of a running server is set ahead and back, and the mail server is down for an hour of it (F08, F58). */
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeJwt } from 'jose';
import { PASSWORD } from '../support/app.ts';
import { readEmail } from '../support/emails.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { type Answer, ServerProcess, type Settings, send } from '../support/server-process.ts';
import type { SmtpServer } from '../support/smtp-server.ts';
import { errorOf, FaultClient, tokensOf } from './client.ts';
import { inspectFile } from './crash.ts';
import { notReady } from './probes.ts';
import { type Check, check, type Report } from './report.ts';

const LIBRARY = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu']
  .map((folder) => join(folder, 'faketime/libfaketimeMT.so.1'))
  .find(existsSync);

/** Why it cannot be done here; `false` if it can. */
export const NO_FAKETIME: string | false = LIBRARY === undefined && 'libfaketime is not installed';

const HOUR = 3600;
const DAY = 24 * HOUR;
const PATIENCE_MS = 60_000;

const fileOf = ({ DATABASE_URL: url = '' }: Settings): string => url.slice('file:'.length);

/** Settings of a server whose wall clock is set by a file; its other clocks run on. */
function withClock(settings: Settings): { settings: Settings; set(seconds: number): Promise<void> } {
  const file = join(settings.DATA_DIR ?? '.', 'clock');
  const write = (seconds: number): void => {
    writeFileSync(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`);
    renameSync(`${file}.new`, file);
  };
  write(0);
  return {
    settings: {
      ...settings,
      LD_PRELOAD: LIBRARY ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    async set(seconds) {
      write(seconds);
      await sleep(50);
    },
  };
}

const refused = (answer: Answer): boolean => answer.status === 400 && errorOf(answer) === 'invalid_grant';

/** What was redeemed, replaced or refused stays so whatever the clock says, and everything new works (F08). */
export async function stepClock(given: Settings): Promise<Report> {
  const clock = withClock(given);
  const server = await ServerProcess.start(clock.settings);
  const { origin } = server;
  const client = await FaultClient.signIn(given, origin);
  const checks: Check[] = [];

  const { code: used = '' } = await client.code(origin);
  const first = tokensOf(await client.redeem(origin, used));
  const second = tokensOf(await client.refresh(origin, first.refresh_token));
  const { code: unused = '' } = await client.code(origin);
  const [kept] = await client.tokens(origin, 1);

  for (const offset of [HOUR, -HOUR, 40 * DAY, 0, -400 * DAY, 0]) {
    await clock.set(offset);
    const at = `at ${offset / HOUR} h`;
    const { status } = await send(`${origin}/healthz`);
    checks.push(
      check(`${at}: alive`, status, 200),
      check(`${at}: ready`, await notReady(origin), []),
      check(`${at}: the replaced refresh token is active`, await client.isActive(origin, first.refresh_token), false),
    );
    const person = await FaultClient.signIn(given, origin);
    const { code = '' } = await person.code(origin);
    const pair = tokensOf(await person.redeem(origin, code));
    const { iat = 0 } = decodeJwt(pair.id_token ?? '');
    checks.push(
      check(`${at}: new tokens are of the moment`, Math.abs(iat - Date.now() / 1000 - offset) < 60, true),
      check(`${at}: a new refresh token`, (await person.refresh(origin, pair.refresh_token)).status, 200),
    );
    if (offset === HOUR) {
      checks.push(
        check(`${at}: the access token has expired`, await client.isActive(origin, second.access_token), false),
        check(`${at}: the code has expired`, refused(await client.redeem(origin, unused)), true),
      );
    }
    if (offset === -HOUR) {
      checks.push(
        check(`${at}: the code that was refused`, refused(await client.redeem(origin, unused)), true),
        check(`${at}: the refresh token lives on`, await client.isActive(origin, kept?.refresh_token ?? ''), true),
      );
    }
  }
  checks.push(check('the redeemed code', refused(await client.redeem(origin, used)), true));
  checks.push(check('and its family is over', await client.isActive(origin, second.refresh_token), false));
  const { code } = await server.stop();
  const errors = server
    .output()
    .split('\n')
    .filter((line) => /"level":(?:50|60)/.test(line));
  return {
    checks: [
      ...checks,
      check('errors in the log', errors, []),
      check('exit code', code, 0),
      // Tokens that have ended for long are deleted before the redeemed code.
      ...inspectFile(fileOf(given)).filter(({ what }) => what === 'integrity_check'),
    ],
    figures: { jumps: 6 },
  };
}

/**
 * The name of the mail server cannot be resolved for half an hour of the server's clock, and nobody listens there for
 * another half; then each e-mail arrives once (F58).
 * @param appear makes the mail server listen
 */
export async function mailAway(
  given: Settings,
  people: readonly string[],
  port: number,
  appear: () => Promise<SmtpServer>,
): Promise<Report> {
  const clock = withClock({ ...given, MAIL_FROM: 'post@school.example' });
  const unnamed = await ServerProcess.start({ ...clock.settings, SMTP_URL: 'smtp://mail.school.invalid' });
  const pages: number[] = [];
  const signIn = async (origin: string, email: string): Promise<void> => {
    const browser = new HttpBrowser(origin, given.BASE_URL);
    pages.push((await browser.submit(await browser.get('/sign-in'), '/sign-in', { email, password: PASSWORD })).status);
  };
  for (const email of people) await signIn(unnamed.origin, email);
  const wait = async (from: number, to: number): Promise<void> => {
    for (let minutes = from; minutes <= to; minutes += 10) {
      await clock.set(minutes * 60);
      // It looks every two seconds.
      await sleep(2200);
    }
  };
  await wait(0, 30);
  const { code } = await unnamed.stop();

  const server = await ServerProcess.start({ ...clock.settings, SMTP_URL: `smtp://127.0.0.1:${port}` });
  await wait(30, 60);
  const mail = await appear();
  // The longest time between two attempts.
  await clock.set(5 * HOUR);
  const received = (): string[] => mail.messages.map((raw) => readEmail(raw).to);
  for (const end = performance.now() + PATIENCE_MS; received().length < people.length && performance.now() < end; )
    await sleep(50);
  await sleep(3000);
  const stopped = await server.stop();
  return {
    checks: [
      check(
        'sign-ins while no e-mail can be sent',
        pages,
        people.map(() => 200),
      ),
      check('e-mails, each once', received().sort(), [...people].sort()),
      check('exit codes', [code, stopped.code], [0, 0]),
    ],
    figures: { 'e-mails': received().length },
  };
}
