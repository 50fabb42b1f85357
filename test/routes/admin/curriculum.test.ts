import t from 'tap';
import { CALLERS, call, RIVERSIDE } from '../../support/admin.ts';
import { type Learning, learning } from '../../support/learning.ts';

interface Order {
  id: string;
  lectureIds: string[];
}

const orderOf = async (ask: Learning['ask'], id: string): Promise<Order[]> =>
  ((await ask('GET', `/courses/${id}/outline`)).json.sections ?? []).map((section) => ({
    id: String(section.id),
    lectureIds: (section.lectures ?? []).map((lecture) => String(lecture.id)),
  }));

/** Two sections with two lectures each. */
async function twoByTwo(made: Learning, slug: string) {
  const { ask, course } = made;
  const { id, section: a, lecture: a1 } = await course(slug);
  const b = String((await ask('POST', `/courses/${slug}/sections`, { title: 'Second' })).json.id);
  const add = async (section: string): Promise<string> =>
    String((await ask('POST', `/sections/${section}/lectures`, { title: 'L', kind: 'video' })).json.id);
  const [a2, b1, b2] = [await add(a), await add(b), await add(b)];
  return { id, a, b, a1, a2, b1, b2 };
}

t.test('sections and lectures are created, updated, read in order and deleted [D2]', async (t) => {
  const { app, ask, course, trail } = await learning(t);
  const { id } = await course('botany');
  const section = await ask('POST', `/courses/${id}/sections`, { title: ' Second ' });
  t.match(section, { status: 201, json: { courseId: id, title: 'Second', position: 1 } });
  t.equal(section.headers.location, `/api/v1/sections/${section.json.id}`);
  const asset = { id: 'ast_ours', uploadedBy: 'x', filename: 'a.mp4', contentType: 'video/mp4', size: 1 };
  const times = { createdAt: 0, updatedAt: 0 };
  await app.school.content.add(RIVERSIDE.id, { assets: [{ ...asset, status: 'ready', ...times }] });
  const fields = { title: 'Moss', kind: 'video', durationSeconds: 90, contentMarkdown: '# Moss', freePreview: true };
  const lecture = await ask('POST', `/sections/${section.json.id}/lectures`, {
    ...fields,
    mediaAssetId: 'ast_ours',
    releaseAt: '2026-12-01T08:00:00Z',
  });
  const address = `/lectures/${lecture.json.id}`;
  t.match(lecture, { status: 201, json: { ...fields, position: 0, status: 'draft', sectionId: section.json.id } });
  t.match(await ask('GET', address), { status: 200, json: lecture.json });
  t.match(await ask('PATCH', address, { status: 'published', releaseAt: null }), {
    status: 200,
    json: { status: 'published', releaseAt: null, title: 'Moss' },
  });
  const outline = (await ask('GET', '/courses/botany/outline')).json;
  t.match(outline, { courseId: id, sections: [{ lectures: [{ title: 'One' }] }, { lectures: [{ title: 'Moss' }] }] });
  t.notOk('contentMarkdown' in (outline.sections?.[1]?.lectures?.[0] ?? {}), 'texts are read one at a time');
  t.match((await ask('GET', `/courses/${id}/sections`)).json.nodes, [{ position: 0 }, { position: 1 }]);
  t.match(await ask('PATCH', `/sections/${section.json.id}`, { title: 'New' }), { json: { title: 'New' } });

  const refused = await ask('DELETE', `/sections/${section.json.id}`);
  t.match(refused, { status: 409, json: { detail: /the section contains lectures/ } });
  t.equal((await ask('DELETE', address)).status, 204);
  t.equal((await ask('GET', address)).status, 404);
  t.equal((await ask('DELETE', `/sections/${section.json.id}`)).status, 204);
  t.equal((await ask('GET', `/sections/${section.json.id}`)).status, 404);
  t.strictSame(await trail(`lecture/${lecture.json.id}`), ['resource_created', 'resource_changed', 'resource_deleted']);
  t.strictSame(await trail(`section/${section.json.id}`), ['resource_created', 'resource_changed', 'resource_deleted']);
});

