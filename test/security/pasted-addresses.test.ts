/**
 * Ten ways to talk a person into handing over the address of an answer, which the page for programs on other computers
 * shows. Each is listed in docs/security.md. In all of them somebody else has started a request at a loopback address
 * of their own machine, and wants its code.
 */
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { BASE, PASSWORD, testApp } from '../support/app.ts';
import { Browser, type Page } from '../support/browser.ts';
import { ANA, CHIE, csrfOf, post, register, VENDOR } from '../support/interaction.ts';
import { addressOn, pasted, type Stranded, strand } from '../support/manual-code.ts';
import { DEMO, exchange, makeVerifier, userinfo } from '../support/oauth-client.ts';
import { linksOf, said } from '../support/signed-in.ts';
import { withEmails } from '../support/with-emails.ts';

const MINUTE = 60_000;
const text = textFor('en').otherComputer;

const ask = ({ browser, path }: Stranded): Promise<Page> => browser.get(path);
const show = async (stranded: Stranded): Promise<Page> => stranded.browser.submit(await ask(stranded), '/address');

t.test('addresses that people are talked into handing over', async (t) => {
  const { app, clock } = await testApp(t);

  t.test('1. a link in web mail, a chat or on a website: the address is withheld', async (t) => {
    for (const site of ['cross-site', 'same-site', 'same-origin']) {
      const stranded = await strand(app, { headers: { 'sec-fetch-site': site } });
      const page = await ask(stranded);
      t.equal(page.status, 403);
      t.match(page.body, `<h1>${text.withheld.title}</h1>`);
      const csrf = csrfOf(await ask(await strand(app)), '/address');
      const forced = await post(app, stranded.browser, stranded.path, { csrf });
      t.equal(forced.statusCode, 403, 'and a form does not get it either');
      t.notMatch(forced.body, 'ac_');
    }
    t.equal((await ask(await strand(app, { headers: { 'sec-fetch-site': 'none' } }))).status, 200, 'not if nobody did');
  });

  t.test(
    '2. a link that the person is to paste: one click shows nothing, and the page says what to fear',
    async (t) => {
      const stranded = await strand(app);
      t.notMatch(stranded.left.body, /value="http/);
      const page = await ask(stranded);
      t.equal(addressOn(page), undefined);
      t.notMatch(page.body, stranded.code);
      for (const sentence of Object.values(text.beware)) t.match(page.body, sentence);
      t.notMatch(page.body, '<script', 'nothing acts by itself');
    },
  );

  t.test('3. “support” on the phone: the page with the address says that no one asks for it', async (t) => {
    const page = await show(await strand(app));
    t.ok(addressOn(page));
    for (const sentence of Object.values(text.beware)) t.match(page.body, sentence);
    t.match(said(page), text.once({ seconds: 60 }));
    t.match(page.body, '/account/connected-apps', 'with the way to take it back');
  });

  t.test('4. a QR code, for a browser that never had the request: nothing but an error', async (t) => {
    const { path } = await strand(app);
    const phone = new Browser(app);
    await phone.submit(await phone.get('/sign-in'), '/sign-in', { email: CHIE, password: PASSWORD });
    const page = await phone.get(path);
    t.equal(page.status, 403);
    t.match(page.body, `<h1>${textFor('en').message.other_browser.title}</h1>`);
  });

  t.test('5. a program with a name that inspires trust: the page says that no one has checked it', async (t) => {
    const page = await ask(
      await strand(app, { client: await register(app, 'Riverside Support'), overrides: { scope: 'openid' } }),
    );
    t.match(said(page), 'Riverside Support');
    t.match(said(page), textFor('en').client.unreviewed);
  });

  t.test('6. the page in a frame, under a game: no browser shows it', async (t) => {
    const stranded = await strand(app);
    for (const page of [await ask(stranded), await show(stranded)]) {
      t.match(page.headers['content-security-policy'], "frame-ancestors 'none'");
      t.match(page.headers, { 'cross-origin-resource-policy': 'same-origin', 'cache-control': 'no-store' });
    }
  });

  t.test(
    '7. a form on another website, or without the token of our page: refused, and nothing is used up',
    async (t) => {
      const stranded = await strand(app);
      const { browser, path } = stranded;
      const csrf = csrfOf(await ask(stranded), '/address');
      for (const origin of ['https://evil.example', 'null']) {
        const headers = { origin, 'sec-fetch-site': 'cross-site' };
        const response = await post(app, browser, path, { csrf }, { headers });
        t.equal(response.statusCode, 403);
        t.notMatch(response.body, 'ac_');
      }
      for (const token of ['', csrfOf(await ask(await strand(app)), '/address')]) {
        const response = await post(app, browser, path, { csrf: token });
        t.notMatch(response.body, 'ac_');
        t.match(response.body, `<h1>${text.title}</h1>`, 'the question again');
      }
      t.ok(addressOn(await show(stranded)));
    },
  );

  t.test('8. “send me a picture of the page later”: it is worth nothing then, and is not shown again', async (t) => {
    const stranded = await strand(app);
    const shown = await show(stranded);
    clock.advance(MINUTE + 1);
    const redeemed = await exchange(app, DEMO.cli, pasted(stranded, shown));
    t.match(redeemed.json(), { error: 'invalid_grant' });
    t.equal((await ask(stranded)).status, 409);
  });

  t.test('9. an address of a website or an app instead of a program: never shown', async (t) => {
    for (const client of [DEMO.portal, VENDOR]) {
      const stranded = await strand(app, { client, overrides: { scope: 'openid' } });
      t.match(stranded.code, /^ac_/);
      t.notMatch(stranded.left.body, text.link);
      const page = await ask(stranded);
      t.equal(page.status, 409);
      t.equal(addressOn(page), undefined);
    }
  });

  t.test('10. the address of one person, given to the program of another: PKCE refuses it', async (t) => {
    const shown = await show(await strand(app));
    const redeemed = await exchange(app, DEMO.cli, pasted({ verifier: makeVerifier() }, shown));
    t.match(redeemed.json(), { error: 'invalid_grant' });
  });

  t.test('somebody else at the same browser, or nobody, is shown nothing', async (t) => {
    const stranded = await strand(app);
    const { browser } = stranded;
    const asking = await ask(stranded);
    browser.cookies.delete('sid');
    t.equal((await ask(stranded)).status, 409, 'nobody is signed in');
    await browser.submit(await browser.get('/sign-in'), '/sign-in', { email: CHIE, password: PASSWORD });
    t.equal((await ask(stranded)).status, 409);
    t.equal((await browser.submit(asking, '/address')).status, 409);
  });
});

t.test('the person is told by e-mail, and the app can be removed at once', async (t) => {
  const { app, mailbox } = await withEmails(t);
  const stranded = await strand(app);
  const shown = await show(stranded);
  await app.outbox.sendDue();
  const sent = mailbox.take().find(({ link }) => link === `${BASE}/account/connected-apps`);
  t.equal(sent?.to, ANA);
  const tokens = await exchange(app, DEMO.cli, pasted(stranded, shown));
  const token = String(tokens.json().access_token);
  t.equal((await userinfo(app, token)).statusCode, 200);
  const apps = await stranded.browser.get('/account/connected-apps');
  const end = linksOf(apps).find((href) => /\/end(?:-app)?$/.test(href)) ?? 'no link';
  await stranded.browser.submit(await stranded.browser.get(end), end);
  t.equal((await userinfo(app, token)).statusCode, 401);
});
