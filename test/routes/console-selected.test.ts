/** What is done to several rows of a list at once, as a table: each row by itself, with what was not possible. */
import t from 'tap';
import { CALLERS, call, type Json, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD } from '../support/app.ts';
import { ADMIN, type EditableWorld, editableWorld } from '../support/console.ts';
import { said, signedIn } from '../support/signed-in.ts';

t.setTimeout(300_000);

interface Deed {
  /** Below the school admin, and below `/api/v1`, where a row is. */
  list: string;
  rest: string;
  path: string;
  /** What makes a row, or by which query it is found. */
  on: object | string;
  fields?: Record<string, string>;
  leaves: object;
  /** Puts a row into a state in which nothing is left to do. */
  unfit?: string;
}

const price = { amount: 100, currency: 'EUR' };
const EVENT = { startsAt: '2027-07-01T10:00:00Z', endsAt: '2027-07-01T11:00:00Z', timezone: 'UTC' };
const REGISTRATIONS = '/events/evening-with-an-editor/registrations';
const of = (list: string, path: string, on: Deed['on'], leaves: object, more: Partial<Deed> = {}): Deed => ({
  ...{ list, rest: list.replaceAll('-', '_'), path, on, leaves },
  ...more,
});

const DEEDS: readonly Deed[] = [
  of('/courses', 'publish', { title: 'Ink', courseType: 'free' }, { status: 'published' }, { unfit: 'publish' }),
  of('/courses', 'archive', { title: 'Ink', courseType: 'free' }, { status: 'archived' }, { unfit: 'archive' }),
  of('/courses', 'unpublish', 'status=published', { status: 'draft' }),
  of('/events', 'publish', { title: 'Night', ...EVENT }, { status: 'published' }, { unfit: 'publish' }),
  of('/events', 'cancel', 'status=published', { status: 'cancelled' }),
  of(REGISTRATIONS, 'attended', 'status=registered', { status: 'attended' }, { rest: '/registrations' }),
  of(REGISTRATIONS, 'cancel', 'status=registered', { status: 'cancelled' }, { rest: '/registrations' }),
  of('/posts', 'publish', { title: 'Frost' }, { status: 'published' }, { unfit: 'publish' }),
  of('/posts', 'unpublish', 'status=published', { status: 'draft' }),
  of(
    '/posts',
    'schedule',
    { title: 'Frost' },
    { status: 'scheduled', publishAt: '2030-01-01T10:00:00.000Z' },
    {
      fields: { publishAt: '2030-01-01T10:00' },
    },
  ),
  of('/pages', 'publish', { title: 'Rooms', bodyMarkdown: 'Two.' }, { status: 'published' }, { unfit: 'publish' }),
  of(
    '/membership-plans',
    'publish',
    { name: 'Week', planType: 'fixed_length', lengthDays: 7, price },
    { status: 'active' },
  ),
  of('/digital-products', 'archive', { title: 'Score', price }, { status: 'archived' }, { unfit: 'archive' }),
  of('/coupons', 'disable', 'status=active', { status: 'disabled' }),
  of('/subscriptions', 'pause', 'status=active', { status: 'paused' }),
  of('/subscriptions', 'cancel', 'status=active', { status: 'cancelled' }, { fields: { when: 'now' } }),
  of(
    '/enrollments',
    'set_expiry',
    'status=active',
    { expireDate: '2031-01-01' },
    { fields: { expireDate: '2031-01-01' } },
  ),
  of('/enrollments', 'set_lifetime', 'status=active', { expireDate: null }),
  of('/enrollments', 'revoke', 'status=active', { status: 'revoked' }),
];

const get = async ({ app, token }: EditableWorld, path: string): Promise<Json> =>
  (await call(app, token, 'GET', path)).json;

async function rowsFor(made: EditableWorld, { list, on, rest }: Deed, count: number): Promise<Json[]> {
  if (typeof on === 'string') {
    const { nodes = [] } = await get(made, `${list === REGISTRATIONS ? list : rest}?${on}&first=20`);
    // What a subscription gives is changed there.
    return (nodes as Json[]).filter(({ source }) => String(source) !== 'subscription').slice(0, count);
  }
  const rows: Json[] = [];
  for (let at = 0; at < count; at += 1) {
    const name = 'title' in on ? { title: `${on.title} ${at}` } : 'name' in on ? { name: `${on.name} ${at}` } : {};
    rows.push((await call(made.app, made.token, 'POST', rest, { ...on, ...name })).json);
  }
  return rows;
}

const selecting = ({ list, path }: Deed, rows: readonly Json[]): string =>
  `${ADMIN}${list}/selected/${path}?${rows.map(({ id }) => `row=${id}`).join('&')}`;

