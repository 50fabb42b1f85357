/** Pages that do something to several things at once, or only show figures, compared with what the admin API says. */
import t from 'tap';
import { CALLERS, call, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD } from '../support/app.ts';
import { ADMIN, rest, world } from '../support/console.ts';
import { databaseFile } from '../support/database-edit.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

t.setTimeout(300_000);

/** What is pasted, and how many are enrolled, or what is said of it. */
const PASTED: readonly (readonly [pasted: string, outcome: number | RegExp])[] = [
  ['one@new.example\r\ntwo@new.example', 2],
  ['Ada Minster <ada@new.example>; "Bo, Carl" <bo@new.example>', /Bo/],
  ['Ada Minster <ada@new.example>, Bo <bo@new.example>,', 2],
  ['usr_demo_noor', 1],
  ['Tess Moss\ttess@new.example', 1],
  ['Ada<ada@new.example>\n<bo@new.example>', 2],
  ['@'.repeat(3_000), /@@: /],
  ['', /Please fill in this field/],
  ['not an address', /not an address: /],
  ['dup@new.example\nDUP@new.example', /DUP@new\.example: /],
  ['fine@new.example\nusr_nobody', /usr_nobody: /],
  [Array.from({ length: 101 }, (_, at) => `p${at}@new.example`).join('\n'), /too long|check the format/],
];

