/** What guards the pages of a school: versions, the password, scopes, and what is kept of a form. */
import t from 'tap';
import { CALLERS, call, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD } from '../support/app.ts';
import { ADMIN, type World, world } from '../support/console.ts';
import { databaseFile } from '../support/database-edit.ts';
import { said, signedIn } from '../support/signed-in.ts';

t.setTimeout(600_000);

const firstOf = async ({ app, token }: World, path: string): Promise<string> =>
  String((await call(app, token, 'GET', path)).json.nodes?.[0]?.id);
const made = async ({ app, token }: World, path: string, body: object): Promise<string> =>
  String((await call(app, token, 'POST', path, body)).json.id);

t.test('a file of a list is recorded, and has amounts with their decimal point', async (t) => {
  const world_ = await world(t);
  const { app, ruth } = world_;
  for (const list of ['orders', 'members-of-none', 'students']) {
    const file = await ruth.get(`${ADMIN}/${list}/export`);
    if (list === 'members-of-none') t.equal(file.status, 404);
    else t.equal(file.status, 200, list);
  }
  const entries = await app.audit.log.page(RIVERSIDE.id, { event: 'list_exported' }, 5);
  t.match(entries, [
    { target: /^students/, personId: CALLERS.owner.id },
    { target: /^orders/, personId: CALLERS.owner.id },
  ]);
  t.equal(entries.length, 2);
  const file = await ruth.get(`${ADMIN}/orders/export?status=paid`);
  const [head = '', ...rows] = file.body.replace(/^\uFEFF/, '').split('\r\n');
  const at = head.split(',').indexOf('total');
  t.ok(rows.filter(Boolean).length > 0);
  for (const row of rows.filter(Boolean))
    t.match(row.split(/,(?![^"]*"(?:[^"]*"[^"]*")*[^"]*$)/)[at], /^\d+\.\d\d EUR$/, 'not in cents');
});

/** What one administrator does with a page that is open while another changes the row. */
const STALE = [
  {
    list: '/courses',
    rest: '/courses',
    new: { title: 'Mine', courseType: 'free' },
    path: 'publish',
    change: { title: 'Theirs' },
  },
  { list: '/posts', rest: '/posts', new: { title: 'Mine' }, path: 'publish', change: { title: 'Theirs' } },
  {
    list: '/digital-products',
    rest: '/digital_products',
    new: { title: 'Mine', price: { amount: 100, currency: 'EUR' } },
    path: 'publish',
    change: { title: 'Theirs' },
  },
  {
    list: '/coupons',
    rest: '/coupons',
    new: { code: 'MINE', discountType: 'percent', percent: 5, appliesTo: 'all' },
    path: 'disable',
    change: { percent: 50 },
  },
  {
    list: '/posts',
    rest: '/posts',
    new: { title: 'Mine' },
    path: 'schedule',
    change: { title: 'Theirs' },
    fields: { publishAt: '2030-01-01T10:00' },
  },
  {
    list: '/courses',
    rest: '/courses',
    new: { title: 'Mine', courseType: 'free' },
    path: 'delete',
    change: { title: 'Theirs' },
    fields: { password: PASSWORD },
  },
  {
    list: '/lecturers',
    rest: '/lecturers',
    new: { name: 'Mine' },
    path: 'delete',
    change: { name: 'Theirs' },
    fields: { password: PASSWORD },
  },
  {
    list: '/coupons',
    rest: '/coupons',
    new: { code: 'GONE', discountType: 'percent', percent: 5, appliesTo: 'all' },
    path: 'delete',
    change: { percent: 50 },
    fields: { password: PASSWORD },
  },
] as const;

t.test('a page that is out of date does nothing to a row that has changed, and shows what did', async (t) => {
  const world_ = await world(t);
  const { app, clock, ruth, token } = world_;
  for (const { list, rest, new: row, path, change, ...more } of STALE) {
    const title = `${list} ${path}`;
    const id = await made(world_, rest, row);
    const record = await ruth.get(`${ADMIN}${list}/${id}`);
    const page = record.body.includes(`action="${ADMIN}${list}/${id}/${path}"`)
      ? record
      : await ruth.get(`${ADMIN}${list}/${id}/${path}`);
    clock.advance(1000);
    const changed = await call(app, token, 'PATCH', `${rest}/${id}`, change);
    t.equal(changed.status, 200, title);
    const fields = 'fields' in more ? more.fields : {};
    const stale = await ruth.submit(page, `/${path}`, fields);
    t.equal(stale.status, 412, title);
    t.match(said(stale), /This has changed since you opened the page/, title);
    t.match(said(stale), Object.values(change).join(), `${title}: what is there now`);
    t.strictSame((await call(app, token, 'GET', `${rest}/${id}`)).json, changed.json, `${title}: nothing was done`);
    const again = stale.body.includes(`action="${ADMIN}${list}/${id}/${path}"`)
      ? stale
      : await ruth.get(`${ADMIN}${list}/${id}/${path}`);
    t.equal((await ruth.submit(again, `/${path}`, fields)).status, 200, `${title}: from the new page`);
    t.notSame((await call(app, token, 'GET', `${rest}/${id}`)).json, changed.json, `${title}: it is done`);
  }
});

/** Rows that strangers see, and what would change how they do. */
const SEEN = [
  {
    list: '/posts',
    rest: '/posts',
    on: 'status=published',
    path: 'edit',
    fields: { visibility: 'public', title: 'Seen' },
  },
  { list: '/courses', rest: '/courses', on: 'status=published', path: 'edit', fields: { title: 'Seen' } },
  { list: '/pages', rest: '/pages', on: 'status=published', path: 'edit', fields: { title: 'Seen' } },
  { list: '/events', rest: '/events', on: 'status=published', path: 'edit', fields: { title: 'Seen' } },
  { list: '/membership-plans', rest: '/membership_plans', on: 'status=active', path: 'edit', fields: { name: 'Seen' } },
  {
    list: '/digital-products',
    rest: '/digital_products',
    on: 'status=published',
    path: 'edit',
    fields: { title: 'Seen' },
  },
  {
    list: '/digital-products',
    rest: '/digital_products',
    on: { title: 'Seen', price: { amount: 1, currency: 'EUR' } },
    path: 'publish',
    fields: {},
  },
] as const;

t.test('what strangers see is changed by those who have just signed in, or enter the password', async (t) => {
  const world_ = await world(t);
  const { app, clock, ruth } = world_;
  for (const { list, rest, on, path, fields } of SEEN) {
    const title = `${list} ${path}`;
    const id =
      typeof on === 'string'
        ? await firstOf(world_, `${rest}?${on}`)
        : await made({ ...world_, token: await world_.tokenOf('owner') }, rest, on);
    clock.advance(11 * 60_000);
    const token = await world_.tokenOf('owner');
    const before = (await call(app, token, 'GET', `${rest}/${id}`)).json;
    const asked = await ruth.submit(await ruth.get(`${ADMIN}${list}/${id}`), `/${path}`, fields);
    t.match(asked.body, 'name="password"', title);
    t.equal((await ruth.submit(asked, `/${path}`, { password: 'wrong' })).status, 400, title);
    t.strictSame((await call(app, token, 'GET', `${rest}/${id}`)).json, before, `${title}: not yet`);
    t.match(said(await ruth.submit(asked, `/${path}`, { password: PASSWORD })), /(?:Saved|Done|Published)\./, title);
    const after = (await call(app, token, 'GET', `${rest}/${id}`)).json;
    t.match(after, path === 'publish' ? { status: 'published' } : fields, title);
  }
  const draft = await made({ ...world_, token: await world_.tokenOf('owner') }, '/posts', { title: 'Draft' });
  clock.advance(11 * 60_000);
  const saved = await ruth.submit(await ruth.get(`${ADMIN}/posts/${draft}`), '/edit', { title: 'Later' });
  t.match(said(saved), 'Saved.', 'a draft is saved at once');
});

t.test('nothing is added below what is not there', async (t) => {
  const { ruth, ...world_ } = await world(t);
  const event = await firstOf({ ...world_, ruth }, '/events');
  const form = await ruth.get(`${ADMIN}/events/${event}/registrations/new`);
  t.equal(form.status, 200);
  t.equal((await ruth.get(`${ADMIN}/events/nope/registrations/new`)).status, 404);
  t.equal((await ruth.get(`${ADMIN}/events/nope/registrations/export`)).status, 404);
  const csrf = /name="csrf" value="([^"]*)"/.exec(form.body)?.[1] ?? '';
  t.equal((await ruth.post(`${ADMIN}/events/nope/registrations/new`, [['csrf', csrf]])).status, 404);
});

t.test('staff who may change what they may not see are refused as elsewhere', async (t) => {
  const file = databaseFile(t);
  const world_ = await world(t, { databaseUrl: file.url, housekeeping: false });
  const lists = [
    'courses',
    'posts',
    'coupons',
    'enrollments',
    'lecturers',
    'membership_plans',
    'subscriptions',
    'events',
  ];
  for (const list of lists) {
    const id = await firstOf(world_, `/${list}`);
    const scope = list === 'enrollments' ? 'students:write' : `${list}:write`;
    await file.edit('update sites set staff_scope = ? where id = ?', scope, RIVERSIDE.id);
    const noor = await signedIn(world_.app, CALLERS.staff.email);
    const csrf = /name="csrf" value="([^"]*)"/.exec((await noor.get(ADMIN)).body)?.[1] ?? '';
    const base = `${ADMIN}/${list.replaceAll('_', '-')}`;
    for (const path of [base, `${base}/new`, `${base}/${id}`, `${base}/${id}/delete`, `${base}/export`])
      t.ok([403, 404].includes((await noor.get(path)).status), path);
    for (const path of ['new', `${id}/edit`, `${id}/publish`, `${id}/delete`, `${id}/cancel`, `${id}/revoke`])
      t.ok([403, 404].includes((await noor.post(`${base}/${path}`, [['csrf', csrf]])).status), `${base}/${path}`);
  }
});

t.test('what a form only shows is not kept, as it did nothing', async (t) => {
  const file = databaseFile(t);
  const { ruth } = await world(t, { databaseUrl: file.url, housekeeping: false });
  const kept = async (): Promise<number> => Number(await file.read('select count(*) from idempotency_keys'));
  const form = await ruth.get(`${ADMIN}/courses/new`);
  const before = await kept();
  const once = 'a'.repeat(43);
  for (const fields of [
    { search: 'lecturerIds', 'q.lecturerIds': 'yuki' },
    { preview: 'description', description: '# Secret' },
  ])
    t.equal((await ruth.submit(form, '/new', { once, title: 'Private', ...fields })).status, 200);
  t.equal(await kept(), before);
  await ruth.submit(form, '/new', { once, title: 'Made once' });
  t.equal(await kept(), before + 1, 'what does something is');
  await ruth.submit(form, '/new', { once, title: 'Made once' });
  t.equal(await kept(), before + 1);
});

t.test('a long text outlives the end of the session', async (t) => {
  const { app, ruth } = await world(t);
  const form = await ruth.get(`${ADMIN}/posts/new`);
  const bodyMarkdown = `${'Satz für Satz. '.repeat(100)}Ende.\r\n\r\n`.repeat(50).trimEnd();
  const sid = ruth.cookies.get('sid') ?? '';
  ruth.cookies.delete('sid');
  const ended = await ruth.submit(form, '/new', { title: 'Long', bodyMarkdown });
  t.equal(ended.status, 403);
  t.match(said(ended), /nothing was saved. What you entered is still here/);
  t.ok(said(ended).length < 5000, 'of which the page shows only the beginning');
  ruth.cookies.set('sid', sid);
  const asked = await ruth.submit(ended, '/new');
  const saved = await ruth.submit(asked, '/new');
  t.match(said(saved), 'Created.');
  const posts = app.school.records('posts');
  const id = new URL(saved.url, 'http://x').pathname.split('/').at(-1) ?? '';
  t.equal((await posts.find(RIVERSIDE.id, id))?.bodyMarkdown, bodyMarkdown.replaceAll('\r\n', '\n'));
});
