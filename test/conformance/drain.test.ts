/** A server that is told to stop says first that it is not ready, so that a balancer sends nobody to a closed door. */
import t from 'tap';
import { freePort, startServer } from '../support/live-server.ts';
import { until } from '../support/until.ts';

t.test('with DRAIN_SECONDS a stopping server is not ready, and answers everything else until it closes', async (t) => {
  const port = await freePort();
  const server = await startServer(t, { DRAIN_SECONDS: '2', METRICS_PORT: String(port), LOG_LEVEL: 'error' });
  const get = (path: string) => fetch(server.origin + path);
  t.equal((await get('/readyz')).status, 200);
  const begin = performance.now();
  const stopping = server.stop();
  await until(async () => (await get('/readyz')).status === 503);
  const answer = await get('/readyz');
  t.strictSame(await answer.json(), { status: 'not ready', failed: ['serving'] });
  t.equal((await get('/healthz')).status, 200);
  t.equal((await get('/sign-in')).status, 200);
  t.match(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text(), /^schoolgate_ready\{check="serving"\} 0$/m);
  t.equal((await stopping).code, 0);
  t.ok(performance.now() - begin >= 1900, 'after two seconds');
  await t.rejects(get('/healthz'), 'it is closed');
});
