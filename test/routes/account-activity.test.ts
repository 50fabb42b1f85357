/** What people are told about sign-ins to their account: by e-mail, and on a page of their own. */
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { inParallel } from '../faults/report.ts';
import { adminApp, CALLERS, call, RIVERSIDE } from '../support/admin.ts';
import { BASE, PASSWORD, temporaryFolder } from '../support/app.ts';
import { Browser, type Page } from '../support/browser.ts';
import { Mailbox } from '../support/emails.ts';
import { DEMO, obtainTokens, postForm } from '../support/oauth-client.ts';
import { setUpApp } from '../support/second-factor.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';
import { until } from '../support/until.ts';
import { withEmails } from '../support/with-emails.ts';

const ANA = 'ana@riverside.example';
const PAGE = '/account/activity';
const NEW = 'seven quiet rivers';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const { activity, events, mail } = textFor('en');

const newSignIns = (dataDir: string, app: FastifyInstance): Mailbox =>
  new Mailbox(dataDir, {
    app,
    leavesOut: LANGUAGES.flatMap((language) => Object.values(textFor(language).mail))
      .map((one) => (typeof one === 'object' ? one.subject : one))
      .filter((subject) => typeof subject === 'string' && subject !== mail.new_browser.subject) as string[],
  });

t.test(
  'a sign-in with a browser that is not known is reported by e-mail, five times a day at most [E-48e, ASVS 6.3.5]',
  async (t) => {
    const dataDir = temporaryFolder(t);
    const { app, file } = await withEmails(t, { dataDir });
    const mailbox = newSignIns(dataDir, app);
    const signIn = async (browser: Browser, password = PASSWORD): Promise<void> => {
      const page = await browser.submit(await browser.get('/sign-in?next=/account&again=1'), '/sign-in', {
        email: ANA,
        password,
      });
      t.equal(page.url, '/account');
    };
    const recorded = async (): Promise<number> =>
      Number(await file.read("select count(*) from audit_events where event = 'new_browser'"));
    const signOut = async (browser: Browser): Promise<unknown> =>
      browser.submit(await browser.get('/account'), '/sign-out');

    const browser = new Browser(app);
    browser.headers['user-agent'] = FIREFOX;
    await signIn(browser);
    const message = await mailbox.next();
    t.equal(message.to, ANA);
    t.match(message.text, 'Firefox on Linux, from the network 127.0.0.0/24');
    t.ok(message.link.startsWith(`${BASE}/not-me?token=ml_`));
    const cookie = browser.cookies.get('known') ?? '';
    t.match(cookie, /^[\w-]{43}(?:\.[\w-]{22}){2}$/);
    await signOut(browser);
    await signIn(browser);
    t.equal(browser.cookies.get('known'), cookie);
    await browser.submit(await browser.get('/account/sign-in'), '/account/sign-in', {
      password: PASSWORD,
      new_password: NEW,
    });
    t.not(browser.cookies.get('known'), cookie, 'known by the new password');
    await signOut(browser);
    await signIn(browser, NEW);
    t.equal(await recorded(), 1, 'known from the first sign-in on');

    const stale = new Browser(app);
    stale.cookies.set('known', cookie);
    await signIn(stale, NEW);
    for (let n = 0; n < 5; n += 1) await signIn(new Browser(app), NEW);
    await until(async () => (await recorded()) === 7);
    t.equal((await mailbox.wait(4)).length, 4, 'a cookie from before the new password does not count');
    await new Promise((resolve) => setTimeout(resolve, 400));
    t.strictSame(mailbox.take(), [], 'no mailbox is flooded');
  },
);

t.test('people see what happened to their account, and nothing of others [E-48e]', async (t) => {
  const { app, file } = await withEmails(t);
  const browser = new Browser(app);
  browser.headers['user-agent'] = FIREFOX;
  await browser.submit(await browser.get('/sign-in'), '/sign-in', { email: ANA, password: 'not the password' });
  await browser.submit(await browser.get('/sign-in'), '/sign-in', { email: ANA, password: PASSWORD });
  await until(async () => (await file.read("select count(*) from audit_events where event = 'new_browser'")) === 1);
  const change = await browser.get('/account/sign-in');
  await browser.submit(change, '/account/sign-in', { password: 'not the password', new_password: NEW });
  await obtainTokens(app, DEMO.portal);
  await app.people.accountAccess.endConnections('usr_demo_ana', {
    event: 'grant_revoked',
    at: app.clock(),
    personId: 'usr_demo_ana',
    target: 'operator/Ola Nordmann',
  });
  const text = said(await browser.get(PAGE));
  t.match(text, activity.ended.platform({ app: 'Demo Portal', count: 1 }));
  t.notMatch(text, events.grant_revoked.over.you, 'with the app, and once');
  t.notMatch(text, 'Ola', 'but not who it was');
  t.match(text, events.consent_given.atSchool.you({ app: 'Demo Portal', school: 'Riverside Academy' }));
  t.match(text, events.sign_in_failed.you);
  t.match(text, events.sign_in_failed.confirmation.you, 'her own slip, in a browser that is signed in');
  t.match(text, new RegExp(`${events.sign_in.you} ${activity.newBrowser} .*Firefox on Linux · Network 127`));

  const ruth = new Browser(app);
  await ruth.submit(await ruth.get('/sign-in'), '/sign-in', { email: 'ruth@riverside.example', password: PASSWORD });
  const others = said(await ruth.get(PAGE));
  t.notMatch(others, 'Demo Portal');
  t.equal((await new Browser(app).get(PAGE)).url, `/sign-in?${new URLSearchParams({ next: PAGE })}`);
});

