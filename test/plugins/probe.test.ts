import { randomBytes } from 'node:crypto';
import t from 'tap';
import { makeProbe, PROBE_HEADER } from '../../plugins/http/probe.ts';
import { makeKeyRing } from '../../plugins/keys/key-ring.ts';
import { testApp } from '../support/app.ts';

const HOUR = 3_600_000;

t.test('only who has the master key learns what the server sees of a request', async (t) => {
  const { app } = await testApp(t);
  const { masterKey } = app.config;
  const seenWith = async (probe: string): Promise<unknown> => {
    const headers = { [PROBE_HEADER]: probe, 'x-forwarded-for': '203.0.113.9' };
    const { statusCode, body } = await app.inject({ url: '/healthz', headers });
    t.equal(statusCode, 200, 'the server is healthy for anybody');
    return Object(JSON.parse(body)).seen;
  };
  const now = app.clock();
  const probe = makeProbe(makeKeyRing(masterKey, undefined), now);
  t.match(await seenWith(probe), { ip: '127.0.0.1', forwardedFor: '203.0.113.9', isTrusted: false, now });

  const [time = '', mac = ''] = probe.split('.');
  const others = {
    'another master key': makeProbe(makeKeyRing(randomBytes(32), undefined), now),
    'another time': `${Number(time) + 1}.${mac}`,
    'an older one': makeProbe(makeKeyRing(masterKey, undefined), now - 25 * HOUR),
    'one of the future': makeProbe(makeKeyRing(masterKey, undefined), now + 25 * HOUR),
    'no signature': time,
    'a shorter signature': `${time}.${mac.slice(0, -1)}`,
    nothing: '',
  };
  for (const [name, other] of Object.entries(others)) t.equal(await seenWith(other), undefined, name);
});
