// slow
import t from 'tap';
import { adminApp, CALLERS, type CallerName, call, HARBOUR, RIVERSIDE } from '../../support/admin.ts';
import { PASSWORD, temporaryFolder } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { databaseFile } from '../../support/database-edit.ts';
import { Mailbox } from '../../support/emails.ts';
import { learning } from '../../support/learning.ts';
import { callTool } from '../../support/mcp.ts';
import { authorizeUrl, CALLBACK, makeVerifier, obtainTokens, refresh, userinfo } from '../../support/oauth-client.ts';

const ANA = 'usr_demo_ana';
const CLIENT = { id: `c_test_${RIVERSIDE.id}`, redirectUri: CALLBACK, secret: undefined };

t.test('members are filtered by role and by words of their name and e-mail address, and paged [D2]', async (t) => {
  const { app, ask } = await learning(t);
  const list = async (query: string) => (await ask('GET', `/members?${query}`)).json;
  t.match((await list('role=admin')).nodes, [{ id: CALLERS.admin.id, role: 'admin', status: 'active' }]);
  const all = await list('totalCount=true&first=100');
  t.equal(Number(all.totalCount), all.nodes?.length);
  const seen: string[] = [];
  for (let after = ''; ; ) {
    const { nodes = [], pageInfo } = await list(`first=7&sort=joinedAt${after && `&after=${after}`}`);
    seen.push(...nodes.map(({ id }) => String(id)));
    if (String(pageInfo?.hasNextPage) === 'false') break;
    after = String(pageInfo?.endCursor);
  }
  t.equal(new Set(seen).size, seen.length);
  t.strictSame([...seen].sort(), all.nodes?.map(({ id }) => String(id)).sort(), 'every one once');
  for (const q of ['ada%20mins', 'MINSTER', 'admin@riverside.example']) {
    t.match((await list(`q=${q}`)).nodes, [{ id: CALLERS.admin.id }], q);
  }
  t.strictSame((await list('q=hugo')).nodes, [], 'of another school');
  await app.school.account.changeProfile(
    { siteId: RIVERSIDE.id, personId: CALLERS.admin.id },
    { name: 'Zoë Kvist' },
    1,
  );
  t.match((await list('q=zoe')).nodes, [{ id: CALLERS.admin.id, name: 'Zoë Kvist' }]);
  t.strictSame((await list('q=minster')).nodes, []);
  t.equal((await ask('GET', '/members?role=boss')).status, 400);
  t.equal((await ask('GET', '/members?sort=email')).status, 400);
});

t.test('an invitation creates a membership, and an account if the e-mail address has none [D2]', async (t) => {
  const { ask, app, trail } = await learning(t);
  const given = { email: 'New.One@school.example', role: 'instructor', tags: ['guest'], customFields: { desk: '4' } };
  const made = await ask('POST', '/members', { ...given, name: 'New One', note: 'Nice', locale: 'pt-br' });
  t.match(made, { status: 201, json: { ...given, status: 'invited', name: 'New One', note: 'Nice', locale: 'pt-BR' } });
  t.equal(made.headers.location, `/api/v1/members/${made.json.id}`);
  t.strictSame(await trail(`member/${made.json.id}`), ['resource_created']);
  for (const q of ['new%20school', 'one%20new'])
    t.match((await ask('GET', `/members?q=${q}&status=invited`)).json.nodes, [{ id: made.json.id }], q);
  const account = await app.people.persons.findByEmail('new.one@school.example');
  t.match(account, { name: 'New One', passwordHash: null, emailVerified: false });
  t.match(await ask('POST', '/members', given), { status: 409, json: { errors: [{ path: 'email', code: 'taken' }] } });
  for (const email of ['nobody', 'a b@c.example', '']) {
    t.match(await ask('POST', '/members', { email }), { status: 400, json: { errors: [{ path: 'email' }] } });
  }
  t.equal((await ask('POST', '/members', { email: 'x@y.example', role: 'owner' })).status, 400);
  t.equal((await ask('POST', `/members/${made.json.id}/suspend`)).status, 409, 'there is nothing to suspend yet');
});

t.test('inviting someone with an account elsewhere neither reveals nor changes their name [D2]', async (t) => {
  const { ask, app } = await learning(t);
  const made = await ask('POST', '/members', { email: 'HUGO@harbour.example', name: 'Somebody' });
  t.match(
    made,
    { status: 201, json: { id: CALLERS.foreignOwner.id, email: 'HUGO@harbour.example', name: 'Somebody' } },
    'as written',
  );
  t.strictSame((await ask('GET', '/members?q=lindqvist')).json.nodes, []);
  t.equal(
    (await app.people.persons.findByEmail('hugo@harbour.example'))?.name,
    'Hugo Lindqvist',
    'and stays who it is',
  );
});

