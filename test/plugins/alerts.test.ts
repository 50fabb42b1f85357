/** The alerts of Prometheus: each fires in the state that it is about, which the test brings about, and not before. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import t, { type Test } from 'tap';
import { nameOf } from '../../plugins/running/backup-folder.ts';
import type { MetadataUrl } from '../../schema/oauth/metadata-url.ts';
import { temporaryFolder, testApp } from '../support/app.ts';
import { ENGINE } from '../support/database-edit.ts';
import { documentHost } from '../support/document-host.ts';
import { freePort } from '../support/live-server.ts';
import { DEMO, obtainTokens, refresh } from '../support/oauth-client.ts';
import { ALERTS, checkRules, misfires, misfiresAt, noPromtool, samplesOf } from '../support/prometheus.ts';
import { smtpServer } from '../support/smtp-server.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;

t.test('Prometheus accepts the rules of the alerts', { skip: noPromtool }, async (t) => {
  t.match(checkRules(), /SUCCESS: 13 rules found/);
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
  const host = await documentHost(t);
  const mail = await smtpServer(t, Array(10).fill('550 no such user'));
  const { app, clock } = await testApp(t, {
    databaseUrl: `file:${file}`,
    housekeeping: false,
    network: host.network,
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
    SchoolgateSlowAnswers: async () => {
      beside.exec('begin immediate');
      await Promise.all(Array.from({ length: 200 }, () => app.inject('/readyz')));
      beside.exec('rollback');
    },
    SchoolgateEventLoopSlow: async () => {
      for (let times = 0; times < 5; times += 1) {
        for (const end = performance.now() + 400; performance.now() < end; );
        await sleep(20);
      }
    },
    SchoolgateMetadataDocuments: async () => {
      const { metadataDocuments } = app.oauth;
      for (const name of ['one', 'two', 'three', 'four']) {
        host.resolveTo(`${name}.example`, async () => Promise.reject(new Error('queryA ETIMEOUT')));
        const url = `https://${name}.example/client.json` as MetadataUrl;
        await t.rejects(metadataDocuments.get(url, { isKept: true }));
      }
    },
    SchoolgateEmailsLate: async () => {
      const columns = 'id, channel, kind, sealed, created_at, expires_at, attempts, due_at';
      const values = "'out_late', 'security', 'reset_password', x'00', ?, ?, 4, ?";
      const insert = `insert into outbox (${columns}) values (${values})`;
      beside.prepare(insert).run(clock.now - 1000 * SECOND, clock.now + DAY, clock.now + DAY / 2);
    },
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
    SchoolgateDatabaseReadOnly: async () => beside.exec('begin immediate'),
    SchoolgateNotReady: async () => {
      beside.exec('rollback');
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
    // A counter that was not there before is not known to have grown, and a loop that stood still is still late.
    await app.inject('/readyz');
    let before = await scrape();
    while (samplesOf(before)('nodejs_eventloop_lag_p99_seconds', {}) > 0.05) {
      await sleep(200);
      before = await scrape();
    }
    await bringAbout();
    const after = await scrape();
    for (const name of ALERTS.get(alert) ?? []) t.match(after, new RegExp(`^${name}[{ ]`, 'm'), name);
    t.equal(misfires(folder, alert, before, after), '', alert);
  }
}

const LOOKUPS = 'schoolgate_metadata_document_fetches_total';
const EMAILS = 'schoolgate_emails_total';
const REQUESTS = 'schoolgate_http_request_duration_seconds';
const HOSTS = 'schoolgate_metadata_document_hosts_unavailable';
/** What each alert must not be raised by, and what it must be. The values are one a minute. */
const NEAR_MISSES: readonly [
  title: string,
  alert: string,
  series: Record<string, string>,
  at: { silent?: string[]; firing?: string[] },
][] = [
  [
    'the mail server is dead',
    'SchoolgateEmailsLate',
    { schoolgate_outbox_oldest_due_seconds: '0+60x40' },
    { silent: ['15m'], firing: ['19m', '40m'] },
  ],
  [
    'one address waits, and others get their e-mails',
    'SchoolgateEmailsLate',
    { schoolgate_outbox_oldest_due_seconds: '0+60x60', [`${EMAILS}{outcome="sent"}`]: '0+1x60' },
    { silent: ['20m', '59m'] },
  ],
  [
    'e-mails are sent on time',
    'SchoolgateEmailsLate',
    { schoolgate_outbox_oldest_due_seconds: '5x30' },
    { silent: ['29m'] },
  ],
  [
    'the mail server is back',
    'SchoolgateEmailsLate',
    { schoolgate_outbox_oldest_due_seconds: '0+60x20 0x20' },
    { firing: ['20m'], silent: ['22m', '40m'] },
  ],
  [
    'links ended during an outage',
    'SchoolgateEmailsFailed',
    { [`${EMAILS}{outcome="expired"}`]: '0x9 4x80' },
    { silent: ['9m', '75m'], firing: ['11m', '60m'] },
  ],
  [
    'links were replaced by newer ones',
    'SchoolgateEmailsFailed',
    { [`${EMAILS}{outcome="superseded"}`]: '0+1x30' },
    { silent: ['29m'] },
  ],
  [
    'one app has a broken document',
    'SchoolgateMetadataDocuments',
    { [`${LOOKUPS}{outcome="unavailable"}`]: '0+2x40', [HOSTS]: '1x40' },
    { silent: ['39m'] },
  ],
  [
    'hosts are gone, but most answer',
    'SchoolgateMetadataDocuments',
    { [`${LOOKUPS}{outcome="unavailable"}`]: '0+2x40', [`${LOOKUPS}{outcome="usable"}`]: '0+9x40', [HOSTS]: '5x40' },
    { silent: ['39m'] },
  ],
  [
    'documents are wrong, but their hosts answer',
    'SchoolgateMetadataDocuments',
    { [`${LOOKUPS}{outcome="unusable"}`]: '0+9x40', [`${LOOKUPS}{outcome="unavailable"}`]: '0x40', [HOSTS]: '0x40' },
    { silent: ['39m'] },
  ],
  [
    'no name server answers',
    'SchoolgateMetadataDocuments',
    { [`${LOOKUPS}{outcome="unavailable"}`]: '0+2x40', [HOSTS]: '4x40' },
    { firing: ['39m'] },
  ],
  [
    'a few requests take long, and there are hardly any',
    'SchoolgateSlowAnswers',
    {
      [`${REQUESTS}_bucket{le="0.5"}`]: '0x30',
      [`${REQUESTS}_bucket{le="+Inf"}`]: '0+2x30',
      [`${REQUESTS}_count`]: '0+2x30',
    },
    { silent: ['29m'] },
  ],
  [
    'one in forty requests takes long',
    'SchoolgateSlowAnswers',
    {
      [`${REQUESTS}_bucket{le="0.5"}`]: '0+39x30',
      [`${REQUESTS}_bucket{le="+Inf"}`]: '0+40x30',
      [`${REQUESTS}_count`]: '0+40x30',
    },
    { silent: ['29m'] },
  ],
  [
    'one in ten requests takes long',
    'SchoolgateSlowAnswers',
    {
      [`${REQUESTS}_bucket{le="0.5"}`]: '0+36x30',
      [`${REQUESTS}_bucket{le="1"}`]: '0+40x30',
      [`${REQUESTS}_bucket{le="+Inf"}`]: '0+40x30',
      [`${REQUESTS}_count`]: '0+40x30',
    },
    { firing: ['29m'] },
  ],
  [
    'the loop stood still once',
    'SchoolgateEventLoopSlow',
    { nodejs_eventloop_lag_p99_seconds: '0.02x10 2 0.02x20' },
    { silent: ['11m', '12m', '20m'] },
  ],
  [
    'the loop is as late as its resolution',
    'SchoolgateEventLoopSlow',
    { nodejs_eventloop_lag_p99_seconds: '0.03x30' },
    { silent: ['29m'] },
  ],
  [
    'the database was locked once',
    'SchoolgateDatabaseReadOnly',
    { 'schoolgate_ready{check="database"}': '1x10 0 1x20' },
    { silent: ['11m', '13m'] },
  ],
  [
    'the database is a standby',
    'SchoolgateDatabaseReadOnly',
    { 'schoolgate_ready{check="database"}': '1x10 0x20' },
    { silent: ['10m'], firing: ['14m'] },
  ],
  [
    'the database is a standby, of which one alert is enough',
    'SchoolgateNotReady',
    { 'schoolgate_ready{check="database"}': '0x20', up: '1x20' },
    { silent: ['19m'] },
  ],
  [
    'webhooks are sent on time',
    'SchoolgateWebhooksLate',
    { schoolgate_webhook_oldest_due_seconds: '800x20' },
    { silent: ['19m'] },
  ],
  [
    'no node sends webhooks',
    'SchoolgateWebhooksLate',
    { schoolgate_webhook_oldest_due_seconds: '0+60x30' },
    { silent: ['15m'], firing: ['19m'] },
  ],
];

t.test('an alert is raised by what it is about, and by nothing that resembles it', { skip: noPromtool }, (t) => {
  const folder = temporaryFolder(t);
  for (const [title, alert, series, at] of NEAR_MISSES)
    t.equal(misfiresAt(folder, alert, new Map(Object.entries(series)), at), '', `${alert}: ${title}`);
  t.end();
});

/** @returns whether there is a disk of 8 MB now, which takes root */
const mountSmallDisk = (folder: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder]).status === 0;

const unmount = (folder: string): unknown => spawnSync('umount', [folder]);
