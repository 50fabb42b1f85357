/** Records and lists with covers and tabs, and the page that uploads a cover. */
import t from 'tap';
import { CALLERS, call, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD } from '../support/app.ts';
import type { Browser, Page } from '../support/browser.ts';
import { ADMIN, rest, world } from '../support/console.ts';
import { databaseFile } from '../support/database-edit.ts';
import { said, signedIn } from '../support/signed-in.ts';

t.setTimeout(300_000);

const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)]);
const JPEG = Buffer.concat([Buffer.from('\xff\xd8\xff\xe0', 'latin1'), Buffer.alloc(100)]);
const WEBP = Buffer.concat([Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'), Buffer.alloc(100)]);
const GIF = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(100)]);

const coverOf = ({ body }: Page): string =>
  (/<img class="cover" src="([^"]*)"/.exec(body)?.[1] ?? '').replaceAll('&amp;', '&');
const tabsOf = ({ body }: Page): string[] =>
  [
    ...(/<ul class="tabs">(.*?)<\/ul>/s.exec(body.slice(body.indexOf('<main')))?.[1] ?? '').matchAll(
      /<li>(.*?)<\/li>/gs,
    ),
  ].map(([, one = '']) => one.replace(/<[^>]*>/g, ''));

/** A record, its tabs, and which list of REST each is counted from. */
const RECORDS: readonly (readonly [path: string, tabs: Readonly<Record<string, string>>])[] = [
  ['/courses/dyeing-with-plants', { Enrollments: '/enrollments?courseId=', Comments: '/comments?targetId=' }],
  ['/events/evening-with-an-editor', { Registrations: '/events/evening-with-an-editor/registrations?x=' }],
  ['/posts/three-clouds-before-rain', { Comments: '/comments?targetId=' }],
  ['/membership-plans/pln_demo_patron', { Subscriptions: '/subscriptions?planId=' }],
  [
    '/students/usr_demo_ana',
    { Enrollments: '/enrollments?memberId=', Orders: '/orders?memberId=', Subscriptions: '/subscriptions?memberId=' },
  ],
];

t.test('the tabs of a record lead to what belongs to it, with how much there is', async (t) => {
  const made = await world(t);
  for (const [path, tabs] of RECORDS) {
    const page = await made.ruth.get(ADMIN + path);
    t.equal(page.status, 200, path);
    const { id } = await rest(made, path.replaceAll('-plans', '_plans'));
    const shown = tabsOf(page);
    t.match(shown[0], 'Details', path);
    for (const [label, list] of Object.entries(tabs)) {
      const query = list.includes('?x=')
        ? `${list.replace('?x=', '?')}totalCount=true`
        : `${list}${id}&totalCount=true`;
      const { totalCount } = await rest(made, query);
      t.ok(shown.includes(`${label} ${totalCount}`), `${path}: ${label} ${totalCount}, among ${shown.join(', ')}`);
    }
  }
  const narrowed = await made.ruth.get(`${ADMIN}/enrollments?courseId=crs_demo_plants`);
  const course = await made.ruth.get(`${ADMIN}/courses/dyeing-with-plants`);
  const list = /href="([^"]*enrollments\?courseId=[^"]*)"/.exec(course.body)?.[1] ?? '';
  t.match((await made.ruth.get(list)).body, '<h1>Dyeing with Plants', 'the list says what it is narrowed to');
  t.equal(narrowed.status, 200, 'and of what is not there says nothing');
});

t.test('lists and records show the covers of what can have one', async (t) => {
  const { ruth } = await world(t);
  for (const path of ['/courses', '/events', '/posts', '/digital-products']) {
    const list = await ruth.get(ADMIN + path);
    const src = coverOf(list);
    t.match(src, /^\/assets\/covers\/[0-9a-f]{6}\/[a-z0-9-]+\.svg$/, path);
    t.match((await ruth.get(src)).headers, { 'content-type': /^image\/svg/ }, path);
    const record = /<a href="([^"]*)"/.exec(list.body.slice(list.body.indexOf('class="covered"')))?.[1] ?? '';
    t.equal(coverOf(await ruth.get(record)), src, `the same on ${record}`);
  }
  t.equal(coverOf(await ruth.get(`${ADMIN}/pages`)), '', 'a page has none');
});

