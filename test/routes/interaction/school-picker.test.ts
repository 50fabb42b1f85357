import t from 'tap';
import { textFor } from '../../../routes/words/index.ts';
import { testApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import {
  afterSignIn,
  csrfOf,
  NOOR,
  open,
  post,
  READ_COURSES,
  RUTH,
  refusedOnPage,
  requestOf,
  VENDOR,
  wentWithError,
} from '../../support/interaction.ts';
import { DEMO, obtainTokens, postForm, userinfo } from '../../support/oauth-client.ts';

t.test('the choice of a school', async (t) => {
  const { app } = await testApp(t);

  t.test('the schools where the role fits the requested scopes are offered [E-21]', async (t) => {
    const browser = new Browser(app);
    const page = await afterSignIn(browser, NOOR, VENDOR, READ_COURSES);
    t.match(page.body, textFor('en').chooseSite.title);
    t.match(page.body, /value="site_demo_riverside" required/);
    t.match(page.body, /value="site_demo_harbour" required/);
    wentWithError(t, await open(browser, VENDOR, { ...READ_COURSES, prompt: 'none' }), 'interaction_required');

    const consent = await browser.submit(page, '/site', { site: 'site_demo_harbour' });
    t.match(consent.body, textFor('en').consent.atSchool({ role: 'Administrator', school: 'Harbour Music School' }));

    const fitting = await open(browser, VENDOR, { scope: 'openid school:write', resource: undefined });
    t.match(
      fitting.body,
      textFor('en').consent.atSchool({ role: 'Administrator', school: 'Harbour Music School' }),
      'only one fits',
    );
    const identity = await open(browser, VENDOR, { scope: 'openid', resource: undefined });
    t.match(identity.body, textFor('en').chooseSite.title, 'who one is fits all');
  });

  t.test('choosing no school, or one that was not offered, brings the list back [E-21]', async (t) => {
    const browser = new Browser(app);
    const page = await afterSignIn(browser, NOOR, VENDOR, READ_COURSES);
    for (const site of ['site_other', '', 'site_demo_riverside\0']) {
      t.match((await browser.submit(page, '/site', { site })).body, textFor('en').chooseSite.title);
    }
    const csrf = csrfOf(page, '/site');
    const early = await post(app, browser, `${requestOf(page)}/decision`, { csrf, decision: 'allow' });
    t.equal(early.statusCode, 303, 'and nothing can be decided before');
    t.equal(early.headers.location, requestOf(page));
  });

  t.test('with a single school there is nothing to choose, and the consent page names it [E-21]', async (t) => {
    const page = await afterSignIn(new Browser(app), RUTH, VENDOR, READ_COURSES);
    t.match(page.body, textFor('en').consent.atSchool({ role: 'Owner', school: 'Riverside Academy' }));
  });

  t.test('org_id and school_id choose beforehand among the schools of the person [E-21]', async (t) => {
    for (const hint of [{ org_id: 'site_demo_harbour' }, { school_id: 'site_demo_harbour' }]) {
      const page = await afterSignIn(new Browser(app), NOOR, VENDOR, { ...READ_COURSES, ...hint });
      t.match(page.body, textFor('en').consent.atSchool({ role: 'Administrator', school: 'Harbour Music School' }));
    }
    const browser = new Browser(app);
    const page = await afterSignIn(browser, RUTH, VENDOR, { ...READ_COURSES, org_id: 'site_demo_harbour' });
    refusedOnPage(t, page, 403, textFor('en').message.not_a_member.title);
    const none = { ...READ_COURSES, org_id: 'site_demo_harbour', prompt: 'none' };
    wentWithError(t, await open(browser, VENDOR, none), 'access_denied');
    const own = await open(browser, DEMO.cli, { org_id: 'site_demo_harbour' });
    t.match(own.body, 'at Riverside Academy', 'a client of a school stays there');
  });

  t.test('consents at two schools are two independent grants [E-21]', async (t) => {
    const at = (site: string) => obtainTokens(app, VENDOR, READ_COURSES, { email: NOOR, site });
    const riverside = await at('site_demo_riverside');
    const harbour = await at('site_demo_harbour');
    t.equal(riverside.org_id, 'site_demo_riverside');
    t.equal(harbour.org_id, 'site_demo_harbour');
    await postForm(app, '/api/oauth/revoke', { token: riverside.refresh_token, client_id: VENDOR.id });
    t.equal((await userinfo(app, riverside.access_token)).statusCode, 401);
    t.match((await userinfo(app, harbour.access_token)).json(), { org_id: 'site_demo_harbour', roles: ['admin'] });
  });
});
