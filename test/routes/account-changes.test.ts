import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { parseProfileChange } from '../../schema/school/profile-change.ts';
import {
  ADA,
  ask,
  BOB,
  CYD,
  codesOf,
  course,
  DAY,
  dataOf,
  enrollment,
  event,
  type GraphqlBody,
  HOUR,
  lecture,
  NORTH,
  type Person,
  registration,
  SOUTH,
  schools,
  type Tree,
} from '../support/account.ts';
import { databaseFile } from '../support/database-edit.ts';
import { userinfo } from '../support/oauth-client.ts';

const PROFILE = 'id name locale marketingConsent';
const UPDATE = `mutation($input: UpdateProfileInput!) { updateProfile(input: $input) { ${PROFILE} } }`;

t.test('updateProfile changes only the given fields, and only the name is shared between schools [D3]', async (t) => {
  const { app, tokenOf } = await schools(t);
  const [token, south] = [await tokenOf(ADA), await tokenOf(ADA, 'openid profile account:read', SOUTH.id)];
  const update = async (input: Record<string, unknown>): Promise<Tree | undefined> => {
    const { updateProfile } = await dataOf(app, token, UPDATE, { variables: { input } });
    t.strictSame(
      (await dataOf(app, token, `{ viewer { ${PROFILE} } }`)).viewer,
      updateProfile,
      'the next query agrees',
    );
    return updateProfile;
  };
  const before = { id: ADA.id, name: ADA.name, locale: null, marketingConsent: false };
  t.strictSame(await update({}), before);
  t.strictSame(await update({ name: '  Ada  King ' }), { ...before, name: 'Ada  King' }, 'trimmed');
  t.strictSame(await update({ name: 'Ame\u0301lie' }), { ...before, name: 'Am\u00e9lie' }, 'NFC');
  t.strictSame(await update({ locale: 'PT-br' }), { ...before, name: 'Amélie', locale: 'pt-BR' }, 'canonical');
  const consenting = { ...before, name: 'Amélie', locale: 'pt-BR', marketingConsent: true };
  t.strictSame(await update({ marketingConsent: true }), consenting);
  t.strictSame(await update({ name: 'x'.repeat(100), locale: null, marketingConsent: false }), {
    ...before,
    name: 'x'.repeat(100),
  });
  await update({ name: 'Ada Lovelace', locale: 'it', marketingConsent: true });
  t.strictSame(
    (await dataOf(app, south, `{ viewer { ${PROFILE} } }`)).viewer,
    { ...before, name: 'Ada Lovelace' },
    'the name is everywhere, the rest is of one school',
  );
  t.equal((await userinfo(app, south)).json().name, 'Ada Lovelace');
  t.equal((await dataOf(app, await tokenOf(BOB), '{ viewer { name } }')).viewer?.name, BOB.name, 'nobody else');
});

t.test('an invalid profile change is refused with BAD_USER_INPUT and changes nothing at all [D3]', async (t) => {
  const { app, tokenOf } = await schools(t);
  const token = await tokenOf(ADA);
  const profile = () => dataOf(app, token, `{ viewer { email ${PROFILE} } }`);
  const before = await profile();
  const wrong: Record<string, unknown>[] = [
    { name: '' },
    { name: ' \t ' },
    { name: 'x'.repeat(101) },
    { name: null },
    { name: 1 },
    { name: ['Ada'] },
    { name: 'A\u0000da' },
    { name: 'A\nda' },
    { name: 'Ada\u202e' },
    { name: '\u200bAda' },
    { name: '\ud800' },
    { locale: '' },
    { locale: 'e' },
    { locale: 'en_US' },
    { locale: 'english language' },
    { locale: `en-x-${'a'.repeat(40)}` },
    { locale: '../../etc' },
    { locale: 1 },
    { marketingConsent: null },
    { marketingConsent: 'true' },
    { marketingConsent: 1 },
    { email: 'eve@evil.example' },
    { role: 'owner' },
    { id: BOB.id },
    { siteId: SOUTH.id },
    { name: 'Eve', locale: '-' },
    { marketingConsent: true, name: '' },
  ];
  for (const input of wrong) {
    const response = await ask(app, token, UPDATE, { variables: { input } });
    t.strictSame(codesOf(response), ['BAD_USER_INPUT'], JSON.stringify(input));
    t.notOk(response.json<GraphqlBody>().data);
  }
  for (const input of ['null', '"x"', '[]', '{ name: Ada }', '{ name: "Eve", name: "Eve" }']) {
    const response = await ask(app, token, `mutation { updateProfile(input: ${input}) { id } }`);
    t.ok(codesOf(response).every((code) => code === 'BAD_USER_INPUT') && codesOf(response).length > 0, input);
  }
  t.strictSame(await profile(), before);
  t.match(parseProfileChange({ name: 'Ada', extra: 1 }).problem, /extra/, 'what is unknown is named');
});

