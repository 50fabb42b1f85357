// slow
import t from 'tap';
import { emailKey } from '../../../schema/text/email.ts';
import { CALLERS, call, RIVERSIDE } from '../../support/admin.ts';
import { type Learning, learning } from '../../support/learning.ts';

t.setTimeout(240_000);

const MEMBER = CALLERS.member.id;

/** Members of Riverside with names of their own. */
async function addMembers({ app, clock }: Learning, ...ids: string[]): Promise<void> {
  await app.school.platform.add({
    createdAt: clock.now,
    sites: [],
    people: ids.map((id) => ({
      id,
      email: `${id}@Students.example`,
      emailKey: emailKey(`${id}@students.example`),
      emailVerified: true,
      name: `Name ${id}`,
      passwordHash: null,
      active: true,
      createdAt: clock.now,
    })),
    memberships: ids.map((personId, index) => ({
      personId,
      siteId: RIVERSIDE.id,
      role: 'member',
      joinedAt: clock.now + index,
    })),
  });
}

const idsOf = async (ask: Learning['ask'], path: string): Promise<string[]> =>
  ((await ask('GET', path)).json.nodes ?? []).map(({ id }) => String(id));

t.test('an enrollment lasts as long as the course says, unless the request says otherwise [D2]', async (t) => {
  const { ask, course, trail } = await learning(t);
  const forever = await course('forever');
  const limited = await course('limited', { accessDays: 30 });
  const made = await ask('POST', '/enrollments', { courseId: forever.id, memberId: MEMBER });
  t.match(made, {
    status: 201,
    json: {
      memberId: MEMBER,
      courseId: forever.id,
      source: 'grant',
      status: 'active',
      startsAt: '2026-11-21T09:00:00.000Z',
      expireDate: null,
      hasLifetimeAccess: true,
      progressPercent: 0,
      completedAt: null,
      lastWatchedLecture: null,
    },
  });
  t.equal(made.headers.location, `/api/v1/enrollments/${made.json.id}`);
  t.strictSame((await ask('GET', `/enrollments/${made.json.id}`)).json, made.json);
  t.strictSame(await trail(`enrollment/${made.json.id}`), ['resource_created']);
  const dated = await ask('POST', '/enrollments', { courseId: limited.id, memberId: MEMBER, source: 'import' });
  t.match(dated.json, { expireDate: '2026-12-21', hasLifetimeAccess: false, source: 'import' });
  const other = await course('other', { accessDays: 30 });
  const said = await ask('POST', '/enrollments', { courseId: other.id, memberId: MEMBER, expireDate: null });
  t.match(said.json, { expireDate: null, hasLifetimeAccess: true });
});

t.test('invalid and repeated enrollments are refused, as are those in archived courses [D2]', async (t) => {
  const { ask, askAs, course } = await learning(t);
  const { id } = await course('here');
  const theirs = await askAs('foreignOwner', 'POST', '/courses', { title: 'x', slug: 'x' });
  const good = { courseId: id, memberId: MEMBER };
  for (const [wrong, path] of [
    [{ courseId: theirs.json.id }, 'courseId'],
    [{ courseId: 'crs_none' }, 'courseId'],
    [{ memberId: CALLERS.foreignOwner.id }, 'memberId'],
    [{ memberId: undefined }, 'memberId'],
    [{ email: 'new@students.example' }, 'memberId'],
    [{ memberId: undefined, email: 'nobody' }, 'email'],
    [{ memberId: undefined, email: 'new@students.example', name: 'Anna\u202Efdp.exe' }, 'name'],
    [{ expireDate: '2026-11-20' }, 'expireDate'],
    [{ expireDate: '2026-02-30' }, 'expireDate'],
    [{ source: 'order' }, 'source'],
    [{ progressPercent: 3 }, 'progressPercent'],
  ] as const) {
    const refused = await ask('POST', '/enrollments', { ...good, ...wrong });
    t.match(refused, { status: 400, json: { errors: [{ path }] } }, JSON.stringify(wrong));
  }
  // U+200C joins nothing, and is written in Persian names.
  const persian = { courseId: id, email: 'mahnaz@students.example', name: 'می\u200Cناز' };
  t.equal((await ask('POST', '/enrollments', persian)).status, 201);
  await ask('POST', `/courses/${id}/archive`);
  t.equal((await ask('POST', '/enrollments', good)).status, 409);
  await ask('POST', `/courses/${id}/unpublish`);
  t.equal((await ask('POST', '/enrollments', good)).status, 201, 'a draft can be tried out');
  t.match(await ask('POST', '/enrollments', good), {
    status: 409,
    json: { errors: [{ path: 'memberId', code: 'already_enrolled' }] },
  });
});

