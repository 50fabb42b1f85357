/** `npm run faults [-- F01 F04 …]`: the fault tests in their long form, with their figures. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tap from 'tap';
import { NO_POSTGRES, startPostgres } from '../support/postgres.ts';
import { ROOT } from '../support/programs.ts';
import { killServers, ServerProcess, type Settings, serviceSettings } from '../support/server-process.ts';
import { smtpServer } from '../support/smtp-server.ts';
import { backUpUnderLoad } from './backup.ts';
import { connectClass } from './classroom.ts';
import { FaultClient } from './client.ts';
import { killDuringLoad, tearLog } from './crash.ts';
import { guessEveryone } from './guessing.ts';
import { replaceMasterKeyUnderLoad, rotateUnderLoad } from './keys.ts';
import { fillDisk, lockDatabase } from './outage.ts';
import { killWhileSending } from './outbox.ts';
import { redeemInParallel, refreshInParallel } from './parallel.ts';
import { holds, printed, type Report } from './report.ts';
import { stopUnderLoad } from './stop.ts';
import { tellApart } from './timing.ts';

// Helpers of the tests load tap, which would end this process after 30 seconds.
tap.setTimeout(0);

const folders: string[] = [];

const fresh = (overrides: Settings = {}): Promise<Settings> => {
  const folder = mkdtempSync(join(tmpdir(), 'schoolgate-faults-'));
  folders.push(folder);
  return serviceSettings(folder, overrides);
};

type Servers = readonly [string, ...string[]];

/** Several processes of one service. */
async function serving(
  count: number,
  settings: Settings,
  use: (client: FaultClient, origins: Servers) => Promise<Report>,
): Promise<Report> {
  const first = await ServerProcess.start(settings);
  const others: ServerProcess[] = [];
  while (others.length < count - 1) others.push(await ServerProcess.start(settings));
  const client = await FaultClient.signIn(settings, first.origin);
  const report = await use(client, [first.origin, ...others.map(({ origin }) => origin)]);
  for (const server of [first, ...others]) await server.stop();
  return report;
}

const redeem = (count: number, work: { codes: number; requests: number }) => async (settings: Settings) =>
  serving(count, settings, (client, origins) => redeemInParallel(client, origins, work));
const refresh = (count: number, work: { tokens: number; requests: number }) => async (settings: Settings) =>
  serving(count, settings, (client, origins) => refreshInParallel(client, origins, work));

/** One process, which believes what is said of the addresses that requests come from. */
async function alone(use: (settings: Settings, origin: string) => Promise<Report>): Promise<Report> {
  const settings = await fresh({ TRUST_PROXY: '127.0.0.1' });
  const server = await ServerProcess.start(settings);
  const report = await use(settings, server.origin);
  await server.stop();
  return report;
}

async function aClass(settings: Settings): Promise<Report> {
  const server = await ServerProcess.start(settings);
  const report = await connectClass(settings, server.origin, { people: 500, minutes: 2 });
  await server.stop();
  return report;
}

async function sendMuch(): Promise<Report> {
  const ends: (() => unknown)[] = [];
  const mail = await smtpServer({ teardown: (end) => ends.push(end) }, [], 20);
  try {
    return await killWhileSending(await fresh({ SMTP_URL: mail.url, MAIL_FROM: 'post@school.example' }), mail, 25);
  } finally {
    for (const end of ends) end();
  }
}

const F01 = redeem(1, { codes: 1000, requests: 20 });
const F03 = refresh(2, { tokens: 300, requests: 10 });

const ownKey = (): Settings => ({ MASTER_KEY: randomBytes(32).toString('base64') });

/** With 200 acknowledged writes a second and more. */
async function backUp(settings: Settings, empty: () => Promise<Settings>): Promise<Report> {
  const elsewhere = async (): Promise<Settings> => {
    const { DATA_DIR = '', DATABASE_URL = '' } = await empty();
    // The place of a file has the demo platform in it.
    if (DATABASE_URL.startsWith('file:')) rmSync(DATABASE_URL.slice('file:'.length));
    return { ...settings, DATA_DIR, DATABASE_URL };
  };
  const folder = mkdtempSync(join(tmpdir(), 'schoolgate-backups-'));
  folders.push(folder);
  return backUpUnderLoad(settings, { folder, elsewhere }, { backups: 10, pauseMs: 2 });
}

