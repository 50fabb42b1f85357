import t from 'tap';
import { textFor } from '../../../routes/words/index.ts';
import { PASSWORD, testApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import {
  ALLOWED_BEFORE,
  ANA,
  afterSignIn,
  CHIE,
  completed,
  csrfOf,
  isConsent,
  leftByPage,
  open,
  post,
  requestOf,
  wentWithCode,
  wentWithError,
} from '../../support/interaction.ts';
import { authorize, CALLBACK, DEMO, PORTAL_CALLBACK } from '../../support/oauth-client.ts';

t.test('the authorization response', async (t) => {
  const { app } = await testApp(t);

  t.test('cancelling before the sign-in sends access_denied to the client [RFC 6749 §4.1.2.1]', async (t) => {
    const browser = new Browser(app);
    const page = await open(browser);
    const left = await browser.submit(page, '/cancel');
    wentWithError(t, left, 'access_denied');
    leftByPage(t, left, CALLBACK);
    completed(t, await browser.submit(page, '/sign-in', { email: ANA, password: PASSWORD }));
  });

  t.test('denying consent sends access_denied to the client, and is not remembered [RFC 6749 §4.1.2.1]', async (t) => {
    const browser = new Browser(app);
    const page = await afterSignIn(browser, CHIE, DEMO.portal);
    const left = await browser.submit(page, '/decision', { decision: 'deny' });
    wentWithError(t, left, 'access_denied');
    leftByPage(t, left, PORTAL_CALLBACK);
    t.match(left.body, textFor('en').goingOn.denied.title);
    const again = await open(browser, DEMO.portal);
    t.ok(isConsent(again), 'asked again the next time');
    t.notMatch(again.body, ALLOWED_BEFORE);
  });

  t.test(
    'the consent form is answered by a page that continues to the client automatically [E-22, RFC 9110 §12.5.1]',
    async (t) => {
      for (const decision of ['allow', 'deny']) {
        const browser = new Browser(app);
        const page = await afterSignIn(browser, ANA);
        const left = await browser.submit(page, '/decision', { decision });
        const target = /<meta http-equiv="refresh" content="0;url=([^"]*)">/.exec(left.body)?.[1] ?? '';
        t.match(target, decision === 'allow' ? 'code=ac_' : 'error=access_denied');
        t.match(left.body, `href="${target}"`, 'with a link for those it does not carry on');
        t.notMatch(left.body, /<script|<form|<img/);
        t.match(left.headers, {
          'content-security-policy': /form-action 'none'/,
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-store',
          'content-type': 'text/html; charset=utf-8',
        });
        t.notOk('location' in left.headers);
      }
    },
  );

  t.test('a user agent that does not accept HTML is redirected with a plain 303 [E-22]', async (t) => {
    for (const [name, fields, expected] of [
      ['decision', { decision: 'allow' }, 'code=ac_'],
      ['decision', { decision: 'deny' }, 'error=access_denied'],
      ['cancel', {}, 'error=access_denied'],
    ] as const) {
      const browser = new Browser(app);
      const page = await afterSignIn(browser, ANA);
      const csrf = csrfOf(page, '/decision');
      const headers = { accept: 'application/json' };
      const response = await post(app, browser, `${requestOf(page)}/${name}`, { csrf, ...fields }, { headers });
      t.equal(response.statusCode, 303);
      t.match(response.headers.location, expected);
      t.equal(response.body, '');
    }
  });

  t.test('a GET request that ends at the client is redirected with a plain 303 [E-22]', async (t) => {
    const browser = new Browser(app);
    await authorize(app, DEMO.portal, {}, { browser });
    for (const overrides of [{}, { prompt: 'none' }]) {
      const page = await open(browser, DEMO.portal, overrides);
      t.equal(page.status, 303);
      wentWithCode(t, page, 'silent');
      t.match(page.headers, { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    }
  });
});