t.test('a student is enrolled by e-mail address in any case, and invited if not yet a member [D2]', async (t) => {
  const made = await learning(t);
  const { ask, askAs, course, trail } = made;
  const { id: courseId } = await course('here');
  const known = await ask('POST', '/enrollments', { courseId, email: ' ANA@Riverside.Example ' });
  t.match(known, { status: 201, json: { memberId: MEMBER } });

  const invited = await ask('POST', '/enrollments', { courseId, email: 'New.Person@Students.example', name: 'Nia' });
  t.equal(invited.status, 201);
  const student = await ask('GET', `/students/${invited.json.memberId}`);
  t.match(student.json, { email: 'New.Person@Students.example', name: 'Nia', enrolledCourseCount: 1 });
  t.strictSame(await trail(`member/${invited.json.memberId}`), ['resource_created']);
  t.match((await askAs('owner', 'GET', '/students?q=new.person')).json.nodes, [{ id: invited.json.memberId }]);
  const again = await ask('POST', '/enrollments', { courseId, email: 'new.person@students.EXAMPLE' });
  t.match(again, { status: 409, json: { errors: [{ path: 'email', code: 'already_enrolled' }] } });

  const elsewhere = await ask('POST', '/enrollments', { courseId, email: 'HUGO@Harbour.Example' });
  t.match(elsewhere, { status: 201, json: { memberId: CALLERS.foreignOwner.id } }, 'an account of another school');
  t.match((await ask('GET', `/students/${CALLERS.foreignOwner.id}`)).json, {
    name: null,
    email: 'HUGO@Harbour.Example',
  });
});

t.test('simultaneous enrollments of one e-mail address enroll once per course and invite once [D2]', async (t) => {
  const { ask, course } = await learning(t);
  const { id: courseId } = await course('here');
  const other = await course('there');
  const email = 'race@students.example';
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, () => ask('POST', '/enrollments', { courseId, email })),
    ...Array.from({ length: 6 }, () => ask('POST', '/enrollments', { courseId: other.id, email })),
  ]);
  t.strictSame(answers.map(({ status }) => status).sort(), [201, 201, ...Array(10).fill(409)]);
  const made = answers.filter(({ status }) => status === 201);
  t.equal(new Set(made.map(({ json }) => String(json.memberId))).size, 1);
});

t.test('up to 100 students are enrolled at once, all or none [D2]', async (t) => {
  const made = await learning(t);
  const { ask, course, trail } = made;
  const { id: courseId } = await course('here');
  await addMembers(made, 'usr_a', 'usr_b', 'usr_c');
  const bulk = (students: unknown) => ask('POST', '/enrollments/bulk', { courseId, students });
  await ask('POST', '/enrollments', { courseId, memberId: 'usr_c' });
  const refused = await bulk([
    { memberId: 'usr_a' },
    { memberId: 'usr_none' },
    { memberId: 'usr_c' },
    { email: 'USR_A@students.example' },
    { email: 'fresh@students.example' },
  ]);
  t.match(refused, {
    status: 400,
    json: {
      errors: [
        { path: 'students.1.memberId', code: 'no_such_reference' },
        { path: 'students.2.memberId', code: 'already_enrolled' },
        { path: 'students.3.email', code: 'repeated' },
      ],
    },
  });
  t.match(await bulk([{ memberId: 'usr_a' }, { memberId: 'usr_c' }]), {
    status: 409,
    json: { errors: [{ path: 'students.1.memberId' }] },
  });
  t.match(await bulk([{ memberId: 'usr_a', email: 'x@y.example' }]), {
    status: 400,
    json: { errors: [{ path: 'students.0.memberId' }] },
  });
  t.strictSame(await idsOf(ask, `/students?courseId=${courseId}`), ['usr_c'], 'nobody else');

  const news = Array.from({ length: 97 }, (_, index) => ({ email: `many${index}@students.example` }));
  const all = [{ memberId: 'usr_a' }, { email: 'usr_b@STUDENTS.example' }, ...news];
  const done = await bulk([...all, { email: 'last@students.example' }]);
  t.equal(done.status, 200);
  t.equal(done.json.nodes?.length, 100);
  t.match(done.json.nodes?.slice(0, 2), [{ memberId: 'usr_a' }, { memberId: 'usr_b' }], 'in the order given');
  t.equal((await ask('GET', `/students?courseId=${courseId}&totalCount=true`)).json.totalCount, 101);
  t.strictSame(await trail(`enrollment/${done.json.nodes?.[99]?.id}`), ['resource_created']);
  t.equal((await bulk(Array.from({ length: 101 }, () => ({ memberId: 'usr_a' })))).status, 400);
  t.equal((await bulk([])).status, 400);
});

