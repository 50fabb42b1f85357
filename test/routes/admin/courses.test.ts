import t from 'tap';
import { adminApp, CALLERS, call, RIVERSIDE } from '../../support/admin.ts';
import { learning } from '../../support/learning.ts';

t.test('a course is a draft until it is published, and stays readable once archived [D2]', async (t) => {
  const { ask, clock, trail } = await learning(t);
  const made = await ask('POST', '/courses', { title: ' Deep Water ', slug: 'deep-water' });
  t.match(made, { status: 201, json: { title: 'Deep Water', status: 'draft', publishedAt: null, lectureCount: 0 } });
  const { id } = made.json;
  clock.advance(1000);
  const published = await ask('POST', `/courses/${id}/publish`);
  t.match(published, { status: 200, json: { status: 'published', publishedAt: new Date(clock.now).toISOString() } });
  clock.advance(1000);
  t.strictSame((await ask('POST', '/courses/deep-water/publish')).json, published.json, 'again changes nothing');
  t.match(await ask('POST', `/courses/${id}/archive`), { status: 200, json: { status: 'archived' } });
  t.match(await ask('GET', '/courses/deep-water'), { status: 200, json: { status: 'archived' } });
  t.match((await ask('GET', '/courses?status=archived&q=deep%20water')).json.nodes, [{ id }]);
  t.match(await ask('POST', `/courses/${id}/unpublish`), { status: 200, json: { status: 'draft' } });
  t.strictSame(await trail(`course/${id}`), ['resource_created', ...Array(3).fill('resource_changed')]);
});

t.test('only a paid or pre-order course may have a price above zero [D2]', async (t) => {
  const { ask } = await learning(t);
  const price = { amount: 1200, currency: 'EUR' };
  for (const courseType of ['free', 'public_access']) {
    const refused = await ask('POST', '/courses', { title: 'A', slug: 'a', courseType, price });
    t.match(refused, { status: 400, json: { errors: [{ path: 'price.amount', code: 'price_without_sale' }] } });
  }
  for (const courseType of ['paid', 'pre_order']) {
    const slug = courseType.replace('_', '-');
    t.match(await ask('POST', '/courses', { title: 'A', slug, courseType, price }), { status: 201, json: { price } });
  }
  t.match(await ask('PATCH', '/courses/paid', { courseType: 'free' }), { status: 400 });
  t.match(await ask('PATCH', '/courses/paid', { courseType: 'free', price: { amount: 0, currency: 'EUR' } }), {
    status: 200,
  });
});

t.test('a course’s slug is unique within its school, even among simultaneous requests [D2]', async (t) => {
  const { ask, askAs } = await learning(t);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => ask('POST', '/courses', { title: 'A', slug: 'same' })),
  );
  t.strictSame(answers.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)]);
  t.match(answers.find(({ status }) => status === 409)?.json.errors, [{ path: 'slug', code: 'taken' }]);
  await ask('POST', '/courses', { title: 'B', slug: 'other' });
  t.equal((await ask('PATCH', '/courses/other', { slug: 'same' })).status, 409);
  t.equal((await askAs('foreignOwner', 'POST', '/courses', { title: 'A', slug: 'same' })).status, 201);
});

t.test('a course can name only lecturers of its own school [D2]', async (t) => {
  const { ask, askAs } = await learning(t);
  const mine = (await ask('POST', '/lecturers', { name: 'Ivo', slug: 'ivo' })).json.id;
  const theirs = (await askAs('foreignOwner', 'POST', '/lecturers', { name: 'Ada', slug: 'ada' })).json.id;
  const refused = await ask('POST', '/courses', { title: 'A', slug: 'a', lecturerIds: [mine, theirs, 'lct_none'] });
  t.match(refused, { status: 400, json: { errors: [{ path: 'lecturerIds.1' }, { path: 'lecturerIds.2' }] } });
  const made = await ask('POST', '/courses', { title: 'A', slug: 'a', lecturerIds: [mine] });
  t.match(made, { status: 201, json: { lecturerIds: [mine] } });
  t.equal((await ask('PATCH', '/courses/a', { lecturerIds: [theirs] })).status, 400);
});

t.test('a course is deleted with its outline, unless it was ever enrolled in or ordered [D2]', async (t) => {
  const { app, ask, course } = await learning(t);
  const { id, section, lecture } = await course('gone');
  t.equal((await ask('DELETE', `/courses/${id}`)).status, 204);
  for (const path of [`/courses/${id}`, `/sections/${section}`, `/lectures/${lecture}`]) {
    t.equal((await ask('GET', path)).status, 404, path);
  }
  t.strictSame(await app.school.records('lectures').count(RIVERSIDE.id, { courseId: id }), 0);

  const kept = await course('kept');
  const enrolled = await ask('POST', '/enrollments', { courseId: kept.id, memberId: CALLERS.member.id });
  await ask('POST', `/enrollments/${enrolled.json.id}/revoke`);
  t.match(await ask('DELETE', `/courses/${kept.id}`), { status: 409, json: { detail: /archive the course/ } });

  const ordered = await course('ordered');
  await app.school.content.add(RIVERSIDE.id, {
    orderItems: [
      { orderId: 'ord_test', position: 0, kind: 'course', refId: ordered.id, title: 'x', quantity: 1, unitAmount: 1 },
    ],
  });
  t.match(await ask('DELETE', `/courses/${ordered.id}`), { status: 409, json: { detail: /has been ordered/ } });
});

