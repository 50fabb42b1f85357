/**
 * Decisions about the access of an app that are sent again: by a double click on a slow line, in another tab, after the back
 * button. The same decision in the same session is answered as before while its code can be redeemed, and leads on
 * otherwise. No one else gets anything by it.
 */
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { PASSWORD, testApp } from '../support/app.ts';
import { Browser, type Page } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { ANA, CHIE, completed, RUTH, requestOf } from '../support/interaction.ts';
import { authorizeUrl, DEMO, exchange, type Fields, makeVerifier, type TestClient } from '../support/oauth-client.ts';
import { linksOf, signedIn } from '../support/signed-in.ts';

const SECOND = 1000;
const BOTH = { scope: 'openid courses:read courses:write' };

interface Asking {
  email?: string;
  client?: TestClient;
  overrides?: Fields;
}

/** The page of a request, in a browser where its person has signed in for it. */
async function asking(app: FastifyInstance, { email, client = DEMO.cli, overrides = {} }: Asking) {
  const [browser, verifier] = [new Browser(app), makeVerifier()];
  const start = await browser.get(authorizeUrl(client, verifier, overrides));
  const page = email === undefined ? start : await browser.submit(start, '/sign-in', { email, password: PASSWORD });
  return { browser, page, verifier, client };
}

/** Where an answer leads, without the number of the request that an error names. */
const answerIn = ({ leavesFor }: Page): string | undefined => leavesFor?.href.replace(/(?<=[?&]error_uri=)[^&]*/, '');

/** The page that says that the request was answered, and leads on. */
function leadsOn(t: Test, page: Page): void {
  completed(t, page);
  t.ok(linksOf(page).includes('/account/connected-apps'), 'to what the person has connected');
}

type Row = [title: string, asking: Asking, action: string, fill: Record<string, string | string[]>];

const ADMIN_TOOL = { email: RUTH, client: DEMO.adminTool, overrides: BOTH };
const ALLOW = { decision: 'allow' };
const ALLOWING: Row[] = [
  ['allow', { email: ANA }, '/decision', ALLOW],
  ['allow, with an odd state', { email: ANA, overrides: { state: 'a+b=c%25&d#e 😀' } }, '/decision', ALLOW],
  ['allow, at an https address', { email: ANA, client: DEMO.portal }, '/decision', ALLOW],
  ['view only', ADMIN_TOOL, '/decision', { decision: 'allow_read' }],
  ['allow a part', ADMIN_TOOL, '/decision', { decision: 'allow', scope: ['courses:read'] }],
];
const DENYING: Row[] = [
  [
    'allow nothing',
    { ...ADMIN_TOOL, overrides: { scope: 'courses:read' } },
    '/decision',
    { decision: 'allow', scope: [] },
  ],
  ['deny', { email: ANA }, '/decision', { decision: 'deny' }],
  ['cancel before the sign-in', {}, '/cancel', {}],
];

t.test('a decision that is sent again by the session that made it is answered as before [H4.12]', async (t) => {
  const file = databaseFile(t);
  const { app } = await testApp(t, { databaseUrl: file.url });
  for (const [title, wanted, action, fill] of [...ALLOWING, ...DENYING]) {
    await t.test(title, async (t) => {
      const { browser, page, verifier, client } = await asking(app, wanted);
      const tab = page.url.startsWith('/oauth/continue/') ? await browser.get(page.url) : page;
      const counted = 'select (select count(*) from grants) + (select count(*) from audit_events) as count';
      const send = (from: Page) => browser.submit(from, action, fill);
      const [first, second] = await Promise.all([send(page), send(page)]);
      const before = await file.read(counted);
      t.ok(answerIn(first), 'the browser leaves for the app');
      t.equal(answerIn(second), answerIn(first), 'by both clicks');
      t.equal(answerIn(await send(page)), answerIn(first), 'after the back button');
      t.equal(answerIn(await send(tab)), answerIn(first), 'in another tab');
      t.equal(await file.read(counted), before, 'nothing more happened');
      const code = first.leavesFor?.searchParams.get('code') ?? undefined;
      if (code === undefined) return;
      const params = new URLSearchParams();
      const tokens = await exchange(app, client, { code, verifier, params });
      t.equal(tokens.statusCode, 200, 'the code works once');
      leadsOn(t, await send(page));
      const { access_token: token } = tokens.json<{ access_token: string }>();
      const me = await app.inject({ url: '/api/oauth/userinfo', headers: { authorization: `Bearer ${token}` } });
      t.not(me.statusCode, 401, 'and its tokens stay');
    });
  }
});

