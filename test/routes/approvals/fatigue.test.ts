/** A person is not asked until they allow something to be left alone: whatever becomes of the calls that wait, more of them are refused. */
import t, { type Test } from 'tap';
import { APPROVAL_LIMITS, APPROVAL_TIMES } from '../../../schema/school/approval.ts';
import { APPROVAL_LETTERS, NOTICES_PER_PERSON } from '../../../schema/throttle.ts';
import { CALLERS, call, RIVERSIDE } from '../../support/admin.ts';
import { temporaryFolder } from '../../support/app.ts';
import { type AskingApp, askingApp, decide, freshCourse, statusOf, waitingAt } from '../../support/approvals.ts';
import { Mailbox } from '../../support/emails.ts';
import { callTool } from '../../support/mcp.ts';

const { unallowed } = APPROVAL_LIMITS;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const invite = async ({ app, tokenOf }: AskingApp, name: string) =>
  callTool(app, 'invite_member', { email: `${name}@people.example`, role: 'admin' }, { token: await tokenOf('owner') });

const askedIn = async ({ file }: AskingApp): Promise<number> =>
  Number(await file.read('select count(*) from approvals'));

/** Ways of a client to have its calls replaced, with how often it can ask at once. */
const WAYS: readonly [way: string, turn: (made: AskingApp, n: number) => Promise<string>][] = [
  [
    'the object of the same call changes',
    async (made, n) => {
      const { app, clock, tokenOf } = made;
      const token = await tokenOf('owner');
      if (n === 0) await freshCourse(app, token, 'turning');
      clock.advance(1000);
      const course = await call(app, token, 'GET', '/courses/turning');
      await call(app, token, 'PATCH', `/courses/${course.json.id}`, { title: `Turn ${n}` });
      return statusOf(await callTool(app, 'delete_course', { id: 'turning' }, { token }));
    },
  ],
  [
    'what is asked about has no effect any more',
    async (made, n) => {
      const { app, file, tokenOf } = made;
      const token = await tokenOf('owner');
      const suspend = () => callTool(app, 'suspend_member', { id: CALLERS.staff.id }, { token });
      const asked = statusOf(await suspend());
      for (const status of ['suspended', 'active']) {
        const edit = `update memberships set status = '${status}', updated_at = updated_at + ${n + 1} where person_id = ?`;
        await file.edit(edit, CALLERS.staff.id);
        if (status === 'suspended') await suspend();
      }
      return asked;
    },
  ],
  [
    'they are declined',
    async (made, n) => {
      const asked = await invite(made, `declined-${n}`);
      if (statusOf(asked) === 'waiting') await decide(await made.browserOf('owner'), waitingAt(asked), 'declined');
      return statusOf(asked);
    },
  ],
];

t.test('a connection asks at most ten times an hour about what is not allowed', async (t) => {
  for (const [way, turn] of WAYS) {
    const made = await askingApp(t);
    const outcomes: string[] = [];
    for (let n = 0; n < unallowed.hour + 4; n += 1) outcomes.push(await turn(made, n));
    const most = way === 'they are declined' ? APPROVAL_LIMITS.declined : unallowed.hour;
    t.equal(outcomes.filter((one) => one === 'waiting').length, most, `${way}: ${outcomes.join()}`);
    t.equal(await askedIn(made), most, way);
  }
});

t.test('a connection whose calls expire asks at most twenty times a day', async (t) => {
  const made = await askingApp(t);
  let answer = '';
  for (let hour = 0; hour < 24; hour += 1) {
    for (let n = 0; n < APPROVAL_LIMITS.ofConnection + 1; n += 1) answer = (await invite(made, `h${hour}-${n}`)).text;
    made.clock.advance(HOUR);
  }
  t.equal(await askedIn(made), unallowed.day);
  t.match(answer, /nothing is asked of them before \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
  made.clock.advance(HOUR);
  t.equal(statusOf(await invite(made, 'next-day')), 'waiting', 'and again after a day');
});

t.test('what was allowed does not count, so that a person who works with an app is not kept waiting', async (t) => {
  const made = await askingApp(t);
  const browser = await made.browserOf('owner');
  for (let n = 0; n < unallowed.hour + 2; n += 1) {
    const asked = await invite(made, `worked-${n}`);
    t.equal(statusOf(asked), 'waiting', asked.text);
    await decide(browser, waitingAt(asked), 'allowed');
  }
});

t.test('parallel calls do not pass the limit together', async (t) => {
  const made = await askingApp(t);
  for (let n = 0; n < unallowed.hour - 1; n += 1) {
    await invite(made, `first-${n}`);
    await made.file.edit('update approvals set closed_at = asked_at where closed_at is null');
  }
  const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => invite(made, `parallel-${n}`)));
  t.equal(answers.filter((one) => statusOf(one) === 'waiting').length, 1);
});

async function withMailbox(t: Test) {
  const dataDir = temporaryFolder(t);
  const made = await askingApp(t, { dataDir, oneNode: 'the outbox is sent by hand' });
  const mailbox = new Mailbox(dataDir, made);
  /** The subjects of what the owner got. */
  const toOwner = async (): Promise<string[]> => {
    for (let turn = 0; turn < 5; turn += 1) await made.app.outbox.sendDue();
    return mailbox.take().flatMap(({ to, subject }) => (to === CALLERS.owner.email ? [subject] : []));
  };
  return { made, toOwner };
}

t.test('a person gets one e-mail an hour about calls that wait', async (t) => {
  const { made, toOwner } = await withMailbox(t);
  t.strictSame(APPROVAL_LETTERS, { limit: 1, windowMs: HOUR, afterwards: 'wait_for_window' });
  await toOwner();
  for (const n of [1, 2, 3]) await invite(made, `letter-${n}`);
  t.strictSame(await toOwner(), ['Test Tool asks you to decide'], 'three calls, one e-mail');
  made.clock.advance(HOUR - 1);
  await invite(made, 'letter-4');
  t.strictSame(await toOwner(), [], 'a millisecond too early');
  made.clock.advance(1);
  await invite(made, 'letter-5');
  t.strictSame(await toOwner(), ['Test Tool asks you to decide']);
  const asked = await invite(made, 'letter-6');
  await decide(await made.browserOf('owner'), waitingAt(asked), 'declined');
  made.clock.advance(APPROVAL_TIMES.decide);
  t.strictSame(await toOwner(), [], 'none about what is decided or over');
});

t.test('e-mails about decisions and courses keep none about rights from the person', async (t) => {
  const { made, toOwner } = await withMailbox(t);
  const { app, file } = made;
  const token = await made.tokenOf('admin');
  await file.edit('update people set email_verified = ? where id = ?', true, CALLERS.admin.id);
  const { id } = CALLERS.owner;
  for (let n = 0; n < NOTICES_PER_PERSON.limit + 1; n += 1) {
    await app.throttle.take({ kind: 'notices_to', subject: `${RIVERSIDE.id} ${id}`, rule: NOTICES_PER_PERSON });
  }
  await toOwner();
  await invite(made, 'kept');
  const notice = app.school.notice({ order: 'role_changed', siteId: RIVERSIDE.id, personId: id, role: 'owner' });
  await app.audit.record({ event: 'member_role_changed', at: app.clock(), siteId: RIVERSIDE.id, ...notice });
  t.equal((await toOwner()).length, 2, 'the decision and the role, although the courses have used theirs up');
  t.ok(token);
});