t.test('an enrollment is extended by days, and simultaneous extensions add up [D2]', async (t) => {
  const { ask, course } = await learning(t);
  const { id: courseId } = await course('here', { accessDays: 10 });
  const { id } = (await ask('POST', '/enrollments', { courseId, memberId: MEMBER })).json;
  const does = (action: string, body?: unknown) => ask('POST', `/enrollments/${id}/${action}`, body);
  t.match(await does('extend', { days: 5 }), { status: 200, json: { expireDate: '2026-12-06', status: 'active' } });
  const both = await Promise.all([does('extend', { days: 1 }), does('extend', { days: 2 })]);
  t.strictSame(
    both.map(({ status }) => status),
    [200, 200],
  );
  t.equal((await ask('GET', `/enrollments/${id}`)).json.expireDate, '2026-12-09', 'both count');
  for (const days of [0, 3651, 1.5]) t.equal((await does('extend', { days })).status, 400);
});

t.test('access ends with a day of the school’s time zone, and once revoked must be granted again [D2]', async (t) => {
  const { ask, app, course, trail } = await learning(t);
  const { id: courseId } = await course('here', { accessDays: 10 });
  const { id } = (await ask('POST', '/enrollments', { courseId, memberId: MEMBER })).json;
  const does = (action: string, body?: unknown) => ask('POST', `/enrollments/${id}/${action}`, body);
  const row = await app.school.records('enrollments').find(RIVERSIDE.id, String(id));
  t.equal(row?.expiresAt, Date.UTC(2026, 11, 2), 'the first instant of the next day');

  t.match(await does('set_expiry', { expireDate: '2026-07-01' }), { status: 400 }, 'before it began');
  t.match(await does('set_expiry', { expireDate: '2026-11-21' }), { json: { status: 'active' } });
  t.match(await does('set_expiry', { expireDate: '2027-07-01' }), { json: { expireDate: '2027-07-01' } });
  const summer = await app.school.records('enrollments').find(RIVERSIDE.id, String(id));
  t.equal(summer?.expiresAt, Date.UTC(2027, 6, 1, 23), 'Lisbon is an hour ahead in summer');

  t.match(await does('set_lifetime'), { json: { expireDate: null, hasLifetimeAccess: true, status: 'active' } });
  t.equal((await does('extend', { days: 1 })).status, 409, 'there is no end to put off');
  t.match(await does('set_expiry', { expireDate: '2026-12-01' }), { json: { hasLifetimeAccess: false } });
  t.match(await does('revoke'), { status: 200, json: { status: 'revoked' } });
  t.match(await does('revoke'), { status: 200, json: { status: 'revoked' } }, 'again changes nothing');
  for (const [action, body] of [
    ['extend', { days: 1 }],
    ['set_expiry', { expireDate: '2027-01-01' }],
    ['set_lifetime'],
  ] as const) {
    t.equal((await does(action, body)).status, 409, `revoked: ${action}`);
  }
  const anew = await ask('POST', '/enrollments', { courseId, memberId: MEMBER });
  t.match(anew, { status: 201, json: { id, status: 'active', expireDate: '2026-12-01' } });
  t.strictSame(await trail(`enrollment/${id}`), ['resource_created', ...Array(6).fill('resource_changed')]);
});

