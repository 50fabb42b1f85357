// slow
/** What a school lets its staff see and edit: the page where it is chosen, and everything that it decides. */
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { STAFF_SCOPES } from '../../schema/oauth/scope.ts';
import { type AdminApp, adminApp, CALLERS, call, clientOf, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD, temporaryFolder, testApp } from '../support/app.ts';
import type { Browser, Page } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { ask, callTool, everyTool } from '../support/mcp.ts';
import { authorizeUrl, DEMO, introspect, makeVerifier, obtainTokens, refresh } from '../support/oauth-client.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

const ADMIN = '/admin/riverside';
const PATH = `${ADMIN}/settings/staff`;
const { members, message, roles, staffRights: text } = textFor('en');
const CLIENT = clientOf(RIVERSIDE.id);

const submitted = async (browser: Browser, choice: Record<string, string>): Promise<Page> =>
  browser.submit(await browser.get(PATH), '/settings/staff', choice);

const confirmed = (browser: Browser, page: Page, password = PASSWORD): Promise<Page> =>
  browser.submit(page, '/settings/staff', { password });

interface School extends AdminApp {
  stored: () => Promise<unknown>;
  owner: Browser;
  /** Another node beside it. */
  otherNode: () => Promise<FastifyInstance>;
}

async function school(t: Test): Promise<School> {
  const file = databaseFile(t);
  const options = { databaseUrl: file.url, dataDir: temporaryFolder(t) };
  const made = await adminApp(t, options);
  const otherNode = async () => (await testApp(t, options)).app;
  const stored = () => file.read("select staff_scope from sites where slug = 'riverside'");
  return { ...made, stored, otherNode, owner: await signedIn(made.app, CALLERS.owner.email) };
}

t.test('taking rights is one step, and giving them asks for the password [D2]', async (t) => {
  const { owner, stored } = await school(t);
  t.match(said(await owner.get(PATH)), text.isDefault);
  t.match(said(await owner.get(`${ADMIN}/settings`)), text.isDefault);
  const less = await submitted(owner, { members: 'none', posts: 'view', storage: 'none' });
  t.match(said(less), text.done);
  t.match(said(less), text.isOwn);
  const WITHHELD = ['members:read', 'posts:write', 'storage:write'];
  t.equal(await stored(), STAFF_SCOPES.filter((scope) => !WITHHELD.includes(scope)).join(' '));

  const asked = await submitted(owner, { members: 'view', posts: 'none' });
  t.match(said(asked), text.confirm.title);
  t.match(said(asked), 'See all members of the school');
  t.equal(await stored(), STAFF_SCOPES.filter((scope) => !WITHHELD.includes(scope)).join(' '), 'not before');
  const wrong = await confirmed(owner, asked, 'not the password');
  t.equal(wrong.status, 400);
  t.equal(await stored(), STAFF_SCOPES.filter((scope) => !WITHHELD.includes(scope)).join(' '));
  t.match(said(await confirmed(owner, wrong)), text.done);
  const now = ['posts:read', 'posts:write', 'storage:write'];
  t.equal(await stored(), STAFF_SCOPES.filter((scope) => !now.includes(scope)).join(' '));

  const everything = await submitted(owner, { default: 'yes' });
  t.match(said(everything), text.confirm.title);
  t.match(said(await confirmed(owner, everything)), text.isDefault);
  t.equal(await stored(), null, 'the default, with what later versions add');
});

t.test('a school that took every right from its staff can give them back [D2]', async (t) => {
  const { owner, stored } = await school(t);
  const form = await owner.get(PATH);
  const subjects = Array.from(form.body.matchAll(/<input type="radio"[^>]* name="(\w+)"/g), ([, name = '']) => name);
  const nothing = Object.fromEntries(subjects.map((subject) => [subject, 'none']));
  t.match(said(await owner.submit(form, '/settings/staff', nothing)), text.done);
  t.equal(await stored(), '');
  t.match(said(await confirmed(owner, await submitted(owner, { posts: 'view' }))), text.done);
  t.equal(await stored(), 'posts:read');
  await submitted(owner, { posts: 'none' });
  t.equal(await stored(), '');
  t.match(said(await confirmed(owner, await submitted(owner, { default: 'yes' }))), text.isDefault);
  t.equal(await stored(), null);
});

