// slow
/** Webhooks as receivers get them: what is sent, how it is signed, when it is repeated, and to whom it is not sent. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { FAILING_FOR, WEBHOOK_EVENT_NAMES, WEBHOOK_EVENTS } from '../../schema/school/webhook.ts';
import { type AdminApp, adminApp, CALLERS, call, HARBOUR, RIVERSIDE } from '../support/admin.ts';
import { temporaryFolder, testApp } from '../support/app.ts';
import { type DatabaseFile, databaseFile } from '../support/database-edit.ts';
import { type DocumentHost, documentHost } from '../support/document-host.ts';
import { readEmail } from '../support/emails.ts';
import { withStatements } from '../support/statements.ts';
import { until } from '../support/until.ts';
import { addEndpoint, isVerified, receiver } from '../support/webhooks.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const URL_OF = (name: string): string => `https://${name}.example/hook`;
const memberId = CALLERS.member.id;

interface Setting extends AdminApp {
  host: DocumentHost;
  file: DatabaseFile;
  dataDir: string;
  ask(method: string, path: string, body?: unknown): ReturnType<typeof call>;
  /** Sends what is due, as long as something is. */
  send(): Promise<void>;
}

async function setting(t: Test): Promise<Setting> {
  const host = await documentHost(t);
  const file = databaseFile(t);
  const dataDir = temporaryFolder(t);
  const made = await adminApp(t, { databaseUrl: file.url, network: host.network, housekeeping: false, dataDir });
  // Their consents are none of what the tests are about.
  for (const caller of ['owner', 'foreignOwner'] as const) await made.tokenOf(caller);
  return {
    ...made,
    host,
    file,
    dataDir,
    ask: async (method, path, body) => call(made.app, await made.tokenOf('owner'), method, path, body),
    send: () => made.app.school.webhooks.sendDue(),
  };
}

const log = ({ app }: Setting, id: string) => app.school.webhookEndpoints.log(id, 50);

const created = async ({ ask }: Setting, path: string, body: unknown): Promise<string> => {
  const { status, json, body: text } = await ask('POST', path, body);
  if (status !== 201) throw new Error(`${path}: ${status} ${text}`);
  return String(json.id);
};

/** Lets a thing of each kind happen, by the API where it has a way. */
async function everything(made: Setting): Promise<void> {
  const { app, ask, clock, file, tokenOf } = made;
  const courseId = await created(made, '/courses', { title: 'Kiln', slug: 'kiln' });
  await ask('POST', `/courses/${courseId}/publish`);
  const enrollmentId = await created(made, '/enrollments', { memberId, courseId });
  await file.run(
    'insert into watch_positions (enrollment_id, lecture_id, site_id, position_seconds, watched_at, completed_at) values (?, ?, ?, 1, 1, 1)',
    enrollmentId,
    'lec_1',
    RIVERSIDE.id,
  );
  await file.edit('update enrollments set completed_at = 5 where id = ?', enrollmentId);
  await ask('POST', `/enrollments/${enrollmentId}/revoke`);
  await file.run(
    `insert into orders (id, site_id, number, person_id, status, subtotal, discount, tax, total, currency, payment_method, placed_at, refunded_amount)
     values ('ord_new', ?, 'N-1', ?, 'paid', 900, 0, 0, 900, 'EUR', 'card', 1, 0)`,
    RIVERSIDE.id,
    memberId,
  );
  await file.edit("update orders set refunded_amount = 100, status = 'partially_refunded' where id = 'ord_new'");
  const price = { amount: 900, currency: 'EUR' };
  const planId = await created(made, '/membership_plans', {
    name: 'Week',
    slug: 'week',
    price,
    planType: 'fixed_length',
    lengthDays: 7,
  });
  await ask('POST', `/membership_plans/${planId}/publish`);
  await created(made, '/subscriptions', { memberId, planId });
  const eventId = await created(made, '/events', {
    title: 'Firing',
    slug: 'firing',
    kind: 'in_person',
    timezone: 'Europe/Lisbon',
    startsAt: new Date(clock.now + DAY).toISOString(),
    endsAt: new Date(clock.now + 2 * DAY).toISOString(),
  });
  await ask('POST', `/events/${eventId}/publish`);
  await ask('POST', `/events/${eventId}/cancel`);
  await tokenOf('member', ['courses:read']);
  await ask('POST', `/members/${memberId}/role`, { role: 'staff' });
  await ask('POST', `/members/${memberId}/suspend`);
  await ask('POST', `/members/${memberId}/reinstate`);
  await file.run(
    'insert into adoptions (client_id, site_id, adopted_at) values (?, ?, 1)',
    'https://a.example/c',
    RIVERSIDE.id,
  );
  clock.advance(8 * DAY);
  await app.school.sales.forgetEnded(clock.now);
}