const upload = (browser: Browser, page: Page, bytes: Buffer, fileName: string): Promise<Page> =>
  browser.submitFile(page, '/cover', { name: 'picture', bytes, fileName });

/** A file, and its type, or why it cannot be a cover. */
const FILES: readonly (readonly [name: string, bytes: Buffer, expected: string | [number, RegExp]])[] = [
  ['a.png', PNG, 'image/png'],
  ['a.jpg', JPEG, 'image/jpeg'],
  ['A.JPEG', JPEG, 'image/jpeg'],
  ['a.webp', WEBP, 'image/webp'],
  ['a.gif', GIF, [400, /isn’t a PNG/]],
  ['a.png', JPEG, [400, /isn’t a PNG/]],
  ['a.svg', Buffer.from('<svg/>'), [400, /isn’t a PNG/]],
  ['a', PNG, [400, /isn’t a PNG/]],
  ['a.pdf', Buffer.from('%PDF-1.7'), [400, /isn’t a PNG/]],
  ['a.png', Buffer.of(), [400, /isn’t a PNG/]],
  ['a.png', Buffer.concat([PNG, Buffer.alloc(6 * 1024 * 1024)]), [413, /larger than 5 MB/]],
];

t.test('a picture that is uploaded is the cover everywhere, and everyone may fetch it', async (t) => {
  const made = await world(t);
  const { app, ruth, token } = made;
  for (const [path, one] of [
    ['/courses', { title: 'Ink', courseType: 'free' }],
    ['/posts', { title: 'Ink' }],
    ['/digital_products', { title: 'Ink', price: { amount: 100, currency: 'EUR' } }],
  ] as const) {
    const { id } = (await call(app, token, 'POST', path, one)).json;
    const record = `${ADMIN}${path.replaceAll('_', '-')}/${id}`;
    t.match((await ruth.get(record)).body, `href="${record}/cover"`, 'a link on the record');
    for (const [name, bytes, expected] of path === '/courses' ? FILES : FILES.slice(0, 1)) {
      const before = String((await rest(made, `${path}/${id}`)).coverImageUrl);
      const sent = await upload(ruth, await ruth.get(`${record}/cover`), bytes, name);
      const { coverImageUrl } = await rest(made, `${path}/${id}`);
      if (Array.isArray(expected)) {
        t.equal(sent.status, expected[0], name);
        t.match(said(sent), expected[1], name);
        t.equal(String(coverImageUrl), before, `${name}: as it was`);
        continue;
      }
      t.match(said(sent), 'Saved.', name);
      const { pathname } = new URL(String(coverImageUrl));
      for (const url of [coverOf(sent), coverOf(await ruth.get(record.replace(/\/[^/]*$/, ''))), pathname]) {
        const picture = await app.inject({ url });
        t.match(picture, { statusCode: 200, headers: { 'content-type': expected } }, `${name}: ${url}`);
        t.ok(picture.rawPayload.equals(bytes), name);
      }
    }
    const removed = await ruth.submit(await ruth.get(`${record}/cover`), '/cover', { remove: '1' });
    t.match(said(removed), 'Saved.');
    t.match(coverOf(removed), '/assets/covers/', 'a drawn one again');
  }
});

