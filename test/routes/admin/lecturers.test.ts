import t from 'tap';
import { CALLERS, call, RIVERSIDE } from '../../support/admin.ts';
import { learning } from '../../support/learning.ts';

t.test('a lecturer is created, found, updated and deleted [D2]', async (t) => {
  const { ask, trail } = await learning(t);
  const fields = { name: 'Ivo Marsh', slug: 'ivo-marsh', links: { site: 'https://ivo.example' } };
  const made = await ask('POST', '/lecturers', { ...fields, memberId: CALLERS.member.id });
  t.match(made, { status: 201, json: { ...fields, title: null, bioMarkdown: '', memberId: CALLERS.member.id } });
  const next = await ask('POST', '/lecturers', { name: 'Ada', slug: 'ada', title: 'Hydrologist' });
  t.equal(Number(next.json.position), Number(made.json.position) + 1, 'behind all others');
  t.match(await ask('GET', '/lecturers/ivo-marsh'), { status: 200, json: made.json });
  t.match((await ask('GET', '/lecturers?q=hydrolog')).json.nodes, [{ id: next.json.id }]);
  t.match(await ask('PATCH', '/lecturers/ada', { bioMarkdown: '# Ada' }), { json: { bioMarkdown: '# Ada' } });
  t.equal((await ask('DELETE', '/lecturers/ada')).status, 204);
  t.equal((await ask('GET', '/lecturers/ada')).status, 404);
  t.strictSame(await trail(`lecturer/${next.json.id}`), ['resource_created', 'resource_changed', 'resource_deleted']);
});

t.test('invalid fields of a lecturer are refused, and the slug is unique within its school [D2]', async (t) => {
  const { app, ask, askAs } = await learning(t);
  await app.school.platform.add({
    createdAt: 0,
    sites: [],
    people: [],
    memberships: [{ personId: 'usr_gone', siteId: RIVERSIDE.id, role: 'member', status: 'removed' }],
  });
  const good = { name: 'A', slug: 'a' };
  for (const [wrong, path] of [
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ slug: 'No' }, 'slug'],
    [{ title: 'x'.repeat(101) }, 'title'],
    [{ bioMarkdown: 'x'.repeat(10_001) }, 'bioMarkdown'],
    [{ avatarAssetId: 'ast_none' }, 'avatarAssetId'],
    [{ memberId: CALLERS.foreignOwner.id }, 'memberId'],
    [{ memberId: 'usr_gone' }, 'memberId'],
    [{ position: 1 }, 'position'],
  ] as const) {
    const refused = await ask('POST', '/lecturers', { ...good, ...wrong });
    t.match(refused, { status: 400, json: { errors: [{ path }] } }, JSON.stringify(wrong).slice(0, 60));
  }
  t.equal((await ask('POST', '/lecturers', good)).status, 201);
  t.match(await ask('POST', '/lecturers', good), { status: 409, json: { errors: [{ path: 'slug' }] } });
  t.equal((await askAs('foreignOwner', 'POST', '/lecturers', good)).status, 201);
});

t.test('a lecturer of a published course cannot be deleted, and deletion removes them from others [D2]', async (t) => {
  const { ask, course } = await learning(t);
  const [ivo, ada] = await Promise.all(
    ['ivo', 'ada'].map(async (slug) => String((await ask('POST', '/lecturers', { name: slug, slug })).json.id)),
  );
  const { id } = await course('shown', { lecturerIds: [ada, ivo] });
  t.match(await ask('DELETE', '/lecturers/ivo'), { status: 409, json: { detail: /Course shown/ } });
  await ask('POST', `/courses/${id}/unpublish`);
  t.equal((await ask('DELETE', '/lecturers/ivo')).status, 204);
  t.strictSame((await ask('GET', `/courses/${id}`)).json.lecturerIds, [ada]);
});

t.test('publishing a course while its lecturer is deleted never leaves it naming one who is gone [D2]', async (t) => {
  const { ask, course } = await learning(t);
  for (const turn of [1, 2, 3, 4, 5, 6]) {
    const lecturer = (await ask('POST', '/lecturers', { name: 'A', slug: `a-${turn}` })).json.id;
    const { id } = await course(`race-${turn}`, { lecturerIds: [lecturer] });
    await ask('POST', `/courses/${id}/unpublish`);
    const publish = () => ask('POST', `/courses/${id}/publish`);
    const drop = () => ask('DELETE', `/lecturers/${lecturer}`);
    const answers = await Promise.all(turn % 2 === 0 ? [publish(), drop()] : [drop(), publish()]);
    const dropped = answers.some(({ status }) => status === 204);
    t.equal((await ask('GET', `/lecturers/${lecturer}`)).status, dropped ? 404 : 200, `turn ${turn}`);
    t.strictSame((await ask('GET', `/courses/${id}`)).json.lecturerIds, dropped ? [] : [lecturer]);
  }
});

t.test('reordering takes all lecturers, as a page of 100 lists them, or gets 409 as stale [D2]', async (t) => {
  const { ask, askAs, trail } = await learning(t);
  const nodes = (await ask('GET', '/lecturers?first=100')).json.nodes ?? [];
  const wanted = nodes.map(({ id }) => String(id)).reverse();
  t.ok(wanted.length > 1);
  const reorder = (lecturerIds: readonly string[]) => ask('POST', '/lecturers/reorder', { lecturerIds });
  t.match(await reorder(wanted), { status: 200, json: { lecturerIds: wanted } });
  const places = (await ask('GET', '/lecturers?first=100')).json.nodes ?? [];
  t.strictSame(
    places.toSorted((one, other) => Number(one.position) - Number(other.position)).map(({ id }) => String(id)),
    wanted,
  );
  t.equal((await reorder(wanted.slice(1))).status, 409);
  t.equal((await reorder([...wanted, 'lct_none'])).status, 409);
  t.equal((await reorder([...wanted.slice(1), 'lct_none'])).status, 409);
  t.equal((await reorder([...wanted, ...wanted])).status, 400);
  t.equal((await askAs('foreignOwner', 'POST', '/lecturers/reorder', { lecturerIds: wanted })).status, 409);
  t.strictSame(await trail('lecturers/order'), ['resource_changed']);
});

t.test('lecturers are read and written with their own scopes, and only at their own school [D2]', async (t) => {
  const { app, ask, askAs, tokenOf } = await learning(t);
  const { id } = (await ask('POST', '/lecturers', { name: 'A', slug: 'a' })).json;
  for (const [method, body] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const) {
    t.equal((await askAs('foreignOwner', method, `/lecturers/${id}`, body)).status, 404, method);
  }
  const reader = await tokenOf('owner', ['lecturers:read']);
  t.equal((await call(app, reader, 'GET', '/lecturers')).status, 200);
  t.equal((await call(app, reader, 'DELETE', `/lecturers/${id}`)).status, 403);
  t.equal((await call(app, reader, 'POST', '/lecturers/reorder', { lecturerIds: [id] })).status, 403);
  t.equal((await askAs('instructor', 'GET', '/lecturers')).status, 403);
});
