// slow
/** Calls that a person has allowed, from clients that hang up in between, and by nodes whose clocks differ. */
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { APPROVAL_TIMES } from '../../../schema/school/approval.ts';
import { tokensFor } from '../../support/admin.ts';
import { askingApp, decide, freshCourse, statusOf, waitingAt } from '../../support/approvals.ts';
import { callTool } from '../../support/mcp.ts';

const MINUTE = 60_000;

// biome-ignore lint/suspicious/noExplicitAny: the methods that are watched differ
type Methods = Record<string, (...args: any[]) => any>;

/** Hangs up the next time that a method is called, before or after what it does. */
function hangUpAt(watched: Methods, method: string, when: 'before' | 'after', hangUp: () => Promise<void>): void {
  const own = watched[method] ?? (() => undefined);
  watched[method] = async (...args) => {
    watched[method] = own;
    if (when === 'before') await hangUp();
    const result = await Reflect.apply(own, watched, args);
    if (when === 'after') await hangUp();
    return result;
  };
}

t.test('a client that hangs up at any moment gets the kept answer, and nothing is done twice', async (t) => {
  const made = await askingApp(t, { oneNode: 'what the server does is watched' });
  const { app, file } = made;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const token = await made.tokenOf('owner');
  const browser = await made.browserOf('owner');
  const operation = app.school.catalogue.find(({ name }) => name === 'create_coupon') as unknown as Methods;
  const { approvals } = app.school as unknown as { approvals: Methods };
  const { idempotencyKeys: keys } = app.audit as unknown as { idempotencyKeys: Methods };
  const AWAITS: readonly [title: string, watched: Methods, method: string][] = [
    ['the policy is read', approvals, 'policy'],
    ['the approval is found', approvals, 'find'],
    ['the call is rehearsed', operation, 'run'],
    ['it is claimed', keys, 'claim'],
    ['its answer is kept', keys, 'keep'],
    ['it is closed', approvals, 'close'],
  ];
  let count = 0;
  for (const [title, watched, method] of AWAITS) {
    for (const when of ['before', 'after'] as const) {
      count += 1;
      // It is refused if it is done twice.
      const coupon = { code: `HANG-${count}`, discountType: 'percent', percent: 100 };
      const create = () => callTool(app, 'create_coupon', coupon, { token });
      await decide(browser, waitingAt(await create()), 'allowed');
      const body = JSON.stringify(coupon);
      const sent = request({ port, method: 'POST', path: '/api/v1/coupons' });
      sent.on('error', () => undefined);
      for (const [name, value] of Object.entries({
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      }))
        sent.setHeader(name, value);
      const hungUp = new Promise<void>((resolve) => {
        hangUpAt(watched, method, when, async () => {
          sent.destroy();
          resolve();
          await sleep(20);
        });
      });
      sent.end(body);
      await Promise.race([hungUp, once(sent, 'response')]);
      await sleep(200);
      const where = `${when} ${title}`;
      const again = await create();
      t.equal(statusOf(again), 'done', `${where}: ${again.text}`);
      t.match(again.text, coupon.code, `${where}: the answer`);
      t.equal(Number(await file.read('select count(*) from coupons where code = ?', coupon.code)), 1, where);
      const carried = "select count(*) from audit_events where event = 'approval_carried_out'";
      t.equal(Number(await file.read(carried)), count, `${where}: carried out once`);
    }
  }
});

t.test('what has expired is not carried out by a node whose clock is behind or ahead', async (t) => {
  let count = 0;
  for (const off of [-MINUTE, MINUTE]) {
    const made = await askingApp(t, { clocksOff: [off] });
    const { nodes, clock } = made;
    const [right, other] = nodes;
    if (right === undefined || other === undefined) throw new Error('two nodes');
    for (const [title, decidedBy, calledBy] of [
      ['decided by the right one', right, other],
      ['decided by the other one', other, right],
    ] as const) {
      for (const [late, expected] of [
        [-1, 'done'],
        [0, 'waiting'],
      ] as const) {
        count += 1;
        const slug = `clock-${count}`;
        // Its time is that of the right node, and all of it is left.
        const token = await tokensFor(right)('owner');
        await freshCourse(right, token, slug);
        const browser = await made.browserOf('owner');
        const asked = await callTool(right, 'delete_course', { id: slug }, { token });
        const id = waitingAt(asked).replace(/^.*\//, '');
        await decide(browser, waitingAt(asked), 'allowed');
        const usable = decidedBy.clock() + APPROVAL_TIMES.carryOut;
        await made.file.edit('update approvals set usable_until = ? where id = ?', usable, id);
        clock.advance(usable - calledBy.clock() + late);
        const answer = await callTool(calledBy, 'delete_course', { id: slug }, { token });
        t.equal(statusOf(answer), expected, `${off}, ${title}, ${late}: ${answer.text}`);
      }
    }
  }
});

t.test('a person decides in time by the clock of the node that takes the decision', async (t) => {
  for (const off of [-MINUTE, MINUTE]) {
    const made = await askingApp(t, { clocksOff: [off] });
    const other = made.nodes[1];
    if (other === undefined) throw new Error('two nodes');
    const token = await made.tokenOf('owner');
    await freshCourse(made.app, token, 'decided');
    const asked = await callTool(made.app, 'delete_course', { id: 'decided' }, { token });
    const id = waitingAt(asked).replace(/^.*\//, '');
    const expires = Number(await made.file.read('select expires_at from approvals where id = ?', id));
    const person = String(await made.file.read('select person_id from approvals where id = ?', id));
    made.clock.advance(expires - other.clock() - 1);
    t.ok(await other.school.approvals.waiting(id, person, other.clock()));
    made.clock.advance(1);
    t.notOk(await other.school.approvals.waiting(id, person, other.clock()), 'to the millisecond');
  }
});