/** @returns what was found, or why nothing was tried */
type Script = () => Promise<Report | string>;

async function onPostgres(
  script: (settings: Settings, createDatabase: () => Promise<string>) => Promise<Report>,
): Promise<Report | string> {
  const postgres = await startPostgres();
  if (postgres === undefined) return NO_POSTGRES;
  try {
    return await script(await fresh({ DATABASE_URL: await postgres.createDatabase() }), postgres.createDatabase);
  } finally {
    await killServers();
    await postgres.stop();
  }
}

const SCRIPTS: Readonly<Record<string, Script>> = {
  'F01 parallel redemption': async () => F01(await fresh()),
  'F01 parallel redemption, 2 processes on PostgreSQL': () => onPostgres(redeem(2, { codes: 1000, requests: 20 })),
  'F02 parallel redemption, 3 processes on one file': async () =>
    redeem(3, { codes: 3000, requests: 3 })(await fresh()),
  'F03 parallel refresh, 2 processes on one file': async () => F03(await fresh()),
  'F03 parallel refresh, 2 processes on PostgreSQL': () => onPostgres(F03),
  // The program that `npm start` runs.
  'F04 kill -9 during load': async () =>
    killDuringLoad(await fresh({ REFRESH_GRACE_SECONDS: '0' }), {
      rounds: 25,
      readyMs: 2000,
      program: join(ROOT, 'scripts/launch.js'),
    }),
  'F05 torn log': async () => tearLog(await fresh(), 500),
  'F06 disk full': async () => (await fillDisk()) ?? 'a small disk needs root',
  'F07 database locked for 3 s': async () => lockDatabase(await fresh(), 3),
  'F07 database locked for 30 s': async () => lockDatabase(await fresh(), 30),
  'F15 one guess at each of 10,000 accounts': () =>
    alone((settings, origin) => guessEveryone(settings, origin, 10_000)),
  'F16 times of unknown accounts': () => alone((settings, origin) => tellApart(settings, origin, 200)),
  'F40 kill -9 while sending e-mails': sendMuch,
  'class of 500 behind one address': async () => aClass(await fresh({ RATE_LIMITS: 'on' })),
  'signing key replaced 20 times, 2 processes on one file': async () => rotateUnderLoad(await fresh(ownKey()), 20),
  'signing key replaced 20 times, 2 processes on PostgreSQL': () =>
    onPostgres((settings) => rotateUnderLoad({ ...settings, ...ownKey() }, 20)),
  'master key replaced, 2 processes on one file': async () => replaceMasterKeyUnderLoad(await fresh(ownKey())),
  'master key replaced, 2 processes on PostgreSQL': () =>
    onPostgres((settings) => replaceMasterKeyUnderLoad({ ...settings, ...ownKey() })),
  'F21 backups under load': async () => backUp(await fresh(ownKey()), fresh),
  'F21 backups under load, PostgreSQL': () =>
    onPostgres((settings, createDatabase) =>
      backUp({ ...settings, ...ownKey() }, async () => fresh({ DATABASE_URL: await createDatabase() })),
    ),
  'F24 stop under load': async () => stopUnderLoad(await fresh(), 10),
};

const wanted = process.argv.slice(2);
try {
  for (const [name, script] of Object.entries(SCRIPTS)) {
    if (wanted.length > 0 && !wanted.some((id) => name.startsWith(id))) continue;
    print(name, await script());
  }
} finally {
  await killServers();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

function print(name: string, outcome: Report | string): void {
  if (typeof outcome === 'string') {
    process.stdout.write(`skipped  ${name}: ${outcome}\n`);
    return;
  }
  const broken = outcome.checks.filter((check) => !holds(check));
  process.stdout.write(`${broken.length === 0 ? 'holds  ' : 'BROKEN '}  ${name}\n         ${printed(outcome)}\n`);
  for (const { what, got, want } of broken) {
    process.stdout.write(`         ${what}: ${JSON.stringify(got)}, expected ${JSON.stringify(want)}\n`);
    process.exitCode = 1;
  }
}