t.test('people read which apps they disconnected, and which ended by themselves [E-48e]', async (t) => {
  const { app } = await withEmails(t);
  const ana = await signedIn(app, ANA);
  const revoke = (token: string) => postForm(app, '/api/oauth/revoke', { token, client_id: DEMO.cli.id });
  const first = await obtainTokens(app, DEMO.cli, {}, { email: ANA });
  const gone = activity.ended.client({ app: 'Demo CLI', count: 1 });
  await revoke(first.access_token);
  t.notMatch(said(await ana.get(PAGE)), gone, 'the connection goes on without one of its tokens');
  await revoke(first.refresh_token);
  t.match(said(await ana.get(PAGE)), new RegExp(`${gone} .{1,60} Riverside Academy`));

  for (const what of ['end', 'end-app']) {
    await obtainTokens(app, DEMO.cli, {}, { email: ANA });
    const apps = await ana.get('/account/connected-apps');
    const href = (linksOf(apps).find((one) => one.endsWith('/end-app')) ?? '').replace('end-app', what);
    await ana.submit(await ana.get(href), href);
  }
  const page = said(await ana.get(PAGE));
  t.equal(page.split(events.grant_revoked.you).length - 1, 2);
  t.notMatch(page, events.grant_revoked.over.you, 'she knows who it was');
});

t.test('what others ended is on the page of its time, once', async (t) => {
  const { app, clock, file } = await withEmails(t);
  const ana = await signedIn(app, ANA);
  await obtainTokens(app, DEMO.portal, {}, { email: ANA });
  const started = clock.now;
  for (let n = 0; n < 70; n += 1) {
    clock.advance(1000);
    await app.audit.record({ event: 'passkey_added', at: clock.now, personId: 'usr_demo_ana' });
  }
  const line = activity.ended.platform({ app: 'Demo Portal', count: 1 });
  for (const [second, expected] of [
    [69, 0],
    [50, 0],
    [30, 1],
    [5, 2],
  ] as const) {
    await file.edit("update grants set revoked_at = ?, revoked_by = 'platform'", started + second * 1000 + 1);
    const found: number[] = [];
    for (let [href, n] = [PAGE, 0]; href !== ''; n += 1) {
      const page = await ana.get(href);
      if (said(page).includes(line)) found.push(n);
      href = linksOf(page).find((one) => one.startsWith(`${PAGE}?before=`)) ?? '';
    }
    t.strictSame(found, [expected], String(second));
  }
});

t.test('the page leads on to earlier events, past any number of others', async (t) => {
  const { app } = await withEmails(t);
  const event = { personId: 'usr_demo_ana', at: app.clock() };
  await app.audit.record({ ...event, event: 'password_reset' });
  await inParallel(Array.from({ length: 1500 }), 8, () => app.audit.record({ ...event, event: 'tool_called' }));
  for (let n = 0; n < 31; n += 1) await app.audit.record({ ...event, event: 'passkey_added' });
  await app.audit.record({ ...event, event: 'member_signed_out', target: 'member/usr_demo_ben' });
  const browser = new Browser(app);
  await browser.submit(await browser.get('/sign-in'), '/sign-in', { email: ANA, password: PASSWORD });
  const first = await browser.get(`${PAGE}?before=nonsense`);
  t.equal(first.body.split(events.passkey_added.you).length - 1 > 27, true);
  const next = linksOf(first).find((href) => href.startsWith(`${PAGE}?before=`)) ?? '';
  const second = await browser.get(next);
  t.match(said(second), events.password_reset.you);
  t.notOk(
    linksOf(second).some((href) => href.startsWith(`${PAGE}?before=`)),
    'the last page',
  );
});

t.test('turning on two-factor sign-in is no sign-in in the activity', async (t) => {
  const { app, clock } = await withEmails(t);
  const ana = await signedIn(app, ANA);
  const signIns = (page: Page) => said(page).split('You signed in').length;
  const before = signIns(await ana.get(PAGE));
  await setUpApp(ana, clock);
  const after = await ana.get(PAGE);
  t.match(said(after), 'Two-factor sign-in was turned on, and your other browsers were signed out');
  t.equal(signIns(after), before);
});

t.test('a person reads that a school suspended the own access, restored it, and ended the membership', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('owner', ['members:write']);
  const [member, other] = [await signedIn(app, CALLERS.member.email), await signedIn(app, CALLERS.staff.email)];
  const path = `/members/${CALLERS.member.id}`;
  t.equal((await call(app, token, 'POST', `${path}/suspend`)).status, 200);
  t.equal((await call(app, token, 'POST', `${path}/reinstate`)).status, 200);
  t.equal((await call(app, token, 'DELETE', path)).status, 204);
  for (const language of LANGUAGES) {
    for (const browser of [member, other]) browser.headers['accept-language'] = language;
    const { events } = textFor(language);
    for (const name of ['member_suspended', 'member_reinstated', 'member_removed'] as const) {
      const sentence = events[name].toYou({ school: RIVERSIDE.name });
      t.match(said(await member.get(PAGE)), sentence, language);
      t.notMatch(said(await other.get(PAGE)), sentence, 'of other people');
    }
    t.match(said(await member.get('/account')), textFor(language).account.overview.noSchoolText, language);
  }
  member.headers['accept-language'] = 'en';
  const times = async () => said(await member.get(PAGE)).split('ended your membership').length - 1;
  t.equal(await times(), 1);
  t.equal((await call(app, token, 'POST', '/members', { email: CALLERS.member.email, role: 'member' })).status, 201);
  t.equal((await call(app, token, 'DELETE', path)).status, 204);
  t.equal(await times(), 1, 'an invitation that is withdrawn ends no membership');
});
