// slow, sqlite
/** The explorer of the Account API in a real Chromium: it signs in as an app does, and keeps nothing. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { inEveryLanguage } from '../support/accessible-page.ts';
import { launch, noChromium, signIn, visitor } from '../support/chromium.ts';
import { startServer } from '../support/live-server.ts';

const ANA = 'ana@riverside.example';
const PATH = '/account/explorer';
const BEGIN = '[data-part="beginning"] a.primary';
const WORKBENCH = '[data-part="workbench"]';

/** From a visitor to a person whose explorer is connected. @returns the access token that the page uses */
async function connect(page: Page, origin: string): Promise<string> {
  const asked = page.waitForRequest((request) => request.url() === `${origin}/account/graphql`);
  await page.goto(`${origin}${PATH}`);
  await page.click(BEGIN);
  await signIn(page, ANA);
  await page.click('button[value=allow]');
  await page.locator(`${WORKBENCH} h2`, { hasText: ANA }).waitFor();
  const [, token = ''] = (await (await asked).headerValue('authorization'))?.split(' ') ?? [];
  return token;
}

const read = async (origin: string, token: string): Promise<number> => {
  const response = await fetch(`${origin}/account/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ viewer { id } }' }),
  });
  return response.status;
};

t.test(
  'the explorer signs in by itself, and gives its token back when the page is left [A12]',
  { skip: noChromium },
  async (t) => {
    const { origin } = await startServer(t);
    const { page, context, violations } = await visitor(t, await launch(t));
    const foreign: string[] = [];
    const broken: string[] = [];
    context.on('request', (request) => {
      if (!request.url().startsWith(origin) && /^https?:/.test(request.url())) foreign.push(request.url());
    });
    page.on('pageerror', (error) => broken.push(String(error)));
    const token = await connect(page, origin);
    t.equal(new URL(page.url()).search, '', 'the code is not left in the address');
    t.equal(await read(origin, token), 200);
    await page.click(`${WORKBENCH} button[type=submit]`);
    await page.locator('[data-part="result"]', { hasText: 'enrolledCourses' }).waitFor();
    t.notMatch(await page.textContent('[data-part="result"]'), '"errors"');
    t.equal(await page.evaluate('sessionStorage.length + localStorage.length'), 0, 'nothing is kept in the browser');

    const apps = await context.newPage();
    await apps.goto(`${origin}/account/connected-apps`);
    t.match(await apps.textContent('main'), 'Account API explorer', 'it is one of the connected apps');
    await page.goto(`${origin}/account`);
    await t.resolves(apps.waitForTimeout(500));
    t.equal(await read(origin, token), 401, 'the connection ended with the page');
    t.strictSame([violations, foreign, broken], [[], [], []]);
  },
);

t.test(
  'the explorer exchanges no code for a sign-in that did not begin here [A12]',
  { skip: noChromium },
  async (t) => {
    const { origin } = await startServer(t);
    const { page } = await visitor(t, await launch(t));
    await page.goto(`${origin}/sign-in?next=${PATH}`);
    await signIn(page, ANA);
    await page.waitForURL(`${origin}${PATH}`);
    const exchanged: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/oauth/token')) exchanged.push(request.url());
    });
    await page.goto(`${origin}${PATH}?${new URLSearchParams({ code: 'ac_1.x', state: 'theirs', iss: origin })}`);
    await page.locator('[data-part="problem"]', { hasText: 'did not begin in this browser' }).waitFor();
    t.equal(new URL(page.url()).search, '');
    t.ok(await page.isHidden(WORKBENCH));
    t.strictSame(exchanged, []);
  },
);

t.test(
  'the explorer offers the fields that fit, and says why a query or a sign-in failed [A12]',
  { skip: noChromium },
  async (t) => {
    const { origin } = await startServer(t);
    const { page } = await visitor(t, await launch(t));
    const token = await connect(page, origin);
    await page.fill('#query', '{ viewer { enrolledCourses(first: 2) { nodes { tit');
    await page.locator('.chips button', { hasText: 'title' }).click();
    t.equal(await page.inputValue('#query'), '{ viewer { enrolledCourses(first: 2) { nodes { title ');
    await page.fill('#query', 'mutation { up');
    await page.locator('.chips button', { hasText: 'updateProfile' }).waitFor();
    await page.fill('#query', '{ nothing }');
    await page.keyboard.press('Control+Enter');
    await page.locator('[data-part="result"]', { hasText: 'nothing' }).waitFor();
    await page.click(`${WORKBENCH} summary`);
    await page.fill('#variables', '{');
    await page.keyboard.press('Control+Enter');
    await page.click(`${WORKBENCH} button[type=submit]`);
    await page.locator('[data-part="problem"]', { hasText: 'not valid JSON' }).waitFor();
    await page.fill('#variables', '');

    const apps = await page.context().newPage();
    await apps.goto(`${origin}/account/connected-apps`);
    await apps.click('main section a.secondary');
    await apps.click('main form button.danger, main form button.primary');
    await apps.waitForLoadState();
    t.equal(await read(origin, token), 401);
    await page.click(`${WORKBENCH} button[type=submit]`);
    await page.locator('[data-part="problem"]', { hasText: 'has ended' }).waitFor();
    t.ok(await page.isVisible(BEGIN), 'and it can sign in again');
    await page.click(BEGIN);
    await page.click('button[value=deny]');
    await page.locator('[data-part="problem"]', { hasText: 'was not connected' }).waitFor();
  },
);

t.test('the connected explorer', { skip: noChromium }, async (t) => {
  const { origin } = await startServer(t);
  const browser = await launch(t);
  inEveryLanguage(
    t,
    browser,
    'the connected explorer is a page like the others [WCAG 2.2 AA]',
    async (t, { page, check }) => {
      await page.goto(`${origin}${PATH}`);
      await check('the explorer for a visitor');
      await connect(page, origin);
      await page.fill('#query', '{ viewer { ');
      await page.locator('.chips button').first().waitFor();
      await check('the explorer, connected');
      t.ok(await page.isVisible(WORKBENCH));
    },
  );
});
