// slow, sqlite
/** In Chromium: the pages of a member at a school, in every language. */
import t from 'tap';
import { inEveryLanguage } from '../support/accessible-page.ts';
import { launch, noChromium, signIn } from '../support/chromium.ts';
import { startServer } from '../support/live-server.ts';

const HOME = '/account/schools/riverside';

t.test('the pages of a member in Chromium', { skip: noChromium }, async (t) => {
  const browser = await launch(t);
  const { origin } = await startServer(t);
  inEveryLanguage(t, browser, 'the pages of a member are accessible [WCAG 2.2 AA]', async (_t, { page, check }) => {
    await page.goto(origin + HOME);
    await signIn(page, 'ana@riverside.example');
    await check('my learning');
    await page.click('main section.panel .detail a');
    await check('a course');
    await page.click('main .rows li:nth-child(2) a');
    await check('a lecture');
    await page.goto(`${origin}${HOME}/courses/knife-skills`);
    await check('a course that the member lacks');
    for (const event of ['watercolour-open-hour', 'sourdough-questions-answered']) {
      await page.goto(`${origin}${HOME}/events/${event}`);
      await check(`an event, ${event}`);
    }
    await page.goto(`${origin}${HOME}/events`);
    await page.click('main a[href$="/cancel"]');
    await check('a registration to be cancelled');
    await page.click('main form button');
    await check('my events after that');
    for (const path of ['courses', 'orders', 'files']) {
      await page.goto(`${origin}${HOME}/${path}`);
      await check(`my ${path}`);
    }
  });
});