t.test('several people are enrolled at once, or no one', async (t) => {
  const made = await world(t);
  const { app, ruth, token } = made;
  for (const [pasted, outcome] of PASTED) {
    const { id: courseId } = (await call(app, token, 'POST', '/courses', { title: 'Ink', courseType: 'free' })).json;
    const form = await ruth.get(`${ADMIN}/enrollments/bulk`);
    const page = await ruth.submit(form, '/bulk', { courseId: String(courseId), students: pasted });
    const { totalCount } = await rest(made, `/enrollments?courseId=${courseId}&totalCount=true`);
    if (typeof outcome === 'number') {
      t.match(said(page), 'Done.', pasted);
      t.equal(Number(totalCount), outcome, pasted);
    } else {
      t.ok(page.status >= 400 && page.status < 500, `${pasted.slice(0, 30)}: ${page.status}`);
      t.match(said(page), outcome, pasted.slice(0, 50));
      t.equal(Number(totalCount), 0, `${pasted.slice(0, 30)}: no one is`);
      for (const line of pasted.split('\n').filter(Boolean).slice(0, 3))
        t.match(page.body, line.trim().replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'));
    }
  }
});

t.test('coupon codes are made by the dozen', async (t) => {
  const made = await world(t);
  const { ruth } = made;
  const form = await ruth.get(`${ADMIN}/coupons/bulk_generate`);
  const terms = { count: '12', prefix: 'FAIR-', discountType: 'percent', percent: '15', appliesTo: 'all' };
  for (const [wrong, field] of [
    [{ count: '501' }, 'count'],
    [{ count: '' }, 'count'],
    [{ prefix: 'lower case' }, 'prefix'],
    [{ percent: '' }, 'percent'],
  ] as const) {
    const again = await ruth.submit(form, '/bulk_generate', { ...terms, ...wrong });
    t.equal(again.status, 400, field);
    t.match(again.body, new RegExp(`id="${field}-error"`), field);
  }
  t.match(said(await ruth.submit(form, '/bulk_generate', terms)), 'Done.');
  t.match(said(await ruth.submit(form, '/bulk_generate', terms)), 'Done.', 'once more is answered as before');
  const { nodes, totalCount } = await rest(made, '/coupons?q=FAIR&totalCount=true');
  t.equal(Number(totalCount), 12);
  t.match(nodes?.[0], { percent: 15, amount: null, status: 'active', maxRedemptions: null });
});

t.test('members get tags, notes and further fields', async (t) => {
  const made = await world(t);
  const { app, ruth, token } = made;
  const ids = ['usr_demo_ana', 'usr_demo_ivan'];
  const form = await ruth.get(`${ADMIN}/members/tag`);
  t.match(said(await ruth.submit(form, '/tag', { memberIds: ids, add: 'Choir\r\nFirst year', remove: '' })), 'Members');
  for (const id of ids) t.match((await rest(made, `/members/${id}`)).tags, ['Choir', 'First year']);
  const none = await ruth.submit(form, '/tag', { memberIds: [], add: 'Lost', remove: '' });
  t.equal(none.status, 400);
  const notes = `${ADMIN}/members/usr_demo_ana/notes`;
  const custom = { Address: 'Main Street 1\nRiverside: west', Size: 'M' };
  t.equal((await call(app, token, 'PATCH', '/members/usr_demo_ana', { customFields: custom })).status, 200);
  const page = await ruth.get(notes);
  for (const one of ['Address: Main Street 1 Riverside: west', 'Size: M']) t.match(said(page), one);
  t.match(said(await ruth.submit(page, '/edit', { note: 'Sings alto' })), 'Saved.');
  t.match(await rest(made, '/members/usr_demo_ana'), { note: 'Sings alto', customFields: custom, tags: ['Choir'] });
  const [text = ''] = /(?<=id="customFields"[^>]*>\n)[^<]*/.exec(page.body) ?? [];
  const changed = await ruth.submit(await ruth.get(notes), '/edit', {
    customFields: `${text}\r\nShoes: 38`.replaceAll('\n', '\r\n'),
  });
  t.match(said(changed), 'Saved.');
  t.strictSame((await rest(made, '/members/usr_demo_ana')).customFields, { ...custom, Shoes: '38' }, 'also over lines');
});

t.test('lecturers are put in an order', async (t) => {
  const made = await world(t);
  const { app, ruth } = made;
  const order = async () => (await app.school.teaching.order(RIVERSIDE.id)).map(({ id }) => id);
  const [first = '', second = '', ...others] = await order();
  const page = await ruth.get(`${ADMIN}/lecturers/order`);
  t.notMatch(page.body, `value="up ${first}"`, 'the first has no way up');
  for (const [move, expected] of [
    [`down ${first}`, [second, first, ...others]],
    [`up ${first}`, [first, second, ...others]],
    [`up ${first}`, [first, second, ...others]],
    ['up lct_nobody', [first, second, ...others]],
    ['', [first, second, ...others]],
  ] as const) {
    const here = await ruth.get(`${ADMIN}/lecturers/order`);
    t.equal((await ruth.submit(here, '/order', { move })).status, 200, move);
    t.strictSame(await order(), expected, move);
  }
});

t.test('refunds and figures are those of the admin API', async (t) => {
  const made = await world(t);
  const { ruth } = made;
  const { nodes } = await rest(made, '/refunds?first=5');
  const list = said(await ruth.get(`${ADMIN}/refunds`));
  for (const { orderNumber } of nodes ?? []) t.match(list, String(orderNumber));
  t.equal((await ruth.get(`${ADMIN}/refunds/export`)).status, 200);

  const range = 'from=2026-09-01&to=2026-11-20';
  const page = await ruth.get(`${ADMIN}/figures?${range}&metric=orders&interval=month&ranking=courses_by_students`);
  const text = said(page);
  const { totals, now } = await rest(made, `/analytics/summary?${range}`);
  t.match(text, `Orders ${totals?.orders}`);
  t.match(text, `Active members ${now?.members}`);
  const { points } = await rest(made, `/analytics/series?${range}&metric=orders&interval=month`);
  t.ok((points ?? []).length > 2);
  const top = await rest(made, `/analytics/top?${range}&ranking=courses_by_students`);
  for (const { title, value } of top.nodes ?? []) t.match(text, `${title} ${value}`);
  for (const query of [
    'from=2026-02-31',
    'from=2027-01-01&to=2026-01-01',
    'from=1990-01-01',
    'metric=constructor&interval=&ranking=__proto__',
    'from=x',
  ])
    t.equal((await ruth.get(`${ADMIN}/figures?${query}`)).status, 200, query);
  const { nodes: courses } = await rest(made, '/analytics/courses?first=3');
  for (const { id } of courses ?? []) {
    const { lectures } = await rest(made, `/analytics/courses/${id}/lectures`);
    const shown = said(await ruth.get(`${ADMIN}/course-analytics/${id}`));
    for (const one of lectures ?? []) t.match(shown, `${one.title} ${one.began} ${one.completed}`);
  }
  const { nodes: enrollments } = await rest(made, '/enrollments?first=2&memberId=usr_demo_ana');
  for (const { id } of enrollments ?? []) {
    const { lectures } = await rest(made, `/enrollments/${id}/progress`);
    const shown = said(await ruth.get(`${ADMIN}/enrollments/${id}`));
    for (const one of lectures ?? []) t.match(shown, String(one.title));
  }
});

t.test('the look is reset with the password', async (t) => {
  const made = await world(t);
  const { app, ruth, token } = made;
  await call(app, token, 'PATCH', '/appearance', { themeColor: '#112233', footerMarkdown: 'Foot' });
  const link = linksOf(await ruth.get(`${ADMIN}/look`)).find((href) => href.endsWith('/reset')) ?? '';
  const form = await ruth.get(link);
  t.equal((await ruth.submit(form, '/reset', { password: 'wrong' })).status, 400);
  t.match(await rest(made, '/appearance'), { footerMarkdown: 'Foot' });
  await ruth.submit(form, '/reset', { password: PASSWORD });
  t.match(await rest(made, '/appearance'), { footerMarkdown: '', themeColor: '#1F3A5F' });
});

t.test('each of these pages is for those whose role has its scope', async (t) => {
  const file = databaseFile(t);
  const { app } = await world(t, { databaseUrl: file.url, housekeeping: false });
  await file.edit('update sites set staff_scope = ? where id = ?', 'courses:read', RIVERSIDE.id);
  const noor = await signedIn(app, CALLERS.staff.email);
  for (const path of ['enrollments/bulk', 'coupons/bulk_generate', 'members/tag', 'members/usr_demo_ana/notes'])
    t.equal((await noor.get(`${ADMIN}/${path}`)).status, 403, path);
  for (const path of ['lecturers/order', 'refunds', 'figures', 'look/reset', 'assets', 'assets/new'])
    t.equal((await noor.get(`${ADMIN}/${path}`)).status, 403, path);
  const hugo = await signedIn(app, CALLERS.foreignOwner.email);
  t.equal((await hugo.get('/admin/harbour/members/usr_demo_ana/notes')).status, 404, 'a member of another school');
});
