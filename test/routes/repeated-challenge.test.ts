import t from 'tap';
import { BASE, PASSWORD, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { authorizeUrl } from '../support/chromium.ts';
import { CALLBACK } from '../support/oauth-client.ts';
import { pathOf } from '../support/uploads.ts';

t.test('a code challenge repeated within a day is logged once, and not refused [RFC 9700 §2.1.1, W47]', async (t) => {
  const { app, clock, logs } = await testApp(t);
  const noted = () => logs.filter((line) => line.includes('repeated_challenge')).length;
  const browser = new Browser(app);
  const allow = async (): Promise<string | null | undefined> => {
    let page = await browser.get(pathOf(authorizeUrl(BASE, { callback: CALLBACK })));
    if (page.body.includes('name="password"')) {
      page = await browser.submit(page, '/sign-in', { email: 'ana@riverside.example', password: PASSWORD });
    }
    const left = await browser.submit(page, '/decision', { decision: 'allow' });
    return left.leavesFor?.searchParams.get('code');
  };
  t.match(await allow(), /^ac_/);
  t.equal(noted(), 0, 'once is as it should be');
  t.match(await allow(), /^ac_/, 'it is no error');
  t.equal(noted(), 1);
  t.match(await allow(), /^ac_/);
  t.equal(noted(), 1, 'whoever always does so does not fill the log');
  clock.advance(86_400_000);
  t.match(await allow(), /^ac_/);
  t.equal(noted(), 1, 'a day later it begins anew');
  t.match(await allow(), /^ac_/);
  t.equal(noted(), 2);
});