const WATCH = `mutation($lecture: ID!, $at: Int!) {
  saveWatchPosition(lectureId: $lecture, positionSeconds: $at) { lectureId title positionSeconds watchedAt url }
}`;
const LAST =
  '{ viewer { enrolledCourses { nodes { id lastWatchedLecture { lectureId positionSeconds watchedAt } } } } }';

const saving = (app: FastifyInstance, token: string) => (lectureId: string, at: unknown) =>
  ask(app, token, WATCH, { variables: { lecture: lectureId, at } });

t.test('a watch position is saved only for a released lecture of one’s own active enrollment [D3]', async (t) => {
  const { url, edit } = databaseFile(t);
  const { app, tokenOf, clock } = await schools(t, { databaseUrl: url });
  const { now } = clock;
  const ends = { expireDate: '2026-11-21', expiresAt: now + HOUR };
  const ids = ['open', 'ending', 'ended', 'revoked', 'bobs', 'nobodys'];
  await app.school.content.add(NORTH.id, {
    courses: ids.map((id) => course(id)),
    lectures: [
      ...ids.map((id) => lecture(`lec_${id}`, id)),
      lecture('lec_draft', 'open', { status: 'draft' }),
      lecture('lec_later', 'open', { releaseAt: now + DAY }),
      lecture('lec_released', 'open', { releaseAt: now }),
      lecture('lec_preview', 'nobodys', { freePreview: true }),
      lecture('lec_text', 'open', { kind: 'text', durationSeconds: 0 }),
    ],
    enrollments: [
      enrollment('enr_open', 'open', { startsAt: 3 }),
      enrollment('enr_ending', 'ending', { startsAt: 2, ...ends }),
      enrollment('enr_ended', 'ended', { startsAt: 1, status: 'expired' }),
      enrollment('enr_revoked', 'revoked', { status: 'revoked' }),
      enrollment('enr_bobs', 'bobs', { personId: BOB.id }),
    ],
  });
  await app.school.content.add(SOUTH.id, {
    courses: [course('south')],
    lectures: [lecture('lec_south', 'south')],
    enrollments: [enrollment('enr_south', 'south')],
  });
  const token = await tokenOf(ADA);
  const save = saving(app, token);
  const lastOf = async (id: string) =>
    [...((await dataOf(app, token, LAST)).viewer?.enrolledCourses?.nodes ?? [])].find((node) => String(node.id) === id)
      ?.lastWatchedLecture;

  for (const at of [0, 599, 600, 599]) {
    clock.advance(1000);
    const { data } = (await save('lec_open', at)).json<GraphqlBody>();
    const watched = { lectureId: 'lec_open', positionSeconds: at, watchedAt: data?.saveWatchPosition?.watchedAt };
    t.hasStrict(data?.saveWatchPosition, { ...watched, title: 'Lecture lec_open' });
    t.strictSame(await lastOf('enr_open'), watched, 'the next query agrees');
  }
  t.strictSame(codesOf(await save('lec_released', 1)), []);
  t.strictSame(codesOf(await save('lec_text', 0)), []);
  t.equal((await lastOf('enr_open'))?.lectureId, 'lec_text', 'the latest of several lectures');
  t.strictSame(codesOf(await save('lec_ending', 1)), []);

  const closed = ['draft', 'later', 'preview', 'ended', 'revoked', 'bobs', 'nobodys', 'south', 'unknown'];
  for (const id of closed) t.strictSame(codesOf(await save(`lec_${id}`, 1)), ['NOT_FOUND'], id);
  for (const id of ['', 'x'.repeat(10_000), '\u0000', "' or 1=1 --", '%', 'enr_open']) {
    t.strictSame(codesOf(await save(id, 1)), ['NOT_FOUND'], id.slice(0, 20));
  }
  for (const at of [-1, 601, 2_147_483_647, 2_147_483_648, 1.5, '1', null, true]) {
    t.strictSame(codesOf(await save('lec_open', at)), ['BAD_USER_INPUT'], String(at));
  }
  t.strictSame(codesOf(await save('lec_text', 1)), ['BAD_USER_INPUT'], 'longer than the lecture');
  t.equal((await lastOf('enr_open'))?.lectureId, 'lec_text', 'nothing of that was kept');
  t.equal(await lastOf('enr_ended'), null);

  clock.now = ends.expiresAt - 1;
  t.strictSame(codesOf(await save('lec_ending', 2)), []);
  clock.now = ends.expiresAt;
  const fresh = saving(app, await tokenOf(ADA));
  t.strictSame(codesOf(await fresh('lec_ending', 3)), ['NOT_FOUND'], 'over at that very moment');
  await edit("update enrollments set status = 'revoked' where id = 'enr_open'");
  t.strictSame(codesOf(await fresh('lec_open', 3)), ['NOT_FOUND'], 'revoked: closed on the next request');
  t.equal(await lastOf('enr_open').catch(() => undefined), undefined);
});

