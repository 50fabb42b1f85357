// slow
/** The switches of Setup guides: what each does underneath, who can use it, and what it says to the others. */
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import type { AuditEventName } from '../../schema/audit/audit-event.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { addAdmin, CALLERS, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD, testApp } from '../support/app.ts';
import { documentFor, documentHost, isDown } from '../support/document-host.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

const CLAUDE = 'https://claude.ai/oauth/mcp-oauth-client-metadata';
const CONNECT = '/admin/riverside/connect';
const OPERATOR = { PLATFORM_OPERATORS: CALLERS.owner.email };
const { connect, reviews, applications } = textFor('en');
const PROGRAMS = connect.programs({ client: 'mcp-remote' });

async function setting(t: Test, env: Record<string, string> = {}, now?: number) {
  const host = await documentHost(t);
  host.serve(CLAUDE, documentFor(CLAUDE, { client_name: 'Claude' }));
  const undecided = { REVIEWED_BY_DEFAULT: 'off', ...env };
  const { app } = await testApp(t, { network: host.network, env: undecided, ...(now === undefined ? {} : { now }) });
  const owner = await signedIn(app, CALLERS.owner.email);
  const to = (path: string) => `${CONNECT}/${path}`;
  return { app, host, owner, to, claude: () => app.oauth.metadataClients.find(CLAUDE) };
}

const countOf = async (app: FastifyInstance, event: AuditEventName): Promise<number> =>
  (await app.audit.log.page(RIVERSIDE.id, { event }, 20)).length;

t.test('for who reviews apps, one switch approves an app, offers it and turns the feature on [E-15e]', async (t) => {
  const { app, owner, to, claude } = await setting(t, OPERATOR);
  const off = { at: app.clock(), personId: CALLERS.owner.id };
  await app.school.betaFeatures.switch(RIVERSIDE.id, 'mcp_connections', false, off);
  const asking = await owner.get(to('claude/members/on'));
  t.equal(asking.url, to('claude/members/on/confirm'), 'an approval asks for the password');
  for (const sentence of [
    reviews.adopt.text,
    `${connect.switches.does.approve} ${reviews.approve.limits}`,
    connect.switches.does.feature,
    connect.switches.does.alsoStaff,
  ])
    t.match(said(asking), sentence);
  t.notMatch(said(asking), reviews.approve.text, 'there is no button that approves it alone');
  t.match(said(asking), CLAUDE, 'with the description that is approved');
  const wrong = await owner.submit(asking, '/confirm', { password: 'not this' });
  t.equal(wrong.status, 400);
  t.equal(await claude(), undefined, 'nothing is done without it');
  const done = await owner.submit(asking, '/confirm', { password: PASSWORD });
  t.match(said(done), connect.switches.done.members.on({ client: 'Claude' }));
  t.match(await claude(), { review: 'approved', adoptedBy: [RIVERSIDE.id] });
  t.ok(await app.school.betaFeatures.has(RIVERSIDE.id, 'mcp_connections'));
  for (const event of ['client_approved', 'client_adopted', 'beta_feature_on'] as const)
    t.equal(await countOf(app, event), 1, event);
});

t.test('an app whose document is part of the program needs no approval, and can be blocked [E-68]', async (t) => {
  const { app, host, owner, to, claude } = await setting(t, { ...OPERATOR, REVIEWED_BY_DEFAULT: 'on' });
  host.answer(CLAUDE, isDown);
  const before = said(await owner.get(`${CONNECT}/claude`));
  t.match(before, connect.clients.claude);
  t.notMatch(before, connect.admission.by_address({ host: 'claude.ai' }), 'by default, it can do more than read');
  const asking = await owner.get(to('claude/members/on'));
  t.equal(asking.url, to('claude/members/on'), 'an offer asks for no password');
  t.notMatch(said(asking), connect.switches.does.approve);
  t.match(said(await owner.submit(asking, '/members/on')), connect.switches.done.members.on({ client: 'Claude' }));
  t.match(await claude(), { review: 'by_default', adoptedBy: [RIVERSIDE.id] });
  t.equal(await countOf(app, 'client_approved'), 0);
  await owner.submit(await owner.get(to('claude/staff/off')), '/confirm', { password: PASSWORD });
  t.match(await claude(), { review: 'blocked' });
});

