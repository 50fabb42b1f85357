/**
 * Addresses that nobody opens: link checkers ask for the head of them, mail scanners open the links of e-mails, and browsers
 * load pages in advance. None of it does what opening the page or its form does, and the person can still do it afterwards.
 */
import t, { type Test } from 'tap';
import { hashCredential, randomSecret } from '../../schema/credential.ts';
import { MAIL_LINK_PATH, type MailLinkPurpose } from '../../schema/people/mail-link.ts';
import { BASE, PASSWORD, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { ANA, afterSignIn, guess, open, requestOf } from '../support/interaction.ts';
import { authorize, authorizeUrl, DEMO, encode, makeVerifier, obtainTokens } from '../support/oauth-client.ts';
import { type World, world } from '../support/once-forms.ts';
import { linksOf } from '../support/signed-in.ts';

t.setTimeout(120_000);

/** What is stored of all that opening an address could do. */
const STANDING = `select (select count(*) from grants) as grants, (select count(*) from audit_events) as events,
  (select count(*) from authorization_requests) as requests, (select count(*) from sessions where ended_at is null) as sessions,
  (select count(*) from mail_links where used_at is null) as links, (select count(*) from consents) as consents,
  (select count(*) from handover_links where opened_at is null) as handovers`;

/** How an address is asked for by what is no person. */
const IN_ADVANCE = [
  { method: 'HEAD', headers: {} },
  ...['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => ({
    method: 'GET' as const,
    headers: { [name]: name === 'x-purpose' ? 'preview' : 'prefetch' },
  })),
  { method: 'GET', headers: { 'sec-purpose': 'prefetch;prerender' } },
] as const;

