/** When a member was last active at a school, as the school sees it: to the hour, by any app and on the admin pages. */
import t from 'tap';
import { ask as graphql } from '../support/account.ts';
import { type AdminApp, adminApp, CALLERS, call, HARBOUR, RIVERSIDE } from '../support/admin.ts';
import { databaseFile } from '../support/database-edit.ts';
import { callTool } from '../support/mcp.ts';
import { signedIn } from '../support/signed-in.ts';

const MINUTE = 60_000;
const { owner, instructor, member } = CALLERS;

/** An administrator looks. */
const looking = ({ app, tokenOf }: AdminApp) => {
  const ask = async (path: string, method = 'GET') => call(app, await tokenOf('admin'), method, path);
  const seen = async (id: string) => (await ask(`/members/${id}`)).json.lastSeenAt;
  return { ask, seen };
};

t.test('a school sees when members were last active by an app, to the hour [D2, D4]', async (t) => {
  const made = await adminApp(t);
  const { app, clock, tokenOf } = made;
  const { ask, seen } = looking(made);
  const now = (): string => new Date(clock.now).toISOString();
  const token = () => tokenOf('member', ['account:read']);
  const asAna = async () => graphql(app, await token(), '{ viewer { id } }');

  t.not(await seen(member.id), now());
  await token();
  const first = now();
  t.equal(await seen(member.id), first, 'the person let an app in');
  clock.advance(59 * MINUTE);
  await asAna();
  t.equal(await seen(member.id), first, 'within the hour');
  clock.advance(MINUTE);
  await asAna();
  t.equal(await seen(member.id), now(), 'by the Account API');
  t.equal((await ask(`/students/${member.id}`)).json.lastActiveAt, now(), 'as a student, too');
  clock.advance(61 * MINUTE);
  await callTool(app, 'get_my_account', {}, { token: await token() });
  t.equal(await seen(member.id), now(), 'by a tool');

  const dead = await tokenOf('instructor');
  const since = await seen(instructor.id);
  clock.advance(40 * MINUTE);
  t.equal((await ask(`/members/${instructor.id}/suspend`, 'POST')).status, 200);
  clock.advance(19 * MINUTE);
  t.equal((await call(app, dead, 'GET', '/courses')).status, 401);
  t.equal(await seen(instructor.id), since, 'a token that has ended is no visit');
  clock.advance(MINUTE);
  await call(app, await tokenOf('owner'), 'GET', '/courses');
  const latest = (await ask('/members?sort=-lastSeenAt&first=2')).json.nodes ?? [];
  t.match(
    latest.filter(({ role }) => String(role) === 'owner'),
    [{ id: owner.id, lastSeenAt: now() }],
    'lists follow',
  );
});

t.test('a visit to the admin pages is one, and a visit to one school is none to another [D4]', async (t) => {
  const made = await adminApp(t);
  const { app, clock, tokenOf } = made;
  const { seen } = looking(made);
  const elsewhere = { siteId: HARBOUR.id, personId: owner.id, role: 'member' } as const;
  await app.school.platform.add({ createdAt: clock.now, sites: [], people: [], memberships: [elsewhere] });
  const ruth = await signedIn(app, owner.email);
  const before = await seen(owner.id);
  t.equal((await ruth.get('/account')).status, 200);
  t.equal(await seen(owner.id), before, 'the pages of the account are of no school');
  t.equal((await ruth.get(`/admin/${RIVERSIDE.slug}`)).status, 200);
  t.equal(await seen(owner.id), new Date(clock.now).toISOString());
  const atHarbour = await call(app, await tokenOf('foreignOwner'), 'GET', `/members/${owner.id}`);
  t.equal(atHarbour.json.lastSeenAt, null);
});

t.test('a request is answered when the visit cannot be stored [D4]', async (t) => {
  const file = databaseFile(t);
  const { app, clock, tokenOf, logs } = await adminApp(t, { databaseUrl: file.url, housekeeping: false });
  await tokenOf('admin');
  clock.advance(61 * MINUTE);
  const token = await tokenOf('admin');
  const commit = await file.hold("update memberships set note = 'x' where person_id = ?", CALLERS.admin.id);
  t.equal((await call(app, token, 'GET', '/courses')).status, 200);
  t.match(logs.join(''), '"reason":"visit_not_stored"');
  await commit();
});
