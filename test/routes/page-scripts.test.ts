import t from 'tap';
import { adminApp, CALLERS } from '../support/admin.ts';
import { Browser, type Page } from '../support/browser.ts';
import { signedIn } from '../support/signed-in.ts';

const scriptsOf = ({ body }: Page): string[] =>
  [...body.matchAll(/<script src="([^"]*)"/g)].map(([, path = '']) => path);
const policyOf = ({ headers }: Page): string => String(headers['content-security-policy']);

t.test(
  'a page allows our scripts exactly where it has one, and each is served as immutable [ASVS 3.4.3]',
  async (t) => {
    const { app } = await adminApp(t);
    const owner = await signedIn(app, CALLERS.owner.email);
    const home = '/admin/riverside';
    const paths = [
      '/account',
      '/account/profile',
      '/account/sign-in',
      '/account/sessions',
      '/account/connected-apps',
      home,
      `${home}/members`,
      `${home}/members/invite`,
      `${home}/audit`,
      `${home}/settings`,
      `${home}/applications`,
      `${home}/connect`,
      `${home}/members/${CALLERS.member.id}/remove`,
      `${home}/members/nobody`,
      '/admin/elsewhere',
    ];
    const pages = [await new Browser(app).get('/sign-in')];
    for (const path of paths) pages.push(await owner.get(path));
    const staff = await signedIn(app, CALLERS.staff.email);
    pages.push(await staff.get(`${home}/audit`), await staff.post(`${home}/audit/export`, []));
    for (const page of pages) {
      const scripts = scriptsOf(page);
      t.equal(policyOf(page).includes("script-src 'self'"), scripts.length > 0, page.url);
      t.equal(
        page.body.includes('<details class="menu">'),
        scripts.some((path) => path.includes('/menu-')),
        page.url,
      );
      for (const path of scripts) {
        const asset = await app.inject(path);
        t.equal(asset.statusCode, 200, path);
        t.match(asset.headers['cache-control'], 'immutable');
        t.match(asset.headers['content-type'], 'text/javascript');
      }
    }
    const withMenu = pages.filter(({ body }) => body.includes('class="menu"'));
    t.ok(withMenu.length >= 13 && withMenu.length < pages.length, 'both kinds were looked at');
  },
);