t.test('several rows are changed at once, after a page that names and counts them', async (t) => {
  for (const deed of DEEDS) {
    const made = await editableWorld(t);
    const { app, ruth, token } = made;
    const name = `${deed.list} ${deed.path}`;
    const rows = await rowsFor(made, deed, 3);
    t.equal(rows.length, 3, name);
    const list = await ruth.get(ADMIN + deed.list);
    t.match(list.body, `formaction="${ADMIN}${deed.list}/selected/${deed.path}"`, `${name}: a button above the list`);
    const [unfit] = deed.unfit === undefined ? [] : await rowsFor(made, deed, 1);
    if (unfit !== undefined) await call(app, token, 'POST', `${deed.rest}/${unfit.id}/${deed.unfit}`);
    const page = await ruth.get(selecting(deed, unfit === undefined ? rows : [...rows, unfit]));
    t.equal(page.status, 200, name);
    t.match(said(page), ': 3 entries', `${name}: how many`);
    t.equal(said(page).includes('stay as they are'), unfit !== undefined, `${name}: and how many not`);
    const done = await ruth.submit(page, `/selected/${deed.path}`, deed.fields ?? {});
    t.match(said(done), 'Done.', name);
    for (const { id } of rows) t.match(await get(made, `${deed.rest}/${id}`), deed.leaves, `${name}: ${id}`);
  }
});

t.test('a row that was changed meanwhile, or cannot be, is reported, and the others are done', async (t) => {
  const made = await editableWorld(t);
  const { app, ruth, token } = made;
  const deed = DEEDS[0] as Deed;
  const rows = await rowsFor(made, deed, 4);
  const page = await ruth.get(selecting(deed, rows));
  const [first, second, ...others] = rows;
  await call(app, token, 'PATCH', `/courses/${first?.id}`, { title: 'Theirs <b>' });
  await call(app, token, 'DELETE', `/courses/${second?.id}`);
  const report = await ruth.submit(page, '/selected/publish');
  t.match(said(report), /2 entries were changed\. 1 entry was not: Theirs <b> Changed since you opened the page\./);
  t.notMatch(report.body, 'Theirs <b>', 'as text');
  t.match(await get(made, `/courses/${first?.id}`), { status: 'draft' });
  for (const { id } of others) t.match(await get(made, `/courses/${id}`), { status: 'published' });

  const { nodes = [] } = await get(made, '/pages?status=published');
  const home = (nodes as Json[]).find(({ isHomepage }) => String(isHomepage) === 'true');
  const other = (nodes as Json[]).find(({ isHomepage }) => String(isHomepage) !== 'true');
  const chosen = [home, other].filter((one) => one !== undefined);
  const refused = await ruth.submit(
    await ruth.get(selecting({ ...deed, list: '/pages', path: 'unpublish' }, chosen)),
    '/selected/unpublish',
  );
  if (home !== undefined) t.match(said(refused), /was not: .*homepage/i, 'with the reason');
  t.match(await get(made, `/pages/${other?.id}`), { status: 'draft' });
});

/** What is no selection. */
const NOTHING = [
  '',
  'row=',
  'row=no-such-id',
  'row=%00',
  `row=${'x'.repeat(300)}`,
  'row=crs_demo_plants',
  'row=../../x',
];

t.test('what is no selection leads back to the list, and only those who may see and do it', async (t) => {
  const made = await editableWorld(t);
  const { app, clock, file, ruth } = made;
  for (const query of NOTHING) {
    const back = await ruth.get(`${ADMIN}/coupons/selected/disable?${query}`);
    t.equal(back.url, `${ADMIN}/coupons?done=none`, query);
    t.match(said(back), 'First select entries');
  }
  for (const path of [
    '/courses/selected/delete',
    '/pages/selected/homepage',
    '/digital-products/selected/attach_file',
    '/orders/selected/refund',
    '/enrollments/selected/reset_progress',
  ])
    t.ok((await ruth.get(`${ADMIN}${path}?row=x`)).status >= 404, `${path} is nothing for several`);

  const deed = DEEDS[0] as Deed;
  const rows = await rowsFor(made, deed, 2);
  const hugo = await signedIn(app, CALLERS.foreignOwner.email);
  t.match(
    (await hugo.get(selecting(deed, rows).replace('riverside', 'harbour'))).url,
    'done=none',
    'of another school',
  );
  await file.edit('update sites set staff_scope = ? where id = ?', 'courses:read', RIVERSIDE.id);
  const noor = await signedIn(app, CALLERS.staff.email);
  t.notMatch((await noor.get(`${ADMIN}/courses`)).body, 'name="row"', 'no ticks for those who can only look');
  t.equal((await noor.get(selecting(deed, rows))).status, 403);

  clock.advance(11 * 60_000);
  const asked = await ruth.submit(await ruth.get(selecting(deed, rows)), '/selected/publish');
  t.match(asked.body, 'name="password"', 'what visitors see asks for the password');
  t.match(await get({ ...made, token: await made.tokenOf('owner') }, `/courses/${rows[0]?.id}`), { status: 'draft' });
  t.match(said(await ruth.submit(asked, '/selected/publish', { password: PASSWORD })), 'Done.');
  for (const { id } of rows)
    t.match(await get({ ...made, token: await made.tokenOf('owner') }, `/courses/${id}`), { status: 'published' });
});
