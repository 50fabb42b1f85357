/** The store of approvals by itself, behind what the token and the page check already: each unit of work decides alone. */
import t from 'tap';
import { fieldValues } from '../../../schema/audit/audit-event.ts';
import type { Role } from '../../../schema/people/role.ts';
import { CALLERS, RIVERSIDE } from '../../support/admin.ts';
import { type AskingApp, askingApp, waitingAt } from '../../support/approvals.ts';
import { callTool } from '../../support/mcp.ts';

const PERSON = CALLERS.admin.id;

/** A call of the administrator that waits, with what the store is asked about it. */
async function waitingCall() {
  const made = await askingApp(t);
  const token = await made.tokenOf('admin');
  const asked = await callTool(made.app, 'suspend_member', { id: CALLERS.staff.id }, { token });
  await made.browserOf('admin');
  const id = waitingAt(asked).replace(/^.*\//, '');
  const sessionId = String(
    await made.file.read('select id from sessions where person_id = ? order by id desc', PERSON),
  );
  const { approvals } = made.app.school;
  const now = made.app.clock();
  const key = { id, siteId: RIVERSIDE.id, personId: PERSON };
  return {
    made,
    find: (personId: string = PERSON) => approvals.waiting(id, personId, now),
    decide: (is: 'allowed' | 'declined' = 'allowed', by: { role?: Role; sessionId?: string } = {}) =>
      approvals.decide(
        key,
        { is, now, usableUntil: now + 60_000 },
        { sessionId, role: 'admin', ...by },
        { event: 'approval_allowed', at: now, after: fieldValues({}) },
      ),
    /** @returns whether it was claimed */
    claim: async (at = now) =>
      (await made.app.audit.idempotencyKeys.claim(id, 'x', { now: at, until: at + 1000 }, approvals.usable(id, at))) ===
      undefined,
  };
}

const ENDS: readonly [title: string, edit: string, ...values: string[]][] = [
  ['the connection', "update grants set revoked_at = 1, revoked_by = 'person' where person_id = ?", PERSON],
  ['the membership', "update memberships set status = 'suspended' where person_id = ?", PERSON],
  ['the account', 'update people set active = false where id = ?', PERSON],
  ['the app', 'update clients set active = false where id = ?', `c_test_${RIVERSIDE.id}`],
  ['the school', 'update sites set active = false where id = ?', RIVERSIDE.id],
];

const end = ({ file }: AskingApp, edit: string, values: readonly string[]) => file.edit(edit, ...values);

t.test('nothing is found, decided or carried out after an end of what it depends on', async (t) => {
  for (const [title, edit, ...values] of ENDS) {
    const before = await waitingCall();
    t.ok(await before.find(), 'it waits');
    await end(before.made, edit, values);
    t.equal(await before.find(), undefined, `${title}: not found`);
    t.equal(await before.decide(), false, `${title}: not decided`);
    const after = await waitingCall();
    t.equal(await after.decide(), true);
    await end(after.made, edit, values);
    t.equal(await after.claim(), false, `${title}: not carried out`);
  }
});

t.test('it is decided once, by its person, with the role and in the session', async (t) => {
  const call = await waitingCall();
  t.equal(await call.find(CALLERS.owner.id), undefined, 'another person finds nothing');
  t.equal(await call.decide('allowed', { role: 'owner' }), false, 'another role than the person has');
  t.equal(await call.decide('allowed', { sessionId: 'ses_none' }), false, 'a session that has ended');
  t.equal(await call.claim(), false, 'nothing is allowed yet');
  t.equal(await call.decide(), true);
  t.equal(await call.decide('declined'), false, 'a second decision');
  t.equal(await call.decide(), false);
  t.equal(await call.claim(call.made.app.clock() + 60_000), false, 'too late by a millisecond');
  t.equal(await call.claim(), true);
  t.equal(await call.claim(), false, 'claimed once');
  const declined = await waitingCall();
  t.equal(await declined.decide('declined'), true);
  t.equal(await declined.claim(), false);
});
