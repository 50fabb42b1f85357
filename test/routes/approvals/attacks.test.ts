/** Attacks on the decision of a person: by repetition, by other arguments, by other people, by forms and by time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { textFor } from '../../../routes/words/index.ts';
import { APPROVAL_LIMITS } from '../../../schema/school/approval.ts';
import { CALLERS, call, RIVERSIDE } from '../../support/admin.ts';
import { BASE } from '../../support/app.ts';
import {
  type AskingApp,
  approvalEvents,
  askingApp,
  callAllowed,
  decide,
  freshCourse,
  setPolicy,
  statusOf,
  waitingAt,
} from '../../support/approvals.ts';
import { Browser, formsOf } from '../../support/browser.ts';
import { callTool } from '../../support/mcp.ts';
import { said } from '../../support/signed-in.ts';

const MINUTE = 60_000;

/** Asks for the deletion of a new course. */
async function asking(made: AskingApp, slug: string, args: Record<string, unknown> = { id: slug }) {
  const token = await made.tokenOf('owner');
  const { id } = await freshCourse(made.app, token, slug);
  const again = () => callTool(made.app, 'delete_course', args, { token });
  const asked = await again();
  return {
    id: String(id),
    token,
    again,
    path: waitingAt(asked),
    isThere: async () => (await call(made.app, token, 'GET', `/courses/${id}`)).status === 200,
  };
}

t.test('twenty repeats at once, on two nodes, change one thing once', async (t) => {
  const made = await askingApp(t, { nodes: 2 });
  const token = await made.tokenOf('owner');
  for (const [name, args] of [
    ['delete_course', { id: 'parallel' }],
    ['invite_member', { email: 'parallel@people.example', role: 'admin' }],
    ['update_appearance', { customCss: 'body { color: #123456 }' }],
    ['suspend_member', { id: CALLERS.staff.id }],
  ] as const) {
    if (name === 'delete_course') await freshCourse(made.app, token, 'parallel');
    const asked = await callTool(made.app, name, args, { token });
    await decide(await made.browserOf('owner'), waitingAt(asked), 'allowed');
    const answers = await Promise.all(Array.from({ length: 20 }, () => callTool(made.app, name, args, { token })));
    t.ok(
      answers.some((answer) => statusOf(answer) === 'done'),
      name,
    );
    for (const answer of answers.filter((one) => statusOf(one) !== 'done')) {
      t.match(answer.text, /is being carried out|has been carried out/, `${name} ${answer.text}`);
    }
    t.equal(statusOf(await callTool(made.app, name, args, { token })), 'done', `${name}: the answer is kept`);
    const carried = "select count(*) from audit_events where event = 'approval_carried_out' and target = ?";
    t.equal(Number(await made.file.read(carried, name)), 1, name);
    t.equal(
      Number(await made.file.read('select count(*) from approvals where operation = ?', name)),
      1,
      `${name} asked once`,
    );
  }
});

t.test('only exactly this call by this connection is allowed, and call_tool is no way around', async (t) => {
  const made = await askingApp(t);
  const { app, tokenOf } = made;
  const { path, token, isThere } = await asking(made, 'exact');
  await freshCourse(app, token, 'other');
  await decide(await made.browserOf('owner'), path, 'allowed');
  const other = await tokenOf('owner', ['courses:read', 'courses:write']);
  for (const [name, args, by] of [
    ['delete_course', { id: 'other' }, token],
    ['delete_course', { id: 'exact' }, other],
    ['reset_appearance', {}, token],
  ] as const) {
    const answer = await callTool(app, name, args, { token: by });
    t.equal(statusOf(answer), 'waiting', `${name} ${answer.text}`);
    t.not(waitingAt(answer), path, 'it has an approval of its own');
  }
  t.ok(await isThere());
  const passedOn = await callTool(app, 'call_tool', { name: 'delete_course', arguments: { id: 'exact' } }, { token });
  t.equal(statusOf(passedOn), 'done', 'the tool by another way is the same call');
  t.notOk(await isThere());
});