t.test('another decision than the first leads on, and changes nothing [H4.12]', async (t) => {
  const { app } = await testApp(t);
  const others: Record<string, string | string[]>[] = [
    { decision: 'deny' },
    { decision: 'allow_read' },
    { decision: 'allow', scope: ['courses:write'] },
    { decision: 'allow', scope: [] },
  ];
  for (const fill of others) {
    const { browser, page } = await asking(app, ADMIN_TOOL);
    await browser.submit(page, '/decision', ALLOW);
    leadsOn(t, await browser.submit(page, '/decision', fill));
  }
  const { browser, page } = await asking(app, ADMIN_TOOL);
  await browser.submit(page, '/decision', { decision: 'deny' });
  for (const fill of [ALLOW, { decision: 'allow_read' }]) leadsOn(t, await browser.submit(page, '/decision', fill));
});

t.test('a copy leads on when the code has expired, was replaced, or its connection has ended', async (t) => {
  const file = databaseFile(t);
  const { app, clock } = await testApp(t, { databaseUrl: file.url });
  const ends: Record<string, (browser: Browser, page: Page) => Promise<unknown>> = {
    expired: async () => clock.advance(app.config.lifetimes.code + SECOND),
    replaced: async (browser, page) => {
      const path = `${requestOf(page)}/address`;
      return browser.submit(await browser.get(path), '/address');
    },
    ended: () => file.edit("update grants set revoked_at = 1, revoked_by = 'school' where redeemed_at is null"),
  };
  for (const [how, end] of Object.entries(ends)) {
    const { browser, page } = await asking(app, { email: CHIE });
    await browser.submit(page, '/decision', ALLOW);
    await end(browser, page);
    const copy = await browser.submit(page, '/decision', ALLOW);
    t.equal(copy.leavesFor, undefined, how);
    leadsOn(t, copy);
  }
});

t.test('nobody else is answered by a copy: another browser, another session, a page of another site', async (t) => {
  const { app } = await testApp(t);
  const { browser, page } = await asking(app, { email: ANA });
  const thief = browser.copy();
  const first = await browser.submit(page, '/decision', ALLOW);
  t.ok(first.leavesFor?.searchParams.has('code'));
  t.equal((await new Browser(app).submit(page, '/decision', ALLOW)).status, 403, 'without the cookies');
  thief.cookies.delete('sid');
  leadsOn(t, await thief.submit(page, '/decision', ALLOW));
  const form = /name="csrf" value="([^"]*)"/.exec(page.body)?.[1] ?? '';
  const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
  const fields: [string, string][] = [
    ['csrf', form],
    ['decision', 'allow'],
  ];
  leadsOn(t, await browser.post(`${requestOf(page)}/decision`, fields, foreign));
  leadsOn(
    t,
    await browser.post(`${requestOf(page)}/decision`, [
      ['csrf', 'x'],
      ['decision', 'allow'],
    ]),
  );
  leadsOn(t, await browser.get(requestOf(page)));
  await browser.submit(await browser.get('/account'), '/sign-out');
  leadsOn(t, await browser.submit(page, '/decision', ALLOW));
});

t.test('the answer to a form is not shown again when its session was ended elsewhere', async (t) => {
  const { app } = await testApp(t);
  const lost = await signedIn(app, ANA);
  const form = await lost.get('/account/sign-in');
  const change = { password: PASSWORD, new_password: 'seven quiet rivers' };
  t.match((await lost.submit(form, '/account/sign-in', change)).url, 'done=password');
  t.match(
    (await lost.submit(form, '/account/sign-in', change)).url,
    'done=password',
    'a copy is answered as the first',
  );
  const other = await signedIn(app, ANA, change.new_password);
  await other.submit(await other.get('/account/sessions'), '/end');
  t.equal((await lost.submit(form, '/account/sign-in', change)).status, 403);
});

t.test('a sign-in is not repeated after a sign-out', async (t) => {
  const { app } = await testApp(t);
  const browser = new Browser(app);
  const form = await browser.get('/sign-in');
  const entered = { email: ANA, password: PASSWORD };
  t.equal((await browser.submit(form, '/sign-in', entered)).status, 200);
  await browser.submit(await browser.get('/account'), '/sign-out');
  const before = browser.cookies.get('sid');
  t.equal((await browser.submit(form, '/sign-in', entered)).status, 403);
  t.equal(browser.cookies.get('sid'), before);
});