t.test('an expired enrollment is extended from today [D2]', async (t) => {
  const { app, ask, clock, course } = await learning(t);
  const { id: courseId } = await course('here');
  // The student's subscription gives published courses.
  await ask('POST', `/courses/${courseId}/unpublish`);
  await app.school.content.add(RIVERSIDE.id, {
    enrollments: [
      {
        id: 'enr_over',
        personId: MEMBER,
        courseId,
        status: 'active',
        startsAt: clock.now - 90 * 86_400_000,
        expireDate: '2026-11-20',
        expiresAt: clock.now + 1,
      },
    ],
  });
  t.match((await ask('GET', '/enrollments/enr_over')).json, { status: 'active' }, 'until it is over');
  clock.advance(1);
  t.match((await ask('GET', '/enrollments/enr_over')).json, { status: 'expired' });
  t.strictSame(await idsOf(ask, `/students?courseId=${courseId}&active=true`), []);
  t.strictSame(await idsOf(ask, `/students?courseId=${courseId}&active=false`), [MEMBER]);
  t.match(await ask('POST', '/enrollments/enr_over/extend', { days: 3 }), {
    json: { status: 'active', expireDate: '2026-11-24' },
  });
  t.match(await ask('POST', '/enrollments/enr_over/set_expiry', { expireDate: '2026-11-19' }), {
    json: { status: 'expired' },
  });
});

t.test('progress is reported by published lecture, and can be reset [D2]', async (t) => {
  const { app, ask, clock, course, trail } = await learning(t);
  const { id: courseId, section, lecture } = await course('here');
  const draft = (await ask('POST', `/sections/${section}/lectures`, { title: 'Draft', kind: 'text' })).json.id;
  const { id } = (await ask('POST', '/enrollments', { courseId, memberId: MEMBER })).json;
  const at = clock.now;
  await app.school.account.saveWatchPosition(
    { siteId: RIVERSIDE.id, personId: MEMBER },
    { id: String(id) },
    {
      lectureId: lecture,
      positionSeconds: 42,
      watchedAt: at,
    },
  );
  const progress = await ask('GET', `/enrollments/${id}/progress`);
  const watchedAt = new Date(at).toISOString();
  t.strictSame(progress.json.lectures, [
    { lectureId: lecture, sectionId: section, title: 'One', positionSeconds: 42, watchedAt, completedAt: watchedAt },
  ]);
  t.match(progress.json, { progressPercent: 100, completedAt: watchedAt });
  t.notOk(progress.body.includes(String(draft)));
  t.match((await ask('GET', `/enrollments/${id}`)).json.lastWatchedLecture, { lectureId: lecture });
  t.equal((await ask('GET', `/students/${MEMBER}`)).json.lastActiveAt, watchedAt);

  t.match(await ask('POST', `/enrollments/${id}/reset_progress`), {
    status: 200,
    json: { progressPercent: 0, completedAt: null, lastWatchedLecture: null, status: 'active' },
  });
  t.match((await ask('GET', `/enrollments/${id}/progress`)).json.lectures, [{ positionSeconds: 0, watchedAt: null }]);
  t.strictSame(await trail(`enrollment/${id}`), ['resource_created', 'resource_changed']);
});

