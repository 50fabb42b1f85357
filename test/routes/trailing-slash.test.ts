/** Addresses of pages with a slash at their end lead to the page, and never off the server. */
import t from 'tap';
import { CALLERS } from '../support/admin.ts';
import { BASE, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { said, signedIn } from '../support/signed-in.ts';

t.test('the address of a page with a slash at its end leads to the page, with its query', async (t) => {
  const { app } = await testApp(t);
  const led = [
    ['/account/', '/account'],
    ['/account/connected-apps/', '/account/connected-apps'],
    ['/admin/', '/admin'],
    ['/admin/riverside/audit/?person=a%40b.example&to=', '/admin/riverside/audit?person=a%40b.example&to='],
    ['/docs/', '/docs'],
    ['/docs/run/mail/', '/docs/run/mail'],
    ['/platform/', '/platform'],
    ['/sign-in/?next=/', '/sign-in?next=/'],
  ] as const;
  for (const [from, to] of led) {
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await app.inject({ method, url: from });
      t.strictSame([statusCode, headers.location], [308, to], `${method} ${from}`);
    }
  }
  const owner = await signedIn(app, CALLERS.foreignOwner.email);
  t.equal((await owner.get('/admin/')).url, (await owner.get('/admin')).url);
  const page = await owner.get('/admin/harbour/');
  t.strictSame([page.status, page.url], [200, '/admin/harbour']);
  t.match(said(await new Browser(app).get('/docs/')), said(await new Browser(app).get('/docs')));
});

t.test('no address leads off the server because of its slashes', async (t) => {
  const { app } = await testApp(t);
  const addresses = [
    '//evil.example/',
    '//evil.example/admin/',
    '///evil.example/account/',
    '/\\evil.example/',
    '/admin//evil.example/',
    '/admin/\\evil.example/',
    '/account/..//evil.example/',
    '/docs/https://evil.example/',
    '/docs/?next=//evil.example/',
  ];
  for (const url of addresses) {
    const { headers } = await app.inject({ url });
    const location = headers.location ?? url.replace(/^[/\\]+/, '/');
    t.equal(new URL(location, BASE).host, new URL(BASE).host, `${url} → ${headers.location}`);
    t.notMatch(location, /^[/\\]{2}/, url);
  }
  for (const url of ['//evil.example/', '//evil.example/admin/', '/admin//', '/docs///'])
    t.equal((await app.inject({ url })).headers.location, undefined, url);
});

t.test('nothing but the address of a page is led from its slash', async (t) => {
  const { app } = await testApp(t);
  const exact = [
    '/oauth/authorize/',
    '/api/oauth/token/',
    '/api/v1/courses/',
    '/account/graphql/',
    '/account/schema.graphql/',
    '/.well-known/openid-configuration/',
    '/mcp/',
    '/administration/',
    '/docs?page=/',
    '/sign-in?next=/account/',
  ];
  for (const url of exact) t.not((await app.inject({ url })).statusCode, 308, url);
  t.equal((await app.inject({ method: 'POST', url: '/sign-in/' })).statusCode, 404, 'nor a form that is sent');
});