t.test(
  'a program sets the same cover, by the address of the file that the API gave it or by the one without its query',
  async (t) => {
    const made = await world(t);
    const { app, ruth, token } = made;
    const { id } = (await call(app, token, 'POST', '/courses', { title: 'Ink', courseType: 'free' })).json;
    await upload(ruth, await ruth.get(`${ADMIN}/courses/${id}/cover`), PNG, 'a.png');
    const address = String((await rest(made, `/courses/${id}`)).coverImageUrl);
    const { host } = new URL(address);
    for (const [coverImageUrl, status] of [
      [address, 200],
      [`${address}?expires=1&signature=old`, 200],
      [`https://pictures.example/a.png`, 200],
      [`https://${host}/admin/riverside`, 400],
      [`https://${host}/uploads/../admin/riverside`, 400],
      [`https://${host}/sign-out`, 400],
    ] as const)
      t.equal((await call(app, token, 'PATCH', `/courses/${id}`, { coverImageUrl })).status, status, coverImageUrl);
    t.equal(
      (await call(app, token, 'PATCH', '/school', { supportUrl: address })).status,
      400,
      'and a link to a file is no cover',
    );
  },
);

t.test('a file that is no cover, or of something else, is not given to everyone', async (t) => {
  const made = await world(t);
  const { app, ruth, token } = made;
  const { id } = (await call(app, token, 'POST', '/courses', { title: 'Ink', courseType: 'free' })).json;
  const record = `${ADMIN}/courses/${id}`;
  await upload(ruth, await ruth.get(`${record}/cover`), PNG, 'a.png');
  const path = new URL(String((await rest(made, `/courses/${id}`)).coverImageUrl)).pathname;
  t.equal((await app.inject({ url: path })).statusCode, 200);
  t.equal((await app.inject({ url: `${path}?x=1` })).statusCode, 403, 'with a query');
  t.equal((await app.inject({ url: path, method: 'PUT', payload: 'x' })).statusCode, 403, 'nor replaced');
  const { id: product } = (
    await call(app, token, 'POST', '/digital_products', { title: 'Ink', price: { amount: 100, currency: 'EUR' } })
  ).json;
  await call(app, token, 'POST', `/digital_products/${product}/attach_file`, { assetId: path.split('/').at(-1) });
  t.equal((await app.inject({ url: path })).statusCode, 403, 'when it is sold');
  t.match(coverOf(await ruth.get(record)), '/assets/covers/');
  await ruth.submit(await ruth.get(`${record}/cover`), '/cover', { remove: '1' });
  t.equal((await app.inject({ url: path })).statusCode, 403, 'when it was removed');
});

t.test('a cover is changed by those who may, in the version that they saw', async (t) => {
  const database = databaseFile(t);
  const made = await world(t, { databaseUrl: database.url, housekeeping: false });
  const { app, clock, ruth } = made;
  const record = `${ADMIN}/courses/dyeing-with-plants`;
  const form = await ruth.get(`${record}/cover`);
  await ruth.submit(await ruth.get(record), '/edit', { subtitle: 'Roots' });
  const files = async (): Promise<unknown> => (await rest(made, '/assets?totalCount=true')).totalCount;
  const before = await files();
  const stale = await upload(ruth, form, PNG, 'a.png');
  t.equal(stale.status, 412);
  t.equal(await files(), before, 'and nothing was stored');
  t.match(said(await upload(ruth, stale, PNG, 'a.png')), 'Saved.', 'the page has the version that is there now');

  clock.advance(11 * 60_000);
  const late = await upload(ruth, await ruth.get(`${record}/cover`), JPEG, 'a.jpg');
  t.match(late.url, /^\/sign-in\?/, 'what visitors see asks to sign in again');
  const back = await ruth.submit(late, '/sign-in', { password: PASSWORD });
  t.match(back.url, `${record}/cover`);

  await database.edit('update sites set staff_scope = ? where id = ?', 'courses:read courses:write', RIVERSIDE.id);
  const noor = await signedIn(app, CALLERS.staff.email);
  t.notMatch((await noor.get(record)).body, `${record}/cover"`, 'without the right to upload');
  t.equal((await noor.get(`${record}/cover`)).status, 403);
  const hugo = await signedIn(app, CALLERS.foreignOwner.email);
  t.equal((await hugo.get('/admin/harbour/courses/dyeing-with-plants/cover')).status, 404, 'of another school');
});
