/** The links at the bottom of a page that show it in another language. */
import t from 'tap';
import { textFor } from '../../routes/pages/kit/text/index.ts';
import { LANGUAGES } from '../../schema/language.ts';
import { BASE, PASSWORD, testApp } from '../support/app.ts';
import { Browser, type Page } from '../support/browser.ts';
import { authorizeUrl, DEMO, makeVerifier } from '../support/oauth-client.ts';
import { linksOf } from '../support/signed-in.ts';

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
  const form = await browser.get('/sign-in');
  const wrong = await browser.submit(form, '/sign-in', { email: ANA, password: `${PASSWORD}x` });
  t.equal(languageOf(wrong), 'ja');
  t.strictSame(choices(wrong), [], 'the answer to a form cannot be opened again');
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
  t.match((await lead('de')).headers['set-cookie'], /^language=de; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
  for (const language of ['fr', 'DE', 'de;x=y', '__proto__']) t.equal((await lead(language)).statusCode, 404, language);
  const browser = new Browser(app);
  browser.cookies.set('language', 'fr"><script>');
  t.equal(languageOf(await browser.get('/')), 'en');
});