t.test('of simultaneous invitations of one e-mail address, exactly one succeeds [D2]', async (t) => {
  const { ask, app } = await learning(t);
  const before = await app.school.members.count(RIVERSIDE.id, {});
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => ask('POST', '/members', { email: 'same@school.example' })),
  );
  t.strictSame(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409]);
  t.equal(await app.school.members.count(RIVERSIDE.id, {}), before + 1);
});

t.test('a school updates its own data on a member, but not name, e-mail address, role or status [D2]', async (t) => {
  const { ask, askAs, trail } = await learning(t);
  const change = {
    locale: 'de',
    tags: ['vip'],
    customFields: { seat: 'B' },
    note: 'Likes tea',
    marketingConsent: false,
  };
  t.match(await ask('PATCH', `/members/${ANA}`, change), { status: 200, json: { ...change, name: 'Ana Lima' } });
  const wrong: [string, object][] = [
    ['name', { name: 'Other' }],
    ['email', { email: 'x@y.example' }],
    ['role', { role: 'admin' }],
    ['status', { status: 'suspended' }],
    ['note', { note: 'x'.repeat(2001) }],
    ['customFields', { customFields: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 'v'])) }],
    ['tags', { tags: Array(51).fill('x') }],
    ['locale', { locale: '??' }],
  ];
  for (const [path, more] of wrong) {
    t.match(await ask('PATCH', `/members/${ANA}`, more), { status: 400, json: { errors: [{ path }] } }, path);
  }
  t.strictSame(await trail(`member/${ANA}`), ['resource_changed']);
  for (const [method, path = ''] of [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/suspend'],
    ['POST', '/reinstate'],
  ]) {
    const body = method === 'PATCH' ? {} : undefined;
    t.equal((await askAs('foreignOwner', `${method}`, `/members/${ANA}${path}`, body)).status, 404, path);
  }
  t.equal((await askAs('foreignOwner', 'POST', `/members/${ANA}/role`, { role: 'staff' })).status, 404);
});

t.test('several members are tagged at once, all or none, and simultaneous changes are all kept [D2]', async (t) => {
  const { ask } = await learning(t);
  const memberIds = [ANA, 'usr_demo_ben', ANA];
  const tagged = await ask('POST', '/members/tag', { memberIds, add: ['a', 'b'] });
  t.match(tagged, { status: 200, json: { nodes: [{ id: ANA }, { id: 'usr_demo_ben' }] } });
  const tagsOf = async (id: string): Promise<string> => String((await ask('GET', `/members/${id}`)).json.tags);
  for (const id of memberIds) t.match(await tagsOf(id), /\ba\b.*\bb\b/);
  await Promise.all([
    ask('POST', '/members/tag', { memberIds, add: ['c'], remove: ['a'] }),
    ask('POST', '/members/tag', { memberIds: [ANA], add: ['d'] }),
  ]);
  const tags = await tagsOf(ANA);
  t.strictSame(tags.split(',').slice(-3).sort(), ['b', 'c', 'd'], 'nothing is lost between two');
  const refused = await ask('POST', '/members/tag', { memberIds: [ANA, 'usr_demo_hugo'], add: ['e'] });
  t.match(refused, { status: 400, json: { errors: [{ path: 'memberIds.1' }] } });
  t.equal(await tagsOf(ANA), tags);
  const many = Array.from({ length: 50 }, (_, index) => `t${index}`);
  t.equal((await ask('POST', '/members/tag', { memberIds: [ANA], add: many })).status, 409);
});