t.test('a description that changed after it was shown is neither approved nor offered [E-15e]', async (t) => {
  const { app, host, owner, to, claude } = await setting(t, OPERATOR);
  const known = await app.oauth.resolveClient(CLAUDE);
  if (known?.origin !== 'metadata_document') throw new TypeError('not a client with a document');
  await app.oauth.metadataClients.keep(known);
  const asking = await owner.get(to('claude/members/on'));
  const metadata = { ...known.metadata, name: 'Somebody else' };
  const later = app.clock() + 1;
  await app.oauth.metadataClients.change(known, { metadata, fetchedAt: later, freshUntil: later + 60_000 });
  const answer = await owner.submit(asking, '/confirm', { password: PASSWORD });
  t.match(said(answer), connect.switches.undone.changed);
  t.match(await claude(), { review: 'unreviewed', adoptedBy: [] });
  t.ok(host.requests.length > 0);
});

t.test(
  'other owners offer the app, and are told who approves it; used twice, a switch acts once [E-15e]',
  async (t) => {
    const { app, owner, to, claude } = await setting(t);
    const page = await owner.get(CONNECT);
    const told = `${connect.switches.why.platform} ${textFor('en').admin.area.pages.reviews}`;
    t.ok(said(page).includes(told), 'nobody can be asked');
    t.equal(said(page).split(reviews.noOneDecides).length, 2, 'once');
    t.ok(linksOf(page).includes('/admin/riverside/reviews'), 'and where it is decided');
    t.notOk(linksOf(page).includes(to('claude/staff/on')));
    t.equal((await owner.get(to('claude/staff/on'))).url, CONNECT, 'nor by its address');
    const asking = await owner.get(to('claude/members/on'));
    t.equal(asking.url, to('claude/members/on'), 'which needs no password, as offering it under App reviews');
    t.match(said(asking), reviews.adopt.text);
    t.notMatch(said(asking), connect.switches.does.alsoStaff, 'an offer alone is none to staff');
    for (const turn of ['first', 'second']) {
      await owner.submit(asking, '/members/on');
      t.match(await claude(), { review: 'unreviewed', adoptedBy: [RIVERSIDE.id] }, turn);
      t.equal(await countOf(app, 'client_adopted'), 1, turn);
    }
    const cursor = await owner.get(to('cursor/members/on'));
    t.match(said(cursor), connect.switches.does.create({ client: 'Cursor' }));
    for (const turn of ['first', 'second']) {
      await owner.submit(cursor, '/members/on');
      const made = (await app.oauth.siteApplications.ofSite(RIVERSIDE.id)).filter(({ name }) => name === 'Cursor');
      t.match(made, [{ authMethod: 'none', scopes: ['openid', 'profile', 'email', 'account:read'] }], turn);
      t.equal(made.length, 1, turn);
    }
    t.match(said(await owner.get('/admin/riverside/audit')), / turned on Cursor for members\./, 'not: created an app');
  },
);

t.test('a switch cannot be sent from elsewhere, or by who does not manage the school [RFC 6749 §10.12]', async (t) => {
  const { app, owner, to, claude } = await setting(t);
  await addAdmin(app);
  const asking = await owner.get(to('claude/members/on'));
  t.equal((await owner.post(to('claude/members/on'), [['csrf', 'wrong']])).status, 403);
  for (const who of ['staff', 'member', 'foreignOwner'] as const) {
    const browser = await signedIn(app, CALLERS[who].email);
    const csrf = /name="csrf" value="([^"]*)"/.exec((await browser.get('/account')).body)?.[1] ?? '';
    for (const path of ['claude/members/on', 'cursor/members/on', 'claude/members/off/confirm']) {
      t.equal((await browser.get(to(path))).status, 403, `${who} ${path}`);
      t.equal((await browser.post(to(path), [['csrf', csrf]])).status, 403, `${who} ${path}`);
    }
  }
  t.equal(await claude(), undefined);
  for (const path of ['curl/members/on', 'nothing/members/on', 'claude/nobody/on', 'claude/members/up']) {
    const known = path.startsWith('curl');
    t.equal((await owner.get(to(path))).status, known ? 200 : 404, path);
  }
  const admin = await signedIn(app, CALLERS.admin.email);
  await admin.submit(await admin.get(to('claude/members/on')), '/members/on');
  t.match(await claude(), { adoptedBy: [RIVERSIDE.id] }, 'administrators may');
  t.ok(asking.status === 200);
});

