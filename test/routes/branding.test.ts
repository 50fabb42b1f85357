/** A school's own name, picture and colours where people sign in to it and decide. */
import t from 'tap';
import { adminApp, CALLERS, call } from '../support/admin.ts';
import { BASE, PASSWORD } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { authorizeUrl } from '../support/chromium.ts';
import { CALLBACK, DEMO } from '../support/oauth-client.ts';
import { pathOf, uploaded } from '../support/uploads.ts';

const PICTURE = Buffer.from('89504e470d0a1a0a', 'hex');

const stylesheetOf = (body: string): string | undefined =>
  /<link rel="stylesheet" href="(\/assets\/colors\/[^"]+)"/.exec(body)?.[1];
const logoOf = (body: string): string | undefined =>
  /<img class="logo" src="([^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&');

t.test('sign-in and consent show the logo and colours of the school, served from this server [D2]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('owner');
  const { id } = await uploaded(app, token, PICTURE);
  const look = {
    themeColor: '#FFFF00',
    accentColor: '#AABBCC',
    logoAssetId: id,
    customCss: 'body { display: none }',
  };
  t.equal((await call(app, token, 'PATCH', '/appearance', look)).status, 200);

  const browser = new Browser(app);
  const signIn = await browser.get(pathOf(authorizeUrl(BASE, { clientId: DEMO.cli.id, callback: CALLBACK })));
  const consent = await browser.submit(signIn, '/sign-in', { email: CALLERS.member.email, password: PASSWORD });
  for (const [name, page] of Object.entries({ signIn, consent })) {
    t.equal(stylesheetOf(page.body), '/assets/colors/ffff00-aabbcc.css', `${name}: the colours`);
    const logo = logoOf(page.body) ?? '';
    t.ok(logo.startsWith(`${BASE}/`), `${name}: the picture comes from here`);
    const picture = await app.inject({ url: pathOf(logo) });
    t.same(picture.rawPayload, PICTURE);
    t.equal(picture.headers['content-type'], 'image/png');
    t.notMatch(page.body, 'display: none', `${name}: nothing of what the school writes for its own pages`);
  }

  const css = await app.inject({ url: '/assets/colors/ffff00-aabbcc.css' });
  t.match(css.headers, { 'content-type': 'text/css; charset=utf-8', 'cache-control': /immutable/ });
  t.match(css.body, /^:root \{ --accent: #[0-9a-f]{6};/);
  for (const wrong of ['x', 'ffff00', 'ffff00-aabbcc-1', 'FFFF00-AABBCC', 'ffff00-%7D%7Dbody']) {
    t.equal((await app.inject({ url: `/assets/colors/${wrong}.css` })).statusCode, 404, wrong);
  }

  const plain = await new Browser(app).get('/sign-in');
  t.equal(stylesheetOf(plain.body), undefined, 'a page of no school has no colours of one');

  t.equal((await call(app, token, 'PATCH', '/appearance', { logoAssetId: null })).status, 200);
  const without = await new Browser(app).get(pathOf(authorizeUrl(BASE, { clientId: DEMO.cli.id, callback: CALLBACK })));
  t.equal(logoOf(without.body), undefined);
  t.match(without.body, '<span class="tile"');

  t.equal((await call(app, token, 'POST', '/appearance/reset')).status, 200);
  const reset = await new Browser(app).get(pathOf(authorizeUrl(BASE, { clientId: DEMO.cli.id, callback: CALLBACK })));
  t.equal(stylesheetOf(reset.body), undefined, 'a school that resets its branding has no colours of its own');
});