t.test(
  'each event is sent to its school, thin, signed, and with the fields that the manual names [E-41]',
  async (t) => {
    const made = await setting(t);
    const all = receiver(made.host, URL_OF('all'));
    const few = receiver(made.host, URL_OF('few'));
    const other = receiver(made.host, URL_OF('other'));
    const { secret, id } = await addEndpoint(made.app, RIVERSIDE.id, all.url);
    await addEndpoint(made.app, RIVERSIDE.id, few.url, ['event.cancelled']);
    await addEndpoint(made.app, HARBOUR.id, other.url);
    await everything(made);
    await made.send();
    t.strictSame([...new Set(all.types())].sort(), [...WEBHOOK_EVENT_NAMES].sort(), 'every event of the table');
    t.strictSame(few.types(), ['event.cancelled'], 'the chosen events only');
    t.ok(
      other.received.every(({ body }) => JSON.parse(body).data.school_id === HARBOUR.id),
      'nothing of another school',
    );
    t.equal(new Set(all.received.map(({ id }) => id)).size, all.received.length, 'an id for each');
    for (const message of all.received) {
      const { type, timestamp, data, ...rest } = JSON.parse(message.body);
      t.ok(isVerified(message, secret), `${type}: signature`);
      t.notOk(isVerified({ ...message, body: `${message.body} ` }, secret), `${type}: changed`);
      t.equal(message.headers['content-type'], 'application/json');
      t.strictSame(rest, {}, `${type}: nothing else`);
      t.ok(Math.abs(Date.parse(timestamp) - Date.now()) < HOUR, `${type}: the clock of the database`);
      const example = WEBHOOK_EVENTS[type as keyof typeof WEBHOOK_EVENTS].example;
      t.strictSame(Object.keys(data).sort(), ['school_id', ...Object.keys(example)].sort(), `${type}: fields`);
      t.equal(data.school_id, RIVERSIDE.id);
      t.notMatch(message.body, /@|Ana Lima/, `${type}: no address and no name`);
    }
    const entries = await log(made, id);
    t.ok(
      entries.every(({ deliveredAt, status, attempts }) => deliveredAt !== null && status === 204 && attempts === 1),
    );
    t.equal(await made.file.read('select count(*) from webhook_events'), 0);
  },
);

t.test(
  'a change that is refused or rolled back sends nothing, and none is noted without an endpoint [E-41]',
  async (t) => {
    const made = await setting(t);
    const { ask, app, file, host } = made;
    const before = receiver(host, URL_OF('late'));
    await ask('POST', `/members/${memberId}/role`, { role: 'staff' });
    t.equal(await file.read('select count(*) from webhook_events'), 0, 'nobody listens');
    await addEndpoint(app, RIVERSIDE.id, before.url);
    t.equal((await ask('POST', `/members/${CALLERS.owner.id}/role`, { role: 'member' })).status >= 400, true);
    const { siteId } = CALLERS.member;
    const event = { event: 'member_role_changed', at: app.clock(), siteId, idempotencyKeys: ['no such key'] } as const;
    const change = {
      changes: { role: 'member' },
      seen: Number(await file.read('select updated_at from memberships where person_id = ?', memberId)),
      by: { personId: CALLERS.owner.id, role: 'owner' },
    } as const;
    t.equal(await app.school.members.changeRoleOrStatus(siteId, memberId, change, event), false, 'the last step fails');
    t.equal(await file.read('select count(*) from webhook_events'), 0);
    await made.send();
    t.strictSame(before.received, []);
    await ask('POST', `/members/${memberId}/role`, { role: 'instructor' });
    await made.send();
    t.match(
      before.received.map(({ body }) => JSON.parse(body)),
      [{ type: 'member.role_changed', data: { person_id: memberId, role: 'instructor', previous_role: 'staff' } }],
    );
  },
);

