import t from 'tap';
import { RIVERSIDE } from '../../support/admin.ts';
import { learning } from '../../support/learning.ts';

t.test('no figure counts what removed members left, until they are invited again [D2]', async (t) => {
  const { app, ask, clock, course } = await learning(t);
  const { id: courseId, lecture } = await course('mosses');
  await ask('POST', '/courses', { title: 'Other', slug: 'other' });
  await ask('POST', '/courses/other/publish');
  const terms = { planType: 'lifetime', price: { amount: 900, currency: 'EUR' } };
  const plan = await ask('POST', '/membership_plans', { name: 'For life', slug: 'for-life', ...terms });
  await ask('POST', '/membership_plans/for-life/publish');

  /** Every figure that counts members by what they have. */
  const metrics = async () => {
    const [summary, row, analytics, lectures, planRow, lecturer] = await Promise.all([
      ask('GET', '/analytics/summary'),
      ask('GET', `/courses/${courseId}`),
      ask('GET', `/analytics/courses/${courseId}`),
      ask('GET', `/analytics/courses/${courseId}/lectures`),
      ask('GET', '/membership_plans/for-life'),
      ask('GET', '/courses?q=mosses'),
    ]);
    const { students, activeSubscriptions } = (summary.json.now ?? {}) as Record<string, unknown>;
    const { students: inCourse, completions, averageProgress } = analytics.json;
    return {
      ...{ students, activeSubscriptions, inCourse, completions, averageProgress },
      ...{ studentCount: row.json.studentCount, listed: lecturer.json.nodes?.[0]?.studentCount },
      ...{ subscribers: planRow.json.subscriberCount, lectures: lectures.json },
    };
  };
  const before = await metrics();
  t.match(before, { studentCount: 0, inCourse: 0, subscribers: 0, lectures: { courseId, students: 0 } });

  const enrollment = await ask('POST', '/enrollments', { courseId, email: 'leaving@example.com' });
  const memberId = String(enrollment.json.memberId);
  t.equal((await ask('POST', '/subscriptions', { memberId, planId: plan.json.id })).status, 201);
  const watched = { lectureId: lecture, positionSeconds: 0, watchedAt: clock.now, completedAt: clock.now };
  await app.school.content.add(RIVERSIDE.id, {
    watchPositions: [{ enrollmentId: String(enrollment.json.id), ...watched }],
  });
  const during = await metrics();
  t.match(during, {
    ...{ studentCount: 1, listed: 1, inCourse: 1, subscribers: 1 },
    students: Number(before.students) + 1,
    activeSubscriptions: Number(before.activeSubscriptions) + 1,
    lectures: { students: 1, lectures: [{ lectureId: lecture, title: 'One', began: 1, completed: 1 }] },
  });

  t.equal((await ask('DELETE', `/members/${memberId}`)).status, 204);
  t.strictSame(await metrics(), before, 'as if they had never come');
  const revoked = await ask('POST', `/enrollments/${enrollment.json.id}/revoke`);
  t.equal(revoked.status, 200, 'what they left can still be changed');
  t.strictSame(await metrics(), before, 'which is not counted either');
  await ask('POST', '/members', { email: 'leaving@example.com', role: 'member' });
  const after = await metrics();
  t.match(after, { studentCount: 0, inCourse: 0, subscribers: 1, activeSubscriptions: during.activeSubscriptions });
});
