// sqlite
/** HEAD of every address, as scanners of links, previews and monitors ask, with the cookie of a person who may do much. */
import t from 'tap';
import { adminApp, CALLERS } from '../support/admin.ts';
import { databaseFile } from '../support/database-edit.ts';
import { authorizeUrl, DEMO, makeVerifier } from '../support/oauth-client.ts';
import { routesOf } from '../support/routes.ts';
import { signedIn } from '../support/signed-in.ts';

/** What stands in a path where a route has a parameter. */
const VALUES: Readonly<Record<string, string>> = { school: 'riverside', site: 'riverside', member: 'usr_demo_ana' };
/** Rows that go by themselves: e-mails are sent meanwhile. */
const PASSING: ReadonlySet<string> = new Set(['outbox']);

t.test('HEAD of any address, with a session or a token, adds and removes no row [RFC 9110 §9.2.1]', async (t) => {
  const file = databaseFile(t);
  const { app, tokenOf } = await adminApp(t, {
    databaseUrl: file.url,
    housekeeping: false,
    env: { PLATFORM_OPERATORS: CALLERS.owner.email },
  });
  const browser = await signedIn(app, CALLERS.owner.email);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const authorization = `Bearer ${await tokenOf('owner')}`;
  const counts = async (): Promise<Record<string, unknown>> => {
    const tables = await file.rows(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`);
    const counted: [string, unknown][] = [];
    for (const { name } of tables)
      if (!PASSING.has(String(name))) counted.push([String(name), await file.read(`select count(*) from "${name}"`)]);
    return Object.fromEntries(counted);
  };
  const paths = routesOf(app)
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path.replaceAll(/:(\w+)/g, (_, name) => VALUES[name] ?? 'x'));
  const requests = [
    ...paths,
    authorizeUrl(DEMO.cli, makeVerifier()),
    authorizeUrl(DEMO.cli, makeVerifier(), { prompt: 'none' }),
  ];
  // The first requests note who was there.
  await browser.get('/account');
  await app.inject({ url: '/api/v1/school', headers: { authorization } });
  // E-mails about sign-ins are written meanwhile, with links.
  await app.outbox.sendDue();
  const before = await counts();
  for (const url of requests) {
    for (const headers of [{ cookie, accept: 'text/html' }, { authorization }]) {
      const { statusCode, body } = await app.inject({ method: 'HEAD', url, headers });
      t.ok(statusCode < 500, `${url} ${statusCode}`);
      t.equal(body, '', url);
    }
  }
  t.ok(requests.length > 150, String(requests.length));
  t.strictSame(await counts(), before);
});
