/** Reads what is measured only when somebody asks for it. */
import type { FastifyInstance } from 'fastify';
import type { Counter, Gauge, Registry } from 'prom-client';
import { keysOf } from '../../schema/data/objects.ts';
import { VERSION } from '../../schema/program/manifest.ts';
import { freeBytes, keptFolders, READINESS_CHECKS } from '../running/readiness.ts';
import { withTimeout } from '../timeout.ts';
import { GAUGES, TOTALS } from './definitions.ts';

type Library = typeof import('prom-client');
type Name = keyof typeof GAUGES | keyof typeof TOTALS;
type Sample = [name: Name, value: number, labels?: Record<string, string>];
type Definition = { name: string; help: string; labelNames: readonly string[] };

const DEFINITIONS: Readonly<Record<Name, Definition>> = { ...GAUGES, ...TOTALS };
const SOURCE_MS = 1000;

/** @returns a function that reads all of them. Each source has a second; one that fails leaves its metrics empty. */
export function gauges(app: FastifyInstance, library: Library, register: Registry): () => Promise<void> {
  const options = (definition: Definition) => ({
    ...definition,
    labelNames: [...definition.labelNames],
    registers: [register],
  });
  const metrics = new Map<Name, Gauge<string> | Counter<string>>([
    ...keysOf(GAUGES).map((name) => [name, new library.Gauge(options(GAUGES[name]))] as const),
    ...keysOf(TOTALS).map((name) => [name, new library.Counter(options(TOTALS[name]))] as const),
  ]);
  const sources = sourcesOf(app);
  let underWay: Promise<void> | undefined;

  async function readAll(): Promise<void> {
    const results = await Promise.allSettled(sources.map((read) => withTimeout(SOURCE_MS, read())));
    for (const [name, metric] of metrics) {
      metric.reset();
      // Without labels, there would be a zero.
      if (DEFINITIONS[name].labelNames.length === 0) metric.remove();
    }
    const samples = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    for (const [name, value, labels = {}] of samples) metrics.get(name)?.inc(labels, value);
  }

  // Everybody who asks at the same time gets the same numbers, so that asking often costs little.
  return () => {
    underWay ??= readAll().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

function sourcesOf(app: FastifyInstance): (() => Promise<Sample[]>)[] {
  const { clock, outbox, outboxStore, retention } = app;
  const { keys, metadataDocuments } = app.oauth;
  const { mailer, passwords } = app.people;
  const { webhooks, webhookSending } = app.school;
  const folders = keptFolders(app.config);
  return [
    // First, so that the connections that the others use are not counted.
    async () => {
      const { bytes, walBytes, pool } = await app.databaseStats();
      return [
        ['databaseBytes', bytes],
        ...(walBytes === undefined ? [] : [['walBytes', walBytes] satisfies Sample]),
        ...(pool === undefined ? [] : keysOf(pool).map((state): Sample => ['connections', pool[state], { state }])),
      ];
    },
    async () => [
      ['build', 1, { version: VERSION }],
      ...keysOf(passwords.load).map((state): Sample => ['hashes', passwords.load[state], { state }]),
      ...keysOf(metadataDocuments.fetches).map(
        (outcome): Sample => ['documentFetches', metadataDocuments.fetches[outcome], { outcome }],
      ),
      ...keysOf(webhooks.attempts).map(
        (outcome): Sample => ['webhookAttempts', webhooks.attempts[outcome], { outcome }],
      ),
      ...keysOf(outbox.emails).map((outcome): Sample => ['emails', outbox.emails[outcome], { outcome }]),
      ['documentHosts', metadataDocuments.hostsUnavailable()],
    ],
    async () => {
      const now = clock();
      const { waiting, failed } = await outboxStore.counts();
      const since = mailer.isOn ? await outboxStore.waitingSince() : undefined;
      return [
        ['messages', waiting, { state: 'waiting' }],
        ['messages', failed, { state: 'failed' }],
        ['emailDelay', Math.max(0, now - (since ?? now)) / 1000],
      ];
    },
    async () => {
      const now = clock();
      const { waiting, dueSince = now } = await webhookSending.backlog(now);
      return [
        ['webhookDeliveries', waiting],
        ['webhookDelay', Math.max(0, now - dueSince) / 1000],
      ];
    },
    async () => {
      const failures = await app.readiness.failures();
      return READINESS_CHECKS.map((check): Sample => ['ready', failures.includes(check) ? 0 : 1, { check }]);
    },
    ...keysOf(folders).map((folder) => async (): Promise<Sample[]> => {
      const bytes = await freeBytes(folders[folder]);
      return bytes === undefined ? [] : [['freeBytes', bytes, { folder }]];
    }),
    async () =>
      [...(await retention.backlog(clock()))].map(([table, rows]): Sample => ['expiredRows', rows, { table }]),
    async () => {
      const created = (await keys.list()).map(({ createdAt }) => createdAt);
      return created.length === 0 ? [] : [['keyAge', (clock() - Math.max(...created)) / 1000]];
    },
    async () => {
      const newest = await app.newestBackupAt();
      return newest === undefined ? [] : [['backupAge', (clock() - newest) / 1000]];
    },
  ];
}
