// slow
/** Limits of volume hold for all workers of a server together. */
import { get } from 'node:http';
import t from 'tap';
import { REQUESTS_PER_MINUTE } from '../../schema/limits.ts';
import { startServer, TEST_SETTINGS } from '../support/live-server.ts';

const MOST = REQUESTS_PER_MINUTE.failures;

t.test('four workers judge no more made-up tokens than one', async (t) => {
  const { origin } = await startServer(t, { ...TEST_SETTINGS, WORKERS: '4', RATE_LIMITS: 'on' });
  const headers = { authorization: `Bearer at_${'A'.repeat(10)}_${'B'.repeat(43)}` };
  /** Each on a connection of its own, which the system gives to any of the workers. */
  const statusOf = () =>
    new Promise<number>((resolve, reject) => {
      get(`${origin}/api/v1/school`, { headers, agent: false }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      }).once('error', reject);
    });
  const statuses: number[] = [];
  const send = async (count: number): Promise<void> => {
    for (let sent = 0; sent < count; sent += 1) {
      statuses.push(await statusOf());
    }
  };
  const from = Date.now();
  await Promise.all(Array.from({ length: 16 }, () => send(Math.ceil((MOST * 4) / 16))));
  // Each minute that the requests take begins another window of each worker.
  const windows = Math.ceil((Date.now() - from) / 60_000) + 1;
  const judged = statuses.filter((status) => status === 401).length;
  t.ok(judged > 0);
  t.ok(statuses.includes(429), 'some are not judged');
  t.ok(judged <= MOST * windows, `${judged} of ${statuses.length} in ${windows} windows`);
});
