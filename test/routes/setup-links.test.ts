/** What Setup guides and Settings lead to while a school has not turned MCP connections on. */
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { CALLERS, RIVERSIDE } from '../support/admin.ts';
import { testApp } from '../support/app.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

const CONNECT = '/admin/riverside/connect';
const { connect, settings } = textFor('en');

const turn = (app: FastifyInstance, on: boolean) =>
  app.school.betaFeatures.switch(RIVERSIDE.id, 'mcp_connections', on, {
    at: app.clock(),
    personId: CALLERS.owner.id,
  });

const isReviews = (href: string): boolean => href.endsWith('/reviews');

t.test('Setup guides link no page of the reviews that is turned off [E-15e]', async (t) => {
  const { app } = await testApp(t, { env: { REVIEWED_BY_DEFAULT: 'off' } });
  const owner = await signedIn(app, CALLERS.owner.email);
  const on = await owner.get(CONNECT);
  t.ok(linksOf(on).filter(isReviews).length > 4, 'in the menu, at the switches and in the guides');
  await turn(app, false);
  const off = await owner.get(CONNECT);
  t.strictSame(linksOf(off).filter(isReviews), []);
  t.match(said(off), connect.switches.why.platform, 'who decides is still said');
  const guide = await owner.get(`${CONNECT}/claude_code`);
  t.match(said(guide), connect.admission.by_address({ host: 'claude.ai' }));
  t.strictSame(linksOf(guide).filter(isReviews), []);
  for (const href of linksOf(off).filter((one) => one.startsWith('/admin/riverside')))
    t.equal((await owner.get(href)).status, 200, href);
});

t.test('whoever reviews apps for the platform is led to its page instead, if there is one [E-15e]', async (t) => {
  const { app } = await testApp(t, {
    env: { PLATFORM_OPERATORS: CALLERS.owner.email, REVIEWED_BY_DEFAULT: 'off' },
  });
  await turn(app, false);
  const operator = await signedIn(app, CALLERS.owner.email);
  const page = await operator.get(`${CONNECT}/claude_code`);
  t.strictSame([...new Set(linksOf(page).filter(isReviews))], ['/platform/reviews']);
  t.equal((await operator.get('/platform/reviews')).status, 200);
});

t.test(
  'Settings says while MCP connections is off what becomes of connected apps, and where they are stopped',
  async (t) => {
    const { app } = await testApp(t);
    await turn(app, false);
    const owner = await signedIn(app, CALLERS.owner.email);
    const page = await owner.get('/admin/riverside/settings');
    const { whileOff } = settings.features.mcp_connections;
    t.match(said(page), whileOff, 'on any visit');
    const main = linksOf({ body: page.body.slice(page.body.indexOf('<main')) });
    for (const path of ['connections', 'connect']) {
      t.ok(main.includes(`/admin/riverside/${path}`), path);
      t.equal((await owner.get(`/admin/riverside/${path}`)).status, 200, path);
    }
    await turn(app, true);
    t.notMatch(said(await owner.get('/admin/riverside/settings')), whileOff);
  },
);