t.test('an enrollment whose last day is over has ended once, and can be opened again [E-41]', async (t) => {
  const made = await setting(t);
  const { app, ask, clock, host } = made;
  const { enrollmentEnds } = app.school;
  const courseId = await created(made, '/courses', { title: 'Kiln', slug: 'kiln' });
  const hook = receiver(host, URL_OF('ends'));
  await addEndpoint(app, RIVERSIDE.id, hook.url);
  const day = (days: number): string => new Date(clock.now + days * DAY).toISOString().slice(0, 10);
  const enroll = (who: string, expireDate: string) =>
    created(made, '/enrollments', { memberId: who, courseId, expireDate });
  const [extended, revoked] = [await enroll(memberId, day(2)), await enroll(CALLERS.staff.id, day(2))];
  const later = await enroll(CALLERS.instructor.id, day(30));
  /** What is sent of the enrollments since the last time. */
  const told = async (): Promise<unknown[]> => {
    await made.send();
    const messages = hook.received.splice(0).map(({ body }) => JSON.parse(body));
    const mine = messages.filter(({ data }) => [extended, revoked, later].includes(data.enrollment_id));
    return mine.map(({ type, data }) => [type, data.enrollment_id, data.status ?? data.source]).sort();
  };
  const anew = (id: string) => ['enrollment.created', id, 'grant'];
  const over = (id: string, status: string) => ['enrollment.ended', id, status];
  t.strictSame(await told(), [anew(extended), anew(revoked), anew(later)].sort());

  clock.advance(4 * DAY);
  const shown = await ask('GET', `/enrollments/${extended}`);
  t.match(shown.json, { status: 'expired' }, 'before it is noted');
  await Promise.all([enrollmentEnds.storeDue(clock.now), enrollmentEnds.storeDue(clock.now)]);
  t.strictSame(await told(), [over(extended, 'expired'), over(revoked, 'expired')].sort());
  t.strictSame((await ask('GET', `/enrollments/${extended}`)).json, shown.json, 'nothing that members see changes');
  await ask('POST', `/enrollments/${extended}/extend`, { days: 3 });
  await ask('POST', `/enrollments/${revoked}/revoke`);
  await enrollmentEnds.storeDue(clock.now);
  t.strictSame(await told(), [anew(extended)], 'what had ended does not end again');
  clock.advance(5 * DAY);
  await enrollmentEnds.storeDue(clock.now);
  t.strictSame(await told(), [over(extended, 'expired')], 'another end');

  // In Lisbon, the day began ten hours before it does in Honolulu, where the one before is not over yet.
  const { json } = await ask('POST', `/enrollments/${extended}/extend`, { days: 1 });
  const lastDay = String(json.expireDate);
  clock.advance(Date.parse(lastDay) + DAY + 2 * HOUR - clock.now);
  await enrollmentEnds.storeDue(clock.now);
  t.strictSame(await told(), [anew(extended), over(extended, 'expired')]);
  await ask('PATCH', '/school', { timezone: 'Pacific/Honolulu' });
  t.strictSame(await told(), [anew(extended)], 'the last day is not over in the new time zone');
  t.match((await ask('GET', `/enrollments/${extended}`)).json, { status: 'active', expireDate: lastDay });
});

