// slow
import Database from 'better-sqlite3';
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { addAdmin, CALLERS, call, HARBOUR, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD, type TestApp, type TestAppOptions, testApp } from '../support/app.ts';
import { databaseFile } from '../support/database-edit.ts';
import { type DocumentHost, documentFor, documentHost, isDown } from '../support/document-host.ts';
import { CALLBACK, obtainTokens, refresh, type TestClient } from '../support/oauth-client.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';
import { withStatements } from '../support/statements.ts';

const APP = 'https://tool.example/client.json';
const REVIEWS = '/admin/riverside/reviews';
const HOUR = 3_600_000;
const pageOf = (deed = 'app', client = APP): string => `${REVIEWS}/${deed}?${new URLSearchParams({ client })}`;

interface Setting extends TestApp {
  host: DocumentHost;
}

async function setting(t: Test, env: Record<string, string> = {}, options: TestAppOptions = {}): Promise<Setting> {
  const host = await documentHost(t);
  host.serve(APP, documentFor(APP));
  const made = await testApp(t, { network: host.network, env: { CIMD_OPEN_REGISTRATION: 'on', ...env }, ...options });
  return { ...made, host };
}

const client: TestClient = { id: APP, redirectUri: CALLBACK, secret: undefined };
const tokenOf = async (app: FastifyInstance, email: string, scope: string, site?: string): Promise<string> =>
  (await obtainTokens(app, client, { scope }, { email, ...(site === undefined ? {} : { site }) })).access_token;

const { problems } = textFor('en').reviews.look;

const NAMED = { PLATFORM_OPERATORS: 'someone@else.example, RUTH@riverside.example' };

t.test('an app can be looked up by the URL of its document before anyone connects it [E-15e, E-14]', async (t) => {
  const { app, host } = await setting(t);
  const admin = await signedIn(app, CALLERS.owner.email);
  const list = await admin.get(REVIEWS);
  t.match(said(list), 'No apps yet');
  t.ok(linksOf(list).includes('/admin/riverside/connect/attempts'), 'where refused ones are');
  host.serve(
    APP,
    documentFor(APP, { client_name: 'Claims to be Claude', redirect_uris: [CALLBACK, 'https://elsewhere.example/cb'] }),
  );
  const page = await admin.submit(list, '/look', { client: APP });
  t.match(said(page), /tool\.example .*Calls itself “Claims to be Claude”/, 'the host comes first');
  t.match(said(page), 'Ignored (another host) https://elsewhere.example/cb');
  t.match(said(page), 'Not reviewed');
  host.serve('https://tool.example/page.json', documentFor(APP));
  host.resolveTo('down.example', []);
  for (const [address, words] of [
    ['tool.example', 'Enter an address with https and a path'],
    ['https://tool.example/', 'Enter an address with https and a path'],
    ['https://tool.example/missing.json', problems.missing],
    ['https://tool.example/page.json', problems.invalid],
    ['https://down.example/client.json', problems.unreachable],
  ] as const) {
    const refused = await admin.submit(list, '/look', { client: address });
    t.equal(refused.status, 400, address);
    t.match(said(refused), words);
  }
  host.resolveTo('inside.example', ['10.0.0.1']);
  const inside = await admin.submit(list, '/look', { client: 'https://inside.example/client.json' });
  t.match(said(inside), problems.unreachable, 'an address of our network is told like a host that is down');
  t.strictSame(
    host.dialled.filter((to) => to === '10.0.0.1'),
    [],
  );
});

t.test('on a platform of several schools an operator named in the configuration approves apps [E-15e]', async (t) => {
  const { app } = await setting(t, NAMED);
  const named = await signedIn(app, CALLERS.owner.email);
  t.match(said(await named.get(pageOf())), 'Approve');
  const asking = await named.get(pageOf('approve'));
  t.match(said(asking), /You are approving exactly this:.*tool\.example\/client\.json.*A tool/);
  for (const path of [pageOf('approve'), pageOf('approve').replace(REVIEWS, '/platform/reviews')]) {
    const refused = await named.submit(await named.get(path), '/approve', { password: 'not the password' });
    t.equal(refused.status, 400, path);
    t.equal(await app.oauth.metadataClients.find(APP), undefined, `${path}: nothing without the password`);
  }
  t.match(said(await named.submit(asking, '/approve', { password: PASSWORD })), 'App approved.');
  t.match(await app.oauth.metadataClients.find(APP), { review: 'approved' });
  t.match(await app.audit.log.page(RIVERSIDE.id, { event: 'client_approved' }, 1), [
    { personId: CALLERS.owner.id, clientId: APP, ip: '127.0.0.1', requestId: /./ },
  ]);
  const list = await named.get(REVIEWS);
  t.match(said(list), 'Showing all apps known to the platform.');
  t.match(said(list), 'tool.example', 'though nobody of this school uses it');
});

