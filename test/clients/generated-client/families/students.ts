/** Enrollments, one and many at once, and the students that people become by them. */
import { DAY, done, first, fresh, made, refused, same } from '../answers.ts';
import type { Api, Schemas } from '../client.ts';
import { findIn } from '../paging.ts';

export async function students(api: Api): Promise<void> {
  const body = { title: 'Etching', slug: fresh('enrolled'), accessDays: 30 };
  const course = (await made(api.POST('/api/v1/courses', { body }))).data;
  const email = `${fresh('student')}@people.example`;
  const enrollment = (await made(api.POST('/api/v1/enrollments', { body: { courseId: course.id, email } }))).data;
  await read(api, enrollment, email);
  await change(api, enrollment);
  await bulk(api, course.id);
  const params = { path: { id: course.id } };
  await refused(api.DELETE('/api/v1/courses/{id}', { params }), 409);
  await done(api.POST('/api/v1/courses/{id}/archive', { params }));
}

async function read(api: Api, enrollment: Schemas['Enrollment'], email: string): Promise<void> {
  const { id, memberId, courseId } = enrollment;
  const params = { path: { id } };
  same((await done(api.GET('/api/v1/enrollments/{id}', { params }))).data, enrollment, 'read');
  const query = { courseId, memberId };
  const listed = await findIn(
    (page) => api.GET('/api/v1/enrollments', { params: { query: { ...page, ...query, sort: '-startsAt' } } }),
    id,
  );
  same(listed, enrollment, 'listed');
  const student = (await done(api.GET('/api/v1/students/{id}', { params: { path: { id: memberId } } }))).data;
  same([student.email, student.enrolledCourseCount], [email, 1], 'the student');
  const found = await findIn(
    (page) => api.GET('/api/v1/students', { params: { query: { ...page, courseId, active: true, q: email } } }),
    memberId,
  );
  same(found, student, 'the student, listed');
  const open = (await done(api.GET('/api/v1/students/{id}/courses', { params: { path: { id: memberId } } }))).data;
  same(
    open.nodes.map((one) => [one.courseId, one.source]),
    [[courseId, 'grant']],
    'what the student may open',
  );
  const progress = (await done(api.GET('/api/v1/enrollments/{id}/progress', { params }))).data;
  same([progress.enrollmentId, progress.lectures.length], [id, 0], 'the progress');
}

async function change(api: Api, { id, expireDate }: Schemas['Enrollment']): Promise<void> {
  const params = { path: { id } };
  const extended = (await done(api.POST('/api/v1/enrollments/{id}/extend', { params, body: { days: 10 } }))).data;
  if (expireDate === null || extended.expireDate === null) throw new Error('its access has an end');
  same(Date.parse(extended.expireDate) - Date.parse(expireDate), 10 * DAY, 'extend');
  const body = { expireDate: '2999-12-31' };
  const set = (await done(api.POST('/api/v1/enrollments/{id}/set_expiry', { params, body }))).data;
  same(set.expireDate, '2999-12-31', 'set_expiry');
  const lifetime = (await done(api.POST('/api/v1/enrollments/{id}/set_lifetime', { params }))).data;
  same([lifetime.hasLifetimeAccess, lifetime.expireDate], [true, null], 'set_lifetime');
  const reset = (await done(api.POST('/api/v1/enrollments/{id}/reset_progress', { params }))).data;
  same([reset.progressPercent, reset.lastWatchedLecture], [0, null], 'reset_progress');
  same((await done(api.POST('/api/v1/enrollments/{id}/revoke', { params }))).data.status, 'revoked', 'revoke');
}

async function bulk(api: Api, courseId: string): Promise<void> {
  const emails = ['one', 'two'].map((word) => `${fresh(word)}@people.example`);
  const body = { courseId, expireDate: null, students: emails.map((email) => ({ email, name: 'Somebody New' })) };
  const { nodes } = (await done(api.POST('/api/v1/enrollments/bulk', { body }))).data;
  same(
    nodes.map((one) => one.hasLifetimeAccess),
    [true, true],
    'bulk',
  );
  const query = { params: { path: { id: first(nodes, 'enrollment').memberId } } };
  same((await done(api.GET('/api/v1/members/{id}', query))).data.status, 'invited', 'bulk: they are invited');
}
