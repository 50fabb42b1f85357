// slow
/** Addresses that give access, which must not be in the log line of every style sheet and form of their page. */
import t from 'tap';
import { testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { routesOf } from '../support/routes.ts';
import { linksOf, signedIn } from '../support/signed-in.ts';
import { productLines } from '../support/sources.ts';
import { withEmails } from '../support/with-emails.ts';

const NAMES = ['token', 'code', 'secret'];
/** What tells other requests of a page nothing but its origin. */
const QUIET = /^(?:no-referrer|strict-origin|origin)$/;

t.test('no page tells the address that gives access to what it loads or sends', async (t) => {
  const { app } = await testApp(t);
  const owner = await signedIn(app, 'ruth@riverside.example');
  const paths = routesOf(app)
    .filter(({ method, path }) => method === 'GET' && !path.startsWith('/sign-out'))
    .map(({ path }) => path.replace(':school', 'riverside').replace(/:\w+|\*$/g, 'x'));
  let pages = 0;
  for (const browser of [new Browser(app), owner]) {
    for (const path of paths) {
      for (const name of NAMES) {
        for (const query of [`${name}=abc`, `next=${encodeURIComponent(`/email/confirm?${name}=abc`)}`]) {
          const { url, headers, body } = await browser.get(`${path}?${query}`);
          if (!url.includes(name) || !String(headers['content-type']).startsWith('text/html')) continue;
          pages += 1;
          t.match(String(headers['referrer-policy']), QUIET, `${url}`);
          t.notMatch(body, 'referrerpolicy="same-origin"', url);
        }
      }
    }
  }
  t.ok(pages > 300, `${pages} pages`);
});

t.test('the parameters of links in letters are among those that give access', async (t) => {
  const named = productLines('{plugins,routes}').flatMap(({ text }) =>
    [...text.matchAll(/\?(\w+)=\$\{(?:token|secret|code)\b/g)].map(([, name = '']) => name),
  );
  t.ok(named.length > 3, named.join(', '));
  t.strictSame(
    named.filter((name) => !NAMES.includes(name)),
    [],
  );
});

t.test('a page of a letter can still be shown in another language, and its form be sent', async (t) => {
  const { app, mailbox } = await withEmails(t);
  const browser = new Browser(app);
  await browser.submit(await browser.get('/password/forgot'), '/password/forgot', { email: 'ana@riverside.example' });
  const { link } = await mailbox.nextTo('ana@riverside.example');
  const { pathname, search } = new URL(link);
  const page = await browser.get(pathname + search);
  t.equal(page.headers['referrer-policy'], 'strict-origin', 'so browsers name the origin of the form');
  const german = linksOf(page).find((href) => href.startsWith('/language/de')) ?? '';
  const shown = await browser.get(german);
  t.equal(shown.url, pathname + search);
  t.match(shown.body, '<html lang="de">');
  const done = await browser.submit(shown, '/password/reset', { new_password: 'another-long-passphrase' });
  t.equal(done.status, 200);
  t.match(done.url, '/sign-in');
});