t.test('a school’s owner or administrator cannot approve or block an app for all schools [E-15e]', async (t) => {
  const { app } = await setting(t);
  await addAdmin(app);
  await app.oauth.metadataClients.keep(await kept(app));
  for (const email of [CALLERS.owner.email, CALLERS.admin.email]) {
    const browser = await signedIn(app, email);
    const page = await browser.get(pageOf());
    t.match(said(page), 'Only the platform’s administrators can approve and block apps');
    t.notMatch(page.body, /reviews\/(approve|block)/);
    const csrf = /name="csrf" value="([^"]*)"/.exec(page.body)?.[1] ?? '';
    for (const deed of ['approve', 'block']) {
      t.equal((await browser.get(pageOf(deed))).status, 404, `${email} is not asked to ${deed}`);
      const fields: [string, string][] = [
        ['csrf', csrf],
        ['client', APP],
        ['password', PASSWORD],
      ];
      t.equal((await browser.post(`${REVIEWS}/${deed}`, fields)).status, 404, `${email} does not ${deed}`);
    }
  }
  t.match(await app.oauth.metadataClients.find(APP), { review: 'unreviewed', active: true });
});

t.test('a named operator whose e-mail address is not confirmed cannot approve [E-15e]', async (t) => {
  const { app } = await setting(t, { PLATFORM_OPERATORS: 'boss@platform.example' });
  const add = async (id: string, email: string, emailVerified: boolean) =>
    app.school.platform.add({
      createdAt: app.clock(),
      sites: [],
      people: [
        {
          id,
          email,
          emailKey: email,
          emailVerified,
          name: 'Boss',
          passwordHash: await app.people.passwords.hash(PASSWORD, 'test'),
          active: true,
          createdAt: app.clock(),
        },
      ],
      memberships: [{ personId: id, siteId: RIVERSIDE.id, role: 'owner' }],
    });
  await add('usr_boss', 'boss@platform.example', false);
  const boss = await signedIn(app, 'boss@platform.example');
  t.equal((await boss.get(pageOf('approve'))).status, 404, 'any school can invite any address');
  const ruth = await signedIn(app, CALLERS.owner.email);
  t.equal((await ruth.get(pageOf('approve'))).status, 404, 'who is not named');
});

t.test('without named operators the owner may approve while there is only one school [E-15e]', async (t) => {
  const { app, host } = await setting(t, {}, { seed: false });
  const person = async (name: string) => ({
    id: `usr_${name}`,
    email: `${name}@only.example`,
    emailKey: `${name}@only.example`,
    emailVerified: false,
    name,
    passwordHash: await app.people.passwords.hash(PASSWORD, 'test'),
    active: true,
    createdAt: app.clock(),
  });
  const event = { event: 'beta_feature_switched', at: app.clock() } as const;
  await app.school.platform.add({
    createdAt: app.clock(),
    sites: [{ id: 'site_only', slug: 'riverside', name: 'Only School' }],
    people: [await person('olga'), await person('adam')],
    memberships: [
      { personId: 'usr_olga', siteId: 'site_only', role: 'owner' },
      { personId: 'usr_adam', siteId: 'site_only', role: 'admin' },
    ],
  });
  await app.school.betaFeatures.switch('site_only', 'mcp_connections', true, event);
  const olga = await signedIn(app, 'olga@only.example');
  const asking = await olga.get(pageOf('approve'));
  t.equal(asking.status, 200);
  t.match(said(await olga.submit(asking, '/approve', { password: PASSWORD })), 'App approved.');
  t.match(await app.oauth.metadataClients.find(APP), { review: 'approved' });
  const adam = await signedIn(app, 'adam@only.example');
  const other = 'https://tool.example/other.json';
  host.serve(other, documentFor(other));
  t.equal((await adam.get(pageOf('approve', other))).status, 404, 'an administrator looks and adopts');
  const again = await olga.get(pageOf('approve', other));
  t.equal(again.status, 200);
  await app.school.platform.add({
    createdAt: app.clock(),
    sites: [{ id: 'site_second', slug: 'second', name: 'Second School' }],
    people: [],
    memberships: [],
  });
  t.equal((await olga.submit(again, '/approve', { password: PASSWORD })).status, 404, 'judged when it is done');
  t.equal(await app.oauth.metadataClients.find(other), undefined);
});

