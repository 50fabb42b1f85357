// slow, sqlite
/** In Chromium: a school makes an application, a student lets it in, and takes the access back; and every page of it. */
import { crc32, deflateSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { checker, LANGUAGES } from '../support/accessible-page.ts';
import { PASSWORD } from '../support/app.ts';
import { authorizeUrl, type ClientApp, clientApp, launch, noChromium, signIn, visitor } from '../support/chromium.ts';
import { startServer, TEST_SETTINGS } from '../support/live-server.ts';

t.setTimeout(300_000);

const RUTH = 'ruth@riverside.example';
const ADMIN = '/admin/riverside';
/** Of the challenge that `authorizeUrl` sends (RFC 7636, appendix B). */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const SUBMIT = 'main form button.primary';

async function open(page: Page, url: string, email = RUTH): Promise<void> {
  await page.goto(url);
  await signIn(page, email);
}

async function makeApplication(
  page: Page,
  origin: string,
  { kind = 'public', name = 'Practice diary' } = {},
): Promise<string> {
  await page.goto(`${origin}${ADMIN}/applications/new`);
  await page.fill('#name', name);
  await page.check(`input[name=kind][value=${kind}]`);
  await page.fill('#redirect_uris', 'http://127.0.0.1/callback');
  await page.click(SUBMIT);
  return page.inputValue('#client_id');
}

/** Waits for the code at the app's callback, and gives it back for tokens. */
async function tokensOf(page: Page, origin: string, app: ClientApp, clientId: string): Promise<Record<string, string>> {
  await page.waitForURL(/\/callback/);
  const response = await fetch(`${origin}/api/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      code: app.answers.at(-1)?.get('code') ?? '',
      redirect_uri: app.callback,
      code_verifier: VERIFIER,
      resource: origin,
    }),
  });
  return (await response.json()) as Record<string, string>;
}

const viewer = (origin: string, token: string | undefined): Promise<Response> =>
  fetch(`${origin}/account/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ viewer { email } }' }),
  });

/** A PNG of a disc that a browser can show. */
function discPicture(size: number): Buffer {
  const rows = Buffer.alloc((size * 3 + 1) * size, 255);
  for (let y = 0; y < size; y += 1) {
    rows[y * (size * 3 + 1)] = 0;
    for (let x = 0; x < size; x += 1) {
      if (Math.hypot(x - size / 2, y - size / 2) < size / 2) rows.set([20, 110, 150], y * (size * 3 + 1) + 1 + x * 3);
    }
  }
  const chunk = (type: string, content: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type), content]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    checksum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, checksum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const end = chunk('IEND', Buffer.alloc(0));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), end]);
}