const CANCEL = 'mutation($id: ID!) { cancelEventRegistration(id: $id) { id status event { id joinUrl } } }';
const cancel = (app: FastifyInstance, token: string, id: string) => ask(app, token, CANCEL, { variables: { id } });
const statusOf = (body: GraphqlBody): unknown => body.data?.cancelEventRegistration?.status;

t.test('a registration is cancelled until the event begins, and cancelling again changes nothing [D3]', async (t) => {
  const { app, tokenOf, clock } = await schools(t);
  const starts = clock.now + 10_000;
  await app.school.content.add(NORTH.id, {
    events: ['a', 'b', 'c', 'd', 'e'].map((id) => event(`evt_${id}`, starts)),
    eventRegistrations: [
      registration('reg_a', 'evt_a'),
      registration('reg_b', 'evt_b', { status: 'waitlisted' }),
      registration('reg_c', 'evt_c', { status: 'attended' }),
      registration('reg_d', 'evt_d'),
      registration('reg_bob', 'evt_e', { personId: BOB.id }),
    ],
  });
  await app.school.content.add(SOUTH.id, {
    events: [event('evt_south', starts)],
    eventRegistrations: [registration('reg_south', 'evt_south')],
  });
  const token = await tokenOf(ADA);
  for (const id of ['reg_a', 'reg_b', 'reg_a']) {
    const body = (await cancel(app, token, id)).json<GraphqlBody>();
    t.equal(statusOf(body), 'CANCELLED', id);
    t.equal(body.data?.cancelEventRegistration?.event?.joinUrl, null);
  }
  const query = '{ viewer { eventRegistrations { nodes { id status } } } }';
  const statuses = async (asker: string) =>
    [...((await dataOf(app, asker, query)).viewer?.eventRegistrations?.nodes ?? [])].map(
      ({ id, status }) => `${id} ${status}`,
    );
  t.strictSame(await statuses(token), ['reg_d REGISTERED', 'reg_c ATTENDED', 'reg_b CANCELLED', 'reg_a CANCELLED']);
  t.strictSame(codesOf(await cancel(app, token, 'reg_c')), ['BAD_USER_INPUT'], 'whoever was there was there');
  for (const id of ['reg_bob', 'reg_south', 'reg_x', 'evt_a', '', '\u0000']) {
    t.strictSame(codesOf(await cancel(app, token, id)), ['NOT_FOUND'], id);
  }
  t.strictSame(await statuses(await tokenOf(BOB)), ['reg_bob REGISTERED']);
  t.strictSame(await statuses(await tokenOf(ADA, undefined, SOUTH.id)), ['reg_south REGISTERED']);
  clock.now = starts;
  t.strictSame(codesOf(await cancel(app, token, 'reg_d')), ['BAD_USER_INPUT'], 'it has begun');
  t.equal(statusOf((await cancel(app, token, 'reg_a')).json()), 'CANCELLED', 'what was done stays done');
});

