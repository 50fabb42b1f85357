/** Names that others chose are shown with what the school knows of them, so that nobody and nothing passes for another one. */
import t from 'tap';
import { CALLERS, call, RIVERSIDE } from '../../support/admin.ts';
import { askingApp, setPolicy, waitingAt } from '../../support/approvals.ts';
import { callTool } from '../../support/mcp.ts';
import { said } from '../../support/signed-in.ts';
import { picture, uploaded } from '../../support/uploads.ts';

const DAY = 86_400_000;
const made = await askingApp(t);
const { app, file, tokenOf, clock } = made;
const owner = await tokenOf('owner');
const STUDENT = CALLERS.member;
const PLAN = { planType: 'recurring', interval: 'month', intervalCount: 1, price: { amount: 1, currency: 'EUR' } };

/** Makes something unasked. */
async function unasked(path: string, body?: object): Promise<string> {
  await setPolicy(app, 'nothing');
  const answer = await call(app, owner, 'POST', path, body);
  await setPolicy(app, 'changes');
  if (answer.status >= 300) throw new Error(answer.body);
  return String(answer.json.id);
}

/** The school of the table: a student called Principal, a course called like another one, and a file. */
async function school() {
  await file.edit('update people set name = ? where id = ?', 'Principal', STUDENT.id);
  const joined = 'update memberships set joined_at = ? where person_id = ? and site_id = ?';
  await file.edit(joined, clock.now - DAY, STUDENT.id, RIVERSIDE.id);
  const courseId = await unasked('/courses', { title: 'All courses', slug: 'knitting-1' });
  const enrollmentId = await unasked('/enrollments', { courseId, memberId: STUDENT.id });
  const times = { startsAt: '2027-03-01T10:00:00Z', endsAt: '2027-03-01T11:00:00Z', timezone: 'UTC' };
  const eventId = await unasked('/events', { title: 'Staff meeting', slug: 'open-day', ...times });
  await unasked(`/events/${eventId}/publish`);
  const registrationId = await unasked(`/events/${eventId}/registrations`, { memberId: STUDENT.id });
  await setPolicy(app, 'nothing');
  const asset = await uploaded(app, owner, picture('holiday'));
  await setPolicy(app, 'changes');
  const terms = { slug: 'handout', price: { amount: 1, currency: 'EUR' } };
  const productId = await unasked('/digital_products', { title: 'Handout', ...terms });
  return {
    courseId,
    enrollmentId,
    registrationId,
    assetId: String(asset.id),
    productId,
  };
}

const { courseId, enrollmentId, registrationId, assetId, productId } = await school();
const person = [`“Principal” ${STUDENT.email} · Member · ${STUDENT.id} · Joined 1 day ago`];
const course = [`“All courses” knitting-1 · ${courseId} · Created`];
const CASES: readonly [tool: string, args: Record<string, unknown>, shown: readonly string[]][] = [
  ['suspend_member', { id: STUDENT.id }, [`Suspend Principal (${STUDENT.email})?`, ...person]],
  ['remove_member', { id: STUDENT.id }, [`Remove Principal (${STUDENT.email}) from`, ...person]],
  ['change_role', { id: STUDENT.id, role: 'staff' }, [`Give Principal (${STUDENT.email}) the role`, ...person]],
  ['archive_course', { id: 'knitting-1' }, course],
  ['revoke_enrollment', { id: enrollmentId }, [...person, ...course]],
  ['cancel_registration', { id: registrationId }, [...person, '“Staff meeting” open-day']],
  ['enroll_student', { courseId, memberId: CALLERS.staff.id }, [...course, CALLERS.staff.email]],
  ['create_section', { id: courseId, title: 'Section' }, course],
  ['create_membership_plan', { ...PLAN, name: 'P', slug: 'p', courseIds: [courseId] }, course],
  ['delete_asset', { id: assetId }, [`“picture.png” ${assetId}`]],
  ['attach_digital_product_file', { id: productId, assetId }, ['“Handout” handout', `“picture.png” ${assetId}`]],
];

t.test('the page shows addresses, roles, ids and ages of what a call is about', async (t) => {
  const browser = await made.browserOf('owner');
  for (const [tool, args, shown] of CASES) {
    const asked = await callTool(app, tool, args, { token: owner });
    const path = waitingAt(asked);
    if (!path) {
      t.fail(`${tool}: ${asked.text}`);
      continue;
    }
    const text = said(await browser.get(path)).replace(/\s+/g, ' ');
    for (const part of shown) t.ok(text.includes(part), `${tool}: ${part} in ${text}`);
    await file.edit('delete from approvals');
  }
});

t.test('a long name hides no address', async (t) => {
  await file.edit('update people set name = ? where id = ?', `Principal ${'x'.repeat(90)}`, STUDENT.id);
  const browser = await made.browserOf('owner');
  const asked = await callTool(app, 'suspend_member', { id: STUDENT.id }, { token: owner });
  t.match(said(await browser.get(waitingAt(asked))), `… (${STUDENT.email})?`);
});