t.test('housekeeping stores the ends of enrollments at all schools [E-41]', async (t) => {
  const file = databaseFile(t);
  const { clock } = await testApp(t, { databaseUrl: file.url });
  await file.edit("update enrollments set status = 'active' where status = 'expired'");
  const counted = (status: string, where: string) =>
    file.read(`select count(*) from enrollments where status = '${status}' and ${where}`);
  const isOver = `expires_at <= ${clock.now - MINUTE}`;
  clock.advance(MINUTE);
  await until(async () => Number(await counted('active', isOver)) === 0);
  t.equal(Number(await counted('active', isOver)), 0);
  t.ok(Number(await counted('expired', isOver)) > 10);
  t.equal(Number(await counted('expired', `not (${isOver})`)), 0, 'and no others');
});

t.test('what fails is repeated with the same id at growing intervals, for two days [E-41]', async (t) => {
  const made = await setting(t);
  const { app, ask, clock, host } = made;
  const hook = receiver(host, URL_OF('hook'), 500);
  hook.state.answer = `oops \u0000${'x'.repeat(5000)}`;
  const { id } = await addEndpoint(app, RIVERSIDE.id, hook.url);
  await ask('POST', `/members/${memberId}/role`, { role: 'staff' });
  await made.send();
  await made.send();
  t.equal(hook.received.length, 1, 'not at once');
  const [failed] = await log(made, id);
  t.match(failed, { attempts: 1, status: 500, deliveredAt: null, failedAt: null });
  t.equal(failed?.answer?.length, 200, 'the beginning of the answer');
  t.equal(failed?.answer?.includes('\u0000'), false);
  const instants = [clock.now];
  for (const end = clock.now + 47 * HOUR; clock.now < end; clock.advance(5 * MINUTE)) {
    const before = hook.received.length;
    await made.send();
    if (hook.received.length > before) instants.push(clock.now);
  }
  t.ok(instants.length > 10 && instants.length < 60, `${instants.length} attempts`);
  t.equal(new Set(hook.received.map((one) => one.id)).size, 1, 'one id');
  clock.advance(HOUR);
  hook.state.status = 200;
  const tried = hook.received.length;
  for (let hours = 0; hours < 8; hours += 1, clock.advance(HOUR)) await made.send();
  t.equal(hook.received.length, tried, 'nothing after that');
  t.match(await log(made, id), [{ failedAt: Number }], 'given up after two days');
});

t.test(
  'a redirect is a failure, 410 and five days of failures disable an endpoint, and the owners get a letter',
  async (t) => {
    const made = await setting(t);
    const { app, ask, clock, host } = made;
    const hook = receiver(host, URL_OF('moved'), 302);
    const gone = receiver(host, URL_OF('gone'), 410);
    const moved = await addEndpoint(app, RIVERSIDE.id, hook.url);
    const quiet = await addEndpoint(app, RIVERSIDE.id, gone.url);
    const roles = ['staff', 'instructor'];
    for (let day = 0; day < 6; day += 1) {
      await ask('POST', `/members/${memberId}/role`, { role: roles[day % 2] });
      await made.send();
      clock.advance(DAY);
    }
    t.equal(gone.received.length, 1, 'nothing after 410');
    t.notOk(
      host.requests.some((url) => url.includes('elsewhere')),
      'no redirect is followed',
    );
    const endpoints = await app.school.webhookEndpoints.ofSite(RIVERSIDE.id);
    t.match(
      endpoints.find(({ id }) => id === quiet.id),
      { status: 'disabled', stop: 'gone' },
    );
    t.ok(clock.now > FAILING_FOR);
    t.match(
      endpoints.find(({ id }) => id === moved.id),
      { status: 'disabled', stop: 'failing' },
    );
    const stopped = await made.file.rows("select target, person_id from audit_events where event = 'webhook_stopped'");
    t.equal(stopped.length, 2);
    for (let i = 0; i < 3; i += 1) await app.outbox.sendDue();
    const emails = readdirSync(join(made.dataDir, 'mail')).map((name) =>
      readEmail(readFileSync(join(made.dataDir, 'mail', name), 'utf8')),
    );
    const ofWebhooks = emails.filter(({ link }) => link.endsWith('/admin/riverside/webhooks'));
    t.strictSame(
      ofWebhooks.map(({ to }) => to),
      [CALLERS.owner.email, CALLERS.owner.email],
    );
  },
);

