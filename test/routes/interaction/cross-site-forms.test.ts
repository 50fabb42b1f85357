import { randomBytes } from 'node:crypto';
import t from 'tap';
import { textFor } from '../../../routes/words/index.ts';
import { BASE, PASSWORD, testApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import {
  ANA,
  afterSignIn,
  CHIE,
  csrfOf,
  guess,
  isConsent,
  open,
  post,
  refusedOnPage,
  requestOf,
  wentWithCode,
} from '../../support/interaction.ts';

t.test('forms are accepted from our own pages only', async (t) => {
  const { app } = await testApp(t);
  const foreign = textFor('en').message.forbidden_origin.title;

  const allowed = { origin: BASE, 'sec-fetch-site': undefined };
  const origins: [string, Record<string, string | undefined>, boolean][] = [
    ['our own Origin', allowed, true],
    ['our own Origin and Sec-Fetch-Site: same-origin', { ...allowed, 'sec-fetch-site': 'same-origin' }, true],
    ['no Origin but Sec-Fetch-Site: same-origin', { origin: undefined, 'sec-fetch-site': 'same-origin' }, true],
    ['no Origin but Sec-Fetch-Site: none', { origin: undefined, 'sec-fetch-site': 'none' }, true],
    ['Origin: null but Sec-Fetch-Site: same-origin', { origin: 'null', 'sec-fetch-site': 'same-origin' }, true],
    ['neither Origin nor Sec-Fetch-Site', { origin: undefined, 'sec-fetch-site': undefined }, false],
    ['no Origin and Sec-Fetch-Site: cross-site', { origin: undefined, 'sec-fetch-site': 'cross-site' }, false],
    ['no Origin and Sec-Fetch-Site: same-site', { origin: undefined, 'sec-fetch-site': 'same-site' }, false],
    ['Origin: null and no Sec-Fetch-Site', { origin: 'null', 'sec-fetch-site': undefined }, false],
    ['Origin: null and Sec-Fetch-Site: cross-site', { origin: 'null', 'sec-fetch-site': 'cross-site' }, false],
    ['the Origin of another site', { origin: 'https://evil.test' }, false],
    [
      'the Origin of another site but Sec-Fetch-Site: same-origin',
      { origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' },
      false,
    ],
    ['our Origin on another port', { origin: 'http://127.0.0.1:3001' }, false],
    ['our Origin with another scheme', { origin: 'https://127.0.0.1:3000' }, false],
    ['an Origin that begins like ours', { origin: `${BASE}.evil.test` }, false],
    ['another Origin that the Host header repeats', { origin: 'http://evil.test', host: 'evil.test' }, false],
  ];
  for (const [name, headers, isOwn] of origins) {
    t.test(`a form with ${name} is ${isOwn ? 'accepted' : 'refused'} [RFC 6749 §10.12]`, async (t) => {
      const browser = new Browser(app);
      const start = await open(browser);
      const signIn = await guess(app, browser, start, { email: ANA, password: PASSWORD }, { headers });
      if (isOwn) t.equal(signIn.statusCode, 303);
      else {
        t.equal(signIn.statusCode, 403);
        t.match(signIn.body, foreign);
        t.notOk('set-cookie' in signIn.headers, 'nobody was signed in');
      }
      const page = await afterSignIn(browser, ANA);
      const fields = { csrf: csrfOf(page, '/decision'), decision: 'allow' };
      const decision = await post(app, browser, `${requestOf(page)}/decision`, fields, { headers });
      t.equal(decision.statusCode, isOwn ? 200 : 403);
      t.equal(decision.body.includes('code=ac_'), isOwn);
      if (!isOwn) t.ok(isConsent(await browser.get(requestOf(page))), 'and nothing was decided');
    });
  }

  t.test('the CSRF token of another request, session or browser is refused [RFC 6749 §10.12]', async (t) => {
    const browser = new Browser(app);
    const page = await afterSignIn(browser, ANA);
    const another = await open(browser);
    const stranger = await afterSignIn(new Browser(app), ANA);
    const decide = (csrf: string | undefined) =>
      post(app, browser, `${requestOf(page)}/decision`, { csrf, decision: 'allow' });
    const own = csrfOf(page, '/decision');
    for (const csrf of [
      csrfOf(another, '/decision'),
      csrfOf(stranger, '/decision'),
      own.slice(0, -1),
      `${own}A`,
      own.toLowerCase(),
      '',
      undefined,
      randomBytes(32).toString('base64url'),
    ]) {
      t.not(csrf, own);
      const response = await decide(csrf);
      t.equal(response.statusCode, 403);
      t.match(response.body, textFor('en').message.session_changed.title);
      t.match(response.body, `href="${requestOf(page)}"`, 'with a way back to the request');
    }
    t.equal((await decide(own)).statusCode, 200);
  });

  t.test('the CSRF token is the same each time the page is opened, and a GET does not use it up', async (t) => {
    const browser = new Browser(app);
    const page = await afterSignIn(browser, ANA);
    const again = await browser.get(requestOf(page));
    t.equal(csrfOf(again, '/decision'), csrfOf(page, '/decision'));
    wentWithCode(t, await browser.submit(page, '/decision', { decision: 'allow' }), 'the first copy of the page');
  });

  t.test('a CSRF token that is sent twice is refused [RFC 6749 §10.12]', async (t) => {
    const browser = new Browser(app);
    const page = await afterSignIn(browser, ANA);
    const csrf = csrfOf(page, '/decision');
    const response = await post(app, browser, `${requestOf(page)}/decision`, { csrf: [csrf, csrf], decision: 'allow' });
    t.equal(response.statusCode, 403);
  });

  t.test('a form in another content type is refused [CVE-2022-41919]', async (t) => {
    const browser = new Browser(app);
    const page = await afterSignIn(browser, ANA);
    const fields = { csrf: csrfOf(page, '/decision'), decision: 'allow' };
    for (const type of ['text/plain', 'application/json', 'multipart/form-data; boundary=x']) {
      const headers = { 'content-type': type };
      const response = await post(app, browser, `${requestOf(page)}/decision`, fields, { headers });
      t.equal(response.statusCode, 400);
      t.match(response.body, 'the content type of the request is not supported here');
    }
  });

  t.test(
    'another browser gets neither the page nor the code, whoever is signed in there [CVE-2022-39222]',
    async (t) => {
      const browser = new Browser(app);
      const page = await afterSignIn(browser, ANA);
      const other = new Browser(app);
      const theirs = await afterSignIn(other, ANA);
      const title = textFor('en').message.other_browser.title;
      for (const thief of [other, new Browser(app)]) {
        refusedOnPage(t, await thief.get(requestOf(page)), 403, title);
        for (const csrf of [csrfOf(page, '/decision'), csrfOf(theirs, '/decision')]) {
          const response = await post(app, thief, `${requestOf(page)}/decision`, { csrf, decision: 'allow' });
          t.equal(response.statusCode, 403);
          t.match(response.body, title);
        }
      }
      wentWithCode(t, await browser.submit(page, '/decision', { decision: 'allow' }), 'the first browser goes on');
      refusedOnPage(t, await other.get(requestOf(page)), 403, title);
    },
  );

  t.test('a form is accepted in the session it was made for, and not in the next one [CVE-2026-45337]', async (t) => {
    const browser = new Browser(app);
    const page = await afterSignIn(browser, ANA);
    const elsewhere = await open(browser);
    const chie = await browser.submit(await browser.submit(elsewhere, '/switch'), '/sign-in', {
      email: CHIE,
      password: PASSWORD,
    });
    t.match(chie.body, CHIE);
    const stale = await browser.submit(page, '/decision', { decision: 'allow' });
    refusedOnPage(t, stale, 403, textFor('en').message.session_changed.title);
    t.match((await browser.get(requestOf(page))).body, CHIE, 'looked at again, it is for who is signed in now');
  });
});
