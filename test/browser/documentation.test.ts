// slow, sqlite
/** The documentation, the reference with all its pages: to be read by everybody, and asking nobody else for anything. */
import t from 'tap';
import { MANUAL, urlOf } from '../../routes/documents/manual/contents.ts';
import { checker, violationsOf } from '../support/accessible-page.ts';
import { launch, noChromium, picture, visitor } from '../support/chromium.ts';
import { startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { isItsTurn } from '../support/thorough.ts';

t.setTimeout(480_000);

/** The reference is as long as what it describes, and so is the list of ASVS. */
const REFERENCE_BYTES = 140 * 1024;
/** Pages of the manual with all that pages can have. */
const SHOWN = new Set(['', 'run/install', 'connect/refusals', 'account', 'reference/configuration', 'errors', 'asvs']);
/** The longest one of the reference, and one of each kind. */
const LOOKED_AT = new Set(['documents', 'oauth-and-openid-connect', 'tools', 'courses']);

t.test('the documentation in Chromium', { skip: noChromium }, async (t) => {
  const browser = await launch(t);
  const { origin } = await startServer(t, TEST_SETTINGS);

  const open = async (test: typeof t) => {
    const { page, violations } = await visitor(test, browser, { reducedMotion: 'reduce' });
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== origin) elsewhere.push(request.url());
    });
    return { page, violations, elsewhere, check: checker(test, page, 'en', REFERENCE_BYTES) };
  };

  t.test('every page of the manual and its search are accessible [WCAG 2.2 AA]', async (t) => {
    const { page, violations, elsewhere, check } = await open(t);
    const pages = MANUAL.flatMap((section) => section.pages).filter(({ isGenerated }) => !isGenerated);
    for (const [index, { path }] of pages.entries()) {
      if (!isItsTurn(index, 4) && !SHOWN.has(path)) continue;
      await page.goto(origin + urlOf(path));
      // All of them are made by the same few lines.
      if (SHOWN.has(path)) await check(`manual ${path}`);
      else t.strictSame(await violationsOf(page), [], `manual ${path}: axe finds nothing`);
    }
    await page.goto(`${origin}/auth.md`);
    await check('auth.md');
    await page.goto(`${origin}/docs`);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.fill('input[type=search]', 'master key');
    await page.press('input[type=search]', 'Enter');
    await page.waitForURL('**/docs/search?q=master+key');
    await check('manual search');
    await page.click('.found a');
    t.match(page.url(), '/docs/run/keys#replacing-the-master-key');
    t.strictSame(violations, [], 'no policy was broken');
    t.strictSame(elsewhere, [], 'nobody else was asked');
  });

  t.test('every part of pages is accessible in both schemes, at each width [WCAG 2.2 AA]', async (t) => {
    const { page, violations, check } = await open(t);
    await page.goto(`${origin}/docs/style`);
    await check('style');
    for (const width of [390, 1366]) {
      await page.setViewportSize({ width, height: 800 });
      t.equal(
        await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
        0,
        `${width}: nothing sticks out`,
      );
      await picture(page, `style-${width}`);
    }
    t.strictSame(violations, [], 'no policy was broken');
  });

  t.test('every page of the API reference is accessible and has no broken link [WCAG 2.2 AA, A17]', async (t) => {
    const { page, violations, elsewhere, check } = await open(t);
    await page.goto(`${origin}/docs`);
    await page.click('a[href="/docs/reference"]');
    await check('reference');
    const groups = (await page.evaluate('[...document.querySelectorAll("h2 a")].map((one) => one.href)')) as string[];
    t.ok(groups.length > 10, `${groups.length} pages`);
    for (const [index, group] of groups.entries()) {
      const name = group.slice(group.lastIndexOf('/') + 1);
      if (!isItsTurn(index, 4) && !LOOKED_AT.has(name)) continue;
      await page.goto(group);
      await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
      // All of them are made by the same few lines.
      if (LOOKED_AT.has(name)) await check(`reference ${name}`);
      else t.strictSame(await violationsOf(page), [], `reference ${name}: axe finds nothing`);
      await page.setViewportSize({ width: 360, height: 800 });
      t.ok(
        Number(await page.evaluate('document.documentElement.scrollWidth')) <= 360,
        `reference ${name}: fits 360 px`,
      );
      const broken = await page.evaluate(
        '[...document.querySelectorAll("a[href^=\\"#\\"]")].map((one) => one.hash.slice(1)).filter((id) => !document.getElementById(id))',
      );
      t.strictSame(broken, [], `reference ${name}: every link leads to a place on the page`);
    }
    t.strictSame(violations, [], 'no policy was broken');
    t.strictSame(elsewhere, [], 'nobody else was asked');
  });

  t.test('every operation of the API description is listed in the reference [A17]', async (t) => {
    const { page } = await open(t);
    await page.goto(`${origin}/docs/reference`);
    const links = (await page.evaluate(
      '[...document.querySelectorAll(".operations a")].map((one) => one.hash.slice(1))',
    )) as string[];
    const { paths } = (await (await fetch(`${origin}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId));
    t.strictSame(links.toSorted(), ids.toSorted());
  });
});
