/** The curriculum of a course on its record: what is added, changed, moved and deleted there, without a script. */
import t from 'tap';
import { CALLERS, call, type Json, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD } from '../support/app.ts';
import { ADMIN, post, type World, world } from '../support/console.ts';
import { databaseFile } from '../support/database-edit.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

t.setTimeout(300_000);

const FREE = { courseType: 'free' };

/** A course with these sections, each with lectures of these titles. */
async function course(
  made: World,
  outline: Readonly<Record<string, readonly string[]>>,
  more: object = {},
): Promise<string> {
  const { id } = await post(made, '/courses', { title: 'Ink', ...FREE });
  for (const [title, lectures] of Object.entries(outline)) {
    const section = await post(made, `/courses/${id}/sections`, { title });
    for (const one of lectures)
      await post(made, `/sections/${section.id}/lectures`, { title: one, kind: 'video', durationSeconds: 90, ...more });
  }
  return String(id);
}

const outlineOf = async ({ app, token }: World, id: string): Promise<string> => {
  const { sections } = (await call(app, token, 'GET', `/courses/${id}/outline`)).json;
  return (sections ?? [])
    .map(({ title, lectures }) => `${title}: ${(lectures ?? []).map((one: Json) => one.title).join(' ')}`.trim())
    .join(', ');
};

const linkTo = (page: { body: string }, label: string): string =>
  new RegExp(`<a [^>]*href="([^"]*)"[^>]*>${label}</a>`).exec(page.body)?.[1] ?? `no link ${label}`;

t.test('sections and lectures are added, edited and deleted', async (t) => {
  const made = await world(t);
  const { app, ruth, token } = made;
  const id = await course(made, {});
  const record = await ruth.get(linkTo(await ruth.get(`${ADMIN}/courses/${id}`), 'Curriculum'));
  t.match(said(record), 'No sections yet');
  const wrong = await ruth.submit(await ruth.get(linkTo(record, 'New section')), '/new', { title: '' });
  t.equal(wrong.status, 400);
  const added = await ruth.submit(wrong, '/new', { title: 'Galls & <ink>' });
  t.match(said(added), 'Created.');
  t.match(said(added), '1. Galls & <ink>');
  const lecture = await ruth.submit(await ruth.get(linkTo(added, 'New lecture')), '/new', {
    title: 'Boiling',
    kind: 'text',
    durationSeconds: '10:01',
    contentMarkdown: '# Boil',
    freePreview: '1',
    status: 'draft',
  });
  t.match(said(lecture), /Boiling Draft Publish Free preview Text 11 min/);
  const [section] = (await call(app, token, 'GET', `/courses/${id}/outline`)).json.sections ?? [];
  const [one] = section?.lectures ?? [];
  const page = await ruth.get(linkTo(lecture, 'Boiling'));
  for (const [fields, field] of [
    [{ durationSeconds: 'long' }, 'durationSeconds'],
    [{ releaseAfterDays: '3' }, 'releaseAfterDays'],
    [{ mediaAssetId: 'ast_none' }, 'mediaAssetId'],
    [{ title: '' }, 'title'],
  ] as const) {
    const again = await ruth.submit(page, '/edit', fields);
    t.equal(again.status, 400, field);
    t.match(again.body, `id="${field}-error"`, field);
  }
  t.match(said(await ruth.submit(page, '/edit', { title: 'Boiling it', durationSeconds: '1:00' })), 'Saved.');
  t.match((await call(app, token, 'GET', `/lectures/${one?.id}`)).json, {
    title: 'Boiling it',
    durationSeconds: 60,
    contentMarkdown: '# Boil',
    freePreview: true,
  });
  const sectionPage = await ruth.get(`${ADMIN}/courses/${id}/sections/${section?.id}`);
  const full = await ruth.submit(await ruth.get(`${sectionPage.url}/delete`), '/delete', { password: PASSWORD });
  t.equal(full.status, 409);
  t.match(said(full), 'The section contains lectures');
  const gone = await ruth.submit(await ruth.get(`${page.url}/delete`), '/delete', { password: PASSWORD });
  t.match(said(gone), 'Deleted.');
  t.equal(new URL(gone.url, 'http://x').pathname, `${ADMIN}/courses/${id}/outline`, 'back at the curriculum');
  await ruth.submit(await ruth.get(`${sectionPage.url}/delete`), '/delete', { password: PASSWORD });
  t.equal(await outlineOf(made, id), '');
});

