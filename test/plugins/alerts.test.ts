/** The alerts of Prometheus: each fires in the state that it is about, which the test brings about, and not before. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import t, { type Test } from 'tap';
import { nameOf } from '../../plugins/running/backup-folder.ts';
import { temporaryFolder, testApp } from '../support/app.ts';
import { ENGINE } from '../support/database-edit.ts';
import { freePort } from '../support/live-server.ts';
import { DEMO, obtainTokens, refresh } from '../support/oauth-client.ts';
import { ALERTS, checkRules, misfires, noPromtool } from '../support/prometheus.ts';
import { smtpServer } from '../support/smtp-server.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;

t.test('Prometheus accepts the rules of the alerts', { skip: noPromtool }, async (t) => {
  t.match(checkRules(), /SUCCESS: 8 rules found/);
});

// Another connection that keeps the database to itself is a state of SQLite.
if (ENGINE === 'sqlite') t.test('each alert fires in its state, and not before', { skip: noPromtool }, eachAlert);

async function eachAlert(t: Test): Promise<void> {
  const folder = temporaryFolder(t);
  const file = join(folder, 'schoolgate.db');
  const storage = join(folder, 'storage');
  mkdirSync(storage);
  const backups = join(folder, 'backups');
  const mayMount = mountSmallDisk(storage);
  unmount(storage);
  t.teardown(() => unmount(storage));
  const port = await freePort();
  const mail = await smtpServer(t, Array(10).fill('550 no such user'));
  const { app, clock } = await testApp(t, {
    databaseUrl: `file:${file}`,
    housekeeping: false,
    env: {
      METRICS_PORT: String(port),
      BACKUP_DIR: backups,
      STORAGE_DIR: storage,
      SMTP_URL: mail.url,
      MAIL_FROM: 'school@example.com',
    },
  });
  mkdirSync(join(backups, nameOf(clock.now)), { recursive: true });
  await app.listenForMetrics();
  const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const beside = new Sqlite(file);
  t.teardown(() => beside.close());
  // The e-mails about sign-ins would fail too, at any time.
  beside.exec(
    "create trigger no_notices before insert on outbox when new.kind <> 'reset_password' begin select raise(ignore); end",
  );
  const tokens = await obtainTokens(app, DEMO.cli);

  const fail = async (): Promise<void> => {
    beside.exec('begin immediate');
    t.equal((await refresh(app, DEMO.cli, tokens.refresh_token)).statusCode, 503);
    beside.exec('rollback');
  };
  // A rate needs two values, so the first error of a status does not count.
  await fail();

  const states: Record<string, () => Promise<unknown>> = {
    SchoolgateSlowWrites: async () => {
      beside.exec('begin immediate');
      const answer = refresh(app, DEMO.cli, tokens.refresh_token);
      await sleep(150);
      beside.exec('rollback');
      t.equal((await answer).statusCode, 200);
    },
    SchoolgateErrors: fail,
    SchoolgateEmailsFailed: async () => {
      const message = { kind: 'reset_password', link: 'http://127.0.0.1/' } as const;
      await app.people.mailer.post({ order: 'letter', to: 'nobody@example.com', locale: 'en', message });
      await app.outbox.sendDue();
      t.match(await app.outboxStore.counts(), { failed: 1 });
    },
    SchoolgateWebhooksLate: async () => {
      const event = "'evt_1', 'site_demo', ?, 'event.cancelled', '{}'";
      const insert = `insert into webhook_events (id, site_id, at, name, data) values (${event})`;
      beside.prepare(insert).run(clock.now - 1000 * SECOND);
    },
    SchoolgateDiskFills: async () => mountSmallDisk(storage),
    SchoolgateNotReady: async () => {
      unmount(storage);
      rmSync(storage, { recursive: true });
      const answer = await app.inject('/readyz');
      t.equal(answer.statusCode, 503);
      t.strictSame(answer.json(), { status: 'not ready', failed: ['storage'] });
    },
    SchoolgateBackupOld: async () => {
      rmSync(backups, { recursive: true });
      mkdirSync(join(backups, nameOf(clock.now - 2 * DAY)), { recursive: true });
    },
    SchoolgateSigningKeyOld: async () => clock.advance(101 * DAY),
  };
  t.strictSame(Object.keys(states).toSorted(), [...ALERTS.keys()].toSorted());
  for (const [alert, bringAbout] of Object.entries(states)) {
    if (alert === 'SchoolgateDiskFills' && !mayMount) continue;
    const before = await scrape();
    await bringAbout();
    const after = await scrape();
    for (const name of ALERTS.get(alert) ?? []) t.match(after, new RegExp(`^${name}[{ ]`, 'm'), name);
    t.equal(misfires(folder, alert, before, after), '', alert);
  }
}

/** @returns whether there is a disk of 8 MB now, which takes root */
const mountSmallDisk = (folder: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder]).status === 0;

const unmount = (folder: string): unknown => spawnSync('umount', [folder]);