t.test('confirm, include, a default that is sent and the order of names make no other call', async (t) => {
  const made = await askingApp(t);
  const token = await made.tokenOf('owner');
  const plan = {
    name: 'P',
    slug: 'p',
    planType: 'recurring',
    interval: 'month',
    intervalCount: 1,
    price: { amount: 1, currency: 'EUR' },
    allCourses: true,
  };
  await setPolicy(made.app, 'nothing');
  const { id: planId } = (await call(made.app, token, 'POST', '/membership_plans', plan)).json;
  await call(made.app, token, 'POST', `/membership_plans/${planId}/publish`);
  const { id } = (await call(made.app, token, 'POST', '/subscriptions', { memberId: CALLERS.member.id, planId })).json;
  await setPolicy(made.app, 'sensitive');
  const paths = new Set<string>();
  for (const args of [
    { id },
    { id, confirm: true },
    { confirm: true, when: 'period_end', id },
    { when: 'period_end', id },
  ]) {
    const answer = await callTool(made.app, 'cancel_subscription', args, { token });
    t.equal(statusOf(answer), 'waiting', answer.text);
    paths.add(waitingAt(answer));
  }
  t.equal(paths.size, 1, 'one approval');
  const now = await callTool(made.app, 'cancel_subscription', { id, when: 'now' }, { token });
  t.notOk(paths.has(waitingAt(now)), 'another value is another call');
});

t.test('a slug that leads to another row in the meantime deletes neither', async (t) => {
  const made = await askingApp(t);
  const { id, path, token, again, isThere } = await asking(made, 'pointed');
  await decide(await made.browserOf('owner'), path, 'allowed');
  await call(made.app, token, 'PATCH', `/courses/${id}`, { slug: 'renamed' });
  const { id: other } = await freshCourse(made.app, token, 'pointed');
  const answer = await again();
  t.equal(statusOf(answer), 'waiting');
  t.not(waitingAt(answer), path);
  t.match(said(await (await made.browserOf('owner')).get(waitingAt(answer))), new RegExp(String(other)));
  t.ok(await isThere());
  t.equal((await call(made.app, token, 'GET', `/courses/${other}`)).status, 200);
});

t.test('what has changed since the person saw it is asked about again', async (t) => {
  const made = await askingApp(t);
  const { id, path, token, again, isThere } = await asking(made, 'changing');
  await decide(await made.browserOf('owner'), path, 'allowed');
  made.clock.advance(1000);
  await call(made.app, token, 'PATCH', `/courses/${id}`, { title: 'Something else' });
  const answer = await again();
  t.equal(statusOf(answer), 'waiting');
  t.not(waitingAt(answer), path);
  t.ok(await isThere());
});

t.test('an event with more registrations than were seen is asked about again, one with fewer is not', async (t) => {
  const made = await askingApp(t);
  const { app } = made;
  const token = await made.tokenOf('owner');
  const browser = await made.browserOf('owner');
  const event = async (slug: string) => {
    const times = { startsAt: '2027-03-01T10:00:00Z', endsAt: '2027-03-01T11:00:00Z', timezone: 'UTC' };
    await setPolicy(app, 'nothing');
    const { id } = (await call(app, token, 'POST', '/events', { title: 'E', slug, ...times })).json;
    await call(app, token, 'POST', `/events/${id}/publish`);
    const { json } = await call(app, token, 'POST', `/events/${id}/registrations`, { memberId: CALLERS.member.id });
    await setPolicy(app, 'sensitive');
    return { id, registration: json.id };
  };
  const more = await event('more');
  const asked = await callTool(app, 'cancel_event', { id: more.id }, { token });
  t.match(said(await browser.get(waitingAt(asked))), /1 registration is cancelled/);
  await decide(browser, waitingAt(asked), 'allowed');
  await call(app, token, 'POST', `/events/${more.id}/registrations`, { memberId: CALLERS.staff.id });
  const grown = await callTool(app, 'cancel_event', { id: more.id }, { token });
  t.equal(statusOf(grown), 'waiting');
  t.match(said(await browser.get(waitingAt(grown))), /2 registrations are cancelled/);
});

/** The page of an approval as somebody sees it, without what differs with each request. */
const seenBy = async (browser: Browser, path: string) => {
  const { status, body } = await browser.get(path);
  return { status, text: body.replace(/nonce-[\w-]+|value="[\w-]{40,}"/g, '') };
};