/** Moves of something, by its title, in a course `A: a b, B: c, C:`, and the outline afterwards. */
const MOVES: readonly (readonly [of: string, way: 'up' | 'down', outline: string])[] = [
  ['b', 'up', 'A: b a, B: c, C:'],
  ['a', 'down', 'A: b a, B: c, C:'],
  ['b', 'down', 'A: a, B: b c, C:'],
  ['c', 'up', 'A: a b c, B:, C:'],
  ['c', 'down', 'A: a b, B:, C: c'],
  ['A', 'down', 'B: c, A: a b, C:'],
  ['C', 'up', 'A: a b, C:, B: c'],
  ['A', 'up', 'A: a b, B: c, C:'],
  ['C', 'down', 'A: a b, B: c, C:'],
  ['a', 'up', 'A: a b, B: c, C:'],
];

t.test('each is moved by a button, if there is somewhere to go', async (t) => {
  const made = await world(t);
  const { app, ruth, token } = made;
  for (const [of, way, expected] of MOVES) {
    const id = await course(made, { A: ['a', 'b'], B: ['c'], C: [] });
    const before = await outlineOf(made, id);
    const { sections = [] } = (await call(app, token, 'GET', `/courses/${id}/outline`)).json;
    const all = sections.flatMap((one: Json) => [one, ...(one.lectures ?? [])]);
    const move = `${way} ${all.find(({ title }) => String(title) === of)?.id}`;
    const page = await ruth.get(`${ADMIN}/courses/${id}/outline`);
    t.equal(page.body.includes(`value="${move}"`), before !== expected, `${of} ${way}: there is a button`);
    t.equal((await ruth.submit(page, '/outline', { move })).status, 200);
    t.equal(await outlineOf(made, id), expected, `${of} ${way}`);
  }
  const id = await course(made, { A: ['a'] });
  const page = await ruth.get(`${ADMIN}/courses/${id}/outline`);
  for (const move of ['', 'up', 'sideways sec_1', 'down lec_demo_natural-dyes_1_1', 'up __proto__'])
    t.equal((await ruth.submit(page, '/outline', { move })).status, 200, move);
  t.equal(await outlineOf(made, id), 'A: a', 'what is not there moves nothing');
});