t.test('applications of a school in Chromium', { skip: noChromium }, async (t) => {
  const browser: Browser = await launch(t);
  const { origin } = await startServer(t, TEST_SETTINGS);
  const app = await clientApp(t);

  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? 'with scripts' : 'without scripts';
    t.test(`an operator creates an application, a student allows and revokes it, ${how} [spec 5.3.6]`, async (t) => {
      const operator = await visitor(t, browser, { javaScriptEnabled });
      await open(operator.page, `${origin}${ADMIN}/settings`);
      const off = operator.page.locator('form:has(input[value=mcp_connections]) button.secondary');
      if ((await off.count()) === 1) await off.click();
      await operator.page.goto(`${origin}${ADMIN}/settings`);
      t.equal(await operator.page.locator(`nav a[href="${ADMIN}/applications"]`).count(), 0);
      await operator.page.click('form:has(input[value=mcp_connections]) button.primary');
      await operator.page.click(`nav a[href="${ADMIN}/applications"]`);
      await operator.page.click('a.primary');
      await operator.page.fill('#name', `Practice diary ${how}`);
      await operator.page.fill('#redirect_uris', 'http://127.0.0.1/callback');
      await operator.page.click(SUBMIT);
      const clientId = await operator.page.inputValue('#client_id');
      t.match(clientId, /^c_/);

      const student = await visitor(t, browser, { javaScriptEnabled });
      await open(student.page, authorizeUrl(origin, { ...app, clientId }), 'ana@riverside.example');
      await student.page.click('button[value=allow]');
      const tokens = await tokensOf(student.page, origin, app, clientId);
      const before = await viewer(origin, tokens.access_token);
      t.match(await before.json(), { data: { viewer: { email: 'ana@riverside.example' } } });

      await operator.page.goto(`${origin}${ADMIN}/applications/${clientId}`);
      await operator.page.click('.tabs a[href*="/connections?"]');
      t.match(await operator.page.textContent('main'), 'Ana Lima');

      await student.page.goto(`${origin}/account/connected-apps`);
      const entry = student.page.locator('main section.panel', { hasText: `Practice diary ${how}` });
      await entry.locator('a[href$="/end-app"]').first().click();
      await student.page.click('main form button');
      await student.page.waitForURL(/done=app/);
      t.equal((await viewer(origin, tokens.access_token)).status, 401, 'dead at once');
      t.strictSame([...operator.violations, ...student.violations], [], 'no policy was broken');
    });
  }

  t.test('a picture that an operator uploads is the logo that people see at consent [E-54]', async (t) => {
    const operator = await visitor(t, browser);
    await open(operator.page, `${origin}${ADMIN}/applications`);
    const clientId = await makeApplication(operator.page, origin, { name: 'Tide table' });
    await operator.page.goto(`${origin}${ADMIN}/applications/${clientId}/logo`);
    await operator.page.setInputFiles('#picture', { name: 'tide.png', mimeType: 'image/png', buffer: discPicture(96) });
    await operator.page.click('form:has(#picture) button');
    await operator.page.waitForURL((url) => !url.pathname.endsWith('/upload'));

    const student = await visitor(t, browser);
    await open(student.page, authorizeUrl(origin, { ...app, clientId }), 'ben@riverside.example');
    const logo = student.page.locator('main img.tile');
    await logo.waitFor();
    t.equal(
      await logo.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
      96,
      'it was decoded',
    );
    const box = await logo.boundingBox();
    t.ok(box !== null && box.width === 48 && box.height === 48, JSON.stringify(box));
    t.strictSame([...operator.violations, ...student.violations], [], 'no policy was broken');
  });

  t.test('the copy button copies the MCP URL, and says so', async (t) => {
    const { page, context, violations } = await visitor(t, browser);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
    await open(page, `${origin}${ADMIN}/connect/addresses`);
    await page.click('.copyable:has(#address-mcp) button');
    t.equal(await page.evaluate('navigator.clipboard.readText()'), `${origin}/mcp?school=riverside`);
    t.equal(await page.textContent('.copyable:has(#address-mcp) button'), 'Copied');
    t.strictSame(violations, []);
  });

  t.test('the application form is filled in and sent with the keyboard alone [WCAG 2.2 AA]', async (t) => {
    const { page } = await visitor(t, browser);
    await open(page, `${origin}${ADMIN}/applications/new`);
    await page.focus('#name');
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    t.ok(await page.isChecked('input[name=kind][value=confidential]'));
    await page.keyboard.press('Tab');
    t.ok(await page.locator('input[name=runs_alone]').evaluate((box) => box.matches(':focus')), 'then what runs alone');
    await page.keyboard.press('Tab');
    await page.keyboard.type('http://127.0.0.1/callback');
    await page.focus('#name');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#client_secret');
    t.match(await page.inputValue('#client_secret'), /^cs_/);
  });

  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? 'and are counted' : 'and work without scripts';
    t.test(`scopes are folded into groups that stay open where one is chosen, ${how} [E-33]`, async (t) => {
      const { page, violations } = await visitor(t, browser, { javaScriptEnabled });
      await open(page, `${origin}${ADMIN}/applications/new`);
      const group = page.locator('details.scopes:has(#scopes-read)');
      t.notOk(await group.locator('input').first().isVisible());
      await group.locator('summary').press('Enter');
      await group.locator('input').first().check();
      await group.locator('input').last().check();
      t.equal(await group.locator('.count').textContent(), javaScriptEnabled ? '2' : '0');
      await page.fill('#name', `Folded ${javaScriptEnabled}`);
      await page.fill('#redirect_uris', 'nonsense');
      await page.click(SUBMIT);
      await page.waitForSelector('#summary');
      t.ok(await group.locator('input').last().isChecked(), 'open again with what was chosen');
      t.ok(await group.locator('input').last().isVisible());
      t.equal(await group.locator('.count').textContent(), '2');
      t.equal(await page.evaluate('document.activeElement.id'), 'summary', 'the focus is on what has to be done');
      t.strictSame(violations, []);
    });
  }

  for (const [language, locale] of Object.entries(LANGUAGES) as [keyof typeof LANGUAGES, string][]) {
    t.test(`in ${language}: settings, applications, connect and start page are accessible [WCAG 2.2 AA]`, async (t) => {
      await everyPage(t, browser, origin, language, locale);
    });
  }
});