t.test('a cancellation promotes the longest-waiting registration, never beyond the capacity [D3]', async (t) => {
  const { url, rows } = databaseFile(t);
  const { app, tokenOf, clock } = await schools(t, { databaseUrl: url });
  const people = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'];
  const starts = clock.now + DAY;
  const of = (eventId: string, personId: string, at: number, status: 'registered' | 'waitlisted' | 'attended') =>
    registration(`${eventId}_${personId}`, eventId, { personId, status, registeredAt: at });
  await app.school.content.add(NORTH.id, {
    events: [
      event('small', starts, { capacity: 2 }),
      event('over', starts, { capacity: 1 }),
      event('open', starts),
      event('early', starts, { capacity: 2 }),
      event('other', starts, { capacity: 9 }),
    ],
    eventRegistrations: [
      of('small', ADA.id, 1, 'registered'),
      of('small', BOB.id, 2, 'registered'),
      ...people.slice(0, 4).map((id, i) => of('small', id, 10 - Math.floor(i / 2), 'waitlisted')),
      // Overbooked by hand: one who goes makes no room.
      of('over', ADA.id, 1, 'registered'),
      of('over', 'p1', 2, 'registered'),
      of('over', 'p2', 3, 'waitlisted'),
      of('open', ADA.id, 1, 'waitlisted'),
      of('open', 'p1', 2, 'waitlisted'),
      of('early', ADA.id, 1, 'waitlisted'),
      of('early', 'p1', 2, 'attended'),
      of('early', 'p2', 3, 'registered'),
      of('early', 'p3', 4, 'waitlisted'),
      of('other', 'p1', 1, 'waitlisted'),
    ],
  });
  const tokens = { ada: await tokenOf(ADA), bob: await tokenOf(BOB) };
  const having = async (eventId: string, status: string) =>
    (await rows('select id from event_registrations where event_id = ? and status = ? order by id', eventId, status))
      .map(({ id }) => id)
      .join(' ');
  // Both at once.
  const both = await Promise.all([cancel(app, tokens.ada, 'small_usr_ada'), cancel(app, tokens.bob, 'small_usr_bob')]);
  t.strictSame(
    both.map((response) => statusOf(response.json())),
    ['CANCELLED', 'CANCELLED'],
  );
  t.equal(await having('small', 'registered'), 'small_p3 small_p4', 'earlier before later');
  t.equal(await having('small', 'waitlisted'), 'small_p1 small_p2');
  await Promise.all(Array.from({ length: 20 }, () => cancel(app, tokens.ada, 'small_usr_ada')));
  t.equal(await having('small', 'waitlisted'), 'small_p1 small_p2', 'cancelling again promotes nobody');

  await cancel(app, tokens.ada, 'over_usr_ada');
  t.equal(await having('over', 'registered'), 'over_p1');
  t.equal(await having('over', 'waitlisted'), 'over_p2', 'still as full as it may be');
  await cancel(app, tokens.ada, 'open_usr_ada');
  t.equal(await having('open', 'registered'), 'open_p1', 'no limit, no wait');
  await cancel(app, tokens.ada, 'early_usr_ada');
  t.equal(await having('early', 'waitlisted'), 'early_p3', 'who has come has a place');
  t.equal(await having('other', 'waitlisted'), 'other_p1', 'another event is none of it');
});

t.test('twenty simultaneous cancellations of one registration promote a single waiting one [D3]', async (t) => {
  const { url, read } = databaseFile(t);
  const { app, tokenOf, clock } = await schools(t, { databaseUrl: url });
  await app.school.content.add(NORTH.id, {
    events: [event('evt', clock.now + DAY, { capacity: 1 })],
    eventRegistrations: [
      registration('reg_ada', 'evt'),
      ...['p1', 'p2', 'p3'].map((personId, i) =>
        registration(`reg_${personId}`, 'evt', { personId, status: 'waitlisted', registeredAt: i }),
      ),
    ],
  });
  const token = await tokenOf(ADA);
  const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(app, token, 'reg_ada')));
  t.strictSame([...new Set(answers.map((response) => statusOf(response.json())))], ['CANCELLED']);
  t.equal(await read("select count(*) from event_registrations where status = 'registered'"), 1);
  t.equal(await read("select id from event_registrations where status = 'registered'"), 'reg_p1');
});

t.test('mutations of one request run in order until one fails, and the earlier ones stay in effect [D3]', async (t) => {
  const { app, tokenOf } = await schools(t);
  const token = await tokenOf(ADA);
  const rename = (alias: string, name: string) => `${alias}: updateProfile(input: { name: "${name}" }) { name }`;
  const query = `mutation { ${rename('a', 'First')} ${rename('b', '')} ${rename('c', 'Third')} }`;
  const response = await ask(app, token, query);
  t.strictSame(codesOf(response), ['BAD_USER_INPUT']);
  t.strictSame(response.json<GraphqlBody>().errors?.[0]?.path, ['b']);
  t.equal((await dataOf(app, token, '{ viewer { name } }')).viewer?.name, 'First');
});

t.test('a revoked enrollment is missing from the courses of its member on the next request [spec 4]', async (t) => {
  const { url, edit } = databaseFile(t);
  const { app, tokenOf } = await schools(t, { databaseUrl: url });
  await app.school.content.add(NORTH.id, {
    courses: [course('crs_1')],
    enrollments: [enrollment('enr_1', 'crs_1'), enrollment('enr_2', 'crs_1', { personId: BOB.id })],
  });
  const countOf = async (token: string): Promise<unknown> =>
    (await dataOf(app, token, '{ viewer { enrolledCourses { totalCount nodes { id } } } }')).viewer?.enrolledCourses
      ?.totalCount;
  const tokens = await Promise.all([ADA, BOB].map((person: Person) => tokenOf(person)));
  for (const token of tokens) t.equal(await countOf(token), 1);
  await edit("update enrollments set status = 'revoked' where id = 'enr_1'");
  t.equal(await countOf(tokens[0] ?? ''), 0);
  t.equal(await countOf(tokens[1] ?? ''), 1);
  t.equal(await countOf(await tokenOf(CYD)), 0);
});