t.test('a switch that is not possible says why and who can change it [E-25]', async (t) => {
  const { owner, to } = await setting(t, { CIMD: 'off', REGISTRATION: 'off' });
  const page = await owner.get(CONNECT);
  const { why } = connect.switches;
  t.match(said(page), why.host({ host: 'chatgpt.com' }));
  t.match(said(page), why.registration);
  t.notOk(linksOf(page).includes(to('chatgpt/members/on')));
  t.ok(linksOf(page).includes(to('claude/members/on')), 'by an application of the school');
  // The copy of the document in the program is too old by then.
  const open = await setting(t, OPERATOR, Date.UTC(2030, 0));
  open.host.answer(CLAUDE, isDown);
  const asking = await open.owner.get(open.to('claude/members/on'));
  const { switches } = connect;
  const reason = `${switches.unreadable} ${switches.unreachable({ host: 'claude.ai' })}`;
  t.ok(said(asking).includes(`${reason} ${switches.meanwhile({ client: PROGRAMS })} ${CLAUDE}`), said(asking));
  t.notMatch(said(asking), 'Check the address', 'nobody typed one');
  t.notMatch(asking.body, 'name="password"', 'nothing is asked for that would be in vain');
  t.notMatch(asking.body, '>Turn on<');
  const csrf = /name="csrf" value="([^"]*)"/.exec((await open.owner.get('/account')).body)?.[1] ?? '';
  for (const path of ['claude/members/on', 'claude/members/on/confirm']) {
    const fields: [string, string][] = [
      ['csrf', csrf],
      ['password', PASSWORD],
    ];
    const answer = await open.owner.post(open.to(path), fields);
    t.ok(said(answer).includes(reason), path);
  }
  t.equal(await open.claude(), undefined, 'nothing is approved unseen');
});

t.test(
  'staff are let in by an approval and kept out by a block, which ends members’ access, too [E-15e]',
  async (t) => {
    const { app, owner, to, claude } = await setting(t, OPERATOR);
    await owner.submit(await owner.get(to('claude/members/on')), '/confirm', { password: PASSWORD });
    const asking = await owner.get(to('claude/staff/off'));
    t.match(said(asking), connect.switches.ask.staff.off({ client: 'Claude' }));
    t.match(said(asking), reviews.block.text);
    t.match(asking.body, `>${connect.switches.blockAll}</button>`);
    t.notMatch(asking.body, `>${connect.switches.turnOff}<`, 'it is no switch of this school');
    t.ok(linksOf(asking).includes('/admin/riverside/reviews'), 'where it is allowed again');
    t.match(
      said(await owner.submit(asking, '/confirm', { password: PASSWORD })),
      connect.switches.done.staff.off({ client: 'Claude' }),
    );
    t.match(await claude(), { review: 'blocked' });
    const ana = await signedIn(app, CALLERS.member.email);
    const guide = await ana.get('/account/assistants/riverside');
    t.notMatch(guide.body, '<h2>Claude</h2>', 'a blocked app is offered to nobody');
    await owner.submit(await owner.get(to('claude/staff/on')), '/confirm', { password: PASSWORD });
    t.match(await claude(), { review: 'approved' });
  },
);