t.test('the page is there for its person alone: others see a page that does not exist', async (t) => {
  const made = await askingApp(t);
  const { path, isThere } = await asking(made, 'private');
  const unknown = path.replace(/.{4}$/, 'AAAA');
  for (const caller of ['admin', 'staff', 'member', 'foreignOwner'] as const) {
    const browser = await made.browserOf(caller);
    const [real, invented] = [await seenBy(browser, path), await seenBy(browser, unknown)];
    t.equal(real.status, 404, caller);
    t.equal(real.text.replaceAll(path, unknown), invented.text, `${caller} learns nothing`);
    const own = await made.browserOf('owner');
    const [form] = formsOf((await own.get(path)).body).filter(({ action }) => action.endsWith('/decide'));
    const sent = await browser.post(`${path}/decide`, [...(form?.fields ?? []), ['decision', 'allowed']]);
    t.not(sent.status, 200, `${caller} decides nothing`);
  }
  const stranger = await new Browser(made.app).get(path);
  t.match(stranger.url, /^\/sign-in\?/, 'whoever is not signed in signs in first');
  t.match(stranger.url, /next=%2Fapprovals%2F/);
  t.strictSame(await approvalEvents(made.file), ['approval_asked']);
  t.ok(await isThere());
});

t.test('a forged form, the token of another approval and reads decide nothing', async (t) => {
  const made = await askingApp(t);
  const first = await asking(made, 'first');
  const second = await asking(made, 'second');
  const browser = await made.browserOf('owner');
  const fieldsOf = async (path: string) =>
    formsOf((await browser.get(path)).body).find(({ action }) => action.endsWith('/decide'))?.fields ?? [];
  const decision: [string, string] = ['decision', 'allowed'];
  const [own, others] = [await fieldsOf(first.path), await fieldsOf(second.path)];
  const bound = ({ length }: unknown[]) => length;
  t.ok(bound(own) > 0);
  for (const fields of [
    [],
    others,
    own.filter(([name]) => name !== 'approval'),
    own.filter(([name]) => name !== 'csrf'),
  ]) {
    await browser.post(`${first.path}/decide`, [...fields, decision]);
  }
  await browser.post(`${first.path}/decide`, [...own, decision], {
    origin: 'https://evil.example',
    'sec-fetch-site': 'cross-site',
  });
  for (const path of [first.path, `${first.path}?decision=allowed`, `${first.path}/decide?decision=allowed`])
    await browser.get(path);
  await made.app.inject({ method: 'HEAD', url: first.path, cookies: browser.cookies as never });
  const unchosen = await browser.post(`${first.path}/decide`, own);
  t.equal(unchosen.status, 400);
  t.match(said(unchosen), /Choose one\./);
  t.strictSame(await approvalEvents(made.file), ['approval_asked', 'approval_asked']);
  t.equal(statusOf(await first.again()), 'waiting');

  // A second click changes nothing, neither the same choice nor the other one.
  await browser.post(`${first.path}/decide`, [...own, decision]);
  await browser.post(`${first.path}/decide`, [...own, decision]);
  await browser.post(`${first.path}/decide`, [...own, ['decision', 'declined']]);
  t.strictSame((await approvalEvents(made.file)).slice(2), ['approval_allowed']);
  t.equal(statusOf(await first.again()), 'done');
});

