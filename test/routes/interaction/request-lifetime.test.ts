import t from 'tap';
import { textFor } from '../../../routes/words/index.ts';
import { PASSWORD, testApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import {
  ANA,
  afterSignIn,
  CHIE,
  completed,
  guess,
  isConsent,
  leftByPage,
  open,
  refusedOnPage,
  requestOf,
  wentWithCode,
} from '../../support/interaction.ts';
import { authorize, CALLBACK, DEMO } from '../../support/oauth-client.ts';

const MINUTE = 60_000;

t.test('the lifetime of an authorization request', async (t) => {
  const { app, clock } = await testApp(t);

  t.test('a request is answered once; the back button and another decision find it completed', async (t) => {
    for (const decision of ['allow', 'deny']) {
      const browser = new Browser(app);
      const page = await afterSignIn(browser, ANA);
      leftByPage(t, await browser.submit(page, '/decision', { decision }), CALLBACK);
      completed(t, await browser.get(requestOf(page)));
      completed(t, await browser.submit(page, '/decision', { decision: decision === 'allow' ? 'deny' : 'allow' }));
      completed(t, await browser.submit(page, '/switch'));
    }
  });

  t.test(
    'of parallel decisions about one request exactly one takes effect, and the same ones are answered alike',
    async (t) => {
      const browser = new Browser(app);
      const page = await afterSignIn(browser, ANA);
      const decisions = ['allow', 'deny', 'allow', 'allow', 'deny', 'allow'];
      const pages = await Promise.all(decisions.map((decision) => browser.submit(page, '/decision', { decision })));
      const answered = pages.filter(({ leavesFor }) => leavesFor !== undefined);
      const isAllowed = answered[0]?.leavesFor?.searchParams.has('code') === true;
      const same = decisions.filter((decision) => (decision === 'allow') === isAllowed);
      t.equal(answered.length, same.length);
      t.equal(pages.filter(({ status }) => status === 409).length, decisions.length - same.length);
      t.equal(new Set(answered.map(({ leavesFor }) => leavesFor?.searchParams.get('code'))).size, 1);
    },
  );

  t.test('opening a request that needs no page several times at once issues a single code', async (t) => {
    const browser = new Browser(app);
    await authorize(app, DEMO.portal, {}, { browser });
    clock.advance(1000);
    const start = await open(browser, DEMO.portal, { prompt: 'login' });
    await guess(app, browser, start, { email: ANA, password: PASSWORD }).then(({ cookies }) => {
      for (const { name, value } of cookies) browser.cookies.set(name, value);
    });
    const pages = await Promise.all([1, 2, 3].map(() => browser.get(requestOf(start))));
    t.equal(pages.filter(({ leavesFor }) => leavesFor?.searchParams.has('code')).length, 1);
    t.equal(pages.filter(({ status }) => status === 409).length, 2);
  });

  t.test('an unanswered request expires after half an hour [E-17]', async (t) => {
    const browser = new Browser(app);
    const page = await afterSignIn(browser, ANA);
    clock.advance(30 * MINUTE - 1);
    t.ok(isConsent(await browser.get(requestOf(page))));
    clock.advance(1);
    const { title } = textFor('en').message.expired;
    refusedOnPage(t, await browser.get(requestOf(page)), 410, title);
    refusedOnPage(t, await browser.submit(page, '/decision', { decision: 'allow' }), 410, title);
    refusedOnPage(t, await browser.submit(page, '/decision', { decision: 'deny' }), 410, title);
    refusedOnPage(t, await browser.get('/oauth/continue/req_unknown'), 404, title);
  });

  t.test('authorization requests in parallel tabs do not disturb one another', async (t) => {
    const browser = new Browser(app);
    const first = await open(browser, DEMO.cli, { state: 'st-1' });
    const second = await open(browser, DEMO.notebook, { state: 'st-1' });
    t.not(requestOf(first), requestOf(second));
    const consent = await browser.submit(first, '/sign-in', { email: ANA, password: PASSWORD });
    t.match(consent.body, 'Demo CLI');

    const stale = await browser.submit(second, '/sign-in', { email: CHIE, password: PASSWORD });
    refusedOnPage(t, stale, 403, textFor('en').message.session_changed.title);
    const reopened = await browser.submit(second, '/sign-in', { email: ` ${ANA.toUpperCase()} `, password: PASSWORD });
    t.match(reopened.body, 'Demo Notebook', 'the first tab has signed this person in');
    t.match(reopened.body, ANA);
    wentWithCode(t, await browser.submit(reopened, '/decision', { decision: 'allow' }), 'the second tab');
    wentWithCode(t, await browser.submit(consent, '/decision', { decision: 'allow' }), 'the first tab');
  });
});
