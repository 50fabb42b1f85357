// slow
/** What a school has, by its pages: each area as a row of a table, and what the admin API says afterwards. */
import t from 'tap';
import { CALLERS, type CallerName, call, type Json, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD } from '../support/app.ts';
import type { Page } from '../support/browser.ts';
import { ADMIN, type EditableWorld, editableWorld, rest } from '../support/console.ts';
import { AREAS, type AreaRow, POSTS } from '../support/console-areas.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

t.setTimeout(600_000);

const idsOf = ({ body }: Page): string[] =>
  [...body.matchAll(/<th scope="row">(?:<div class="covered"><img [^>]*><div>)?<a href="[^"]*\/([^/"]+)"/g)].map(
    ([, id = '']) => id,
  );
const idIn = (address: string): string => new URL(address, 'http://x').pathname.split('/').at(-1) ?? '';
const valueIn = (page: Page, name: string): string | undefined =>
  new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(page.body)?.[1];

async function idFor(made: EditableWorld, { rest: path }: AreaRow, on: string | object): Promise<string> {
  if (typeof on === 'string') return String((await rest(made, `${path}?${on}`)).nodes?.[0]?.id);
  return String((await call(made.app, made.token, 'POST', path, on)).json.id);
}

for (const area of AREAS) {
  const list = `${ADMIN}${area.path}`;

  t.test(
    `${area.name}: the list has the filters, sorts and search of REST, and turns pages in both directions`,
    async (t) => {
      const made = await editableWorld(t);
      const { ruth } = made;
      const all = await ruth.get(list);
      t.equal(all.status, 200);
      const { totalCount, nodes } = await rest(made, `${area.rest}?totalCount=true&first=15`);
      // A page with covers has fewer.
      const shown = all.body.includes('class="covered"') ? nodes?.slice(0, 10) : nodes;
      t.match(said(all), new RegExp(`${totalCount} entr`), 'as many as REST counts');
      t.strictSame(
        idsOf(all),
        (shown as Json[] | undefined)?.map(({ id }) => id),
        'in its order',
      );
      for (const query of area.queries) {
        const found = await rest(made, `${area.rest}?${query}&first=${all.body.includes('class="covered"') ? 10 : 15}`);
        t.strictSame(
          idsOf(await ruth.get(`${list}?${query}`)),
          found.nodes?.map(({ id }) => id),
          query,
        );
      }
      const pages: string[][] = [];
      let page = all;
      for (;;) {
        pages.push(idsOf(page));
        const next = linksOf(page).find((href) => href.includes('after='));
        if (next === undefined) break;
        page = await ruth.get(next);
      }
      for (const expected of pages.toReversed().slice(1)) {
        page = await ruth.get(linksOf(page).find((href) => href.includes('before=')) ?? '');
        t.strictSame(idsOf(page), expected, 'the page before');
      }
      t.equal((await ruth.get(`${list}?after=made-up`)).url, list, 'a position that is none');
      const file = await ruth.get(`${list}/export`);
      t.match(file.headers['content-type'], 'text/csv');
      t.equal(file.body.split(/\r\n(?=\w+_)/).length - 1, Number(totalCount), 'a file with all of them');
    },
  );

  t.test(`${area.name}: staff see and change what their scopes allow, and nobody sees another school`, async (t) => {
    const { app, file, ruth } = await editableWorld(t);
    const [id = ''] = idsOf(await ruth.get(list));
    const seen: Record<CallerName, number> = {
      owner: 200,
      admin: 200,
      staff: 200,
      instructor: 403,
      member: 403,
      foreignOwner: 403,
    };
    for (const [name, status] of Object.entries(seen) as [CallerName, number][]) {
      const browser = await signedIn(app, CALLERS[name].email);
      for (const path of [list, `${list}/${id}`, `${list}/export`])
        t.equal((await browser.get(path)).status, status, `${name} ${path}`);
    }
    const hugo = await signedIn(app, CALLERS.foreignOwner.email);
    t.equal((await hugo.get(`/admin/harbour${area.path}/${id}`)).status, 404, 'an id of another school');
    t.equal((await ruth.get(`${list}/no-such-thing`)).status, 404);
    const limited = async (scope: string) => {
      await file.edit('update sites set staff_scope = ? where id = ?', scope, RIVERSIDE.id);
      return signedIn(app, CALLERS.staff.email);
    };
    const reader = await limited(area.scopes.read);
    const record = await reader.get(`${list}/${id}`);
    t.equal(record.status, 200, 'with the scope to read');
    t.notMatch(record.body.slice(record.body.indexOf('<main')), /<form/, 'and nothing to change it');
    t.equal((await reader.get(`${list}/new`)).status, area.create === undefined ? 404 : 403);
    const csrf = valueIn(record, 'csrf') ?? '';
    for (const path of area.actions.map((action) => action.path))
      t.ok(
        [403, 404].includes((await reader.post(`${list}/${id}/${path}`, [['csrf', csrf]])).status),
        `${path} is refused`,
      );
    const stranger = await limited(area.scopes.read === 'analytics:read' ? 'courses:read' : 'analytics:read');
    for (const path of [list, `${list}/${id}`, `${list}/export`])
      t.equal((await stranger.get(path)).status, 403, `without it: ${path}`);
    t.notOk(linksOf(await stranger.get(ADMIN)).includes(list), 'nor is it in the menu');
  });

  if (area.create !== undefined) creating(area, list);
  if (area.actions.length > 0) acting(area, list);
}

function creating(area: AreaRow, list: string): void {
  const { create } = area;
  if (create === undefined) return;
  t.test(`${area.name}: one is created, with what is wrong at its field, and edited by two at once`, async (t) => {
    const made = await editableWorld(t);
    const { app, ruth } = made;
    const form = await ruth.get(`${list}/new`);
    for (const [wrong, field] of create.wrong) {
      const again = await ruth.submit(form, '/new', { ...create.fields, ...wrong });
      t.ok([400, 409].includes(again.status), `${JSON.stringify(wrong)}: ${again.status}`);
      t.match(again.body, new RegExp(`id="${field}-error"|href="#${field}"`), `the mistake is at ${field}`);
      // A choice that does not exist is not shown.
      for (const [name, value] of Object.entries({ ...create.fields, ...wrong }))
        if (typeof value === 'string' && value !== '' && !value.startsWith('usr_'))
          t.match(
            again.body,
            value.split('\n')[0]?.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
            `${name} is still there`,
          );
    }
    const record = await ruth.submit(form, '/new', create.fields);
    t.match(said(record), 'Created.');
    const one = idIn(record.url);
    t.match(await rest(made, `${area.restOne ?? area.rest}/${one}`), create.stored, 'as REST says');
    if (create.edit === undefined) return;

    const { field, mine, theirs, other } = create.edit;
    const admin = await signedIn(app, CALLERS.admin.email);
    const [first, second] = [await ruth.get(`${list}/${one}`), await admin.get(`${list}/${one}`)];
    t.match(said(await admin.submit(second, '/edit', { [field]: theirs })), 'Saved.');
    const stale = await ruth.submit(first, '/edit', { [field]: mine });
    t.equal(stale.status, 412);
    t.match(said(stale), new RegExp(`Stored now Yours .* ${theirs} ${mine}`), 'theirs and yours, side by side');
    t.equal(valueIn(stale, field), mine, 'nothing is lost');
    t.match(await rest(made, `${area.restOne ?? area.rest}/${one}`), { [field]: theirs });
    t.match(said(await ruth.submit(stale, '/edit')), 'Saved.');
    t.match(await rest(made, `${area.restOne ?? area.rest}/${one}`), { [field]: mine });
    if (other !== undefined) {
      const [mineAgain, theirsAgain] = [await ruth.get(`${list}/${one}`), await admin.get(`${list}/${one}`)];
      await admin.submit(theirsAgain, '/edit', other);
      const merged = await ruth.submit(mineAgain, '/edit', { [field]: 'Once more' });
      t.equal(merged.status, 412);
      await ruth.submit(merged, '/edit');
      t.match(
        await rest(made, `${area.restOne ?? area.rest}/${one}`),
        { [field]: 'Once more', ...other },
        'what others changed elsewhere stays',
      );
    }
  });
}

function acting(area: AreaRow, list: string): void {
  t.test(`${area.name}: each action does what its operation does`, async (t) => {
    const made = await editableWorld(t);
    const { ruth } = made;
    for (const { on, path, fields = {}, asks = 'button', leaves = {}, ends } of area.actions) {
      const id = await idFor(made, area, on);
      const record = await ruth.get(`${list}/${id}`);
      t.equal(record.status, 200, `${path}: the record`);
      const page = asks === 'button' ? record : await ruth.get(`${list}/${id}/${path}`);
      t.equal(page.status, 200, path);
      if (asks === 'password') t.equal((await ruth.submit(page, `/${path}`, { password: 'wrong' })).status, 400);
      const filled = asks === 'password' ? { ...fields, password: PASSWORD } : fields;
      const after = await ruth.submit(page, `/${path}`, filled);
      t.equal(after.status, ends === 'refused' ? 409 : 200, `${path}: ${said(after).slice(0, 200)}`);
      const stored = await call(made.app, made.token, 'GET', `${area.restOne ?? area.rest}/${id}`);
      if (ends === 'gone') t.equal(stored.status, 404, path);
      else t.match(stored.json, leaves, path);
    }
  });
}

t.test(
  'a long list of references is searched, and Markdown is shown, with all that was entered and without a script',
  async (t) => {
    const made = await editableWorld(t);
    const { app, ruth, token } = made;
    for (let at = 0; at < 30; at += 1) await call(app, token, 'POST', '/lecturers', { name: `Guest ${at}` });
    const form = await ruth.get(`${ADMIN}/courses/new`);
    t.notMatch(form.body, 'lct_demo_yuki', 'none of them is listed');
    const entered = { title: 'Kept', price: '7', courseType: 'paid' };
    const none = await ruth.submit(form, '/new', {
      ...entered,
      search: 'lecturerIds',
      'q.lecturerIds': 'no-such-name',
    });
    t.equal(none.status, 200);
    t.match(said(none), 'No further match.');
    const found = await ruth.submit(none, '/new', { search: 'lecturerIds', 'q.lecturerIds': 'yuki' });
    t.equal(valueIn(found, 'title'), 'Kept');
    t.match(said(found), 'Yuki Mori');
    const more = await ruth.submit(found, '/new', {
      ...entered,
      lecturerIds: 'lct_demo_yuki',
      search: 'lecturerIds',
      'q.lecturerIds': 'guest',
    });
    t.equal([...more.body.matchAll(/name="lecturerIds"/g)].length, 21, 'what is chosen, and twenty matches');
    const shown = await ruth.submit(more, '/new', {
      ...entered,
      preview: 'description',
      description: '**bold** <script>alert(1)</script>',
    });
    t.match(shown.body, '<strong>bold</strong>');
    t.notMatch(shown.body, '<script>alert');
    t.match(shown.body, '**bold** &lt;script&gt;alert(1)&lt;/script&gt;</textarea>', 'and the text is still there');
    const description = '**bold** <script>alert(1)</script>';
    const record = await ruth.submit(shown, '/new', { courseType: 'paid', description });
    t.match(said(record), 'Created.');
    t.match(await rest(made, `/courses/${idIn(record.url)}`), {
      title: 'Kept',
      lecturerIds: ['lct_demo_yuki'],
      price: { amount: 700 },
      description: '**bold** <script>alert(1)</script>',
    });
  },
);

t.test('what strangers see asks for the password when the sign-in was a while ago', async (t) => {
  const made = await editableWorld(t);
  const { clock, ruth } = made;
  const posts = `${ADMIN}/posts`;
  const [first, second] = [await idFor(made, POSTS, { title: 'One' }), await idFor(made, POSTS, { title: 'Two' })];
  for (const [path, fields] of [
    ['publish', {}],
    ['schedule', { publishAt: '2030-01-01T10:00' }],
  ] as const) {
    const id = path === 'publish' ? first : second;
    clock.advance(11 * 60_000);
    const form = await ruth.get(path === 'publish' ? `${posts}/${id}` : `${posts}/${id}/${path}`);
    const asked = await ruth.submit(form, `/${path}`, fields);
    t.match(asked.body, 'name="password"', path);
    t.equal((await ruth.submit(asked, `/${path}`, { password: 'wrong' })).status, 400);
    const token = await made.tokenOf('owner');
    t.match((await call(made.app, token, 'GET', `/posts/${id}`)).json, { status: 'draft' });
    const sentence = path === 'publish' ? 'Published.' : 'Done.';
    t.match(said(await ruth.submit(asked, `/${path}`, { password: PASSWORD })), sentence);
    t.match((await call(made.app, token, 'GET', `/posts/${id}`)).json, {
      status: path === 'publish' ? 'published' : 'scheduled',
    });
  }
});