t.test('progress counts published lectures only, however they are changed or watched [D2]', async (t) => {
  const { app, ask, clock, course } = await learning(t);
  const { id: courseId, section, lecture } = await course('here');
  const { id } = (await ask('POST', '/enrollments', { courseId, memberId: MEMBER })).json;
  const film = { title: 'Film', kind: 'video', durationSeconds: 100, status: 'published' };
  const make = async (fields: object) =>
    String((await ask('POST', `/sections/${section}/lectures`, { ...film, ...fields })).json.id);
  const watch = (lectureId: string, positionSeconds: number) => {
    clock.advance(1000);
    const position = { lectureId, positionSeconds, watchedAt: clock.now };
    return app.school.account.saveWatchPosition(
      { siteId: RIVERSIDE.id, personId: MEMBER },
      { id: String(id) },
      position,
    );
  };
  const now = async (): Promise<unknown[]> => {
    const { json } = await ask('GET', `/enrollments/${id}`);
    const listed = (await ask('GET', `/enrollments?courseId=${courseId}`)).json.nodes?.[0];
    t.strictSame(listed, json, 'the list says the same');
    return [json.progressPercent, json.completedAt];
  };
  const second = await make({});
  const draft = await make({ status: 'draft' });
  t.strictSame(await now(), [0, null]);
  await watch(second, 99);
  t.strictSame(await now(), [0, null], 'not to its end');
  await watch(second, 100);
  t.strictSame(await now(), [50, null]);
  await watch(second, 3);
  t.strictSame(await now(), [50, null], 'what was completed stays so');
  await watch(lecture, 0);
  const completedAt = new Date(clock.now).toISOString();
  t.strictSame(await now(), [100, completedAt], 'what takes no time is done when it is opened');
  const etag = (await ask('GET', `/enrollments/${id}`)).headers.etag;
  await ask('PATCH', `/lectures/${draft}`, { status: 'published' });
  t.strictSame(await now(), [66, completedAt], 'when all was done is no secret of the past');
  t.not((await ask('GET', `/enrollments/${id}`)).headers.etag, etag, 'another version');
  await ask('PATCH', `/lectures/${draft}`, { title: 'Only its name' });
  await ask('PATCH', `/lectures/${second}`, { status: 'draft' });
  t.strictSame(await now(), [50, completedAt]);
  await ask('DELETE', `/lectures/${draft}`);
  t.strictSame(await now(), [100, completedAt]);
  await make({});
  t.strictSame(await now(), [50, completedAt]);
  await ask('DELETE', `/lectures/${lecture}`);
  t.strictSame(await now(), [0, completedAt]);
});

t.test('progress is correct for all students when many watch while lectures are published [D2]', async (t) => {
  const made = await learning(t);
  const { app, ask, course } = made;
  const people = ['usr_a', 'usr_b', 'usr_c', 'usr_d'];
  await addMembers(made, ...people);
  const { id: courseId, section, lecture } = await course('here');
  const ids = new Map<string, string>();
  for (const memberId of people) {
    ids.set(memberId, String((await ask('POST', '/enrollments', { courseId, memberId })).json.id));
  }
  const film = { title: 'Film', kind: 'text', status: 'published' };
  await Promise.all([
    ...Array.from({ length: 3 }, () => ask('POST', `/sections/${section}/lectures`, film)),
    ...[...ids].map(([personId, id]) =>
      app.school.account.saveWatchPosition(
        { siteId: RIVERSIDE.id, personId },
        { id },
        {
          lectureId: lecture,
          positionSeconds: 0,
          watchedAt: 1,
        },
      ),
    ),
  ]);
  for (const id of ids.values()) t.equal((await ask('GET', `/enrollments/${id}`)).json.progressPercent, 25);
});

t.test('students are listed by course and enrollments by member and course, in pages [D2]', async (t) => {
  const made = await learning(t);
  const { ask, clock, course } = made;
  await addMembers(made, 'usr_a', 'usr_b', 'usr_c', 'usr_d');
  const one = await course('one');
  const two = await course('two');
  const enroll = async (courseId: string, memberId: string) => {
    clock.advance(1000);
    return String((await ask('POST', '/enrollments', { courseId, memberId })).json.id);
  };
  for (const id of ['usr_b', 'usr_c', 'usr_a']) await enroll(one.id, id);
  const gone = await enroll(two.id, 'usr_a');
  await ask('POST', `/enrollments/${gone}/revoke`);

  t.strictSame(await idsOf(ask, '/students?first=3'), ['usr_c', 'usr_b', 'usr_a'], 'the latest member first');
  t.strictSame(await idsOf(ask, `/students?courseId=${one.id}`), ['usr_a', 'usr_c', 'usr_b'], 'the latest enrollment');
  t.strictSame(await idsOf(ask, `/students?courseId=${one.id}&sort=since`), ['usr_b', 'usr_c', 'usr_a']);
  t.strictSame(await idsOf(ask, `/students?courseId=${two.id}`), [], 'revoked');
  t.match((await ask('GET', '/students/usr_a')).json, {
    id: 'usr_a',
    memberId: 'usr_a',
    email: 'usr_a@Students.example',
    name: 'Name usr_a',
    enrolledCourseCount: 1,
    lastActiveAt: null,
  });
  t.equal((await ask('GET', '/students/usr_d')).status, 404, 'a member who is no student');
  t.equal((await ask('GET', '/students?courseId=crs_none')).status, 400);

  const seen: string[] = [];
  let after = '';
  for (let pages = 0; pages < 9; pages += 1) {
    const { json } = await ask('GET', `/students?courseId=${one.id}&first=1${after && `&after=${after}`}`);
    seen.push(...(json.nodes ?? []).map(({ id }) => String(id)));
    if (String(json.pageInfo?.hasNextPage) === 'false') break;
    after = String(json.pageInfo?.endCursor);
  }
  t.strictSame(seen, ['usr_a', 'usr_c', 'usr_b']);
  t.equal((await ask('GET', `/students?courseId=${two.id}&after=${after}`)).status, 400, 'a cursor of another list');

  t.strictSame(
    await idsOf(ask, `/enrollments?memberId=usr_a`),
    await idsOf(ask, `/enrollments?memberId=usr_a&first=2`),
  );
  t.equal((await idsOf(ask, '/enrollments?memberId=usr_a')).length, 2, 'revoked ones included');
  t.strictSame(await idsOf(ask, `/enrollments?memberId=usr_a&courseId=${two.id}`), [gone]);
  t.equal((await idsOf(ask, `/enrollments?courseId=${one.id}`)).length, 3);
});

