/** What receivers of webhooks answer, however odd, and what becomes of the message. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { internet } from '../../plugins/http/guarded-request.ts';
import { adminApp, CALLERS, call, RIVERSIDE } from '../support/admin.ts';
import { type Answer, documentHost, served } from '../support/document-host.ts';
import { addEndpoint, isVerified, receiver } from '../support/webhooks.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const MEMBER = CALLERS.member.id;

const raw =
  (text: string): Answer =>
  ({ socket }) =>
    socket.end(text);

/** The status that counts, and the least time until the next attempt, if there is one. */
const ROWS: readonly [title: string, answer: Answer, status: number | null, waits?: number][] = [
  ['200 with a body', served('fine', {}), 200],
  ['204', served('', {}, 204), 204],
  ['299', served('', {}, 299), 299],
  ['200 with 9,000 bytes of headers', served('', { 'x-proxy': 'x'.repeat(9000) }), 200],
  ['200 with 15,000 bytes of headers', served('', { 'x-proxy': 'x'.repeat(15_000) }), 200],
  [
    '200 with 40 cookies',
    served('', { 'set-cookie': Array.from({ length: 40 }, (_, n) => `c${n}=${'x'.repeat(400)}`) }),
    200,
  ],
  ['200 with a megabyte of body', served('x'.repeat(1_000_000), {}), 200],
  ['200 with text that is no UTF-8', served(Buffer.from([0xff, 0xfe, 0x00]), {}), 200],
  ['200 with a coding that its body does not have', served('plain', { 'content-encoding': 'gzip' }), 200],
  ['200 and a body shorter than its length', raw('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nshort'), 200],
  ['200 and a broken chunk', raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'), 200],
  ['200 without a length', raw('HTTP/1.1 200 OK\r\n\r\nfine'), 200],
  ['200 of HTTP/1.0', raw('HTTP/1.0 200 OK\r\n\r\nfine'), 200],
  ['200 without a reason', raw('HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n'), 200],
  [
    '103 before 200',
    raw('HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
    200,
  ],
  ['a redirect, which is not followed', served('', { location: 'https://elsewhere.example/' }, 307), 307, 2 * SECOND],
  ['400', served('no', {}, 400), 400, 2 * SECOND],
  ['429', served('', {}, 429), 429, 2 * SECOND],
  ['429 with seconds to wait', served('', { 'retry-after': '3600' }, 429), 429, HOUR],
  ['503 with seconds to wait', served('', { 'retry-after': ' 120 ' }, 503), 503, 120 * SECOND],
  ['503 with a date to wait for', served('', { 'retry-after': 'DATE' }, 503), 503, 2 * HOUR],
  ['503 with a date in the past', served('', { 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT' }, 503), 503, 2 * SECOND],
  ['503 with nonsense to wait for', served('', { 'retry-after': '-1e9 soon' }, 503), 503, 2 * SECOND],
  ['503 with a century to wait', served('', { 'retry-after': '999999999' }, 503), 503, 23 * HOUR],
  ['no answer', raw(''), null, 2 * SECOND],
  ['no HTTP', raw('SSH-2.0-OpenSSH\r\n'), null, 2 * SECOND],
];

t.test(
  'the status alone says whether a message arrived, and a receiver is left alone as long as it asks [RFC 9110 §10.2.3]',
  async (t) => {
    const host = await documentHost(t);
    const made = await adminApp(t, { network: host.network, housekeeping: false });
    const { app, clock } = made;
    const token = await made.tokenOf('owner');
    for (const [title, answer, status, waits] of ROWS) {
      const url = `https://${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.example/hook`;
      const date = new Date(clock.now + 2 * HOUR + SECOND).toUTCString();
      host.answer(url, (request, response) => {
        const { writeHead } = response;
        response.writeHead = ((code: number, headers: Record<string, string>) =>
          writeHead.call(
            response,
            code,
            headers['retry-after'] === 'DATE' ? { 'retry-after': date } : headers,
          )) as typeof writeHead;
        answer(request, response);
      });
      const { id } = await addEndpoint(app, RIVERSIDE.id, url, ['member.role_changed']);
      const role = ROWS.findIndex((row) => row[0] === title) % 2 === 0 ? 'staff' : 'instructor';
      await call(app, token, 'POST', `/members/${MEMBER}/role`, { role });
      await app.school.webhooks.sendDue();
      const log = await app.school.webhookEndpoints.log(id, 9);
      const first = log.find(({ triedAt }) => triedAt !== null);
      t.equal(first?.status, status, `${title}: status`);
      t.equal(first?.deliveredAt !== null, waits === undefined, `${title}: delivered`);
      const wait = (first?.dueAt ?? 0) - clock.now;
      if (waits === undefined) t.equal(first?.dueAt, null, `${title}: not sent again`);
      else t.ok(wait >= waits && wait <= 24 * HOUR, `${title}: ${wait} ms until the next attempt`);
      await app.school.webhooks.sendDue();
      const endpoint = await app.school.webhookEndpoints.find(RIVERSIDE.id, id);
      if (endpoint !== undefined) {
        await app.school.webhookEndpoints.delete(endpoint, {
          event: 'webhook_deleted',
          at: clock.now,
          siteId: RIVERSIDE.id,
          target: id,
        });
      }
    }
  },
);

t.test('messages arrive in the order in which their causes happened', async (t) => {
  const host = await documentHost(t);
  const made = await adminApp(t, { network: host.network, housekeeping: false });
  const { app, clock } = made;
  const hook = receiver(host, 'https://order.example/hook');
  await addEndpoint(app, RIVERSIDE.id, hook.url, ['member.role_changed']);
  const token = await made.tokenOf('owner');
  const roles = Array.from({ length: 12 }, (_, n) => ['staff', 'instructor', 'member'][n % 3] ?? '');
  for (const role of roles) {
    clock.advance(1);
    await call(app, token, 'POST', `/members/${MEMBER}/role`, { role });
    // The database notes the time of a cause, to the millisecond.
    await sleep(2);
  }
  await app.school.webhooks.sendDue();
  t.strictSame(
    hook.received.map(({ body }) => JSON.parse(body).data.role),
    roles,
  );
});

t.test('each secret signs for a day after its rotation, however often it is rotated', async (t) => {
  const host = await documentHost(t);
  const made = await adminApp(t, { network: host.network, housekeeping: false });
  const { app, clock } = made;
  const hook = receiver(host, 'https://rotated.example/hook');
  const { id, secret } = await addEndpoint(app, RIVERSIDE.id, hook.url, ['member.role_changed']);
  const secrets = [secret];
  const rotate = async (): Promise<void> => {
    const endpoint = await app.school.webhookEndpoints.find(RIVERSIDE.id, id);
    if (endpoint === undefined) throw new Error('no endpoint');
    const next = app.school.webhooks.makeSecret(endpoint);
    const event = { event: 'webhook_secret_rotated', at: clock.now, siteId: RIVERSIDE.id, target: id } as const;
    t.ok(await app.school.webhookEndpoints.rotate(endpoint, next.sealedSecrets, event));
    secrets.unshift(next.secret);
  };
  const signing = async (role: string): Promise<boolean[]> => {
    await call(app, await made.tokenOf('owner'), 'POST', `/members/${MEMBER}/role`, { role });
    await app.school.webhooks.sendDue();
    const last = hook.received.at(-1);
    return secrets.map((one) => last !== undefined && isVerified(last, one));
  };
  await rotate();
  clock.advance(HOUR);
  await rotate();
  t.strictSame(await signing('staff'), [true, true, true], 'an hour later the first one signs as promised');
  clock.advance(24 * HOUR);
  t.strictSame(await signing('instructor'), [true, false, false]);
  await rotate();
  t.strictSame(await signing('member'), [true, true, false, false], 'what was over does not come back');
});

t.test('a host is reached by any of its addresses [RFC 8305 §5]', async (t) => {
  const server = createServer((socket) => socket.end('here'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  for (const addresses of [['127.0.0.1'], ['127.0.0.9', '127.0.0.1'], ['::1', '127.0.0.9', '127.0.0.1']]) {
    const socket = internet.dial(addresses, port);
    const [answer] = await once(socket, 'data');
    t.equal(String(answer), 'here', addresses.join());
  }
});
