// slow, sqlite
/** What operators confirm, in Chromium: changes of an application, and apps named by URL that changed after their review. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { inEveryLanguage } from '../support/accessible-page.ts';
import { PASSWORD } from '../support/app.ts';
import { launch, noChromium, signIn } from '../support/chromium.ts';
import { databaseFile } from '../support/database-edit.ts';
import { documentHost } from '../support/document-host.ts';
import { startServer, TEST_SETTINGS } from '../support/live-server.ts';

t.setTimeout(300_000);

const RUTH = 'ruth@riverside.example';
const SUBMIT = 'main form button.primary';

t.test('confirmations by operators in Chromium', { skip: noChromium }, async (t) => {
  const browser = await launch(t);
  const documents = await documentHost(t);
  const host = `localhost:${documents.port}`;
  const file = databaseFile(t);
  const { origin } = await startServer(t, {
    ...TEST_SETTINGS,
    DATABASE_URL: file.url,
    CIMD_ALLOW_LOOPBACK: 'on',
    CIMD_ALLOWED_HOSTS: host,
    NODE_EXTRA_CA_CERTS: documents.caFile,
    PLATFORM_OPERATORS: RUTH,
  });
  const admin = `${origin}/admin/riverside`;

  const open = async (page: Page, path: string): Promise<void> => {
    await page.goto(admin + path);
    await signIn(page, RUTH);
    await page.waitForURL(admin + path);
  };
  const confirm = async (page: Page, password = PASSWORD): Promise<void> => {
    await page.fill('#password', password);
    await page.click('main :is(button.danger, button.primary)');
  };

  inEveryLanguage(
    t,
    browser,
    'the pages that confirm changes of an application are accessible [WCAG 2.2 AA]',
    async (t, { page, context, check }) => {
      await open(page, '/applications/new');
      await page.fill('#name', 'Practice diary for every pupil');
      await page.fill('#redirect_uris', 'http://127.0.0.1/callback\nhttps://diary.example/callback');
      await page.check('input[name=kind][value=confidential]');
      const sent = (await page.evaluate(
        "Object.fromEntries(new FormData(document.querySelector('main form')))",
      )) as Record<string, string>;
      t.equal((await context.request.post(page.url(), { form: sent, headers: { origin } })).status(), 200);
      await page.click(SUBMIT);
      await page.waitForSelector('main a[href*="/applications/c_"]');
      await check('application made already');

      const path = await page.getAttribute('main a[href*="/applications/c_"]', 'href');
      await page.goto(`${origin}${path}/edit`);
      const change = async (): Promise<void> => {
        await page.fill('#redirect_uris', 'http://127.0.0.1/callback\nhttps://notes.diary.example/oauth/callback');
        await page.evaluate('document.querySelectorAll("details.scopes").forEach((one) => { one.open = true; })');
        await page.check('input[name=scope][value="orders:read"]');
        await page.click(SUBMIT);
      };
      await change();
      await page.waitForSelector('#password');
      await check('application changes');
      await confirm(page, 'not it');
      await page.waitForSelector('#problem');
      await check('application changes refused');
      await confirm(page);
      await page.waitForURL(/done=changed/);
      await check('application changed');
      t.match(await page.textContent('main'), 'notes.diary.example');

      await page.goto(`${origin}${path}/edit`);
      await file.edit("update clients set name = 'Diary' where name = ?", 'Practice diary for every pupil');
      await page.click(SUBMIT);
      await page.waitForSelector('.notice');
      await check('application changed meanwhile');
      await file.edit("delete from clients where name = 'Diary'");
    },
  );

  inEveryLanguage(
    t,
    browser,
    'an app that changed after its review is shown with what changed, and not approved unseen [CIMD §8.4]',
    async (t, { page, check, language }) => {
      const app = `https://${host}/oauth/${language}/study-buddy.json`;
      const query = new URLSearchParams({ client: app });
      const serve = async (name: string, ...redirects: string[]): Promise<void> => {
        documents.serve(app, {
          client_id: app,
          client_name: name,
          redirect_uris: ['http://127.0.0.1/callback', ...redirects],
        });
        await file.edit('update metadata_documents set fresh_until = 0 where client_id = ?', app);
      };
      documents.serve(app, {
        client_id: app,
        client_name: 'Study buddy',
        redirect_uris: ['http://127.0.0.1/callback', `https://${host}/oauth/callback`],
      });
      await open(page, `/reviews/approve?${query}`);
      await confirm(page);
      await page.waitForURL(/done=approved/);

      await serve('Study buddy and homework helper', `https://${host}/oauth/v2/callback`);
      await page.goto(`${admin}/reviews/app?${query}`);
      t.strictSame(
        [await page.locator('main del li').allTextContents(), await page.locator('main ins li').allTextContents()],
        [[`https://${host}/oauth/callback`], [`https://${host}/oauth/v2/callback`]],
      );
      await check('review of a changed app');
      await page.goto(`${admin}/reviews`);
      await check('reviews with a changed app');
      await page.goto(`${admin}/reviews/approve?${query}`);
      await check('approval of a changed app');
      await serve('Study buddy, changed again', `https://${host}/oauth/v3/callback`);
      await confirm(page);
      await page.waitForURL(/undone=changed/);
      await check('approval undone');

      await file.edit('update metadata_documents set fresh_until = 0 where client_id = ?', app);
      documents.answer(app, ({ socket }) => socket.destroy());
      await page.goto(`${admin}/reviews/app?${query}`);
      await check('review of an app that is down');
    },
  );
});