t.test('a curriculum is that of its course and its school, for those who may see and change it', async (t) => {
  const file = databaseFile(t);
  const made = await world(t, { databaseUrl: file.url, housekeeping: false });
  const { app, ruth, token } = made;
  const [one, other] = [await course(made, { A: ['a'] }), await course(made, { B: ['b'] })];
  const [section] = (await call(app, token, 'GET', `/courses/${one}/outline`)).json.sections ?? [];
  const [elsewhere] = (await call(app, token, 'GET', `/courses/${other}/outline`)).json.sections ?? [];
  const lecture = section?.lectures?.[0]?.id;
  const below = (of: string, path: string): string => `${ADMIN}/courses/${of}/sections/${path}`;
  for (const path of [
    below(other, `${section?.id}`),
    below(other, `${section?.id}/lectures/new`),
    below(one, `${elsewhere?.id}/lectures/${lecture}`),
    below(other, `${section?.id}/lectures/${lecture}`),
    below('nope', 'new'),
    below(one, 'nope/lectures/new'),
  ])
    t.equal((await ruth.get(path)).status, 404, path);
  const hugo = await signedIn(app, CALLERS.foreignOwner.email);
  t.equal((await hugo.get(`/admin/harbour/courses/${one}/sections/new`)).status, 404, 'of another school');

  const limited = async (scopes: string) => {
    await file.edit('update sites set staff_scope = ? where id = ?', scopes, RIVERSIDE.id);
    return signedIn(app, CALLERS.staff.email);
  };
  const record = `${ADMIN}/courses/${one}`;
  const unaware = await limited('courses:read courses:write');
  const blind = await unaware.get(record);
  t.notMatch(said(blind), 'Curriculum');
  t.equal((await unaware.get(`${record}/outline`)).status, 404);
  const courseless = await limited('curriculum:read curriculum:write');
  for (const path of ['sections/new', `sections/${section?.id}`, `sections/${section?.id}/lectures/${lecture}/delete`])
    t.equal((await courseless.get(`${record}/${path}`)).status, 403, `without the courses: ${path}`);
  const reader = await limited('courses:read curriculum:read');
  const seen = await reader.get(`${record}/outline`);
  t.match(said(seen), 'Curriculum');
  t.notMatch(seen.body, /name="(move|publish)"|sections\/new/);
  t.notOk(linksOf(seen).some((href) => href.endsWith('/new')));
  const csrf = /name="csrf" value="([^"]*)"/.exec(seen.body)?.[1] ?? '';
  for (const path of [
    'outline',
    'outline/drafts',
    'sections/new',
    `sections/${section?.id}/edit`,
    `sections/${section?.id}/delete`,
  ])
    t.equal((await reader.post(`${record}/${path}`, [['csrf', csrf]])).status, 403, path);
});

t.test('a lecture that visitors see is changed by those who have just signed in', async (t) => {
  const made = await world(t);
  const { app, clock, ruth } = made;
  const id = await course(made, { A: ['a'] });
  const page = await ruth.get(linkTo(await ruth.get(`${ADMIN}/courses/${id}/outline`), 'a'));
  clock.advance(11 * 60_000);
  const asked = await ruth.submit(page, '/edit', { status: 'published' });
  t.match(asked.body, 'name="password"');
  t.match(said(await ruth.submit(asked, '/edit', { password: PASSWORD })), 'Saved.');
  const { sections } = (await call(app, await made.tokenOf('owner'), 'GET', `/courses/${id}/outline`)).json;
  t.equal(sections?.[0]?.lectures?.[0]?.status, 'published');
});

t.test('the drafts of a course are named before and after it is published, and published with it', async (t) => {
  const made = await world(t);
  const { app, clock, ruth, token } = made;
  const id = await course(made, { A: ['a', 'b'], B: ['c'] }, { status: 'draft' });
  const record = `${ADMIN}/courses/${id}`;
  const statuses = async (): Promise<string> => {
    const { sections = [] } = (await call(app, token, 'GET', `/courses/${id}/outline`)).json;
    return sections.flatMap(({ lectures }: Json) => (lectures ?? []).map(({ status }: Json) => status)).join(' ');
  };
  const before = await ruth.get(record);
  t.match(said(before), '3 of 3 lectures are drafts');
  const published = await ruth.submit(before, `${id}/publish`);
  t.match(said(published), /3 of 3 lectures are drafts.* even in a published course.* Publish all drafts/);
  const outline = await ruth.get(`${record}/outline`);
  const [one = ''] = /lec_[\w-]+/.exec(outline.body) ?? [];
  t.match(said(await ruth.submit(outline, '/outline/drafts', { publish: one })), '2 of 3 lectures are drafts');
  t.equal(await statuses(), 'published draft draft');
  for (const which of ['', 'lec_none', '__proto__'])
    t.equal((await ruth.submit(outline, '/outline/drafts', { publish: which, once: '' })).status, 200, which);
  t.equal(await statuses(), 'published draft draft', 'what is no draft is not published');
  clock.advance(11 * 60_000);
  const asked = await ruth.submit(await ruth.get(record), '/outline/drafts', {});
  t.match(asked.body, 'name="password"');
  const all = await ruth.submit(asked, '/outline/drafts', { password: PASSWORD });
  t.equal(await statuses(), 'published published published');
  t.notMatch(said(all), 'drafts');
});