t.test('no address inside is reached, whatever its name says, and the log tells nothing of it [W50]', async (t) => {
  const made = await setting(t);
  const { app, ask, host } = made;
  const inside = ['127.0.0.1', '10.0.0.8', '169.254.169.254', '::1', 'fd00::1', '::ffff:10.0.0.1', '0.0.0.0'];
  const ids: string[] = [];
  for (const [i, address] of inside.entries()) {
    host.resolveTo(`inside${i}.example`, [address]);
    ids.push((await addEndpoint(app, RIVERSIDE.id, URL_OF(`inside${i}`))).id);
  }
  host.resolveTo('localhost', ['127.0.0.1']);
  host.resolveTo('mixed.example', ['93.184.215.14', '10.0.0.1']);
  ids.push((await addEndpoint(app, RIVERSIDE.id, URL_OF('mixed'))).id);
  ids.push((await addEndpoint(app, RIVERSIDE.id, 'https://localhost:8443/hook')).id);
  await ask('POST', `/members/${memberId}/role`, { role: 'staff' });
  await made.send();
  t.strictSame(host.dialled, [], 'no connection');
  for (const id of ids) t.match(await log(made, id), [{ attempts: 1, status: null, answer: null, deliveredAt: null }]);
  const endpoint = await addEndpoint(app, RIVERSIDE.id, URL_OF('pinned'));
  host.resolveTo('pinned.example', ['93.184.215.14'], ['10.0.0.1']);
  receiver(host, URL_OF('pinned'));
  await ask('POST', `/members/${memberId}/role`, { role: 'instructor' });
  await made.send();
  t.strictSame(host.dialled, ['93.184.215.14'], 'the address that was checked');
  t.match(await log(made, endpoint.id), [{ status: 204 }]);
  await t.rejects(addEndpoint(app, RIVERSIDE.id, URL_OF('eleventh')), /no endpoint/, 'ten at most');
});

t.test('receivers that never answer delay neither other schools nor other endpoints of theirs [E-41]', async (t) => {
  const made = await setting(t);
  const { app, ask, host } = made;
  const waiting: (() => void)[] = [];
  for (const name of ['slow1', 'slow2', 'slow3']) {
    host.answer(URL_OF(name), (_request, response) => void waiting.push(() => response.writeHead(200).end()));
    await addEndpoint(app, RIVERSIDE.id, URL_OF(name));
  }
  const other = receiver(host, URL_OF('other'));
  await addEndpoint(app, HARBOUR.id, other.url);
  await ask('POST', `/members/${memberId}/role`, { role: 'staff' });
  const slow = app.school.webhooks.sendDue();
  for (const end = Date.now() + 20_000; waiting.length < 2 && Date.now() < end; ) await new Promise(setImmediate);
  await changeAtHarbour(made);
  void app.school.webhooks.sendDue().catch(t.error);
  for (const end = Date.now() + 20_000; other.received.length < 1 && Date.now() < end; )
    await new Promise(setImmediate);
  t.strictSame(other.types(), ['member.role_changed']);
  t.equal(waiting.length, 2, 'two at a time for one school');
  const answering = setInterval(() => {
    for (const answer of waiting.splice(0)) answer();
  }, 5);
  await slow;
  clearInterval(answering);
});

