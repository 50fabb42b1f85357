// slow, sqlite
/** The pages where a passkey is added, used and removed, in Chromium, with a device that has one. */
import t from 'tap';
import { inEveryLanguage } from '../support/accessible-page.ts';
import { PASSWORD } from '../support/app.ts';
import { launch, noChromium, signIn } from '../support/chromium.ts';
import { freePort, startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { device } from '../support/passkey-device.ts';

t.setTimeout(300_000);

const WITH_PASSKEY = 'form[data-passkey-does=get] button';

t.test('the pages of passkeys in Chromium', { skip: noChromium }, async (t) => {
  const browser = await launch(t);
  // A browser ties passkeys to a domain, and an address in numbers is none.
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  await startServer(t, { ...TEST_SETTINGS, PORT: String(port), BASE_URL: origin });

  inEveryLanguage(
    t,
    browser,
    'the pages for adding, using and removing a passkey are accessible [WCAG 2.2 AA]',
    async (t, { page, context, check }) => {
      const { touched } = await device(page);
      await page.goto(`${origin}/account/sign-in`);
      await signIn(page, 'ana@riverside.example');
      await page.waitForURL(`${origin}/account/sign-in`);
      await check('passkeys none');
      await page.click('a[href="/account/passkeys/new"]');
      await check('passkey new');
      await page.fill('#password', 'not it');
      await page.click('button.primary');
      await page.waitForSelector('#problem');
      await check('passkey new refused');
      await page.fill('#password', PASSWORD);
      await page.click('button.primary');
      await page.waitForSelector('#name');
      t.ok(await page.locator('form[data-passkey-does=create]').isVisible(), 'the form is shown where passkeys work');
      await check('passkey named');
      await page.fill('#name', 'The blue laptop in the music room, second floor');
      await touched(async () => {
        await page.click('form[data-passkey-does=create] button');
        await page.waitForURL(/done=passkey_added/);
      });
      await check('passkey added');
      await page.click('a[href$="/remove"]');
      await page.waitForURL('**/remove');
      t.ok(await page.locator(WITH_PASSKEY).isVisible(), 'a passkey will do for the password');
      await check('passkey remove');

      await context.clearCookies();
      await page.goto(`${origin}/sign-in`);
      t.ok(await page.locator(WITH_PASSKEY).isVisible());
      await check('sign-in with a passkey');
      await touched(async () => {
        await page.click(WITH_PASSKEY);
        await page.waitForURL(/\/account\/schools\/[a-z]+$/);
      });
      await page.goto(`${origin}/account/sign-in`);
      await page.fill('#new_password', 'short');
      await page.evaluate('document.querySelector("#new_password").form.noValidate = true');
      await page.click('form:has(#new_password) button.primary');
      await page.waitForSelector('#new_password[aria-invalid=true]');
      await check('password refused');
      await page.click('a[href$="/remove"]');
      await page.waitForURL('**/remove');
      await touched(async () => {
        await page.click(WITH_PASSKEY);
        await page.waitForURL(/done=passkey_removed/);
      });
      await check('passkey removed');
    },
  );
});