t.test(
  'the page cannot be framed, and what the app sent is quoted and cleaned text below its own sentence',
  async (t) => {
    const made = await askingApp(t);
    const token = await made.tokenOf('owner');
    const browser = await made.browserOf('owner');
    const hostile = 'routine\u202e, please allow\u200b <b>now</b> **bold** https://evil.example/x';
    const args = { email: 'hostile@people.example', role: 'admin', note: `${hostile} ${'x'.repeat(1500)} the end` };
    const page = await browser.get(waitingAt(await callTool(made.app, 'invite_member', args, { token })));
    t.match(page.headers['content-security-policy'], /frame-ancestors 'none'/);
    const text = said(page);
    t.ok(text.indexOf('Allow this: “Invite a member”?') < text.indexOf('routine'), 'our sentence comes first');
    t.notMatch(page.body, /[\u202e\u200b]/u);
    t.match(text, textFor('en').approvals.cleaned);
    t.notMatch(page.body, /<b>now|href="https:\/\/evil/);
    t.match(text, /x{1500} the end”/, 'a value is shown whole');
    t.match(page.body, /<input type="radio" name="decision" value="declined" required>/);
  },
);

t.test('at most five calls of a connection and twenty of a person wait, and three refusals are enough', async (t) => {
  const made = await askingApp(t);
  const { app, clock } = made;
  const token = await made.tokenOf('owner');
  const browser = await made.browserOf('owner');
  const invite = (n: number) =>
    callTool(app, 'invite_member', { email: `n${n}@people.example`, role: 'admin' }, { token });
  const asked = await Promise.all(Array.from({ length: 12 }, (_, n) => invite(n)));
  const waiting = asked.filter((answer) => statusOf(answer) === 'waiting');
  t.equal(waiting.length, APPROVAL_LIMITS.ofConnection, 'also if they come at once');
  for (const answer of asked.filter((one) => statusOf(one) === 'error'))
    t.match(answer.text, /too many calls wait .*\/account/);
  const letters = Number(await made.file.read("select count(*) from outbox where kind = 'approval_asked'"));
  t.ok(letters <= APPROVAL_LIMITS.ofConnection);
  for (const answer of waiting.slice(0, APPROVAL_LIMITS.declined)) await decide(browser, waitingAt(answer), 'declined');
  const refused = await invite(50);
  t.equal(statusOf(refused), 'error');
  t.match(refused.text, /declined several calls/);
  clock.advance(61 * MINUTE);
  await made.tokenOf('owner');
  t.equal(
    statusOf(
      await callTool(
        app,
        'invite_member',
        { email: 'later@people.example', role: 'admin' },
        { token: await made.tokenOf('owner') },
      ),
    ),
    'waiting',
  );
});

t.test('the twentieth call of a person is the last one that waits, whatever the connections', async (t) => {
  const made = await askingApp(t);
  let waiting = 0;
  const scopes = ['courses:read', 'students:read', 'events:read', 'posts:read', 'coupons:read'] as const;
  for (const scope of scopes) {
    const token = await made.tokenOf('owner', ['members:write', scope]);
    for (let n = 0; n < 5; n += 1) {
      const args = { email: `${scope.replace(':', '-')}${n}@people.example`, role: 'admin' };
      if (statusOf(await callTool(made.app, 'invite_member', args, { token })) === 'waiting') waiting += 1;
    }
  }
  t.equal(waiting, APPROVAL_LIMITS.ofPerson);
});

/** What happens between the decision and the call, with what the call is told. */
const BETWEEN: readonly [title: string, edit: string, ...values: string[]][] = [
  [
    'the role is lowered',
    "update memberships set role = 'staff' where person_id = ? and site_id = ?",
    CALLERS.admin.id,
    RIVERSIDE.id,
  ],
  [
    'the member is suspended',
    "update memberships set status = 'suspended' where person_id = ? and site_id = ?",
    CALLERS.admin.id,
    RIVERSIDE.id,
  ],
  [
    'the connection ends',
    "update grants set revoked_at = 1, revoked_by = 'person' where person_id = ? and site_id = ?",
    CALLERS.admin.id,
    RIVERSIDE.id,
  ],
  ['the app is disabled', 'update clients set active = false where id = ?', `c_test_${RIVERSIDE.id}`],
  ['the account is disabled', 'update people set active = false where id = ?', CALLERS.admin.id],
];

const undone = async (made: AskingApp, t: Test, title: string): Promise<void> => {
  t.equal(
    await made.file.read(
      'select status from memberships where person_id = ? and site_id = ?',
      CALLERS.staff.id,
      RIVERSIDE.id,
    ),
    'active',
    title,
  );
  t.notMatch(await approvalEvents(made.file), ['approval_asked', 'approval_allowed', 'approval_carried_out'], title);
};

t.test('what was allowed ends with the role, the membership, the connection, the app and the account', async (t) => {
  for (const [title, edit, ...values] of BETWEEN) {
    const made = await askingApp(t);
    const token = await made.tokenOf('admin');
    const suspend = () => callTool(made.app, 'suspend_member', { id: CALLERS.staff.id }, { token });
    await decide(await made.browserOf('admin'), waitingAt(await suspend()), 'allowed');
    await made.file.edit(edit, ...values);
    const answer = await suspend();
    t.ok(answer.status !== 200 || statusOf(answer) !== 'done', `${title}: ${answer.body}`);
    await undone(made, t, title);
  }
});

t.test('nothing can be decided by a person whose role, membership or connection has ended', async (t) => {
  for (const [title, edit, ...values] of BETWEEN) {
    const made = await askingApp(t);
    const token = await made.tokenOf('admin');
    const asked = await callTool(made.app, 'suspend_member', { id: CALLERS.staff.id }, { token });
    const browser = await made.browserOf('admin');
    const page = await browser.get(waitingAt(asked));
    await made.file.edit(edit, ...values);
    const sent = await browser.submit(page, '/decide', { decision: 'allowed' });
    t.not(sent.status, 200, title);
    t.equal((await browser.get(waitingAt(asked))).status === 200 && title !== 'the account is disabled', false, title);
    t.strictSame(await approvalEvents(made.file), ['approval_asked'], title);
  }
});

t.test('what is not decided within an hour, or not carried out within 15 minutes of it, is asked again', async (t) => {
  const made = await askingApp(t);
  const browser = await made.browserOf('owner');
  const late = await asking(made, 'late');
  made.clock.advance(60 * MINUTE);
  t.equal((await browser.get(late.path)).status, 404, 'the hour is over');
  const token = await made.tokenOf('owner');
  const again = () =>
    made.tokenOf('owner').then((fresh) => callTool(made.app, 'delete_course', { id: 'late' }, { token: fresh }));
  const second = await again();
  t.not(waitingAt(second), late.path);
  await decide(browser, waitingAt(second), 'allowed');
  made.clock.advance(15 * MINUTE);
  const third = await again();
  t.equal(statusOf(third), 'waiting', 'to the millisecond');
  t.not(waitingAt(third), waitingAt(second));
  await decide(browser, waitingAt(third), 'allowed');
  made.clock.advance(15 * MINUTE - 1);
  t.equal(statusOf(await again()), 'done');
  t.ok(token);
});

t.test('no operation and no tool changes what agents ask, and the page asks for the password', async (t) => {
  const made = await askingApp(t);
  const { app } = made;
  for (const { input, name } of app.school.catalogue) {
    t.notMatch(Object.keys(input.shape).join(), /agents|runsAlone/i, name);
  }
  const token = await made.tokenOf('owner');
  t.equal((await call(app, token, 'PATCH', '/school', { approvalPolicy: 'nothing' })).status, 400);
  const policy = () => made.file.read('select agents_ask from sites where id = ?', RIVERSIDE.id);
  const staff = await made.browserOf('staff');
  t.equal((await staff.get('/admin/riverside/settings/agents/nothing')).status, 403);
  const browser = await made.browserOf('owner');
  const settings = await browser.get('/admin/riverside/settings');
  const asked = await browser.submit(settings, '/settings/agents', { policy: 'nothing' });
  t.equal(await policy(), 'sensitive', 'not yet');
  await browser.submit(asked, '/settings/agents/nothing', { password: 'wrong' });
  t.equal(await policy(), 'sensitive', 'not with a wrong password');
  const { PASSWORD } = await import('../../support/app.ts');
  t.match(
    said(await browser.submit(asked, '/settings/agents/nothing', { password: PASSWORD })),
    /Apps ask as you have chosen/,
  );
  t.equal(await policy(), 'nothing');
});

t.test('what an app is answered names the host, and the manual and the e-mail say where to decide', async (t) => {
  const made = await askingApp(t);
  const { again, id, token } = await asking(made, 'hosted');
  const { host } = new URL(BASE);
  const sentence = `only that page of ${host} counts`;
  t.match((await again()).text, sentence, 'a tool');
  const { json } = await call(made.app, token, 'DELETE', `/courses/${id}`);
  t.match(json.detail, sentence, 'REST');
  t.equal(new URL(String(json.approvalUrl)).host, host);
  const manual = readFileSync(join(import.meta.dirname, '../../../docs/run/assistants.md'), 'utf8').replace(
    /\s+/g,
    ' ',
  );
  for (const fact of [/always listed on \*Your account\*/, /No e-mail of this server asks for a password/])
    t.match(manual, fact);
  t.match(textFor('en').mail.approval_asked.after, /We never ask for a password by e-mail/);
  const account = await (await made.browserOf('owner')).get('/account');
  t.match(account.body, /href="\/approvals\/apr_/, 'as the manual says');
});

t.test('the page shows the app, which connection it is and since when, and ends that connection', async (t) => {
  const made = await askingApp(t);
  const { app, clock } = made;
  const browser = await made.browserOf('owner');
  const first = await asking(made, 'one-connection');
  const about = said(await browser.get(first.path)).replace(/\s+/g, ' ');
  t.match(about, 'Asked by Test Tool, which you connected on Nov 21, 2026, 9:00 AM WET', 'the only one has no number');
  clock.advance(90 * MINUTE);
  const scopes = ['courses:read', 'courses:write'] as const;
  const token = await made.tokenOf('owner', scopes);
  const again = await callTool(app, 'delete_course', { id: 'one-connection' }, { token });
  const page = await browser.get(waitingAt(again));
  const text = said(page).replace(/\s+/g, ' ');
  t.match(text, /Asked by Test Tool.{0,20}2.{0,12}, which you connected on Nov 21, 2026, 10:30 AM WET/);
  const end = /href="(\/account\/connected-apps\/\d+\/end)"/.exec(page.body)?.[1] ?? '';
  await browser.submit(await browser.get(end), end, {});
  t.equal((await callTool(app, 'delete_course', { id: 'one-connection' }, { token })).status, 401, 'it has ended');
  t.equal((await browser.get(waitingAt(again))).status, 404);
  const lasting = await made.tokenOf('owner');
  t.equal(
    statusOf(await callTool(app, 'delete_course', { id: 'one-connection' }, { token: lasting })),
    'waiting',
    'the other one lasts',
  );
});

t.test('every change by an asking app names an approval, and the chain of the log holds', async (t) => {
  const made = await askingApp(t, {}, 'changes');
  const { app, file } = made;
  const token = await made.tokenOf('owner');
  const courseId = async () => String(await file.read("select id from courses where slug = 'chained'"));
  const CALLS: readonly [name: string, args: () => Promise<Record<string, unknown>>][] = [
    ['create_course', async () => ({ title: 'Chained', slug: 'chained' })],
    ['update_course', async () => ({ id: await courseId(), title: 'Chained again' })],
    ['create_section', async () => ({ id: await courseId(), title: 'Section' })],
    ['enroll_student', async () => ({ courseId: await courseId(), memberId: CALLERS.member.id })],
    ['suspend_member', async () => ({ id: CALLERS.staff.id })],
    ['invite_member', async () => ({ email: 'chained@people.example', role: 'admin' })],
    ['update_appearance', async () => ({ customCss: 'body { color: #123456 }' })],
  ];
  for (const [name, args] of CALLS) {
    const answer = await callAllowed(made, 'owner', name, await args(), token);
    t.equal(statusOf(answer), 'done', `${name}: ${answer.text}`);
  }
  const rows = await file.rows(
    `select id, event, target, after, request_id from audit_events where client_id = 'c_test_${RIVERSIDE.id}' order by id`,
  );
  const of = (event: string) => rows.filter((row) => row.event === event);
  for (const event of ['approval_asked', 'approval_carried_out']) {
    t.strictSame(
      of(event).map(({ target }) => target),
      CALLS.map(([name]) => name),
      event,
    );
  }
  const allowed = await file.rows(
    "select target, after from audit_events where event = 'approval_allowed' order by id",
  );
  t.strictSame(
    allowed.map(({ after }) => after),
    of('approval_asked').map(({ after }) => after),
  );
  t.strictSame(
    of('approval_carried_out').map(({ after }) => after),
    allowed.map(({ after }) => after),
  );
  for (const { after } of allowed) t.match(JSON.parse(String(after)), { approval: /^apr_/, digest: /^[0-9a-f]{64}$/ });

  const byApproval = new Set(of('approval_carried_out').map((row) => row.request_id));
  const changes = rows.filter(
    ({ event }) => !/^(?:approval_|tool_|client_|code_|token_|grant_|consent_)/.test(String(event)),
  );
  t.ok(changes.length >= CALLS.length);
  for (const { event, request_id: request } of changes) t.ok(byApproval.has(request), `${event} was allowed`);

  made.clock.advance(MINUTE);
  while (await app.audit.chains.seal(app.clock()));
  const faults = async () => {
    const found: unknown[] = [];
    for await (const { verified, fault } of app.audit.verification.verify()) found.push(verified > 0 ? fault : 'none');
    return found;
  };
  t.ok(
    (await faults()).every((fault) => fault === undefined),
    'the chain holds',
  );
  const [{ id: forged } = { id: 0 }] = of('approval_carried_out');
  await file.edit('update audit_events set target = ? where id = ?', 'delete_course', Number(forged));
  t.ok(
    (await faults()).some((fault) => fault !== undefined),
    'a forged event is found',
  );
});

t.test('a call without an effect uses nothing up', async (t) => {
  const made = await askingApp(t);
  const token = await made.tokenOf('owner');
  const suspend = () => callTool(made.app, 'suspend_member', { id: CALLERS.staff.id }, { token });
  await decide(await made.browserOf('owner'), waitingAt(await suspend()), 'allowed');
  await made.file.edit("update memberships set status = 'suspended' where person_id = ?", CALLERS.staff.id);
  t.equal(statusOf(await suspend()), 'done', 'there was nothing to do');
  await made.file.edit("update memberships set status = 'active' where person_id = ?", CALLERS.staff.id);
  t.equal(statusOf(await suspend()), 'waiting', 'and the decision is of no use later');
});
