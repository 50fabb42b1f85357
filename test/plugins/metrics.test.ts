/** What is measured: the figures are right, cost no privacy, and are served to the operator only. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { COUNTERS, GAUGES, HISTOGRAMS, TOTALS } from '../../plugins/metrics/definitions.ts';
import { HARBOUR, RIVERSIDE } from '../support/admin.ts';
import { type TestAppOptions, testApp } from '../support/app.ts';
import { databaseFile, ENGINE } from '../support/database-edit.ts';
import { documentHost } from '../support/document-host.ts';
import { freePort } from '../support/live-server.ts';
import { committedTable } from '../support/marked-parts.ts';
import { DEMO, obtainTokens, postForm, refresh } from '../support/oauth-client.ts';
import { samplesOf } from '../support/prometheus.ts';
import { addEndpoint, receiver } from '../support/webhooks.ts';

const ROOT = join(import.meta.dirname, '../..');

async function measured(t: Test, options: TestAppOptions = {}) {
  const port = await freePort();
  const parts = await testApp(t, { ...options, env: { METRICS_PORT: String(port), ...options.env } });
  await parts.app.listenForMetrics();
  const scrape = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    const text = await answer.text();
    t.equal(answer.status, 200, text.slice(0, 300));
    return text;
  };
  return { ...parts, port, scrape };
}

t.test('the metrics count what happened, by few labels, and name nobody [E-48b]', async (t) => {
  const { app, port, scrape } = await measured(t);
  const tokens = await obtainTokens(app, DEMO.cli);
  await refresh(app, DEMO.cli, tokens.refresh_token);
  await postForm(app, '/api/oauth/token', { grant_type: 'password', client_id: DEMO.cli.id });
  await postForm(app, '/api/oauth/token', { grant_type: 'refresh_token', refresh_token: 'x', client_id: DEMO.cli.id });
  for (let n = 0; n < 30; n += 1) await app.inject(`/ana@riverside.example/${n}?token=secret`);
  await app.inject({ method: 'PROPFIND', url: '/' });
  const text = await scrape();
  const sample = samplesOf(text);

  const token = 'schoolgate_token_requests_total';
  t.equal(sample(token, { grant_type: 'authorization_code', outcome: 'issued' }), 1);
  t.equal(sample(token, { grant_type: 'refresh_token', outcome: 'issued' }), 1);
  t.equal(sample(token, { grant_type: 'other', outcome: 'grant_type_unsupported' }), 1);
  t.equal(sample(token, { grant_type: 'refresh_token', outcome: 'issued' }), 1);
  const requests = 'schoolgate_http_requests_total';
  t.equal(sample(requests, { method: 'POST', route: '/api/oauth/token', status: '200' }), 2);
  t.equal(sample(requests, { method: 'GET', route: 'none', status: '404' }), 30, 'unknown paths are one route');
  t.equal(sample('schoolgate_http_request_duration_seconds_count', { route: '/api/oauth/token' }), 4);
  t.ok(sample('schoolgate_commit_units_count', {}) > 3);
  t.ok(sample('schoolgate_database_bytes', {}) > 100_000);
  t.equal(sample('schoolgate_ready', { check: 'database' }), 1);
  t.ok(sample('schoolgate_disk_free_bytes', { folder: 'data' }) > 0);
  if (ENGINE === 'postgres') t.ok(sample('schoolgate_database_connections', { state: 'waiting' }) >= 0);
  else t.ok(sample('schoolgate_database_wal_bytes', {}) > 0);
  t.notMatch(text, /@|riverside|c_demo|secret|127\.0\.0\.1/, 'no person, client, school or address');

  t.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 404, 'there is nothing else on that port');
  t.equal((await app.inject('/metrics')).statusCode, 404, 'nor are metrics on the public one');
});

t.test('the metrics count the attempts to send webhooks, and what waits for one [E-48b]', async (t) => {
  const host = await documentHost(t);
  const file = databaseFile(t);
  const parts = await measured(t, { databaseUrl: file.url, network: host.network, housekeeping: false });
  const { app, clock } = parts;
  const { webhookEndpoints, webhooks } = app.school;
  const webhookCounts = async () => {
    const sample = samplesOf(await parts.scrape());
    const attempts = ['delivered', 'refused', 'unanswered'].map((outcome) =>
      sample('schoolgate_webhook_attempts_total', { outcome }),
    );
    return [
      ...attempts,
      sample('schoolgate_webhook_deliveries', {}),
      sample('schoolgate_webhook_oldest_due_seconds', {}),
    ];
  };
  const send = async (siteId: string, url: string): Promise<void> => {
    const { id } = await addEndpoint(app, siteId, url);
    const endpoint = await webhookEndpoints.find(siteId, id);
    if (endpoint === undefined) throw new Error('no endpoint');
    const event = { event: 'webhook_sent', at: clock.now, siteId, target: id } as const;
    await webhookEndpoints.send(endpoint, webhooks.message('webhook.test', siteId, {}), event);
  };
  t.strictSame(await webhookCounts(), [0, 0, 0, 0, 0]);
  await send(RIVERSIDE.id, receiver(host, 'https://good.example/in').url);
  await send(RIVERSIDE.id, receiver(host, 'https://bad.example/in', 500).url);
  host.resolveTo('away.example', ['10.0.0.8']);
  await send(HARBOUR.id, 'https://away.example/in');
  t.strictSame(await webhookCounts(), [0, 0, 0, 3, 0]);
  clock.advance(90_000);
  t.strictSame(await webhookCounts(), [0, 0, 0, 3, 90], 'nobody sends them');
  await webhooks.sendDue();
  t.strictSame(await webhookCounts(), [1, 1, 1, 2, 0], 'what failed waits, but is not due');
  await file.edit('update sites set active = active and id <> ?', HARBOUR.id);
  t.strictSame(await webhookCounts(), [1, 1, 1, 1, 0], 'without those of a closed school');
  const columns = 'id, site_id, at, name, data';
  const values = [`evt_1`, RIVERSIDE.id, clock.now - 5000, 'event.cancelled', '{}'];
  await file.run(`insert into webhook_events (${columns}) values (?, ?, ?, ?, ?)`, ...values);
  t.strictSame(await webhookCounts(), [1, 1, 1, 1, 5], 'what is not handed to the webhooks yet');
});

t.test('every metric is in the manual, and without a port there are none', async (t) => {
  const { app, scrape } = await measured(t, { seed: false });
  await app.inject('/healthz');
  const own = [COUNTERS, GAUGES, HISTOGRAMS, TOTALS].flatMap((kind) => Object.values(kind).map(({ name }) => name));
  const scraped = [...(await scrape()).matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
  t.strictSame(scraped.filter((name) => name.startsWith('schoolgate_')).toSorted(), own.toSorted());
  const documented = committedTable('docs/run/monitoring.md', 'metrics');
  t.strictSame(
    scraped.filter((name) => !documented.includes(`\`${name}\``)),
    [],
  );
  const dashboard = readFileSync(join(ROOT, 'scripts/monitoring/dashboard.json'), 'utf8');
  const shown = JSON.stringify(JSON.parse(dashboard)).match(/\b(?:schoolgate|nodejs|process)_[a-z0-9_]+/g) ?? [];
  const known = new Set(scraped.flatMap((name) => [name, `${name}_bucket`, `${name}_sum`, `${name}_count`]));
  t.strictSame(
    shown.filter((name) => !known.has(name)),
    [],
    'the dashboard shows metrics that exist',
  );
  for (const name of own)
    t.ok(
      shown.some((one) => one.startsWith(name)),
      `${name} is on the dashboard`,
    );
  const off = await testApp(t, { seed: false });
  t.equal(off.app.config.metrics, undefined);
  await off.app.listenForMetrics();
});