async function everyPage(
  t: Test,
  browser: Browser,
  origin: string,
  language: keyof typeof LANGUAGES,
  locale: string,
): Promise<void> {
  const { page, violations } = await visitor(t, browser, {
    locale,
    reducedMotion: 'reduce',
    viewport: { width: 360, height: 800 },
  });
  const check = checker(t, page, language);
  await page.goto(origin);
  await check('start page');
  await open(page, `${origin}${ADMIN}/settings`);
  await check('settings');
  await page.goto(`${origin}${ADMIN}/look`);
  await check('name and colours');
  await page.goto(`${origin}/`);
  await check('start page signed in');
  await page.goto(`${origin}${ADMIN}/connect`);
  await page.evaluate('document.querySelectorAll("details.snippets").forEach((one) => { one.open = true; })');
  await check('connect');
  await page.goto(`${origin}${ADMIN}/connect/addresses`);
  await check('connect, addresses');
  await page.goto(`${origin}${ADMIN}/applications`);
  await check('applications');
  await page.goto(`${origin}${ADMIN}/applications/new`);
  await check('new application');
  await page.fill('#name', 'x');
  await page.fill('#redirect_uris', 'http://diary.example/callback\nhttps://diary.example/#x');
  await page.click(SUBMIT);
  await page.waitForSelector('.error');
  await check('new application refused');
  const clientId = await makeApplication(page, origin, { kind: 'confidential', name: `Diary ${language}` });
  await check('application made');
  await page.goto(`${origin}${ADMIN}/applications/${clientId}`);
  await check('application');
  await page.goto(`${origin}${ADMIN}/applications/${clientId}/developer`);
  await check('application, for its developer');
  await page.goto(`${origin}${ADMIN}/applications/${clientId}/edit`);
  await check('application changed');
  await page.goto(`${origin}${ADMIN}/applications/${clientId}/delete`);
  await check('application deleted');
  await page.goto(`${origin}${ADMIN}/applications/${clientId}/secret`);
  await page.fill('#password', PASSWORD);
  await page.click('main form button.danger');
  await page.waitForSelector('#client_secret');
  await check('secret changed');
  await assistantsAndHandOver(page, origin, clientId, check);
  t.strictSame(violations, [], 'no policy was broken');
}

const unfold = (page: Page): Promise<unknown> =>
  page.evaluate('document.querySelectorAll("details.snippets").forEach((one) => { one.open = true; })');

/** The pages of assistants, and those on which an application is handed over. */
async function assistantsAndHandOver(
  page: Page,
  origin: string,
  clientId: string,
  check: ReturnType<typeof checker>,
): Promise<void> {
  await page.goto(`${origin}${ADMIN}/connect/inspector/members/on`);
  await check('an assistant is turned on');
  await page.goto(`${origin}${ADMIN}/connect/cursor/members/on`);
  if ((await page.locator('main input[name=once]').count()) === 1) await page.click(SUBMIT);
  await page.goto(`${origin}${ADMIN}/connect/cursor/members/off`);
  await check('an assistant is turned off');
  await page.goto(`${origin}/account/assistants/riverside`);
  await check('assistants of members');
  await page.goto(`${origin}${ADMIN}/applications/${clientId}/hand-over`);
  await page.fill('#password', PASSWORD);
  await page.click(SUBMIT);
  const link = await page.inputValue('#link');
  await check('hand-over link');
  await page.goto(link);
  await unfold(page);
  await check('hand-over');
  await page.fill('#address', `${origin}/oauth/authorize?client_id=${clientId}`);
  await page.click('#test button');
  await page.waitForSelector('#test .rows');
  await unfold(page);
  await check('hand-over, tested');
  await page.click('main form button');
  await page.waitForSelector('#client_secret');
  await check('hand-over with the secret');
  await page.goto(`${origin}${ADMIN}/applications/${clientId}`);
  await check('application that was handed over');
  await page.goto(`${origin}/hand-over`);
  await check('hand-over gone');
}