const cookiesOf = (browser: Browser): string =>
  [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** Sends the e-mails of what happened before, some of which have links of their own. */
async function emptyOutbox({ app, file }: World): Promise<void> {
  while (Number(await file.read('select count(*) from outbox')) > 0) await app.outbox.sendDue();
}

/** Asks for an address in every way. @returns the statuses */
async function askedFor(t: Test, made: World, browser: Browser, url: string): Promise<number[]> {
  const { app, file } = made;
  await emptyOutbox(made);
  const before = await file.row(STANDING);
  const statuses: number[] = [];
  for (const { method, headers } of IN_ADVANCE) {
    const all = { accept: 'text/html', cookie: cookiesOf(browser), ...headers };
    const answer = await app.inject({ method, url, headers: all });
    statuses.push(answer.statusCode);
    t.strictSame(
      await file.row(STANDING),
      before,
      `${method} ${JSON.stringify(headers)} of ${url.split('?')[0]} does nothing`,
    );
    t.equal(answer.headers['set-cookie'], undefined, 'and sets no cookie');
    t.equal(answer.headers.location, undefined, 'and leads nowhere');
    if (method === 'HEAD') t.equal(answer.body, '', 'nor has it content');
  }
  return statuses;
}

const REFUSED = [200, ...Array(IN_ADVANCE.length - 1).fill(503)];

t.test('an address whose page acts does nothing before a person opens it [RFC 9110 §9.2.1]', async (t) => {
  const made = await world(t);
  const { app, file, ruth } = made;

  await t.test('a request of an app that the person has allowed before', async (t) => {
    const browser = new Browser(app);
    await authorize(app, DEMO.portal, {}, { browser });
    const url = authorizeUrl(DEMO.portal, makeVerifier());
    t.strictSame(await askedFor(t, made, browser, url), REFUSED);
    t.ok((await browser.get(url)).leavesFor?.searchParams.has('code'), 'the person gets the answer');
  });

  await t.test('the page of such a request after the sign-in', async (t) => {
    const browser = new Browser(app);
    await authorize(app, DEMO.portal, {}, { browser });
    made.clock.advance(1000);
    const start = await open(browser, DEMO.portal, { prompt: 'login' });
    const { cookies } = await guess(app, browser, start, { email: ANA, password: PASSWORD });
    for (const { name, value } of cookies) browser.cookies.set(name, value);
    t.strictSame(await askedFor(t, made, browser, requestOf(start)), REFUSED);
    t.ok((await browser.get(requestOf(start))).leavesFor?.searchParams.has('code'));
  });

  await t.test('the page that signs out at the wish of an app', async (t) => {
    const browser = new Browser(app);
    const { id_token: hint } = await obtainTokens(app, DEMO.portal, {}, { browser });
    const url = `/oauth/logout?${encode({ id_token_hint: hint })}`;
    t.strictSame(await askedFor(t, made, browser, url), REFUSED);
    const open = "select count(*) from sessions where ended_at is null and person_id = 'usr_demo_ana'";
    const before = Number(await file.read(open));
    await browser.get(url);
    t.equal(await file.read(open), before - 1, 'the person is signed out');
  });

  await t.test('the link for the developer of an application', async (t) => {
    const path = `/admin/riverside/applications/${DEMO.portal.id}/hand-over`;
    const { body } = await ruth.submit(await ruth.get(path), path, { password: PASSWORD });
    const url = /\/hand-over\?token=[A-Za-z0-9_-]+/.exec(body)?.[0] ?? '';
    t.strictSame(await askedFor(t, made, new Browser(app), url), REFUSED);
    t.equal((await new Browser(app).get(url)).status, 200);
  });

  await t.test('a link that changes the language', async (t) => {
    t.strictSame(await askedFor(t, made, new Browser(app), '/language/de'), REFUSED);
  });

  await t.test('a list as a file, which is recorded', async (t) => {
    for (const url of ['/admin/riverside/courses/export', '/admin/riverside/course-analytics/export'])
      t.strictSame(await askedFor(t, made, ruth, url), REFUSED);
    const exports = "select count(*) from audit_events where event = 'list_exported'";
    const before = Number(await file.read(exports));
    t.match((await ruth.get('/admin/riverside/courses/export')).headers['content-type'], /^text\/csv/);
    t.equal(Number(await file.read(exports)), before + 1);
  });
});

t.test('a link in an e-mail can be opened by any program, and still works for the person', async (t) => {
  const made = await world(t);
  const purposes = Object.entries(MAIL_LINK_PATH) as [MailLinkPurpose, string][];
  for (const [purpose, path] of purposes) {
    if (purpose === 'invitation') continue;
    const url = await made.link(purpose, path, 'usr_demo_ana', ANA);
    const first = await new Browser(made.app).get(url);
    for (const status of await askedFor(t, made, new Browser(made.app), url)) t.equal(status, first.status, purpose);
    const again = await new Browser(made.app).get(url);
    t.equal(again.status, first.status, 'a scanner that opens it changes nothing');
  }
  await made.invite('kei@new.example');
  const { link } = await made.mailbox.nextTo('kei@new.example');
  await askedFor(t, made, new Browser(made.app), link.slice(BASE.length));
  t.equal((await new Browser(made.app).get(link.slice(BASE.length))).status, 200);
});

t.test('the link of the first start can be opened by any program', async (t) => {
  const { app } = await testApp(t, { seed: false });
  const token = randomSecret();
  await app.people.setup.openLink(hashCredential(token), app.clock() + 60_000);
  for (const { method, headers } of IN_ADVANCE) {
    t.equal((await app.inject({ method, url: `/setup?token=${token}`, headers })).statusCode, 200);
  }
});

t.test('the head of every page of a signed-in person has the status of the page, and changes nothing', async (t) => {
  const made = await world(t);
  const { app, file, ruth } = made;
  const page = await afterSignIn(new Browser(app), ANA);
  t.equal(page.status, 200);
  await emptyOutbox(made);
  const paths = new Set<string>();
  for (const start of ['/account', '/admin/riverside', '/platform']) {
    for (const href of linksOf(await ruth.get(start))) if (href.startsWith('/')) paths.add(href.split('#')[0] ?? '');
  }
  for (const url of paths) {
    const { status } = await ruth.get(url);
    const before = await file.row(STANDING);
    const head = await app.inject({ method: 'HEAD', url, headers: { accept: 'text/html', cookie: cookiesOf(ruth) } });
    t.ok(
      head.statusCode === status || head.statusCode === 303 || head.statusCode === 200,
      `${url}: ${head.statusCode}`,
    );
    t.equal(head.body, '', url);
    t.strictSame(await file.row(STANDING), before, url);
  }
});