t.test('suspending or removing a member ends their grants for good, at this school only [D2, E-52]', async (t) => {
  const { app, ask, trail } = await learning(t);
  const noor = { email: 'noor@schools.example', browser: new Browser(app) };
  const here = await obtainTokens(app, CLIENT, { scope: 'openid courses:read' }, { ...noor, site: RIVERSIDE.id });
  const there = await obtainTokens(
    app,
    { ...CLIENT, id: `c_test_${HARBOUR.id}` },
    { scope: 'openid courses:read' },
    { ...noor, site: HARBOUR.id },
  );
  const works = async ({ access_token: token }: { access_token: string }): Promise<boolean[]> => [
    (await call(app, token, 'GET', '/courses')).status === 200,
    (await userinfo(app, token)).statusCode === 200,
  ];
  t.strictSame(
    [await works(here), await works(there)],
    [
      [true, true],
      [true, true],
    ],
  );
  t.match(await ask('POST', '/members/usr_demo_noor/suspend'), { status: 200, json: { status: 'suspended' } });
  t.strictSame(
    [await works(here), await works(there)],
    [
      [false, false],
      [true, true],
    ],
  );
  t.match(await ask('POST', '/members/usr_demo_noor/suspend'), { status: 200 }, 'again changes nothing');
  t.match(await ask('POST', '/members/usr_demo_noor/reinstate'), { status: 200, json: { status: 'active' } });
  t.strictSame(await works(here), [false, false], 'what the suspension ended stays ended');
  t.equal((await ask('DELETE', '/members/usr_demo_noor')).status, 204);
  t.strictSame(
    [await works(here), await works(there)],
    [
      [false, false],
      [true, true],
    ],
  );
  t.equal((await refresh(app, CLIENT, here.refresh_token)).statusCode, 400);
  t.equal((await ask('GET', '/members/usr_demo_noor')).status, 404);
  t.equal((await ask('DELETE', '/members/usr_demo_noor')).status, 404);
  t.strictSame((await ask('GET', '/members?q=noor')).json.nodes, []);
  const back = await ask('POST', '/members', { email: noor.email, role: 'member' });
  t.match(back, { status: 201, json: { id: 'usr_demo_noor', role: 'member', status: 'invited', note: null } });
  t.strictSame(await works(here), [false, false], 'an invitation opens nothing');
  t.strictSame(await trail('member/usr_demo_noor'), [
    'member_suspended',
    'member_reinstated',
    'member_removed',
    'resource_created',
  ]);

  const pages = new Browser(app);
  await pages.submit(await pages.get('/sign-in'), '/sign-in', { email: noor.email, password: PASSWORD });
  await pages.submit(await pages.get('/account'), '/accept');
  t.match(await ask('GET', '/members/usr_demo_noor'), { json: { status: 'active' } });
  t.strictSame(await works(here), [false, false], 'nor does accepting it bring old tokens back');
  t.equal((await refresh(app, CLIENT, here.refresh_token)).statusCode, 400);
  const again = await pages.get(authorizeUrl(CLIENT, makeVerifier(), { scope: 'openid', org_id: RIVERSIDE.id }));
  t.match(again.body, '/decision"', 'and the app asks for consent anew');
});

t.test('nobody changes their own membership, or that of somebody with a higher role [D2]', async (t) => {
  const { askAs, ask } = await learning(t);
  const change = (caller: CallerName, id: string, role: string) =>
    askAs(caller, 'POST', `/members/${id}/role`, { role });
  for (const caller of ['owner', 'admin'] as const) {
    const { id } = CALLERS[caller];
    t.equal((await change(caller, id, 'staff')).status, 409);
    t.equal((await askAs(caller, 'POST', `/members/${id}/suspend`)).status, 409);
    t.equal((await askAs(caller, 'DELETE', `/members/${id}`)).status, 409);
  }
  t.equal((await change('admin', CALLERS.owner.id, 'staff')).status, 403);
  t.equal((await askAs('admin', 'POST', `/members/${CALLERS.owner.id}/suspend`)).status, 403);
  t.equal((await askAs('admin', 'DELETE', `/members/${CALLERS.owner.id}`)).status, 403);
  t.equal((await change('owner', ANA, 'owner')).status, 400, 'nobody becomes an owner');
  t.match(await change('admin', ANA, 'admin'), { status: 200, json: { role: 'admin' } }, 'the same is not above');
  t.match(await change('owner', ANA, 'instructor'), { status: 200, json: { role: 'instructor' } });
  t.equal((await askAs('staff', 'POST', `/members/${ANA}/suspend`)).status, 403);
  t.equal((await ask('POST', `/members/${CALLERS.admin.id}/role`, { role: 'member' })).status, 200);
  t.equal((await change('admin', ANA, 'member')).status, 403, 'a role lost counts from the next request on');
});

t.test('losing a role takes effect on the next request [D2]', async (t) => {
  const { ask, askAs } = await learning(t);
  t.equal((await askAs('staff', 'GET', '/orders')).status, 200);
  await ask('POST', '/members/usr_demo_noor/role', { role: 'instructor' });
  t.equal((await askAs('staff', 'GET', '/orders')).status, 403);
  t.equal((await askAs('staff', 'GET', '/courses')).status, 200);
});