/** Has a member of the other school get another role. */
async function changeAtHarbour({ app, file, tokenOf }: Setting): Promise<void> {
  const person = await file.read(
    "select person_id from memberships where site_id = ? and role = 'member' and status = 'active' limit 1",
    HARBOUR.id,
  );
  const role = { role: 'staff' };
  const { status, body } = await call(app, await tokenOf('foreignOwner'), 'POST', `/members/${person}/role`, role);
  if (status !== 200) throw new Error(body);
}

t.test(
  'an endpoint with many messages lets those that came later take their turns between its own [E-41]',
  async (t) => {
    const made = await setting(t);
    const { app, clock, host } = made;
    const order: string[] = [];
    const sendTo = async (name: string, count: number): Promise<void> => {
      host.answer(URL_OF(name), (_request, response) => {
        order.push(name);
        response.writeHead(200).end();
      });
      const { id } = await addEndpoint(app, RIVERSIDE.id, URL_OF(name));
      const endpoint = await app.school.webhookEndpoints.find(RIVERSIDE.id, id);
      if (endpoint === undefined) throw new Error(id);
      const event = { event: 'webhook_sent', at: clock.now, siteId: RIVERSIDE.id, target: id } as const;
      for (let i = 0; i < count; i += 1) {
        const message = app.school.webhooks.message('webhook.test', RIVERSIDE.id, {});
        t.equal(await app.school.webhookEndpoints.send(endpoint, message, event), true);
      }
    };
    await sendTo('many1', 25);
    await sendTo('many2', 25);
    clock.advance(1000);
    await sendTo('one', 1);
    clock.advance(1000);
    await made.send();
    t.equal(order.length, 51);
    // A turn of each of the others comes first (20 messages), and at most the rest of one of them at the same time.
    t.equal(order.indexOf('one') <= 45, true, `after ${order.indexOf('one')} messages`);
  },
);

t.test('the server looks for messages once at a time, and a school takes two turns at a time [E-41]', async (t) => {
  const made = await setting(t);
  const { app, ask, host } = made;
  let [open, most, answered] = [0, 0, 0];
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    host.answer(URL_OF(name), (_request, response) => {
      open += 1;
      most = Math.max(most, open);
      // The first waits for a second, and both for a third, which must not come.
      void until(() => most > 1).then(() =>
        setTimeout(() => {
          open -= 1;
          answered += 1;
          response.writeHead(200).end();
        }, 20),
      );
    });
    await addEndpoint(app, RIVERSIDE.id, URL_OF(name));
  }
  await ask('POST', `/members/${memberId}/role`, { role: 'staff' });
  const sixTimes = () => Promise.all(Array.from({ length: 6 }, () => app.school.webhooks.sendDue()));
  await sixTimes();
  t.equal(answered, 6, 'each gets it once');
  t.equal(most, 2);
  const [, , statements] = await withStatements(sixTimes);
  t.equal(
    statements.filter((one) => /^select .* from "webhook_events"/.test(one)).length,
    2,
    'and once again after it',
  );
});

t.test('what cannot be made for one school delays no other [E-41]', async (t) => {
  const made = await setting(t);
  const { app, file, host } = made;
  const broken = receiver(host, URL_OF('broken'));
  const other = receiver(host, URL_OF('other'));
  await addEndpoint(app, RIVERSIDE.id, broken.url);
  await addEndpoint(app, HARBOUR.id, other.url);
  for (let i = 0; i < 120; i += 1) {
    await file.run(
      "insert into webhook_events (id, site_id, at, name, data) values (?, ?, 1, 'member.role_changed', 'no JSON')",
      `broken_${i}`,
      RIVERSIDE.id,
    );
  }
  await changeAtHarbour(made);
  await made.send();
  t.strictSame(other.types(), ['member.role_changed']);
  t.strictSame(broken.types(), []);
  t.equal(await file.read('select count(*) from webhook_events'), 120, 'they wait');
});

