/** The explorer of the Account API in a real Chromium: it starts, and asks nobody but us. */
import t from 'tap';
import { launch, noChromium, visitor } from '../support/chromium.ts';
import { startServer } from '../support/live-server.ts';

t.test('the GraphQL explorer runs under its own policy, from our own files [A12]', { skip: noChromium }, async (t) => {
  const { origin } = await startServer(t);
  const { page, violations } = await visitor(t, await launch(t));
  const foreign: string[] = [];
  const broken: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && /^https?:/.test(request.url())) foreign.push(request.url());
  });
  page.on('pageerror', (error) => broken.push(String(error)));
  await page.goto(`${origin}/account/explorer`);
  await page.click('.graphiql-execute-button');
  await page.locator('.result-window', { hasText: 'UNAUTHENTICATED' }).waitFor();
  t.strictSame([violations, foreign, broken], [[], [], []]);
});

t.test('there is no GraphQL explorer in production [A12]', async (t) => {
  const { origin } = await startServer(t, { NODE_ENV: 'production', LOG_LEVEL: 'error' });
  t.equal((await fetch(`${origin}/account/explorer`)).status, 404);
});