t.test('of deleting a course and enrolling in it at the same time, exactly one succeeds [D2]', async (t) => {
  const { app, ask, course } = await learning(t);
  for (const turn of [1, 2, 3, 4, 5, 6]) {
    const { id } = await course(`race-${turn}`);
    const enroll = () => ask('POST', '/enrollments', { courseId: id, memberId: CALLERS.member.id });
    const drop = () => ask('DELETE', `/courses/${id}`);
    const [first, second] = await Promise.all(turn % 2 === 0 ? [enroll(), drop()] : [drop(), enroll()]);
    const statuses = [first?.status, second?.status].sort();
    const there = (await app.school.records('courses').find(RIVERSIDE.id, id)) !== undefined;
    // Who asks for a course that is gone already is told so; who is overtaken while it goes meets a conflict.
    const refused = there ? [409] : [400, 409];
    t.equal(statuses[0], there ? 201 : 204, `turn ${turn}`);
    t.ok(refused.includes(statuses[1] ?? 0), `turn ${turn}: ${statuses[1]}`);
    t.equal(await app.school.records('enrollments').count(RIVERSIDE.id, { courseId: id }), there ? 1 : 0);
  }
});

t.test('a course cannot be read or changed from another school, which gets 404 [D1]', async (t) => {
  const { askAs, course } = await learning(t);
  const { id } = await course('ours');
  for (const [method, path, body] of [
    ['GET', `/courses/${id}`],
    ['GET', '/courses/ours'],
    ['PATCH', `/courses/${id}`, { title: 'x' }],
    ['POST', `/courses/${id}/publish`],
    ['POST', `/courses/${id}/archive`],
    ['DELETE', `/courses/${id}`],
  ] as const) {
    t.equal((await askAs('foreignOwner', method, path, body)).status, 404, `${method} ${path}`);
  }
});

t.test('courses:read and courses:write each allow only their own operations [D2]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const reader = await tokenOf('owner', ['courses:read', 'students:write']);
  t.equal((await call(app, reader, 'GET', '/courses?first=1')).status, 200);
  t.equal((await call(app, reader, 'POST', '/courses', { title: 'A', slug: 'a' })).status, 403);
  t.equal((await call(app, reader, 'POST', '/courses/field-botany/archive')).status, 403);
  const writer = await tokenOf('owner', ['courses:write']);
  t.equal((await call(app, writer, 'GET', '/courses')).status, 403, ':write does not imply :read');
  t.equal((await call(app, writer, 'POST', '/courses', { title: 'A', slug: 'a' })).status, 201);
  t.equal((await call(app, await tokenOf('member'), 'GET', '/courses')).status, 403);
});

t.test('an instructor lists and reads only the courses they teach, even on a page of 100 [D2]', async (t) => {
  const { ask, askAs, course } = await learning(t);
  const lecturer = await ask('POST', '/lecturers', { name: 'Ivan', slug: 'me', memberId: CALLERS.instructor.id });
  const mine = await course('mine', { lecturerIds: [lecturer.json.id] });
  const others = await course('others');
  const ids = async (path: string) => (await askAs('instructor', 'GET', path)).json.nodes?.map(({ id }) => String(id));
  const seen = (await ids('/courses?first=100')) ?? [];
  t.ok(seen.includes(mine.id));
  t.notOk(seen.includes(others.id));
  t.strictSame(await ids('/courses?q=mine'), [mine.id]);
  t.strictSame(await ids('/courses?q=others'), []);
  t.equal((await askAs('instructor', 'GET', '/courses?totalCount=true')).json.totalCount, seen.length);
  t.equal((await askAs('instructor', 'GET', `/courses/${mine.id}`)).status, 200);
  t.equal((await askAs('instructor', 'GET', `/courses/${others.id}`)).status, 404);
  t.equal((await askAs('instructor', 'GET', '/courses/others')).status, 404);
  t.equal((await askAs('instructor', 'POST', `/courses/${mine.id}/publish`)).status, 403);

  await ask('PATCH', `/courses/${mine.id}`, { lecturerIds: [] });
  t.equal((await askAs('instructor', 'GET', `/courses/${mine.id}`)).status, 404, 'as of now');
});
