/** Addresses that programs know without being told: of browsers, search engines and security researchers. */
import t from 'tap';
import { testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';

const SECURITY = '/.well-known/security.txt';

t.test('a password manager is led to the page that changes the password', async (t) => {
  const { app } = await testApp(t);
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode, headers } = await app.inject({ method, url: '/.well-known/change-password' });
    t.equal(statusCode, 303);
    t.equal(headers['cache-control'], 'no-store');
    t.equal(headers.location, '/account/sign-in');
  }
  const browser = new Browser(app);
  const page = await browser.get('/.well-known/change-password');
  t.match(page.url, /^\/sign-in\?.*account/, 'after signing in');
  const missing = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
  t.equal((await app.inject(missing)).statusCode, 404, 'which tells the manager that the redirect is meant');
});

/** RFC 9309 §2.2.2: the longest rule that fits, and of two the one that allows. */
function mayRead(rules: string, path: string): boolean {
  const fitting = rules.split('\n').flatMap((line) => {
    const [, verb, pattern = ''] = /^(Allow|Disallow): (\S+)$/.exec(line) ?? [];
    if (verb === undefined) return [];
    const isFit = pattern.endsWith('$') ? path === pattern.slice(0, -1) : path.startsWith(pattern);
    return isFit ? [{ length: pattern.length, allows: verb === 'Allow' }] : [];
  });
  return fitting.toSorted((a, b) => b.length - a.length || Number(b.allows) - Number(a.allows))[0]?.allows ?? true;
}

t.test(
  'search engines may read public pages and the manual, and nothing about an account [RFC 9309 §2.2.2]',
  async (t) => {
    const { app } = await testApp(t);
    const { statusCode, headers, body } = await app.inject('/robots.txt');
    t.equal(statusCode, 200);
    t.equal(headers['content-type'], 'text/plain; charset=utf-8');
    t.match(body, /^User-agent: \*$/m);
    const start = await app.inject({ url: '/schools/riverside', headers: { accept: 'text/html' } });
    const parts = [...start.body.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    t.ok(parts.length > 0);
    for (const path of ['/', '/schools/riverside', '/schools/riverside/courses/x', '/docs', '/docs/run/mail', ...parts])
      t.ok(mayRead(body, path), path);
    for (const path of [
      '/sign-in',
      '/account',
      '/admin/riverside',
      '/platform',
      '/oauth/authorize?client_id=x',
      '/api/v1/courses',
      '/mcp',
      '/password/forgot',
      '/setup?token=x',
      '/uploads/x/y',
    ])
      t.notOk(mayRead(body, path), path);
  },
);

t.test(
  'security.txt has the contact of the settings until it expires [RFC 9116 §2.5.3, RFC 9116 §2.5.5]',
  async (t) => {
    const { app: without } = await testApp(t);
    t.equal((await without.inject(SECURITY)).statusCode, 404);
    const { app, clock } = await testApp(t, {
      env: {
        SECURITY_CONTACT: 'security@example.com, https://example.com/report,tel:+351-21-000',
        SECURITY_EXPIRES: '2027-09-01',
      },
    });
    const { statusCode, headers, body } = await app.inject(SECURITY);
    t.equal(statusCode, 200);
    t.equal(headers['content-type'], 'text/plain; charset=utf-8');
    t.equal(
      body,
      `Contact: mailto:security@example.com
Contact: https://example.com/report
Contact: tel:+351-21-000
Expires: 2027-09-01T00:00:00.000Z
Canonical: ${app.config.baseUrl}/.well-known/security.txt
`,
    );
    clock.now = Date.UTC(2027, 8, 1);
    t.equal((await app.inject(SECURITY)).statusCode, 404, 'what has expired is not served');
    for (const [env, cause] of [
      [{ SECURITY_CONTACT: 'security@example.com' }, /SECURITY_EXPIRES/],
      [{ SECURITY_EXPIRES: '2027-09-01' }, /SECURITY_CONTACT/],
      [{ SECURITY_CONTACT: 'http://example.com', SECURITY_EXPIRES: '2027-09-01' }, /SECURITY_CONTACT must list/],
      [{ SECURITY_CONTACT: 'a@example.com,', SECURITY_EXPIRES: '2027-09-01' }, /SECURITY_CONTACT must list/],
      [{ SECURITY_CONTACT: 'a@example.com', SECURITY_EXPIRES: '01.09.2027' }, /SECURITY_EXPIRES must be a date/],
      [{ SECURITY_CONTACT: 'a@example.com', SECURITY_EXPIRES: '2027-02-30' }, /SECURITY_EXPIRES must be a date/],
    ] as const) {
      await t.rejects(testApp(t, { env }), { message: cause }, JSON.stringify(env));
    }
  },
);
