// slow, sqlite
/** The owner's pages of the provider of a school in Chromium, in every language, on a phone. */
import type { Browser, Page } from 'playwright-core';
import t from 'tap';
import { RIVERSIDE } from '../../scripts/commands/demo/platform.ts';
import { checker, LANGUAGES } from '../support/accessible-page.ts';
import { launch, noChromium, signIn, visitor } from '../support/chromium.ts';
import { databaseFile } from '../support/database-edit.ts';
import { documentHost } from '../support/document-host.ts';
import { startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { schoolProvider } from '../support/school-provider.ts';
import { codeAt, secretOn } from '../support/second-factor.ts';
import { PASSWORD } from '../support/settings.ts';

const ADMIN = '/admin/riverside/sign-in';
const SUBMIT = 'main form button[type=submit]';

/** Ruth sets up an authenticator app. @returns the code of the next step */
async function setUp(page: Page, origin: string): Promise<string> {
  await page.goto(`${origin}/account/second-factor/new`);
  await signIn(page, 'ruth@riverside.example', PASSWORD);
  await page.waitForSelector('#code');
  const secret = secretOn({ body: await page.content() });
  await page.fill('#code', codeAt(secret, Date.now()));
  await page.click(SUBMIT);
  await page.waitForLoadState();
  return codeAt(secret, Date.now() + 30_000);
}

async function fill(page: Page, issuer: string): Promise<void> {
  await page.fill('#issuer', issuer);
  await page.fill('#clientId', 'schoolgate');
  await page.fill('#secret', 'secret-of-the-client');
  await page.click(SUBMIT);
  await page.waitForLoadState();
}

t.test('the provider of a school in Chromium', { skip: noChromium }, async (t) => {
  const browser: Browser = await launch(t);
  const [host, file] = [await documentHost(t), databaseFile(t)];
  const issuer = `https://localhost:${host.port}`;
  await schoolProvider(host, Date.now, issuer);
  const { origin } = await startServer(t, {
    ...TEST_SETTINGS,
    ...{ DATABASE_URL: file.url, SCHOOL_PROVIDERS: issuer, NODE_EXTRA_CA_CERTS: host.caFile },
  });
  const { page: first, context } = await visitor(t, browser, {
    locale: 'en-GB',
    viewport: { width: 360, height: 800 },
  });
  const code = await setUp(first, origin);
  await first.goto(`${origin}${ADMIN}/settings`);
  await fill(first, issuer);
  await first.fill('#password', PASSWORD);
  await first.fill('#code', code);
  await first.click(SUBMIT);
  await first.waitForURL(`${origin}${ADMIN}?done=saved`);
  const { cookies } = await context.storageState();
  const ana = String(await file.read("select id from people where email = 'ana@riverside.example'"));
  await file.edit(
    `insert into provider_identities (id, site_id, issuer, subject, person_id, client_subject, linked_by, created_at, last_used_at)
     values ('pid_1', ?, ?, ?, ?, 'usr_1', 'person', ?, ?)`,
    ...[RIVERSIDE.id, issuer, 'a-long-subject-'.repeat(12), ana, Date.now(), Date.now()],
  );

  for (const [language, locale] of Object.entries(LANGUAGES) as [keyof typeof LANGUAGES, string][]) {
    t.test(`in ${language}: the pages of the provider are accessible [WCAG 2.2 AA]`, async (t) => {
      const { page, context, violations } = await visitor(t, browser, {
        ...{ locale, reducedMotion: 'reduce', viewport: { width: 360, height: 800 } },
      });
      await context.addCookies(cookies);
      const check = checker(t, page, language);
      await file.edit('update providers set tested_at = null');
      await page.goto(`${origin}${ADMIN}?refused=secret_wrong`);
      await check('untested provider');
      await page.goto(`${origin}${ADMIN}/settings`);
      await check('settings of the provider');
      await fill(page, 'https://localhost:1');
      await check('settings of the provider refused');
      await fill(page, issuer);
      await page.waitForSelector('#password');
      await check('settings of the provider ask');
      await file.edit('update providers set tested_at = ?, secret_ends_at = ?', Date.now(), Date.now());
      await page.goto(`${origin}${ADMIN}?done=tested`);
      await check('tested provider');
      for (const path of ['/mode/offered', '/mode/account', '/remove', '/people/pid_1']) {
        await page.goto(`${origin}${ADMIN}${path}`);
        await page.waitForSelector('#password');
        await check(path);
      }
      t.strictSame(violations, []);
    });
  }
});