t.test('a form that is out of date, or asks for what staff cannot have, changes nothing [D2]', async (t) => {
  const { app, owner, stored } = await school(t);
  const admin = await signedIn(app, CALLERS.admin.email);
  const old = await owner.get(PATH);
  t.match(said(await submitted(admin, { orders: 'none' })), text.done, 'administrators choose too');
  const before = await stored();
  const late = await owner.submit(old, '/settings/staff', { posts: 'none' });
  t.equal(late.status, 409);
  t.match(said(late), text.stale);
  const waiting = await submitted(owner, { orders: 'view' });
  await submitted(admin, { forms: 'none' });
  const between = await stored();
  t.not(between, before);
  t.equal((await confirmed(owner, waiting)).status, 409, 'also when the password is given');
  t.equal(await stored(), between);
  for (const wrong of [{ members: 'edit' }, { posts: 'all' }, { coupons: 'edit' }, { storage: 'view' }]) {
    t.equal((await submitted(owner, wrong)).status, 404, JSON.stringify(wrong));
  }
  t.equal(await stored(), between);
  t.notMatch((await owner.get(PATH)).body, /name="account"/, 'what is everybody’s own is no choice');
  for (const caller of ['staff', 'instructor', 'member'] as const) {
    const browser = await signedIn(app, CALLERS[caller].email);
    t.equal((await browser.get(PATH)).status, 403, caller);
  }
  const staff = await signedIn(app, CALLERS.staff.email);
  const sent = [...(await owner.get(PATH)).body.matchAll(/name="(\w+)" value="(\w+)"[^>]* checked/g)];
  const fields = sent.map(([, name = '', value = '']): [string, string] => [name, value]);
  t.equal((await staff.post(PATH, fields)).status, 403, 'staff choose nothing');
  t.equal(await stored(), between);
});

t.test('what is stored never gives staff more than the role can have [D2]', async (t) => {
  const file = databaseFile(t);
  const { app, tokenOf } = await adminApp(t, { databaseUrl: file.url });
  await file.edit("update sites set staff_scope = 'school:write members:write' where slug = 'riverside'");
  const token = await tokenOf('staff', ['school:write', 'members:write', 'account:read']);
  t.equal((await call(app, token, 'PATCH', '/school', { name: 'Mine' })).status, 403);
  const answer = await ask(app, 'tools/list', {}, { token });
  t.notMatch(answer.body, 'update_school');
});

t.test('a right that is taken away is dead at the next request, on every node and everywhere [D2, W35]', async (t) => {
  const { app, owner, tokenOf, otherNode } = await school(t);
  const other = await otherNode();
  const browser = await signedIn(app, CALLERS.staff.email);
  const scope = 'openid members:read posts:read posts:write';
  const tokens = await obtainTokens(app, CLIENT, { scope, prompt: 'consent' }, { email: CALLERS.staff.email });
  const token = tokens.access_token;
  const ofOwner = await tokenOf('owner', ['members:read']);
  const nodes = [app, other];
  const statuses = (path: string, bearer = token): Promise<number[]> =>
    Promise.all(nodes.map(async (node) => (await call(node, bearer, 'GET', path)).status));
  t.strictSame(await statuses('/members'), [200, 200]);
  t.strictSame(await statuses('/posts'), [200, 200]);
  t.ok((await everyTool(app, token)).some(({ name }) => String(name) === 'list_members'));

  t.match(said(await submitted(owner, { members: 'none', posts: 'view' })), text.done);
  for (const node of nodes) {
    const refused = await call(node, token, 'GET', '/members');
    t.equal(refused.status, 403);
    t.match(String(refused.headers['www-authenticate']), 'insufficient_scope');
    t.equal((await call(node, token, 'POST', '/posts', { title: 'Late' })).status, 403);
    const listed = (await everyTool(node, token)).map(({ name }) => String(name));
    t.notOk(listed.includes('list_members'));
    t.notOk(listed.includes('create_post'));
    t.ok(listed.includes('list_posts'));
    t.equal((await callTool(node, 'list_members', {}, { token })).status, 403);
  }
  t.strictSame(await statuses('/posts'), [200, 200], 'what stays is not touched');
  t.strictSame(await statuses('/members', ofOwner), [200, 200], 'nor are the rights of owners');
  const refreshed = (await refresh(other, CLIENT, tokens.refresh_token)).json<{ scope: string }>();
  t.equal(refreshed.scope, 'openid posts:read');

  const asked = await browser.get(authorizeUrl(CLIENT, makeVerifier(), { scope, prompt: 'consent' }));
  t.match(said(asked), textFor('en').consent.unavailable.outside_role.why);
  t.match(said(asked), /Not available to you.*See all members of the school/);
  const decided = await obtainTokens(app, CLIENT, { scope, prompt: 'consent' }, { email: CALLERS.staff.email });
  t.equal(decided.scope, 'openid posts:read');

  const again = await submitted(owner, { default: 'yes' });
  await confirmed(owner, again);
  t.strictSame(await statuses('/members'), [200, 200], 'a right that is given back is there for what was granted');
});

