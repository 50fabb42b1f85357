/** A call that a person decides about: what the app is told, what the page shows, and what happens then. */
import t from 'tap';
import { call } from '../../support/admin.ts';
import { approvalEvents, askingApp, decide, freshCourse, statusOf, waitingAt } from '../../support/approvals.ts';
import { callTool } from '../../support/mcp.ts';
import { said } from '../../support/signed-in.ts';

const made = await askingApp(t);
const { app, browserOf, file, tokenOf } = made;
const token = await tokenOf('owner');

t.test('a deletion waits for the person, and is carried out once it is allowed', async (t) => {
  const { id } = await freshCourse(app, token, 'flow');
  const asked = await callTool(app, 'delete_course', { id: 'flow' }, { token });
  t.equal(statusOf(asked), 'waiting', asked.body);
  t.match(asked.text, /^Not done yet\. Waits for Ruth Adler to allow it at https?:\/\/[^ ]+\/approvals\/apr_/);
  t.notOk('isError' in (asked.result as object), 'it is no error');
  const path = waitingAt(asked);
  const browser = await browserOf('owner');
  const page = await browser.get(path);
  t.equal(page.status, 200);
  t.match(said(page), /Delete “Course flow” for good\?/);
  t.match(said(page), /delete_course/);
  t.notMatch(page.body, / checked/, 'nothing is chosen beforehand');
  t.equal((await call(app, token, 'GET', `/courses/${id}`)).status, 200, 'nothing has happened by looking at it');

  const after = await decide(browser, path, 'allowed');
  t.match(said(after), /Allowed once\./);
  t.equal((await call(app, token, 'GET', `/courses/${id}`)).status, 200, 'nothing happens before the app calls again');
  for (const key of ['flow', String(id), 'flow']) {
    t.equal(statusOf(await callTool(app, 'delete_course', { id: key }, { token })), 'done', `again by ${key}`);
  }
  t.equal((await call(app, token, 'GET', `/courses/${id}`)).status, 404);
  t.strictSame(await approvalEvents(file), ['approval_asked', 'approval_allowed', 'approval_carried_out']);
});

t.test('a call that was declined is refused, and asks nobody again', async (t) => {
  const { id } = await freshCourse(app, token, 'declined');
  const asked = await callTool(app, 'delete_course', { id }, { token });
  t.match(said(await decide(await browserOf('owner'), waitingAt(asked), 'declined')), /Declined\./);
  const again = await callTool(app, 'delete_course', { id }, { token });
  t.equal(statusOf(again), 'error');
  t.match(again.text, /the person declined this/);
  t.equal((await call(app, token, 'GET', `/courses/${id}`)).status, 200);
});

t.test('REST answers 403 with the page and no challenge, and the same request succeeds afterwards', async (t) => {
  const { id } = await freshCourse(app, token, 'rest');
  const key = { 'idempotency-key': 'rest-1' };
  const asked = await call(app, token, 'DELETE', `/courses/${id}`, undefined, key);
  t.equal(asked.status, 403);
  t.match(asked.headers['content-type'], /^application\/problem\+json/);
  t.match(asked.json.type, /#approval-required$/);
  t.equal(asked.headers['www-authenticate'], undefined);
  t.equal(asked.headers['retry-after'], '10');
  t.match(asked.json.expiresAt, /^\d{4}-/);
  const path = new URL(String(asked.json.approvalUrl)).pathname;
  t.equal((await decide(await browserOf('owner'), path, 'allowed')).status, 200);
  t.equal((await call(app, token, 'DELETE', `/courses/${id}`, undefined, key)).status, 204);
  const replayed = await call(app, token, 'DELETE', `/courses/${id}`, undefined, key);
  t.equal(replayed.status, 204);
  t.equal(replayed.headers['idempotent-replayed'], 'true');
});

t.test('what cannot be done is refused at once, and nobody is asked', async (t) => {
  const before = Number(await file.read('select count(*) from approvals'));
  for (const [name, args] of [
    ['delete_course', { id: 'crs_none' }],
    ['remove_member', { id: 'usr_demo_ruth' }],
    ['invite_member', { email: 'new@example.org', role: 'owner' }],
  ] as const) {
    t.equal(statusOf(await callTool(app, name, args, { token })), 'error', name);
  }
  t.equal(Number(await file.read('select count(*) from approvals')), before);
});