t.test('an application that other programs use is not disabled by a switch, but named [spec 5.3.7]', async (t) => {
  const { app, owner, to } = await setting(t);
  const createdAt = app.clock();
  const shared = {
    id: 'c_test_assistants',
    origin: 'site_application' as const,
    siteId: RIVERSIDE.id,
    name: 'All assistants',
    authMethod: 'none' as const,
    redirectUris: ['http://localhost:8787/callback', 'http://localhost:3334/oauth/callback'],
    scopes: ['openid', 'account:read'] as const,
    createdAt,
  };
  await app.oauth.clients.create(shared, { event: 'client_created', at: createdAt, siteId: RIVERSIDE.id });
  const page = await owner.get(CONNECT);
  t.match(said(page), connect.switches.why.application({ name: 'All assistants' }));
  t.notOk(linksOf(page).includes(to('cursor/members/off')));
  t.ok(linksOf(page).includes('/admin/riverside/applications/c_test_assistants'));
  const ana = await signedIn(app, CALLERS.member.email);
  t.match((await ana.get('/account/assistants/riverside')).body, 'c_test_assistants');
  t.notMatch(said(page), connect.switches.newestOf({ count: 2 }), 'it is the only one');
  const newer = {
    ...shared,
    id: 'c_test_newer',
    name: 'Cursor only',
    redirectUris: ['http://localhost:8787/callback'],
    createdAt: createdAt + 1,
  };
  await app.oauth.clients.create(newer, { event: 'client_created', at: createdAt, siteId: RIVERSIDE.id });
  const { uses, newestOf } = connect.switches;
  t.match(said(await owner.get(CONNECT)), `${uses({ name: 'Cursor only' })} ${newestOf({ count: 2 })}`);
  t.match((await ana.get('/account/assistants/riverside')).body, 'c_test_newer', 'which is the one that members get');
  const own = await owner.get('/admin/riverside/applications/c_test_assistants/disable');
  t.match(said(own), applications.danger.disable.text);
});

t.test('members are told of assistants at their own schools only [spec 2.7]', async (t) => {
  const { app, owner, to } = await setting(t);
  await owner.submit(await owner.get(to('cursor/members/on')), '/members/on');
  const mila = await signedIn(app, 'mila@harbour.example');
  t.equal((await mila.get('/account/assistants/riverside')).status, 404);
  t.equal((await mila.get('/account/assistants/nowhere')).status, 404);
  t.match(said(await mila.get('/account/assistants')), textFor('en').assistants.noneText);
  const ana = await signedIn(app, CALLERS.member.email);
  t.notMatch(said(await ana.get('/account/assistants/riverside')), textFor('en').assistants.contact, 'not needed');
  const asking = await owner.get(to('cursor/members/off'));
  t.match(said(asking), connect.switches.does.disable({ name: 'Cursor' }));
  t.notMatch(said(asking), applications.danger.disable.title({ name: 'Cursor' }), 'it asks one question');
  const off = await owner.submit(asking, '/confirm', { password: PASSWORD });
  t.match(said(off), connect.switches.isDisabled({ name: 'Cursor' }), 'as if it had been disabled on its own page');
  const toldNow = async () => said(await owner.get('/admin/riverside/audit'));
  t.match(await toldNow(), 'Ruth Adler turned off Cursor for members; it had no connections.');
  await owner.submit(await owner.get(to('cursor/members/on')), '/members/on');
  t.equal((await toldNow()).split(' turned on Cursor for members.').length, 3, 'the second time like the first');
  await owner.submit(await owner.get(to('cursor/members/off')), '/confirm', { password: PASSWORD });
  const without = await ana.get('/account/assistants/riverside');
  t.match(
    said(without),
    `${textFor('en').assistants.contact} hello@riverside.example https://riverside.example/help`,
    'whom to ask for one',
  );
});

t.test('where people are named who review apps, the school is not told to name some', async (t) => {
  const { app, owner } = await setting(t, { PLATFORM_OPERATORS: CALLERS.foreignOwner.email });
  const page = await owner.get(CONNECT);
  t.match(said(page), connect.request.ask);
  await addAdmin(app);
  const other = await (await signedIn(app, CALLERS.admin.email)).get(CONNECT);
  t.match(said(other), connect.switches.why.platform, 'only an owner asks');
  t.notMatch(said(page), reviews.noOneDecides);
});

