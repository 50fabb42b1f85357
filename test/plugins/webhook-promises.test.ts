/** What the manual and the pages promise of webhooks, as a table that is read against a receiver. */
import t, { type Test } from 'tap';
import { adminApp, CALLERS, call, RIVERSIDE } from '../support/admin.ts';
import { documentHost, served } from '../support/document-host.ts';
import { testTimer } from '../support/timer.ts';
import { until } from '../support/until.ts';
import { addEndpoint, isVerified, receiver } from '../support/webhooks.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const URL = 'https://promises.example/hook';
const ROLES = ['staff', 'instructor', 'member'];

async function stage(t: Test) {
  const host = await documentHost(t);
  const time = testTimer();
  const made = await adminApp(t, { network: host.network, timer: time.timer, housekeeping: false });
  const { app, clock } = made;
  const { webhookEndpoints, webhooks } = app.school;
  const { id, secret } = await addEndpoint(app, RIVERSIDE.id, URL, ['member.role_changed']);
  let changes = 0;
  return {
    ...{ app, clock, host, id, secret, time },
    send: () => webhooks.sendDue(),
    async change(): Promise<void> {
      const role = ROLES[changes % ROLES.length];
      changes += 1;
      await call(app, await made.tokenOf('owner'), 'POST', `/members/${CALLERS.member.id}/role`, { role });
    },
    log: () => webhookEndpoints.log(id, 20),
    async endpoint() {
      const found = await webhookEndpoints.find(RIVERSIDE.id, id);
      if (found === undefined) throw new Error('no endpoint');
      return found;
    },
    event: (event: 'webhook_disabled' | 'webhook_enabled') =>
      ({ event, at: clock.now, siteId: RIVERSIDE.id, target: id }) as const,
  };
}

for (const [after, status] of [
  [19.9, 200],
  [20, null],
] as const) {
  t.test(`an answer after ${after} seconds is ${status === null ? 'none' : 'an answer'}`, async (t) => {
    const { change, host, log, send, time } = await stage(t);
    let answer = (): void => undefined;
    let isAsked = false;
    host.answer(URL, (_request, response) => {
      isAsked = true;
      answer = () => void response.writeHead(200).end();
    });
    await change();
    const sending = send();
    await until(() => isAsked);
    time.advance(after * SECOND);
    answer();
    await sending;
    t.match(await log(), [{ attempts: 1, status }]);
  });
}

t.test(
  'a repeated message has the id and the body of the first, the time of its attempt, and a signature of it',
  async (t) => {
    const { change, clock, host, secret, send } = await stage(t);
    const hook = receiver(host, URL, 500);
    await change();
    await send();
    clock.advance(HOUR);
    await send();
    const [first, second] = hook.received;
    t.equal(hook.received.length, 2);
    t.strictSame([second?.id, second?.body], [first?.id, first?.body]);
    t.ok(hook.received.every((one) => isVerified(one, secret)));
    const times = hook.received.map(({ headers }) => Number(headers['webhook-timestamp']));
    t.equal((times[1] ?? 0) - (times[0] ?? 0), HOUR / SECOND);
  },
);

t.test('after a failure the webhook pauses, at most ten minutes, also for other messages', async (t) => {
  const { change, clock, host, send } = await stage(t);
  const hook = receiver(host, URL, 500);
  await change();
  for (let times = 0; times < 12; times += 1, clock.advance(10 * MINUTE)) await send();
  const before = hook.received.length;
  await change();
  await send();
  hook.state.status = 204;
  clock.advance(10 * MINUTE);
  await send();
  t.ok(hook.received.length > before, 'ten minutes later at the latest');
  // The first message may have its turn, too.
  for (let times = 0; times < 3; times += 1, clock.advance(SECOND)) await send();
  const others = hook.received.filter(({ id }) => id !== hook.received[0]?.id);
  t.ok(others.length > 0, 'the message that came since is sent');
});

t.test(
  'what waits is sent when the webhook is turned on again within 48 hours, in its order, and not after that',
  async (t) => {
    for (const [hours, count] of [
      [47, 2],
      [49, 0],
    ] as const) {
      const { app, change, clock, endpoint, event, host, log, send } = await stage(t);
      const hook = receiver(host, URL, 500);
      await change();
      await send();
      clock.advance(SECOND);
      await change();
      await send();
      t.ok(await app.school.webhookEndpoints.disable(await endpoint(), event('webhook_disabled')));
      hook.received.length = 0;
      hook.state.status = 204;
      clock.advance(hours * HOUR);
      await send();
      t.equal(hook.received.length, 0, 'nothing while it is off');
      t.ok(await app.school.webhookEndpoints.enable(await endpoint(), event('webhook_enabled')));
      for (let times = 0; times < 4; times += 1, clock.advance(SECOND)) await send();
      t.equal(new Set(hook.received.map(({ id }) => id)).size, count, `after ${hours} hours`);
      t.equal(hook.received.length, count, 'each once');
      if (count === 0) t.ok((await log()).every(({ deliveredAt }) => deliveredAt === null));
    }
  },
);

const ADDRESSES: readonly [title: string, addresses: readonly string[], dialled: readonly string[]][] = [
  ['IPv4', ['93.184.215.14'], ['93.184.215.14']],
  ['IPv6 alone', ['2606:2800:21f:cb07::1'], ['2606:2800:21f:cb07::1']],
  ['both, of which IPv4 is first', ['2606:2800:21f:cb07::1', '93.184.215.14'], ['93.184.215.14']],
  ['one inside among public ones', ['93.184.215.14', '10.0.0.1'], []],
  ['IPv4 inside of IPv6', ['::ffff:10.0.0.1'], []],
  ['a unique local address', ['fd12::1'], []],
  ['none', [], []],
];

t.test('a host has any public address, of IPv4 or IPv6, and none inside', async (t) => {
  for (const [title, addresses, dialled] of ADDRESSES) {
    const { change, host, log, send } = await stage(t);
    host.answer(URL, served('', {}, 204));
    host.resolveTo('promises.example', addresses);
    await change();
    await send();
    t.strictSame(host.dialled, dialled, title);
    t.match(await log(), [{ status: dialled.length > 0 ? 204 : null }], title);
  }
});