t.test('a closed school sends nothing until it is open again [E-41]', async (t) => {
  const made = await setting(t);
  const { app, ask, clock, file, host } = made;
  const hook = receiver(host, URL_OF('hook'));
  const other = receiver(host, URL_OF('other'));
  const { id } = await addEndpoint(app, RIVERSIDE.id, hook.url);
  await addEndpoint(app, HARBOUR.id, other.url);
  await ask('POST', `/members/${memberId}/role`, { role: 'staff' });
  await changeAtHarbour(made);
  await file.run('update sites set active = (1 = 0) where id = ?', RIVERSIDE.id);
  await made.send();
  t.strictSame(hook.types(), []);
  t.strictSame(other.types(), ['member.role_changed'], 'others do');
  await file.run('update sites set active = (1 = 1) where id = ?', RIVERSIDE.id);
  await made.send();
  t.strictSame(hook.types(), ['member.role_changed']);
  clock.advance(MINUTE);
  await ask('POST', `/members/${memberId}/role`, { role: 'instructor' });
  await file.run('update sites set active = (1 = 0) where id = ?', RIVERSIDE.id);
  await made.send();
  clock.advance(3 * DAY);
  await file.run('update sites set active = (1 = 1) where id = ?', RIVERSIDE.id);
  await made.send();
  t.equal(hook.received.length, 1);
  t.match(await log(made, id), [{ failedAt: clock.now, attempts: 0 }, {}], 'what waited too long has expired');
});

t.test(
  'after a rotation both secrets sign for a day, and then the new one alone; both are sealed [E-41]',
  async (t) => {
    const made = await setting(t);
    const { app, ask, clock, file, host } = made;
    const hook = receiver(host, URL_OF('hook'));
    const { id, secret: old } = await addEndpoint(app, RIVERSIDE.id, hook.url);
    const endpoint = await app.school.webhookEndpoints.find(RIVERSIDE.id, id);
    if (endpoint === undefined) return t.fail();
    const { secret, sealedSecrets } = app.school.webhooks.makeSecret(endpoint);
    const event = { event: 'webhook_secret_rotated', at: clock.now, siteId: RIVERSIDE.id, target: id } as const;
    t.equal(await app.school.webhookEndpoints.rotate(endpoint, sealedSecrets, event), true);
    t.equal(await app.school.webhookEndpoints.rotate(endpoint, sealedSecrets, event), false, 'it has changed since');
    const rows = Buffer.from((await file.row('select * from webhook_endpoints'))?.sealed_secrets as Buffer).toString(
      'latin1',
    );
    for (const one of [old, secret]) t.notOk(rows.includes(one.slice(6)), 'sealed');
    await ask('POST', `/members/${memberId}/role`, { role: 'staff' });
    await made.send();
    clock.advance(DAY);
    await ask('POST', `/members/${memberId}/role`, { role: 'instructor' });
    await made.send();
    t.strictSame(
      hook.received.map((message) => [isVerified(message, old), isVerified(message, secret)]),
      [
        [true, true],
        [false, true],
      ],
    );
    return undefined;
  },
);

t.test(
  'housekeeping deletes deliveries after two weeks, and an erased person is in no log any more [E-41]',
  async (t) => {
    const made = await setting(t);
    const { app, ask, clock, host, file } = made;
    const hook = receiver(host, URL_OF('hook'));
    const { id } = await addEndpoint(app, RIVERSIDE.id, hook.url);
    await ask('POST', `/members/${memberId}/role`, { role: 'staff' });
    await made.send();
    t.equal((await log(made, id)).length, 1);
    const erased = { event: 'account_erased', at: clock.now, personId: memberId } as const;
    t.equal(await app.people.erasures.erase({ personId: memberId, messages: [] }, erased), true);
    t.strictSame(await log(made, id), []);
    await made.send();
    const ofMember = hook.types().filter((type) => type.startsWith('member.'));
    t.strictSame(ofMember, ['member.role_changed', 'member.removed'], 'the school learns of the end');
    clock.advance(15 * DAY);
    await app.retention.batch(() => clock.now);
    t.equal(await file.read('select count(*) from webhook_deliveries'), 0);
  },
);
