// slow
/**
 * Every address that any surface answers with leads somewhere: pages that owners and members come to, what the APIs and the
 * tools return, documents, headers, and e-mails. What changes something is in `addresses-of-changes.test.ts`.
 */
import t from 'tap';
import { dataOf } from '../support/account.ts';
import { byBrowser, byToken, Found, inHeaders, ours, recordAnswers } from '../support/addresses.ts';
import { adminApp, CALLERS, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD, temporaryFolder } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { askAdminApi, askTools, everyField, type Read, walk } from '../support/crawl.ts';
import { databaseFile } from '../support/database-edit.ts';
import { Mailbox } from '../support/emails.ts';
import { routesOf } from '../support/routes.ts';
import { knownIds } from '../support/school-rows.ts';
import { signedIn } from '../support/signed-in.ts';

t.setTimeout(300_000);

const ANOTHER_SCHOOL = `insert into sites (id, slug, name, active, created_at, updated_at)
  select ?, ?, name, active, created_at, updated_at from sites where slug = 'riverside'`;

async function create(operator: Browser, slugs: readonly string[]): Promise<void> {
  for (const slug of slugs) {
    const values = { name: slug, slug, owner: `head@${slug}.example` };
    await operator.submit(await operator.get('/platform/schools/new'), '/platform/schools', values);
  }
}

async function act(operator: Browser, slug: string, action: string): Promise<void> {
  const asking = await operator.get(`/platform/schools/${slug}/${action}`);
  const { status } = await operator.submit(asking, action, { password: PASSWORD });
  if (status !== 200) throw new Error(`${action}: ${status}`);
}

t.test('every address that a surface answers with leads somewhere [D5]', async (t) => {
  const dataDir = temporaryFolder(t);
  const file = databaseFile(t);
  const env = { RATE_LIMITS: 'off', PLATFORM_OPERATORS: CALLERS.foreignOwner.email };
  const { app, tokenOf } = await adminApp(t, { dataDir, databaseUrl: file.url, env });
  const mailbox = new Mailbox(dataDir, { app });
  const found = new Found();
  const read: Read = (place, text, links = []) => found.add(place, [...links, ...ours(text)]);
  recordAnswers(app, (request, response) => found.add(`a header of ${request}`, inHeaders(response)));
  const owner = await tokenOf('owner');
  const member = await tokenOf('member', ['account:read']);
  const known = await knownIds(app, RIVERSIDE.id);

  const routes = routesOf(app).filter(({ method, path }) => method === 'GET' && !/[:*]/.test(path));
  const visitor = new Browser(app);
  const ruth = await signedIn(app, CALLERS.owner.email);
  const ana = await signedIn(app, CALLERS.member.email);
  const hugo = await signedIn(app, CALLERS.foreignOwner.email);
  await create(hugo, ['north', 'closed', 'ending']);
  for (const { to, text } of await mailbox.wait(3)) found.add(`an invitation of ${to}`, ours(text));
  // Those of schools that are closed end with them.
  await found.visit([byBrowser(visitor)]);
  await act(hugo, 'closed', 'close');
  await act(hugo, 'ending', 'delete');
  for (let n = 10; n < 50; n += 1) await file.run(ANOTHER_SCHOOL, `site_many_${n}`, `many-${n}`);
  const starts = routes.map(({ path }) => path).filter((path) => !/^\/(oauth|api|mcp)/.test(path));
  await walk(app, read, 'a visitor', visitor, [...starts, '/schools/riverside', '/schools/harbour']);
  await walk(app, read, 'the owner', ruth, ['/account', '/admin/riverside']);
  await walk(app, read, 'a member', ana, ['/account', '/admin']);
  await walk(app, read, 'an operator of the platform', hugo, ['/platform', '/admin/harbour']);
  // What the page of a school offers depends on the state of the school.
  for (const slug of ['riverside', 'north', 'closed', 'ending'])
    await walk(app, read, 'an operator of the platform', hugo, [`/platform/schools/${slug}`]);
  const actions = [
    'riverside/close',
    'riverside/hand-over',
    'closed/reopen',
    'closed/delete',
    'ending/cancel-deletion',
  ];
  for (const path of ['/platform?after=', ...actions.map((action) => `/platform/schools/${action}`)])
    t.ok(
      [...found.places.keys()].some((address) => address.startsWith(path)),
      path,
    );

  t.ok((await askAdminApi(app, read, owner, known)) > 30, 'the admin API answered');
  t.ok((await askTools(app, read, 'anybody', undefined, known)) > 5, 'the public tools answered');
  t.ok((await askTools(app, read, 'the owner', owner, known)) > 20, 'the tools of the owner answered');
  t.ok((await askTools(app, read, 'a member', member, known)) > 3, 'the tools of the member answered');
  const query = await everyField(app, member);
  const answer = JSON.stringify(await dataOf(app, member, query));
  t.match(answer, '/schools/riverside/courses/');
  t.match(answer, '/lectures/');
  found.add('the Account API', ours(answer));

  await visitor.submit(await visitor.get('/password/forgot'), '/password/forgot', { email: CALLERS.member.email });
  await app.inject({
    method: 'POST',
    url: '/api/v1/members',
    headers: { authorization: `Bearer ${owner}` },
    payload: { email: 'new@riverside.example', role: 'member' },
  });
  for (const { to, text } of await mailbox.wait(2)) {
    t.ok(ours(text).length > 0, `an e-mail to ${to}`);
    found.add(`an e-mail to ${to}`, ours(text));
  }

  await found.visit([...[visitor, ana, ruth, hugo].map(byBrowser), byToken(app, owner)]);
  t.strictSame(found.dead, [], `${found.places.size} addresses`);
  t.ok(found.places.size > 300, `${found.places.size} addresses`);
  t.strictSame(found.idle, [], 'declared, and not needed');
});