t.test('approval applies to the document that was shown; a changed document is shown again [E-15e]', async (t) => {
  const { app, host, clock } = await setting(t, NAMED);
  const named = await signedIn(app, CALLERS.owner.email);
  await named.submit(await named.get(pageOf('approve')), '/approve', { password: PASSWORD });
  clock.advance(2 * HOUR);
  host.serve(APP, documentFor(APP, { client_name: 'Another', redirect_uris: ['https://tool.example/new'] }));
  const changed = await named.get(pageOf());
  t.match(said(changed), 'Changed since the review');
  t.match(said(changed), 'It called itself “A tool”. Now it calls itself “Another”.');
  t.match(said(changed), `Removed addresses ${CALLBACK}`);
  t.match(said(changed), 'Added addresses https://tool.example/new');
  t.match(said(await named.get(`${REVIEWS}?review=unreviewed`)), 'Changed since the review');
  const asking = await named.get(pageOf('approve'));
  clock.advance(2 * HOUR);
  host.serve(APP, documentFor(APP, { client_name: 'A third one' }));
  const again = await named.submit(asking, '/approve', { password: PASSWORD });
  t.match(said(again), 'Its metadata has changed since you looked.');
  t.match(said(again), 'Now it calls itself “A third one”.');
  t.match(await app.oauth.metadataClients.find(APP), { review: 'unreviewed' });

  const third = await named.get(pageOf('approve'));
  clock.advance(2 * HOUR);
  host.answer(APP, isDown);
  const unread = await named.submit(third, '/approve', { password: PASSWORD });
  t.match(said(unread), 'Nothing was approved; please try again later.');
  t.match(said(unread), 'The metadata couldn’t be read just now.');
  t.match(await app.oauth.metadataClients.find(APP), { review: 'unreviewed' });
});

