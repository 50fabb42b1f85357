// slow
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { type Answer, adminApp, call } from '../../support/admin.ts';
import type { TestAppOptions } from '../../support/app.ts';
import { databaseFile } from '../../support/database-edit.ts';

t.setTimeout(240_000);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function school(t: Test, options: TestAppOptions = {}) {
  const made = await adminApp(t, options);
  const { app } = made;
  const token = await made.tokenOf('owner');
  const post = (key: string, body: unknown, by = token, path = '/courses'): Promise<Answer> =>
    call(app, by, 'POST', path, body, { 'idempotency-key': key });
  const courses = (): Promise<number> => app.school.records('courses').count('site_demo_riverside', {});
  return { ...made, token, post, courses };
}

const course = (slug: string) => ({ title: slug, slug });
const saysTheSame = (t: Test, again: Answer, first: Answer): void => {
  t.equal(again.headers['idempotent-replayed'], 'true');
  const kept = ({ status, body, headers }: Answer) => [
    status,
    body,
    headers.etag,
    headers.location,
    headers['content-type'],
  ];
  t.strictSame(kept(again), kept(first));
};

t.test('a creation with an Idempotency-Key happens once, and a repeat returns the same response [D1]', async (t) => {
  const { post, courses, token, app } = await school(t);
  const before = await courses();
  const first = await post('key-1', course('once'));
  t.equal(first.status, 201);
  t.equal(first.headers['idempotent-replayed'], undefined);
  saysTheSame(t, await post('key-1', course('once')), first);
  t.equal(await courses(), before + 1);

  await call(app, token, 'DELETE', `/courses/${first.json.id}`);
  saysTheSame(t, await post('key-1', course('once')), first);
  t.equal(await courses(), before, 'the answer is what it was, and nothing is made anew');
  t.equal((await post('key-2', course('once'))).status, 201, 'another key is another request');
});

