/** Where a sign-in leads, what a page says to somebody who is signed in as the wrong person, and what a developer reads. */
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { PASSWORD, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { authorizeUrl, DEMO, makeVerifier } from '../support/oauth-client.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';
import { pathOf, withEmails } from '../support/with-emails.ts';

const [ANA, BEN, RUTH] = ['ana@riverside.example', 'ben@riverside.example', 'ruth@riverside.example'];
const NOOR = 'noor@schools.example';
const { goingOn, labels, message, recovery, shell, signIn } = textFor('en');

t.test(
  'a sign-in without a destination leads to the school that the person runs or learns at, or else to the account',
  async (t) => {
    const { app } = await testApp(t);
    for (const [email, url] of [
      [ANA, '/account/schools/riverside'],
      [RUTH, '/admin/riverside'],
      [NOOR, '/account'],
    ] as const) {
      const browser = new Browser(app);
      const page = await browser.submit(await browser.get('/sign-in'), '/sign-in', { email, password: PASSWORD });
      t.equal(page.url, url, email);
      t.equal((await browser.get('/sign-in')).url, url, 'also for a person who is signed in already');
      t.equal((await browser.get('/sign-in?next=/account/sessions')).url, '/account/sessions', 'a destination counts');
      t.equal((await browser.get('/sign-in?next=https://elsewhere.example')).url, '/account', 'one of ours');
    }
  },
);

t.test(
  'a sign-in in a browser without cookies, or from a page that is out of date, says why nothing happened',
  async (t) => {
    const { app } = await testApp(t);
    for (const language of LANGUAGES) {
      const browser = new Browser(app);
      browser.headers['accept-language'] = language;
      const form = await browser.get('/sign-in');
      browser.cookies.clear();
      const page = await browser.submit(form, '/sign-in', { email: ANA, password: PASSWORD });
      t.equal(page.status, 403);
      t.match(page.body, `role="alert"><p>${textFor(language).signIn.stale}</p>`, language);
      t.match(page.body, ANA, 'the address stays');
      t.equal(
        (await browser.submit(page, '/sign-in', { password: PASSWORD })).url,
        '/account/schools/riverside',
        'with cookies it goes on',
      );
    }
    t.match(signIn.stale, 'cookies are turned off');
  },
);

t.test('a local server that is opened by another of its names shows the sign-in page by its own', async (t) => {
  const baseUrl = 'http://127.0.0.1:4000';
  const { app } = await testApp(t, { env: { BASE_URL: baseUrl } });
  const open = async (host: string, url: string) => (await app.inject({ url, headers: { host } })).headers.location;
  t.equal(await open('localhost:4000', '/sign-in?next=/admin'), `${baseUrl}/sign-in?next=/admin`);
  t.equal(await open('[::1]:4000', '/sign-in'), `${baseUrl}/sign-in`);
  t.equal(await open('127.0.0.1:4000', '/sign-in'), undefined, 'it is that name');
  for (const host of ['localhost:4001', 'school.example:4000', 'localhost:4000@school.example']) {
    t.equal(await open(host, '/sign-in'), undefined, `${host}: a proxy may use any name`);
  }
});

t.test('a refused page says who is signed in, and leads back to itself as somebody else', async (t) => {
  const { app } = await testApp(t);
  for (const url of ['/admin', '/admin/riverside/members?role=staff']) {
    const ana = await signedIn(app, ANA);
    const refused = await ana.get(url);
    t.equal(refused.status, 403);
    t.match(said(refused), shell.signedInAs({ name: `Ana Lima (${ANA})` }));
    const other = linksOf(refused).find((href) => href.startsWith('/sign-in')) ?? '';
    const form = await ana.get(other);
    t.match(form.body, signIn.replaces({ name: 'Ana Lima' }));
    t.notMatch(form.body, ANA, 'the form is empty');
    t.equal((await ana.get('/account')).url, '/account', 'looking changes nothing');
    const there = await ana.submit(form, '/sign-in', { email: RUTH, password: PASSWORD });
    t.equal(there.status, 200);
    t.equal(there.url, url === '/admin' ? '/admin/riverside' : url);
  }
});

t.test('a person who is not a member of the school reads which account and which school it is', async (t) => {
  const { app } = await testApp(t);
  const hugo = await signedIn(app, 'hugo@harbour.example');
  const page = await hugo.get(authorizeUrl(DEMO.portal, makeVerifier()));
  t.match(said(page), message.not_a_member.title);
  t.match(said(page), 'hugo@harbour.example');
  t.match(page.body, 'Riverside Academy');
  t.match(page.body, labels.switch);
  t.match(page.body, goingOn.without({ app: 'Demo Portal' }), 'the way back signs no one in');
  t.notMatch(page.body, goingOn.link({ app: 'Demo Portal' }));
});

t.test('a new password set while somebody else is signed in is not shown on the account of that person', async (t) => {
  const { app, mailbox } = await withEmails(t);
  const browser = await signedIn(app, BEN);
  await browser.submit(await browser.get('/password/forgot'), '/password/forgot', { email: ANA });
  const reset = await browser.get(pathOf((await mailbox.next()).link));
  const done = await browser.submit(reset, '/password/reset', { new_password: 'seven quiet rivers' });
  t.equal(done.url, '/sign-in?done=password_reset&school=site_demo_riverside');
  t.match(done.body, recovery.reset.done);
  t.match(said(done), /This browser is signed in as Ben/);
  const ana = await browser.submit(done, '/sign-in', { email: ANA, password: 'seven quiet rivers' });
  t.match(ana.body, 'Ana Lima');
});

t.test(
  'the details of an error name the client and its redirect URI, lead to an explanation, and repeat no text',
  async (t) => {
    const { app } = await testApp(t);
    const wrong = { ...DEMO.portal, redirectUri: 'https://portal.example/elsewhere' };
    const { status, body } = await new Browser(app).get(authorizeUrl(wrong, makeVerifier()));
    t.equal(status, 400);
    t.match(body, `<dt><code>client_id</code></dt><dd><code>${DEMO.portal.id}</code></dd>`);
    t.match(body, '<dd><code>https://portal.example/elsewhere</code></dd>');
    t.match(body, /<a href="[^"]*\/docs\/errors#invalid_request"><code>invalid_request<\/code><\/a>/);
    const hostile = { id: 'Please call 555', redirectUri: 'https://a.example/ call 555', secret: undefined };
    t.notMatch((await new Browser(app).get(authorizeUrl(hostile, makeVerifier()))).body, 'call 555');
  },
);

t.test('of the name of a browser, nothing is recorded that a terminal would obey', async (t) => {
  const { app, file } = await withEmails(t);
  const stranger = new Browser(app);
  stranger.headers['user-agent'] = 'Browser\u009b31m/1\u00ad.0';
  await stranger.submit(await stranger.get('/sign-in'), '/sign-in', { email: ANA, password: 'a wrong guess' });
  const recorded = "select user_agent from audit_events where event = 'sign_in_failed'";
  t.equal(await file.read(recorded), 'Browser31m/1.0');
});
