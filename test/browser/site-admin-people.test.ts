// slow, sqlite
/** Members, reviews, accounts and the audit log in Chromium: accessible in every language, and whole without scripts. */
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import t from 'tap';
import { checker, LANGUAGES } from '../support/accessible-page.ts';
import { PASSWORD } from '../support/app.ts';
import { launch, noChromium, signIn, visitor } from '../support/chromium.ts';
import { documentHost } from '../support/document-host.ts';
import { startServer, TEST_SETTINGS } from '../support/live-server.ts';

const RUTH = 'ruth@riverside.example';
const ADMIN = '/admin/riverside';

t.test('members, reviews and the audit log in Chromium', { skip: noChromium }, async (t) => {
  const browser: Browser = await launch(t);
  const documents = await documentHost(t);
  const host = `localhost:${documents.port}`;
  const app = `https://${host}/oauth/study-buddy.json`;
  documents.serve(app, {
    client_id: app,
    client_name: 'Study buddy for a very long name that has to go somewhere',
    redirect_uris: [
      `https://${host}/oauth/callback`,
      'http://127.0.0.1/callback',
      'https://elsewhere.example/callback',
    ],
  });
  const { origin } = await startServer(t, {
    ...TEST_SETTINGS,
    CIMD_ALLOW_LOOPBACK: 'on',
    CIMD_ALLOWED_HOSTS: host,
    NODE_EXTRA_CA_CERTS: documents.caFile,
    PLATFORM_OPERATORS: RUTH,
  });
  const at = (path: string): string => `${origin}${ADMIN}${path}`;
  const ofApp = (deed: string): string => at(`/reviews/${deed}?${new URLSearchParams({ client: app })}`);

  for (const [language, locale] of Object.entries(LANGUAGES) as [keyof typeof LANGUAGES, string][]) {
    t.test(`in ${language}: members, app reviews and the audit log are accessible [WCAG 2.2 AA]`, async (t) => {
      const { page, violations } = await visitor(t, browser, { locale, reducedMotion: 'reduce' });
      const check = checker(t, page, language);
      const visit = async (name: string, url: string): Promise<void> => {
        await page.goto(url);
        await check(name);
      };
      await page.goto(at('/members'));
      await signIn(page, RUTH);
      await visit('members', at('/members'));
      await visit('members-selected', at('/members/selected?action=suspend&member=usr_demo_ivan&member=usr_demo_noor'));
      await visit('members-none', at('/members?q=nobody'));
      await visit('member', at('/members/usr_demo_ivan'));
      await visit('member-self', at('/members/usr_demo_ruth'));
      await visit('member-suspend', at('/members/usr_demo_ivan/suspend'));
      await visit('member-role', at('/members/usr_demo_ivan/role/admin'));
      await visit('member-invite', at('/members/invite'));
      await page.fill('#email', 'ana@riverside.example');
      await page.click('main form button');
      await check('member-invite-refused');
      await page.fill('#email', 'nia@riverside.example');
      await page.selectOption('#role', 'admin');
      await page.click('main form button');
      await check('member-invite-confirm');
      await visit('member-reinstate', at('/members/usr_demo_ivan/reinstate/confirm'));
      await visit('reviews', at('/reviews'));
      await page.fill('#client', `https://${host}/nothing`);
      await page.click('form[action$="/look"] button');
      await check('reviews-refused');
      await page.fill('#client', app);
      await page.click('form[action$="/look"] button');
      await page.waitForURL(/reviews\/app/);
      await check('review');
      await visit('review-approve', ofApp('approve'));
      await visit('review-block', ofApp('block'));
      await visit('accounts', at('/accounts?q=riverside'));
      await visit('accounts-none', at('/accounts?q=nobody'));
      await visit('account', at('/accounts/usr_demo_ana'));
      await visit('account-disable', at('/accounts/usr_demo_ana/disable'));
      await visit('account-erase', at('/accounts/usr_demo_ana/erase'));
      await visit('account-self', at('/accounts/usr_demo_ruth'));
      await visit('platform', `${origin}/platform`);
      await visit('platform-none', `${origin}/platform?q=nothing`);
      await visit('school-new', `${origin}/platform/schools/new`);
      await page.fill('#name', 'North');
      await page.fill('#slug', 'North School');
      await page.fill('#owner', 'head@north.example');
      await page.click('main form button.primary');
      await check('school-new-refused');
      await visit('school', `${origin}/platform/schools/riverside`);
      await visit('school-refused', `${origin}/platform/schools/riverside/hand-over?email=x`);
      await visit('school-hand-over', `${origin}/platform/schools/riverside/hand-over?email=ana%40riverside.example`);
      await visit('school-delete', `${origin}/platform/schools/riverside/delete`);
      await visit('audit', at('/audit'));
      await page.goto(at('/audit'));
      await page.click('.rows a >> nth=0');
      await page.waitForSelector('.particulars');
      await check('audit-entry');
      await visit('audit-none', at('/audit?from=2020-01-01&to=2020-01-02'));
      await visit('audit-bad-day', at('/audit?from=2026-02-30'));
      t.strictSame(violations, [], 'no policy was broken');
    });
  }

  t.test(
    'without JavaScript an operator invites and suspends members, approves an app and exports the log',
    async (t) => {
      const { page } = await visitor(t, browser, { javaScriptEnabled: false });
      const says = async (words: RegExp): Promise<void> => {
        t.match(await page.textContent('main'), words);
      };
      await page.goto(at('/members/invite'));
      await signIn(page, RUTH);
      await page.fill('#email', 'nia@riverside.example');
      await page.selectOption('#role', 'instructor');
      await page.click('main form button');
      await page.fill('#password', PASSWORD);
      await page.click('main button.danger');
      await says(/Invitation created/);
      await page.goto(at('/members/usr_demo_ivan'));
      await page.selectOption('#role', 'staff');
      await page.click('form[action$="/role"] button');
      await page.fill('#password', PASSWORD);
      await page.click('main button.danger');
      await says(/Role changed/);
      await page.click('a[href$="/suspend"]');
      await page.fill('#password', PASSWORD);
      await page.click('main button.danger');
      await says(/Member suspended/);
      await page.click('form[action$="/reinstate"] button');
      await page.fill('#password', PASSWORD);
      await page.click('main button.danger');
      await says(/Access restored/);

      await page.goto(at('/reviews'));
      await page.fill('#client', app);
      await page.click('form[action$="/look"] button');
      await page.click('a[href*="/approve"]');
      await page.fill('#password', PASSWORD);
      await page.click('main button.primary');
      await says(/App approved/);
      await page.click('form[action$="/adopt"] button');
      await says(/now offers this app to members/);

      await page.goto(at('/audit'));
      await says(/offered Study buddy .*to members/);
      await page.selectOption('#event', 'client_adopted');
      await page.click('form.filters button');
      const [download] = await Promise.all([page.waitForEvent('download'), page.click('button[value=csv]')]);
      t.match(download.suggestedFilename(), /^audit-riverside-\d{4}-\d\d-\d\d\.csv$/);
      const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
      t.equal(lines.length, 2, 'the column names and the one event');
      t.match(lines[1], /,client_adopted,usr_demo_ruth,/);
    },
  );
});