t.test('a guide that cannot be used yet says so once, and which one works', async (t) => {
  const { app, owner, to } = await setting(t, { REGISTRATION: 'loopback_and_vendors' });
  const ofClaude = said(await owner.get(`${CONNECT}/claude`));
  t.ok(ofClaude.includes(`${connect.notReachable} ${connect.useInstead({ client: PROGRAMS })}`), ofClaude);
  t.match(connect.notReachable, 'once this server has');
  t.ok(said(await owner.get(CONNECT)).includes(PROGRAMS), 'the guide has that title');
  t.match(said(await owner.get(to('claude/members/on'))), connect.notReachable, 'before it is turned on, too');
  t.notMatch(said(await owner.get(to('mcp_remote/members/on'))), connect.notReachable, 'a program on the computer');
  t.notMatch(ofClaude, connect.admission.by_name, 'it is not called ready');
  await owner.submit(await owner.get(to('claude/members/on')), '/members/on');
  const ana = await signedIn(app, CALLERS.member.email);
  const alone = said(await ana.get('/account/assistants/riverside'));
  t.notMatch(alone, connect.useInstead({ client: PROGRAMS }), 'what the school does not offer is not recommended');
  await owner.submit(await owner.get(to('mcp_remote/members/on')), '/members/on');
  const both = said(await ana.get('/account/assistants/riverside'));
  t.ok(both.includes(connect.useInstead({ client: PROGRAMS })), both);
  t.ok(
    both.includes(textFor('en').assistants.asksAs({ name: 'mcp-remote' })),
    'the name that the consent page will have',
  );
});

t.test('members are told into which file of which program the block of mcp-remote goes', async (t) => {
  const { app, owner, to } = await setting(t);
  await owner.submit(await owner.get(to('mcp_remote/members/on')), '/members/on');
  const ana = await signedIn(app, CALLERS.member.email);
  for (const language of LANGUAGES) {
    const page = said(await ana.get('/account/assistants/riverside', { 'accept-language': language }));
    const { clients, snippets } = textFor(language).connect;
    t.match(clients.mcp_remote, /Claude Desktop.*claude_desktop_config\.json/, language);
    t.ok(page.includes(clients.mcp_remote), language);
    t.ok(page.includes(`${snippets.serversFile} { "mcpServers"`), language);
  }
  for (const page of [await ana.get('/account/assistants/riverside'), await owner.get(`${CONNECT}/mcp_remote`)])
    t.ok(linksOf(page).includes('https://nodejs.org/'), 'where the program that it needs is from');
});

t.test('members are offered no question about a course that is completed, or an order that is not paid', async (t) => {
  const { app, owner, to } = await setting(t);
  await owner.submit(await owner.get(to('mcp_remote/members/on')), '/members/on');
  const ana = await signedIn(app, CALLERS.member.email);
  const shown = said(await ana.get('/account/assistants/riverside'));
  const { questions } = textFor('en').assistants;
  const member = { siteId: RIVERSIDE.id, personId: CALLERS.member.id };
  const all = { first: 50, after: undefined } as const;
  const orders = (await app.school.account.orders(member, all)).rows;
  t.ok(orders.length > 1);
  const asked = orders.filter(({ number }) => shown.includes(questions.order({ number })));
  t.strictSame(
    asked.map(({ status }) => status),
    ['paid'],
    'the newest that is paid',
  );
  t.not(orders[0]?.status, 'paid', 'which is not the newest');
  const courses = (await app.school.account.enrolledCourses(member, 'active', all, app.clock())).rows;
  const about = courses.filter(({ title }) =>
    [questions.stopped({ title }), questions.progress({ title })].some((one) => shown.includes(one)),
  );
  t.ok(about.length > 0);
  for (const { title, completedAt } of about) t.equal(completedAt, null, title);
  t.ok(courses.some(({ completedAt }) => completedAt !== null));
  const stopped = courses.filter(({ title }) => shown.includes(questions.stopped({ title })));
  for (const { title, lastWatched } of stopped) t.ok((lastWatched?.positionSeconds ?? 0) > 0, title);
});
