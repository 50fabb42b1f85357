import t from 'tap';
import { textFor } from '../../../routes/words/index.ts';
import { PASSWORD, testApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { ANA, CHIE, isSignIn, open, wentWithCode, wentWithError } from '../../support/interaction.ts';
import {
  authorize,
  authorizeUrl,
  DEMO,
  exchange,
  makeVerifier,
  obtainTokens,
  type Tokens,
  walkThrough,
} from '../../support/oauth-client.ts';

const DAY = 86_400_000;

t.test('parameters of the authentication request', async (t) => {
  const { app, clock } = await testApp(t);

  t.test('login_hint fills in the e-mail address and signs no one in [OpenID Connect Core §3.1.2.1]', async (t) => {
    const page = await open(new Browser(app), DEMO.cli, { login_hint: CHIE });
    t.match(page.body, `value="${CHIE}"`);
    const nasty = await open(new Browser(app), DEMO.cli, { login_hint: '"><script>alert(1)</script>' });
    t.ok(isSignIn(nasty));
    t.notMatch(nasty.body, /<script(?! src="\/assets\/)/);
  });

  t.test(
    'prompt=login asks a person who is signed in to do so again, once [OpenID Connect Core §3.1.2.1, W05]',
    async (t) => {
      const browser = new Browser(app);
      await authorize(app, DEMO.portal, {}, { browser });
      clock.advance(1000);
      const page = await open(browser, DEMO.portal, { prompt: 'login' });
      t.ok(isSignIn(page));
      t.ok(isSignIn(await browser.get(page.url)), 'however often it is opened');
      wentWithCode(t, await browser.submit(page, '/sign-in', { email: ANA, password: PASSWORD }), 'then goes on');
    },
  );

  t.test('max_age asks for a new sign-in when the last one is older [OpenID Connect Core §3.1.2.1, W05]', async (t) => {
    const browser = new Browser(app);
    await authorize(app, DEMO.portal, {}, { browser });
    const signedInAt = clock.now;
    clock.advance(60_000);
    wentWithCode(t, await open(browser, DEMO.portal, { max_age: '60' }), 'just young enough');
    clock.advance(1);
    wentWithError(t, await open(browser, DEMO.portal, { max_age: '60', prompt: 'none' }), 'login_required');
    const page = await open(browser, DEMO.portal, { max_age: '60' });
    t.ok(isSignIn(page));
    t.match(page.body, textFor('en').signIn.reauthenticate);
    t.match(page.body, `value="${ANA}"`, 'for the account at hand');
    wentWithCode(t, await open(browser, DEMO.portal, { max_age: '3600' }), 'another request is not concerned');
    wentWithError(t, await open(browser, DEMO.portal, { max_age: '0', prompt: 'none' }), 'login_required');

    clock.advance(5000);
    const verifier = makeVerifier();
    const start = await browser.get(authorizeUrl(DEMO.portal, verifier, { max_age: '60' }));
    const code = wentWithCode(t, await walkThrough(browser, start), 'after a new sign-in').get('code') ?? '';
    const { id_token = '' } = (
      await exchange(app, DEMO.portal, { code, verifier, params: new URLSearchParams() })
    ).json<Tokens>();
    const claims = JSON.parse(Buffer.from(id_token.split('.')[1] ?? '', 'base64url').toString());
    t.equal(claims.auth_time, Math.floor(clock.now / 1000));
    t.not(claims.auth_time, Math.floor(signedInAt / 1000));
  });

  t.test('prompt=select_account lets the person stay or switch accounts [OpenID Connect Core §3.1.2.1]', async (t) => {
    const browser = new Browser(app);
    await authorize(app, DEMO.portal, {}, { browser });
    const page = await open(browser, DEMO.portal, { prompt: 'select_account' });
    t.match(page.body, 'Continue as Ana Lima');
    t.match(page.body, ANA);
    wentWithCode(t, await browser.submit(page, '/account'), 'with the same account');

    const sid = browser.cookies.get('sid') ?? '';
    const second = await open(browser, DEMO.portal, { prompt: 'select_account' });
    const switched = await browser.submit(second, '/switch');
    t.ok(isSignIn(switched), 'or another one');
    t.notOk(browser.cookies.has('sid'));
    browser.cookies.set('sid', sid);
    t.ok(isSignIn(await open(browser)), 'the former session is ended on the server too');
  });

  t.test(
    'id_token_hint names the only person the response may be about, even once it has expired [OpenID Connect Core §3.1.2.2]',
    async (t) => {
      const browser = new Browser(app);
      const { id_token: hint = '' } = await obtainTokens(app, DEMO.portal, {}, { browser });
      const chie = new Browser(app);
      await authorize(app, DEMO.portal, {}, { browser: chie, email: CHIE });

      const none = { prompt: 'none', id_token_hint: hint };
      wentWithCode(t, await open(browser, DEMO.portal, none), 'the person of the hint');
      wentWithError(t, await open(chie, DEMO.portal, none), 'login_required', 'another person');
      t.ok(isSignIn(await open(chie, DEMO.portal, { id_token_hint: hint })), 'who is asked to sign in');
      for (const garbage of ['x', 'a.b.c', `${hint.slice(0, -4)}AAAA`, hint.replace(/\.[^.]*$/, '.')]) {
        const response = await open(browser, DEMO.portal, { prompt: 'none', id_token_hint: garbage });
        wentWithError(t, response, 'login_required', 'a hint that proves nothing');
      }
      clock.advance(3 * DAY);
      wentWithCode(t, await open(browser, DEMO.portal, none), 'an expired hint still is one');
    },
  );

  t.test(
    'a sub in claims names who the answer may be about [OpenID Connect Core §3.1.2.2, OpenID Connect Core §5.5.1]',
    async (t) => {
      const browser = new Browser(app);
      const { id_token: token = '' } = await obtainTokens(app, DEMO.portal, {}, { browser });
      const own: string = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub;
      const rows: [claims: unknown, answer: 'code' | 'another' | 'malformed'][] = [
        [{ id_token: { sub: { value: own } } }, 'code'],
        [{ id_token: { sub: { value: own, essential: true } } }, 'code'],
        [{ id_token: { sub: { values: ['p_other', own] } } }, 'code'],
        [{ id_token: { sub: null }, userinfo: { sub: null } }, 'code'],
        [{ id_token: { sub: { essential: true } } }, 'code'],
        [{ id_token: null, userinfo: null }, 'code'],
        [{ userinfo: { sub: { value: own } } }, 'code'],
        [{ id_token: { auth_time: { essential: true }, nonsense: { value: 5 } }, more: [] }, 'code'],
        [{ id_token: { sub: { value: 'p_other' } } }, 'another'],
        [{ id_token: { sub: { value: '' } } }, 'another'],
        [{ id_token: { sub: { value: own.toUpperCase() } } }, 'another'],
        [{ id_token: { sub: { values: [] } } }, 'another'],
        [{ id_token: { sub: { values: ['p_other', 'p_else'] } } }, 'another'],
        [{ userinfo: { sub: { value: 'p_other' } } }, 'another'],
        [{ id_token: { sub: { value: own } }, userinfo: { sub: { value: 'p_other' } } }, 'another'],
        [{ id_token: { sub: { value: 5 } } }, 'malformed'],
        [{ id_token: { sub: 'p_other' } }, 'malformed'],
        [[], 'malformed'],
      ];
      for (const [claims, answer] of rows) {
        const name = JSON.stringify(claims);
        const silent = await open(browser, DEMO.portal, { claims: name, prompt: 'none' });
        if (answer === 'code') wentWithCode(t, silent, name);
        else wentWithError(t, silent, answer === 'another' ? 'login_required' : 'invalid_request', name);
        if (answer !== 'another') continue;
        const page = await open(browser, DEMO.portal, { claims: name });
        t.ok(isSignIn(page), `${name} asks for another sign-in`);
        const signedIn = await browser.submit(page, '/sign-in', { email: ANA, password: PASSWORD });
        t.ok(isSignIn(signedIn), `${name} asks again after the wrong person signed in`);
      }
    },
  );
});