t.test('invalid fields of a lecture are refused, each named by its path [D2]', async (t) => {
  const { ask, course } = await learning(t);
  const { section } = await course('botany');
  const good = { title: 'A', kind: 'text' };
  for (const [wrong, path] of [
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(201) }, 'title'],
    [{ kind: 'song' }, 'kind'],
    [{ kind: undefined }, 'kind'],
    [{ durationSeconds: -1 }, 'durationSeconds'],
    [{ contentMarkdown: 'x'.repeat(100_001) }, 'contentMarkdown'],
    [{ mediaAssetId: 'ast_none' }, 'mediaAssetId'],
    [{ releaseAt: 'tomorrow' }, 'releaseAt'],
    [{ releaseAt: '2026-12-01T08:00:00Z', releaseAfterDays: 1 }, 'releaseAfterDays'],
    [{ freePreview: true, releaseAfterDays: 1 }, 'releaseAfterDays'],
    [{ status: 'archived' }, 'status'],
    [{ position: 3 }, 'position'],
    [{ courseId: 'crs_1' }, 'courseId'],
  ] as const) {
    const refused = await ask('POST', `/sections/${section}/lectures`, { ...good, ...wrong });
    t.match(refused, { status: 400, json: { errors: [{ path }] } }, JSON.stringify(wrong).slice(0, 60));
  }
});

t.test('reordering an outline takes the whole order, and is refused with 409 when that is stale [D2]', async (t) => {
  const made = await learning(t);
  const { ask, trail } = made;
  const { id, a, b, a1, a2, b1, b2 } = await twoByTwo(made, 'botany');
  const wanted = [
    { id: b, lectureIds: [a2, b2] },
    { id: a, lectureIds: [b1, a1] },
  ];
  const reorder = (sections: unknown) => ask('POST', `/courses/${id}/reorder_outline`, { sections });
  t.equal((await reorder(wanted)).status, 200);
  t.strictSame(await orderOf(ask, id), wanted);
  t.equal((await reorder(wanted)).status, 200, 'again changes nothing');
  t.strictSame(await trail(`outline/${id}`), ['resource_changed', 'resource_changed']);
  const other = await twoByTwo(made, 'other');
  for (const [stale, why] of [
    [[wanted[0]], 'a section is missing'],
    [[{ id: b, lectureIds: [a2] }, wanted[1]], 'a lecture is missing'],
    [[...wanted, { id: 'sec_none', lectureIds: [] }], 'there is no such section'],
    [[{ id: b, lectureIds: [a2, 'lec_none'] }, wanted[1]], 'there is another lecture'],
    [[{ id: b, lectureIds: [a2, other.a1] }, wanted[1]], 'a lecture of another course'],
    [[{ id: other.a, lectureIds: [a2, b2] }, wanted[1]], 'a section of another course'],
  ] as const) {
    t.equal((await reorder(stale)).status, 409, why);
  }
  t.equal((await reorder([wanted[0], wanted[0]])).status, 400, 'twice the same');
  t.equal((await reorder([{ id: b, lectureIds: [a2, a2] }, wanted[1]])).status, 400);
  t.strictSame(await orderOf(ask, id), wanted, 'nothing has changed');
});

t.test('a lecture moves within its section and into another section of the same course [D2]', async (t) => {
  const made = await learning(t);
  const { ask } = made;
  const { id, a, b, a1, a2, b1, b2 } = await twoByTwo(made, 'botany');
  const move = (lecture: string, body: unknown) => ask('POST', `/lectures/${lecture}/move`, body);
  t.match(await move(a1, { sectionId: b, position: 1 }), { status: 200, json: { sectionId: b, position: 1 } });
  t.strictSame(await orderOf(ask, id), [
    { id: a, lectureIds: [a2] },
    { id: b, lectureIds: [b1, a1, b2] },
  ]);
  t.match(await move(b1, { sectionId: b }), { json: { position: 2 } });
  t.match(await move(b1, { sectionId: a, position: 1000 }), { json: { position: 1 } });
  t.strictSame(await orderOf(ask, id), [
    { id: a, lectureIds: [a2, b1] },
    { id: b, lectureIds: [a1, b2] },
  ]);
  const other = await twoByTwo(made, 'other');
  for (const sectionId of [other.a, 'sec_none']) {
    t.match(await move(a1, { sectionId }), { status: 400, json: { errors: [{ path: 'sectionId' }] } });
  }
});