t.test('other schools find no students or enrollments, and instructors those of their courses [D1]', async (t) => {
  const made = await learning(t);
  const { app, ask, askAs, course, tokenOf } = made;
  await addMembers(made, 'usr_a', 'usr_b');
  const lecturer = await ask('POST', '/lecturers', { name: 'Ivan', slug: 'me', memberId: CALLERS.instructor.id });
  const mine = await course('mine', { lecturerIds: [lecturer.json.id] });
  const others = await course('others');
  const enroll = async (courseId: string, memberId: string) =>
    String((await ask('POST', '/enrollments', { courseId, memberId })).json.id);
  const [own, both, foreign] = [
    await enroll(mine.id, 'usr_a'),
    await enroll(others.id, 'usr_a'),
    await enroll(others.id, 'usr_b'),
  ];
  for (const path of ['/students/usr_a', `/enrollments/${own}`, `/enrollments/${own}/progress`]) {
    t.equal((await askAs('foreignOwner', 'GET', path)).status, 404, path);
    t.equal((await askAs('instructor', 'GET', path)).status, 200, path);
  }
  for (const [action, body] of [
    ['extend', { days: 1 }],
    ['set_expiry', { expireDate: '2027-01-01' }],
    ['set_lifetime'],
    ['revoke'],
    ['reset_progress'],
  ] as const) {
    const answer = await askAs('foreignOwner', 'POST', `/enrollments/${own}/${action}`, body);
    t.equal(answer.status, 404, action);
    t.equal((await askAs('instructor', 'POST', `/enrollments/${own}/${action}`, body)).status, 403, action);
  }
  for (const path of ['/students/usr_b', `/enrollments/${both}`, `/enrollments/${foreign}/progress`]) {
    t.equal((await askAs('instructor', 'GET', path)).status, 404, path);
  }
  t.match((await askAs('instructor', 'GET', '/students/usr_a')).json, { enrolledCourseCount: 1 });
  const asInstructor: Learning['ask'] = (...request) => askAs('instructor', ...request);
  t.notOk((await idsOf(asInstructor, '/students?first=100')).includes('usr_b'));
  t.strictSame(await idsOf(asInstructor, `/students?courseId=${others.id}`), []);
  t.strictSame(await idsOf(asInstructor, '/enrollments?memberId=usr_a'), [own]);
  t.strictSame(await idsOf(asInstructor, `/enrollments?courseId=${others.id}`), []);

  const reader = await tokenOf('owner', ['students:read']);
  t.equal((await call(app, reader, 'GET', '/students?first=1')).status, 200);
  t.equal((await call(app, reader, 'POST', '/enrollments', { courseId: mine.id, memberId: 'usr_b' })).status, 403);
  t.equal((await call(app, await tokenOf('owner', ['students:write']), 'GET', '/enrollments')).status, 403);
});