t.test('introspection says which scopes are left [D2]', async (t) => {
  const { app, owner } = await school(t);
  const scope = 'openid courses:read orders:read';
  const tokens = await obtainTokens(app, DEMO.adminTool, { scope }, { email: CALLERS.staff.email, site: RIVERSIDE.id });
  const left = async () => (await introspect(app, DEMO.adminTool, tokens.access_token)).scope;
  t.equal(await left(), scope);
  await submitted(owner, { orders: 'none' });
  t.equal(await left(), 'openid courses:read');
});

t.test('without the right to see members, staff see them on no admin page [D2]', async (t) => {
  const { app, owner } = await school(t);
  const staff = await signedIn(app, CALLERS.staff.email);
  const [connection] = linksOf(await staff.get(`${ADMIN}/connections`)).filter((href) =>
    /connections\/\d+$/.test(href),
  );
  await submitted(owner, { members: 'none' });
  for (const path of ['/members', `/members/${CALLERS.member.id}`, '/connections', '/connections/1']) {
    const page = await staff.get(ADMIN + path);
    t.equal(page.status, 403, path);
    t.match(said(page), message.not_in_role.title);
    t.notMatch(said(page), /@riverside\.example.*@riverside\.example/, 'no address but the own one');
  }
  if (connection !== undefined) t.equal((await staff.get(connection)).status, 403);
  const home = await staff.get(ADMIN);
  t.equal(home.status, 200);
  t.match(said(home), 'The last seven days', 'statistics are another right');
  for (const href of linksOf(home).filter((link) => link.startsWith(`${ADMIN}/`))) {
    t.equal((await staff.get(href)).status, 200, href);
  }
  await submitted(owner, { analytics: 'none' });
  t.notMatch(said(await staff.get(ADMIN)), 'Connected apps');
  t.equal((await owner.get(`${ADMIN}/members`)).status, 200);
});

t.test('the table of roles and the audit log say what the school chose, in words [D2, E-49]', async (t) => {
  const { owner } = await school(t);
  const cellOf = async (subject: keyof typeof members.roleGuide.subjects): Promise<string | undefined> => {
    const { body } = await owner.get(`${ADMIN}/members/invite`);
    const row =
      body
        .split('<tr>')
        .slice(1)
        .find((one) => one.includes(`>${members.roleGuide.subjects[subject]}<`)) ?? '';
    const head = [...(body.split('<tr>')[1] ?? '').matchAll(/<th[^>]*>([^<]*)</g)].map(([, name]) => name);
    return [...row.matchAll(/<td[^>]*>([^<]*)</g)][head.indexOf(roles.staff) - 1]?.[1];
  };
  const { abilities, staffPages } = members.roleGuide;
  const { overview, members: all, connections } = textFor('en').admin.area.pages;
  const { courses, events, posts, orders, enrollments } = textFor('en').content.areas;
  const content = [courses, events, posts, orders].map(({ title }) => title);
  const guide = async (): Promise<string> => said(await owner.get(`${ADMIN}/members/invite`));
  const everything = [overview, ...content, all, enrollments.title, connections];
  t.match(await guide(), staffPages({ pages: everything.join(', ') }));
  await submitted(owner, { members: 'none' });
  t.match(
    await guide(),
    staffPages({ pages: [overview, ...content, enrollments.title].join(', ') }),
    'only what staff see now',
  );
  t.equal(await cellOf('posts'), abilities.edit);
  await submitted(owner, { posts: 'view', orders: 'none' });
  t.equal(await cellOf('posts'), abilities.view);
  t.equal(await cellOf('orders'), abilities.none);
  t.equal(await cellOf('courses'), abilities.edit);
  t.ok(linksOf(await owner.get(`${ADMIN}/members/invite`)).includes(PATH));

  await confirmed(owner, await submitted(owner, { orders: 'view', posts: 'none' }));
  const log = said(await owner.get(`${ADMIN}/audit?event=staff_rights_changed`));
  t.match(log, 'Ruth Adler changed what staff can see and edit.');
  t.match(
    log,
    'Added: See what people have bought, what they paid, and refunds. Removed: See all posts, including drafts',
  );
  t.match(log, /Removed: See what people have bought, what they paid, and refunds; Write, change, publish/);
});