t.test('an Idempotency-Key that was used for another request is refused with 422 [D1]', async (t) => {
  const { post, courses } = await school(t);
  await post('key', course('mine'));
  const before = await courses();
  for (const [body, path] of [
    [course('other'), '/courses'],
    [{ ...course('mine'), featured: true }, '/courses'],
    [course('mine'), '/courses?x=1'],
  ] as const) {
    const answer = await post('key', body, undefined, path);
    t.match(answer, { status: 422, json: { type: /#idempotency-mismatch$/, status: 422 } }, JSON.stringify(body));
  }
  t.equal(await courses(), before);
});

t.test('a refused request does not use up its Idempotency-Key [D1]', async (t) => {
  const { post } = await school(t);
  t.equal((await post('key', { title: '' })).status, 400);
  t.equal((await post('key', course('field-botany'))).status, 409);
  t.equal((await post('key', course('at-last'))).status, 201);
});

t.test('an Idempotency-Key belongs to one person at one school, and replay needs the scope [D1]', async (t) => {
  const { post, tokenOf, app } = await school(t);
  const first = await post('shared', course('bound'));
  saysTheSame(t, await post('shared', course('bound'), await tokenOf('owner', ['courses:write'])), first);
  for (const other of ['admin', 'foreignOwner'] as const) {
    const answer = await post('shared', course(`bound-${other.toLowerCase()}`), await tokenOf(other));
    t.equal(answer.status, 201, other);
    t.not(answer.json.id, first.json.id);
  }
  const lacking = await post('shared', course('bound'), await tokenOf('owner', ['courses:read']));
  t.equal(lacking.status, 403, 'an answer is not told to whom could not have asked');
  t.equal(
    (await call(app, undefined, 'POST', '/courses', course('bound'), { 'idempotency-key': 'shared' })).status,
    401,
  );
});

async function manyAtOnce(t: Test, databaseUrl?: string): Promise<void> {
  const { post, courses } = await school(t, databaseUrl === undefined ? {} : { databaseUrl });
  const before = await courses();
  const answers = await Promise.all(Array.from({ length: 20 }, () => post('same', course('race'))));
  t.equal(await courses(), before + 1);
  const made = answers.filter(({ status, headers }) => status === 201 && headers['idempotent-replayed'] === undefined);
  t.equal(made.length, 1, 'one of them made it');
  for (const { status, json } of answers) t.ok(status === 201 || status === 409, JSON.stringify(json));
  const [first] = made;
  if (first !== undefined) saysTheSame(t, await post('same', course('race')), first);

  const keyed = Array.from({ length: 20 }, (_, n) => post(`own-${n}`, course('contested')));
  const outcomes = (await Promise.all(keyed)).map(({ status }) => status);
  t.strictSame(outcomes.sort(), [201, ...Array.from({ length: 19 }, () => 409)], 'the unique name has one owner');
}

t.test('of simultaneous requests with one Idempotency-Key, one is carried out [D1]', (t) =>
  manyAtOnce(t, databaseFile(t).url),
);

/** A process that ends while it works: nothing is kept, and nothing is given back. */
function crashing(app: FastifyInstance, t: Test): () => void {
  const { keep, release } = app.audit.idempotencyKeys;
  const crash = async (): Promise<never> => {
    throw new Error('the process ended here');
  };
  Object.assign(app.audit.idempotencyKeys, { keep: crash, release: crash });
  const recover = (): void => {
    Object.assign(app.audit.idempotencyKeys, { keep, release });
  };
  t.teardown(recover);
  return recover;
}

t.test('a crash during a request blocks its Idempotency-Key for two minutes only [D1]', async (t) => {
  const { app, post, clock } = await school(t);
  const recover = crashing(app, t);
  t.equal((await post('lost', { title: '' })).status, 500);
  recover();
  t.match(await post('lost', { title: '' }), { status: 409, json: { detail: /still being processed/ } });
  clock.advance(2 * MINUTE - 1);
  t.equal((await post('lost', { title: '' })).status, 409, 'the key is held for as long as a request may take');
  clock.advance(1);
  const made = await post('lost', course('found'));
  t.equal(made.status, 201);
  saysTheSame(t, await post('lost', course('found')), made);
});

t.test('a change made before a crash is never repeated, and a retry returns its outcome [D1]', async (t) => {
  const { app, post, courses, clock, token } = await school(t);
  const before = await courses();
  const recover = crashing(app, t);
  t.equal((await post('lost', course('once'))).status, 500);
  t.equal(await courses(), before + 1, 'it was done');
  recover();
  const again = await post('lost', course('once'));
  t.match(again, { status: 201, json: { slug: 'once' }, headers: { 'idempotent-replayed': 'true' } });
  t.equal(again.headers.location, `/api/v1/courses/${again.json.id}`);
  t.match(await post('lost', course('other')), { status: 422 });
  clock.advance(10 * MINUTE);
  saysTheSame(t, await post('lost', course('once')), again);
  t.equal(await courses(), before + 1, 'two minutes later, too');
  await call(app, token, 'DELETE', '/courses/once');
  t.match(await post('lost', course('once')), { status: 409, json: { detail: /has been processed \(course\/crs_/ } });
  t.equal(await courses(), before, 'and when it is gone');
});

t.test('a change counts as made even if reading it back for the answer failed [D1]', async (t) => {
  const { app, post, courses } = await school(t);
  const before = await courses();
  const store = app.school.records('courses');
  const { find } = store;
  Object.assign(store, { find: () => Promise.reject(new Error('the store went away')) });
  t.equal((await post('shown', course('once'))).status, 500);
  Object.assign(store, { find });
  t.match(await post('shown', course('once')), { status: 201, json: { slug: 'once' } });
  t.equal(await courses(), before + 1);
});

t.test('an Idempotency-Key covers bulk creation and cumulative actions, even across a crash [D1]', async (t) => {
  const { app, post, clock } = await school(t);
  const coupons = () => app.school.records('coupons').count('site_demo_riverside', {});
  const before = await coupons();
  const recover = crashing(app, t);
  const batch = { discountType: 'percent', percent: 5, count: 7 };
  t.equal((await post('many', batch, undefined, '/coupons/bulk_generate')).status, 500);
  const member = {
    courseId: (await app.school.records('courses').findBy('site_demo_riverside', { slug: 'field-botany' }))?.id,
  };
  const enrolling = { ...member, email: 'late@people.example', expireDate: '2026-12-01' };
  t.equal((await post('enroll', enrolling, undefined, '/enrollments')).status, 500);
  recover();
  t.match(await post('many', batch, undefined, '/coupons/bulk_generate'), { status: 409 });
  clock.advance(10 * MINUTE);
  t.match(await post('many', batch, undefined, '/coupons/bulk_generate'), { status: 409 });
  t.equal(await coupons(), before + 7);
  const made = await post('enroll', enrolling, undefined, '/enrollments');
  t.match(made, { status: 201, json: { expireDate: '2026-12-01' } });
  const path = `/enrollments/${made.json.id}/extend`;
  const crash = crashing(app, t);
  await post('days', { days: 3 }, undefined, path);
  crash();
  t.match(await post('days', { days: 3 }, undefined, path), { status: 200, json: { expireDate: '2026-12-04' } });
});

t.test('an Idempotency-Key is stored for 24 hours and can be reused afterwards [D1]', async (t) => {
  const { app, post, clock, tokenOf } = await school(t);
  const first = await post('daily', course('monday'));
  clock.advance(24 * HOUR - 1);
  const later = await tokenOf('owner', ['courses:write']);
  saysTheSame(t, await post('daily', course('monday'), later), first);
  clock.advance(1);
  t.equal((await post('daily', course('tuesday'), later)).status, 201, 'it is free before anybody swept it away');
  clock.advance(25 * HOUR);
  await app.retention.batch(() => clock.now);
  t.equal(
    (await post('daily', course('wednesday'), await tokenOf('owner', ['courses:write', 'courses:read']))).status,
    201,
  );
});

t.test('an Idempotency-Key consists of 1 to 255 printable characters without blanks [D1]', async (t) => {
  const { app, token, post, courses } = await school(t);
  const before = await courses();
  for (const key of ['', ' ', 'with blank', 'ü', 'x'.repeat(256), '\t']) {
    t.match(
      await post(key, course('bad-key')),
      { status: 400, json: { type: /#invalid-input$/ } },
      JSON.stringify(key),
    );
  }
  t.equal(await courses(), before);
  t.equal((await post('x'.repeat(255), course('long-key'))).status, 201);
  t.equal((await post('"quoted,;"', course('odd-key'))).status, 201);
  const patched = await call(app, token, 'PATCH', '/courses/odd-key', { subtitle: 'x' }, { 'idempotency-key': 'x' });
  t.equal(patched.status, 200, 'what is idempotent by itself needs none');
});
