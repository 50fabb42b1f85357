// slow, sqlite
/** Passkeys in a real Chromium with an authenticator of its own: added, signed in with, asked again, removed. */
import type { Browser } from 'playwright-core';
import t, { type Test } from 'tap';
import { authorizeUrl, clientApp, launch, noChromium, picture, signIn, visitor } from '../support/chromium.ts';
import { freePort, startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { addPasskey, device } from '../support/passkey-device.ts';

const ANA = 'ana@riverside.example';
const BEN = 'ben@riverside.example';
const CHIE = 'chie@riverside.example';
/** Notes on the page how the last question for a passkey was asked. */
const NOTE_QUESTIONS = `{
  const get = navigator.credentials.get.bind(navigator.credentials);
  navigator.credentials.get = (question) => {
    document.documentElement.dataset.asked = question.mediation ?? 'by the button';
    return get(question);
  };
}`;
const WITH_PASSKEY = 'form[data-passkey-does=get] button';

t.test('passkeys in Chromium', { skip: noChromium }, async (t) => {
  const browser: Browser = await launch(t);
  // A browser ties passkeys to a domain, and an address in numbers is none.
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  await startServer(t, { ...TEST_SETTINGS, PORT: String(port), BASE_URL: origin });

  t.test('a passkey signs its owner in without a password, until it is removed [WebAuthn §7]', async (t) => {
    const { page, context, violations } = await visitor(t, browser);
    const laptop = await device(page);
    const { keys, touched } = laptop;
    await addPasskey(page, laptop, { origin, email: ANA, name: 'Blue laptop <b>' });
    t.match(await page.textContent('main'), 'Blue laptop <b>', 'shown as it was named');
    await picture(page, 'passkey-added');
    t.equal((await keys()).length, 1);

    await context.clearCookies();
    await page.goto(`${origin}/sign-in`);
    await picture(page, 'sign-in-passkey');
    await touched(async () => {
      await page.click(WITH_PASSKEY);
      await page.waitForURL(/\/account\/schools\/[a-z]+$/);
    });
    t.match(await page.textContent('nav.ends'), 'Ana Lima');

    await context.clearCookies();
    const app = await clientApp(t);
    await page.goto(authorizeUrl(origin, { callback: app.callback }));
    await touched(async () => {
      await page.click(WITH_PASSKEY);
      await page.waitForSelector('button[value=allow]');
    });
    await page.click('button[value=allow]');
    await page.waitForURL(`${app.origin}/**`);
    t.match(app.answers[0]?.get('code'), /./, 'and in the middle of an authorization request');

    await page.goto(`${origin}/account/sign-in`);
    await page.click('a[href$="/remove"]');
    await touched(async () => {
      await page.click(WITH_PASSKEY);
      await page.waitForURL(/done=passkey_removed/);
    });
    t.equal(await page.locator('a[href$="/remove"]').count(), 0, 'the passkey proved who it is, and is gone');
    await page.click('.notice a[href="/account/sessions"]');
    await page.waitForURL(`${origin}/account/sessions`);
    await context.clearCookies();
    await page.goto(`${origin}/sign-in`);
    await touched(async () => {
      const refused = page.waitForResponse((response) => response.status() === 400);
      await page.click(WITH_PASSKEY);
      await refused;
    });
    await page.waitForSelector('.notice.problem');
    t.equal(new URL(page.url()).pathname, '/sign-in', 'removed, it opens nothing');
    t.strictSame(violations, [], 'no policy was broken');
  });

  t.test('the browser lists passkeys for the e-mail address, and the button takes the place of the list', async (t) => {
    const { page, context, violations } = await visitor(t, browser);
    const laptop = await device(page, { lists: true });
    await addPasskey(page, laptop, { origin, email: CHIE, name: 'Laptop' });
    const leave = async () => {
      await context.clearCookies();
      await page.goto('about:blank');
    };
    await leave();
    // Chromium without a window has no list to choose from: a touch of the device is the choice.
    await laptop.touched(async () => {
      await page.goto(`${origin}/sign-in`);
      await page.waitForURL(/\/account\/schools\/[a-z]+$/);
    });
    t.match(await page.textContent('nav.ends'), 'Chie Tanaka');

    await leave();
    await page.addInitScript(NOTE_QUESTIONS);
    await page.goto(`${origin}/sign-in`);
    t.equal(await page.getAttribute('#email', 'autocomplete'), 'username webauthn');
    await page.waitForSelector('html[data-asked=conditional]');
    await page.click(WITH_PASSKEY);
    await page.waitForSelector('html[data-asked="by the button"]');
    t.equal(await page.textContent('form[data-passkey] [role=status]'), '', 'the list is taken back without a fuss');
    await page.reload();
    await signIn(page, CHIE);
    await page.waitForURL(/\/account\/schools\/[a-z]+$/);
    t.strictSame(violations, [], 'the password works as before');
  });

  t.test('a passkey response is accepted once, only from the challenged browser [WebAuthn §7.2]', async (t) => {
    const { page, context } = await visitor(t, browser);
    const phone = await device(page);
    await addPasskey(page, phone, { origin, email: BEN, name: 'Phone' });
    await context.clearCookies();
    await page.goto(`${origin}/sign-in`);
    await page.route('**/sign-in', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    const asking = page.waitForRequest((request) => request.method() === 'POST');
    const request = await phone.touched(async () => {
      await page.click(WITH_PASSKEY);
      return asking;
    });
    const sent = new URLSearchParams(request.postData() ?? '');
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    const send = (fields: URLSearchParams, cookies = cookie) =>
      fetch(`${origin}/sign-in`, {
        method: 'POST',
        headers: { origin, cookie: cookies },
        body: fields,
        redirect: 'manual',
      });

    const stranger = await fetch(`${origin}/sign-in`);
    const theirs = (stranger.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const theirToken = /name="csrf" value="([^"]+)"/.exec(await stranger.text())?.[1] ?? '';
    const moved = new URLSearchParams({ ...Object.fromEntries(sent), csrf: theirToken });
    t.equal((await send(moved, theirs)).status, 400, 'not in another browser');
    t.equal((await send(sent)).status, 303, 'once');
    sent.set('once', '');
    t.equal((await send(sent)).status, 400, 'not twice, except for a copy of the same form');
    const changed = JSON.parse(sent.get('passkey') ?? '{}') as { response: { signature: string } };
    changed.response.signature = `${changed.response.signature.slice(0, -4)}AAAA`;
    sent.set('passkey', JSON.stringify(changed));
    t.equal((await send(sent)).status, 400, 'not with another signature');
    for (const nonsense of ['', '{', 'null', '[]', '{"id":1}', '{"id":"x","response":null}', '1'.repeat(5000)]) {
      sent.set('passkey', nonsense);
      t.ok([400, 429].includes((await send(sent)).status), `not ${nonsense.slice(0, 30)}`);
    }
  });

  t.test('without JavaScript the password works, and no passkey is offered', async (t) => {
    const { page } = await visitor(t, browser, { javaScriptEnabled: false });
    await page.goto(`${origin}/sign-in`);
    t.notOk(await page.locator('form[data-passkey]').isVisible());
    await signIn(page, ANA);
    t.equal(new URL(page.url()).pathname, '/account/schools/riverside');
    await page.goto(`${origin}/account/sign-in`);
    t.notOk(await page.locator('form[data-passkey]').isVisible());
    t.match(await page.textContent('noscript'), 'password');
  });
});

t.test('on a server reached by its IP address no passkey is offered', { skip: noChromium }, async (t: Test) => {
  const { origin } = await startServer(t);
  const response = await fetch(`${origin}/sign-in`);
  t.notMatch(await response.text(), /data-passkey|\/passkeys-/);
});
