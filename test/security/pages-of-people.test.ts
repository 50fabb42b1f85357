/** What holds for every page of somebody who is signed in, and for every field for a password. */
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { testApp } from '../support/app.ts';
import type { Browser } from '../support/browser.ts';
import { routesOf } from '../support/routes.ts';
import { signedIn } from '../support/signed-in.ts';

const OWNER = 'ruth@riverside.example';

/** Every page below `/account` and `/admin` that the owner of a school can open, by its path. */
async function pagesOf(app: FastifyInstance, browser: Browser): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const paths = routesOf(app)
    .filter(({ method, path }) => method === 'GET' && /^\/(?:account|admin)(?:\/|$)/.test(path))
    .map(({ path }) => path.replace(':school', 'riverside').replace(/:\w+/g, 'x'));
  for (const path of paths) {
    const { status, headers, body } = await browser.get(path);
    if (status === 200 && String(headers['content-type']).startsWith('text/html')) pages.set(path, body);
  }
  return pages;
}

t.test('every page of a signed-in person leads to signing out [ASVS 7.4.4]', async (t) => {
  const { app } = await testApp(t);
  const pages = await pagesOf(app, await signedIn(app, OWNER));
  t.ok(pages.size > 15, `${pages.size} pages`);
  for (const [path, body] of pages) t.match(body, /<form[^>]* action="\/sign-out"/, path);
});

t.test('a password is typed into a masked field that password managers know [ASVS 6.2.6, ASVS 6.2.7]', async (t) => {
  const { app } = await testApp(t);
  const bodies = await pagesOf(app, await signedIn(app, OWNER));
  bodies.set('/sign-in', (await app.inject({ url: '/sign-in', headers: { accept: 'text/html' } })).body);
  const fields = [...bodies].flatMap(([path, body]) =>
    [...body.matchAll(/<input [^>]*name="[^"]*password"[^>]*>/g)].map(([field]) => ({ path, field })),
  );
  t.ok(fields.length > 4, `${fields.length} fields`);
  for (const { path, field } of fields) {
    t.match(field, / type="password"/, path);
    t.match(field, / autocomplete="(?:current|new)-password"/, path);
    t.notMatch(field, /\son\w+=|readonly|maxlength="(?:\d|[1-9]\d|1[01]\d|12[0-7])"/, path);
  }
});