t.test('when two owners suspend, demote or remove each other at once, one owner remains [D2]', async (t) => {
  const ways = ['suspend', 'role', 'remove'] as const;
  for (const way of ways) {
    const database = databaseFile(t);
    const { app, tokenOf } = await adminApp(t, { databaseUrl: database.url });
    await database.edit(
      "update memberships set role = 'owner' where person_id = ? and site_id = ?",
      CALLERS.admin.id,
      RIVERSIDE.id,
    );
    const [one, two] = [await tokenOf('owner'), await tokenOf('admin')];
    const decide = (token: string, id: string) =>
      way === 'remove'
        ? call(app, token, 'DELETE', `/members/${id}`)
        : call(app, token, 'POST', `/members/${id}/${way}`, way === 'role' ? { role: 'member' } : undefined);
    const answers = await Promise.all([decide(one, CALLERS.admin.id), decide(two, CALLERS.owner.id)]);
    const done = answers.filter(({ status }) => status < 300);
    t.equal(done.length, 1, `${way}: ${answers.map(({ status }) => status)}`);
    t.equal(await app.school.members.count(RIVERSIDE.id, { role: 'owner', status: 'active' }), 1, way);
  }
});

t.test('an invited address keeps its spelling, so it does not tell whether it has an account [D2]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('owner', ['members:read', 'members:write']);
  const ids: string[] = [];
  for (const email of ['HUGO@Harbour.Example', 'NOBODY@Harbour.Example']) {
    const made = await call(app, token, 'POST', '/members', { email });
    t.match(made, { status: 201, json: { email, name: null } });
    const id = String(made.json.id);
    ids.push(id);
    t.match((await call(app, token, 'GET', `/members/${id}`)).json, { email });
    t.match(
      (await call(app, token, 'GET', '/members?status=invited&first=100')).json.nodes?.filter(
        (one) => String(one.id) === id,
      ),
      [{ email }],
    );
  }
  const [hugo = ''] = ids;
  t.equal(hugo, CALLERS.foreignOwner.id, 'one of the two has an account');
  const names = await app.audit.log.namesOf(RIVERSIDE.id, [`member/${hugo}`]);
  t.strictSame([...names.values()], ['HUGO@Harbour.Example']);
  const invitation = await app.people.invitations.find(hugo, RIVERSIDE.id);
  if (invitation === undefined) throw new Error('there is no invitation');
  await app.people.invitations.accept(invitation, { event: 'invitation_accepted', at: app.clock() });
  t.match(
    (await call(app, token, 'GET', `/members/${hugo}`)).json,
    { email: CALLERS.foreignOwner.email },
    'once taken',
  );
});

t.test('an invitation is sent again, by REST or by a tool, within the limit of its address [D2]', async (t) => {
  const dataDir = temporaryFolder(t);
  const { app, tokenOf } = await adminApp(t, { dataDir });
  const mailbox = new Mailbox(dataDir, { app });
  const token = await tokenOf('owner');
  const invited = await call(app, token, 'POST', '/members', { email: 'again@school.example', role: 'staff' });
  t.equal(invited.status, 201, invited.body);
  const id = String(invited.json.id);
  const again = (as = token) => call(app, as, 'POST', `/members/${id}/resend_invitation`);
  const first = await mailbox.next();
  t.match(await again(), { status: 200, json: { id, status: 'invited', email: 'again@school.example' } });
  t.not((await mailbox.next()).link, first.link, 'each e-mail has a link of its own');
  await callTool(app, 'resend_invitation', { id }, { token });
  await again();
  await again();
  const late = await again();
  t.match(late, { status: 429, json: { detail: /too many invitations; try again in \d+ s/ } });
  const seconds = Number(late.headers['retry-after']);
  t.ok(seconds > 0 && seconds <= 86_400, 'in seconds');
  const tool = await callTool(app, 'resend_invitation', { id }, { token });
  t.match(tool.text, /too many invitations; try again in \d+ s/);
  t.ok(await mailbox.next(), 'of links that were replaced at once, the last is sent');

  t.match(await call(app, token, 'POST', '/members/usr_demo_ana/resend_invitation'), { status: 409 });
  t.equal((await again(await tokenOf('foreignOwner'))).status, 404);
  t.equal((await again(await tokenOf('owner', ['members:read']))).status, 403);
});
