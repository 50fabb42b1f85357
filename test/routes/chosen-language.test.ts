/** The links at the bottom of a page that show it in another language. */
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { BASE, PASSWORD, testApp } from '../support/app.ts';
import { Browser, type Page } from '../support/browser.ts';
import { authorizeUrl, DEMO, makeVerifier } from '../support/oauth-client.ts';
import { linksOf } from '../support/signed-in.ts';
import { pathOf, withEmails } from '../support/with-emails.ts';

const ANA = 'ana@riverside.example';
const languageOf = ({ body }: Page): string | undefined => /<html lang="([^"]*)">/.exec(body)?.[1];
const choices = (page: Page): string[] => linksOf(page).filter((href) => href.startsWith('/language/'));

t.test('a page is shown again in the language that was chosen, and so is every other one', async (t) => {
  const { app } = await testApp(t);
  const browser = new Browser(app);
  const page = await browser.get('/sign-in?next=/account/sessions');
  t.strictSame(choices(page), ['/language/de', '/language/es', '/language/ja', '/language/zh-Hant']);
  for (const language of LANGUAGES) {
    const again = await browser.get(`/language/${language}`, { referer: BASE + page.url });
    t.equal(again.url, page.url);
    t.equal(languageOf(again), language);
    t.match(again.body, textFor(language).signIn.submit);
    t.equal(choices(again).length, 4);
  }
  const japanese = await browser.get('/language/ja', { referer: `${BASE}/` });
  t.equal(japanese.url, '/');
  const accepted = { 'accept-language': 'de' };
  t.equal(languageOf(await browser.get('/docs', accepted)), 'ja');
  const asked = authorizeUrl(DEMO.portal, makeVerifier(), { ui_locales: 'es' });
  t.equal(languageOf(await browser.get(asked, accepted)), 'ja', 'the person decides, not the app');
  t.equal(languageOf(await new Browser(app).get(asked, accepted)), 'es');
});

t.test('a form that was wrong is shown in another language by the page on which it is', async (t) => {
  const { app } = await testApp(t);
  const browser = new Browser(app);
  const wrong = { email: ANA, password: `${PASSWORD}x` };
  const inGerman = async (page: Page): Promise<Page> => {
    t.equal(choices(page).length, 4, page.url);
    const german = await browser.get(choices(page).find((href) => href.startsWith('/language/de')) ?? '');
    t.equal(languageOf(german), 'de');
    await browser.get('/language/en');
    return german;
  };
  const start = '/sign-in?next=%2Faccount%2Fsessions';
  const once = await browser.submit(await browser.get(start), '/sign-in', wrong);
  t.equal((await inGerman(once)).url, start, 'which still knows where the person was going');
  t.equal((await inGerman(await browser.submit(once, '/sign-in', wrong))).url, start, 'also after the second time');

  const asked = await browser.get(authorizeUrl(DEMO.portal, makeVerifier()));
  t.equal((await inGerman(await browser.submit(asked, '/sign-in', wrong))).url, asked.url);

  const ana = await browser.submit(await browser.get(start), '/sign-in', { email: ANA, password: PASSWORD });
  t.equal(ana.url, '/account/sessions');
  const profile = await browser.submit(await browser.get('/account/profile'), '/profile/email', {
    email: 'new@riverside.example',
    password: `${PASSWORD}x`,
  });
  t.equal((await inGerman(profile)).url, '/account/profile', 'a form has a path below that of its page');
});

t.test('an answer to a form has no such links where something would be lost', async (t) => {
  const { app, mailbox } = await withEmails(t);
  const visitor = new Browser(app);
  await visitor.submit(await visitor.get('/password/forgot'), '/password/forgot', { email: ANA });
  const reset = await visitor.get(pathOf((await mailbox.next()).link));
  t.equal(choices(reset).length, 4, 'the page of a link in an e-mail has them');
  const short = await visitor.submit(reset, '/password/reset', { new_password: 'x' });
  t.match(short.body, 'name="new_password"');
  t.strictSame(choices(short), [], 'its form alone knows the token');
});

t.test('the choice leads to no other server, and only to a language that there is', async (t) => {
  const { app } = await testApp(t, { seed: false });
  const lead = async (language: string, referer?: string) =>
    app.inject({ url: `/language/${language}`, headers: referer === undefined ? {} : { referer } });
  for (const referer of [
    undefined,
    'https://elsewhere.example/sign-in',
    `${BASE}//elsewhere.example/`,
    `${BASE}.elsewhere.example/`,
    `${BASE}/language/de`,
    // From a page of ours, a request that another site has opened would count as opened by the person.
    `${BASE}/oauth/authorize?client_id=x`,
    'about:blank',
    'x',
  ]) {
    const { statusCode, headers } = await lead('de', referer);
    t.equal(statusCode, 303);
    t.equal(headers.location, '/', referer ?? 'none');
  }
  for (const page of [
    '//elsewhere.example/',
    '@elsewhere.example/',
    '.elsewhere.example',
    '/language/de',
    '/oauth/authorize?x=y',
  ])
    t.equal((await lead(`de?page=${encodeURIComponent(page)}`)).headers.location, '/', page);
  t.match((await lead('de')).headers['set-cookie'], /^language=de; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
  for (const language of ['fr', 'DE', 'de;x=y', '__proto__']) t.equal((await lead(language)).statusCode, 404, language);
  const browser = new Browser(app);
  browser.cookies.set('language', 'fr"><script>');
  t.equal(languageOf(await browser.get('/')), 'en');
});