t.test('blocking an app invalidates its tokens at every school; approval allows it again [E-15e]', async (t) => {
  const { app } = await setting(t, NAMED);
  const token = await tokenOf(app, CALLERS.owner.email, 'openid courses:read');
  const elsewhere = await tokenOf(app, CALLERS.foreignOwner.email, 'openid courses:read');
  const named = await signedIn(app, CALLERS.owner.email);
  t.match(said(await named.get(REVIEWS)), 'tool.example');
  const asking = await named.get(pageOf('block'));
  t.match(said(asking), 'at any school on this platform');
  t.match(said(asking), `Calls itself “A tool” ${APP}`, 'a host can have several apps');
  t.equal((await named.submit(asking, '/block', { password: 'wrong' })).status, 400);
  t.equal((await call(app, token, 'GET', '/courses')).status, 200);
  t.match(said(await named.submit(asking, '/block', { password: PASSWORD })), 'App blocked');
  t.match(said(await named.get(pageOf())), /Members’ own data no, the app is blocked/);
  t.notMatch(said(await named.get(pageOf())), 'Offered to members', 'what is blocked is not offered');
  for (const dead of [token, elsewhere]) t.equal((await call(app, dead, 'GET', '/courses')).status, 401);
  const refreshed = await refresh(app, client, 'rt_1.x');
  const { error, error_description, error_uri } = refreshed.json();
  t.strictSame([error, error_description], ['invalid_client', 'this client is disabled or blocked']);
  t.match(error_uri, /\/docs\/errors(\?[^#]*)?#invalid_client$/);
  const manual = said(await named.get('/docs/errors'));
  t.match(
    manual,
    /disabled by its school or blocked by the platform.* see.* under Setup guides .* under their Connection attempts, .* App reviews/,
  );
  t.match(said(await named.get(`${REVIEWS}?review=blocked`)), 'tool.example');
  const unblocking = await named.get(pageOf('approve'));
  const { unblock } = textFor('en').reviews.approve;
  for (const words of [unblock.title({ host: 'tool.example' }), unblock.text, 'Calls itself A tool'])
    t.match(said(unblocking), words);
  t.match(said(await named.get(pageOf())), unblock.text, 'before the button, too');
  const approved = await named.submit(unblocking, '/approve', { password: PASSWORD });
  t.match(said(approved), 'approved');
  const trail = `/admin/riverside/audit?${new URLSearchParams({ client: APP })}`;
  t.ok(linksOf(approved).includes(trail), 'who decided, and when');
  t.equal((await call(app, token, 'GET', '/courses')).status, 401, 'what ended stays ended');
  t.equal(
    (await call(app, await tokenOf(app, CALLERS.owner.email, 'openid courses:write'), 'GET', '/courses')).status,
    403,
  );
});

t.test('the page of an app has the last decision, and who made it for the people who run the platform', async (t) => {
  const { app, clock } = await setting(t, {
    PLATFORM_OPERATORS: `${CALLERS.owner.email}, ${CALLERS.foreignOwner.email}`,
  });
  const ruth = await signedIn(app, CALLERS.owner.email);
  const { app: facts, states } = textFor('en').reviews;
  t.notMatch(said(await ruth.get(pageOf())), facts.decided, 'nothing was decided');
  // The events for schools that offer the app come later, and name nobody.
  for (const siteId of [RIVERSIDE.id, HARBOUR.id])
    await app.oauth.metadataClients.adopt(await kept(app), siteId, { at: app.clock() });
  const said1 = said(await ruth.submit(await ruth.get(pageOf('approve')), '/approve', { password: PASSWORD }));
  t.match(said1, new RegExp(`${facts.decided} ${states.approved} · [^·]*2026[^·]* · Ruth`));
  clock.advance(HOUR);
  const hugo = await signedIn(app, CALLERS.foreignOwner.email);
  const blocking = await hugo.get(`/platform/reviews/block?${new URLSearchParams({ client: APP })}`);
  await hugo.submit(blocking, '/block', { password: PASSWORD });
  const later = said(await ruth.get(pageOf()));
  t.match(later, new RegExp(`${facts.decided} ${states.blocked} · [^·]*2026[^·]* · Hugo`), 'made elsewhere');
  await addAdmin(app);
  const manager = said(await (await signedIn(app, 'admin@riverside.example')).get(pageOf()));
  t.match(manager, `${facts.decided} ${states.blocked}`);
  t.notMatch(manager, 'Hugo', 'a person of another school');
});

t.test('the last decision is read through its index, however long the audit log is', async (t) => {
  const database = databaseFile(t, 'sqlite');
  const { app } = await setting(t, {}, { databaseUrl: database.url });
  const connection = new Database(database.url.slice('file:'.length), { readonly: true });
  t.teardown(() => connection.close());
  const [, [sql = '']] = await withStatements(() => app.audit.reviewDecisions.last(APP));
  const plan = connection.prepare<null[], { detail: string }>(`explain query plan ${sql}`);
  const values = Array.from(sql.matchAll(/\?/g), () => null);
  t.match(plan.all(...values)[0]?.detail, /audit_events_of_reviews \(client_id=\?\)/);
});

t.test('a school that offers an app finds decisions made elsewhere in its audit log, without the person', async (t) => {
  const { app } = await setting(t, NAMED);
  for (const siteId of [RIVERSIDE.id, HARBOUR.id]) {
    await app.oauth.metadataClients.adopt(await kept(app), siteId, { at: app.clock() });
  }
  const named = await signedIn(app, CALLERS.owner.email);
  t.match(said(await named.get(pageOf())), 'Offered to members');
  await named.submit(await named.get(pageOf('approve')), '/approve', { password: PASSWORD });
  await named.submit(await named.get(pageOf('block')), '/block', { password: PASSWORD });
  for (const [siteId, personId] of [
    [RIVERSIDE.id, CALLERS.owner.id],
    [HARBOUR.id, null],
  ] as const) {
    for (const event of ['client_approved', 'client_blocked'] as const) {
      const found = await app.audit.log.page(siteId, { event, clientId: APP }, 5);
      t.match(found, [{ personId, ip: personId === null ? null : '127.0.0.1' }], `${event} at ${siteId}`);
      t.equal(found.length, 1);
    }
  }
  t.match(said(await named.get('/admin/riverside/audit')), /Ruth[^.]* blocked /, 'in the log that she reads');
});

t.test('a school adopts an app for its members and releases it, with no effect on others [CIMD §7, W38]', async (t) => {
  const { app } = await setting(t);
  await addAdmin(app);
  const admin = await signedIn(app, CALLERS.admin.email);
  const page = await admin.get(pageOf());
  t.match(said(page), 'no, your school doesn’t offer the app to members');
  const { account, reviews } = textFor('en');
  t.match(said(page), reviews.adopt.untilApproved);
  const adopted = said(await admin.submit(page, '/adopt'));
  t.ok(
    adopted.includes(`${reviews.done.adopted} ${reviews.adopt.withoutGuide({ page: account.area.pages.assistants })}`),
  );
  t.match(said(await admin.get(REVIEWS)), 'Offered to members', 'and it is on the list');
  const token = await tokenOf(app, CALLERS.member.email, 'openid account:read');
  t.equal((await viewer(app, token)).statusCode, 200);
  const hugo = await signedIn(app, CALLERS.foreignOwner.email);
  await app.school.betaFeatures.switch(HARBOUR.id, 'mcp_connections', true, { at: app.clock() });
  const foreign = await hugo.get(`/admin/harbour/reviews/app?${new URLSearchParams({ client: APP })}`);
  t.match(said(foreign), 'no, your school doesn’t offer the app to members', 'nothing is told of another school');
  t.match(said(await hugo.get('/admin/harbour/reviews')), 'No apps yet');
  t.equal((await hugo.get(`/admin/harbour/reviews/release?${new URLSearchParams({ client: APP })}`)).status, 404);
  const asking = await admin.get(pageOf('release'));
  t.match(
    said(await admin.submit(asking, '/release', { password: PASSWORD })),
    'Your school no longer offers this app',
  );
  t.equal((await viewer(app, token)).statusCode, 401);
  const events = (await app.audit.log.page(RIVERSIDE.id, { clientId: APP }, 20)).map((entry) => [
    entry.event,
    entry.personId,
  ]);
  t.strictSame(events[0], ['client_released', CALLERS.admin.id]);
  t.ok(events.some(([event, person]) => event === 'client_adopted' && person === CALLERS.admin.id));
});

t.test('review pages exist only with the beta feature on, for those who manage the school [E-33]', async (t) => {
  const { app } = await setting(t);
  const staff = await signedIn(app, CALLERS.staff.email);
  t.equal((await staff.get(REVIEWS)).status, 403);
  const hugo = await signedIn(app, CALLERS.foreignOwner.email);
  const had = (await app.people.memberships.of(CALLERS.foreignOwner.id)).find(
    ({ siteId }) => siteId === HARBOUR.id,
  )?.betaFeatures;
  t.notOk(had?.includes('mcp_connections'));
  t.equal((await hugo.get('/admin/harbour/reviews')).status, 404);
  t.equal((await hugo.get(REVIEWS)).status, 403);
});

t.test('apps are listed at most 20 a page, each of them once [E-36]', async (t) => {
  const { app, host } = await setting(t, NAMED);
  const urls = Array.from({ length: 25 }, (_, n) => `https://h${String(n).padStart(2, '0')}.example/client.json`);
  for (const url of urls) {
    host.serve(url, documentFor(url));
    await app.oauth.metadataClients.keep(await kept(app, url));
  }
  const named = await signedIn(app, CALLERS.owner.email);
  const seen: string[] = [];
  let next: string | undefined = REVIEWS;
  while (next !== undefined) {
    const page = await named.get(next);
    const apps = linksOf(page).filter((href) => href.includes('/reviews/app?') && href.includes('.example'));
    t.ok(apps.length <= 20);
    seen.push(...apps.map((href) => new URL(href, 'http://x').searchParams.get('client') ?? ''));
    next = linksOf(page).find((href) => href.includes('after='));
  }
  t.strictSame(seen, urls);
});

async function kept(app: FastifyInstance, url = APP) {
  const found = await app.oauth.resolveClient(url);
  if (found?.origin !== 'metadata_document') throw new Error('no such client');
  return found;
}

const viewer = (app: FastifyInstance, token: string) =>
  app.inject({
    method: 'POST',
    url: '/account/graphql',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ query: '{ viewer { email } }' }),
  });

t.test('an app that members find among their assistants is offered without further advice', async (t) => {
  const claude = 'https://claude.ai/oauth/mcp-oauth-client-metadata';
  const { app, host } = await setting(t);
  host.serve(claude, documentFor(claude, { client_name: 'Claude' }));
  const owner = await signedIn(app, CALLERS.owner.email);
  const { account, reviews } = textFor('en');
  const adopted = said(await owner.submit(await owner.get(pageOf('app', claude)), '/adopt'));
  t.match(adopted, reviews.done.adopted);
  t.notOk(adopted.includes(reviews.adopt.withoutGuide({ page: account.area.pages.assistants })));
});