t.test('simultaneous moves, additions and deletions in an outline lose nothing [D2]', async (t) => {
  const made = await learning(t);
  const { ask } = made;
  const { id, a, b, ...lectures } = await twoByTwo(made, 'botany');
  await Promise.all([
    ...Object.values(lectures).map((one, place) =>
      ask('POST', `/lectures/${one}/move`, { sectionId: place % 2 === 0 ? b : a, position: 0 }),
    ),
    ask('POST', `/sections/${a}/lectures`, { title: 'New', kind: 'text' }),
    ask('POST', `/sections/${b}/lectures`, { title: 'New', kind: 'text' }),
  ]);
  const order = await orderOf(ask, id);
  t.equal(new Set(order.flatMap(({ lectureIds }) => lectureIds)).size, 6);
  t.strictSame(
    order.map(({ lectureIds }) => lectureIds.length),
    [3, 3],
  );

  const { section, lecture } = await made.course('race');
  await ask('DELETE', `/lectures/${lecture}`);
  const [dropped, added] = await Promise.all([
    ask('DELETE', `/sections/${section}`),
    ask('POST', `/sections/${section}/lectures`, { title: 'New', kind: 'text' }),
  ]);
  t.strictSame([dropped.status, added.status].sort(), dropped.status === 204 ? [204, 404] : [201, 409]);
});

t.test('a deleted lecture is no longer the last watched lecture of any enrollment [D2]', async (t) => {
  const { app, ask, course } = await learning(t);
  const { id, lecture } = await course('botany');
  const { json } = await ask('POST', '/enrollments', { courseId: id, memberId: CALLERS.member.id });
  const position = { lectureId: lecture, positionSeconds: 7, watchedAt: app.clock() };
  await app.school.account.saveWatchPosition(
    { siteId: RIVERSIDE.id, personId: CALLERS.member.id },
    { id: String(json.id) },
    position,
  );
  const watched = async () => (await ask('GET', `/enrollments/${json.id}`)).json.lastWatchedLecture;
  t.strictSame(await watched(), { lectureId: lecture, positionSeconds: 7 });
  await ask('DELETE', `/lectures/${lecture}`);
  t.equal(await watched(), null);
});

t.test(
  'other schools and instructors of other courses cannot access a curriculum, which has scopes of its own [D1]',
  async (t) => {
    const made = await learning(t);
    const { app, ask, askAs, course, tokenOf } = made;
    const lecturer = await ask('POST', '/lecturers', { name: 'Ivan', slug: 'me', memberId: CALLERS.instructor.id });
    const mine = await course('mine', { lecturerIds: [lecturer.json.id] });
    const { id, section, lecture } = await course('others');
    const requests = (of: typeof mine) =>
      [
        ['GET', `/courses/${of.id}/outline`, undefined, 200],
        ['GET', `/courses/${of.id}/sections`, undefined, 200],
        ['POST', `/courses/${of.id}/sections`, { title: 'x' }, 201],
        ['PATCH', `/sections/${of.section}`, { title: 'x' }, 200],
        ['POST', `/sections/${of.section}/lectures`, { title: 'x', kind: 'text' }, 201],
        ['GET', `/lectures/${of.lecture}`, undefined, 200],
        ['PATCH', `/lectures/${of.lecture}`, { title: 'x' }, 200],
        ['POST', `/lectures/${of.lecture}/move`, { sectionId: of.section }, 200],
      ] as const;
    for (const [method, path, body] of requests({ id, section, lecture })) {
      t.equal((await askAs('foreignOwner', method, path, body)).status, 404, `another school: ${method} ${path}`);
      t.equal((await askAs('instructor', method, path, body)).status, 404, `an instructor: ${method} ${path}`);
    }
    for (const [method, path, body, status] of requests(mine)) {
      t.equal((await askAs('instructor', method, path, body)).status, status, `their own: ${method} ${path}`);
    }
    const reader = await tokenOf('owner', ['curriculum:read', 'courses:write']);
    t.equal((await call(app, reader, 'GET', `/courses/${id}/outline`)).status, 200);
    t.equal((await call(app, reader, 'POST', `/courses/${id}/sections`, { title: 'x' })).status, 403);
    t.equal((await call(app, await tokenOf('owner', ['curriculum:write']), 'GET', `/lectures/${lecture}`)).status, 403);
  },
);
