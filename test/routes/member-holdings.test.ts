/** What the page of a member says about courses, orders, subscriptions and events. */
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { CALLERS } from '../support/admin.ts';
import { testApp } from '../support/app.ts';
import { databaseFile } from '../support/database-edit.ts';
import { said, signedIn } from '../support/signed-in.ts';

const { learning: text } = textFor('en');
const ANA = `/admin/riverside/members/${CALLERS.member.id}`;
const member = { siteId: 'site_demo_riverside', personId: CALLERS.member.id };
const FIRST = { first: 5, after: undefined };

t.test('people who run the school see what a member has, as far as their role may read it', async (t) => {
  const file = databaseFile(t);
  const { app, clock } = await testApp(t, { databaseUrl: file.url });
  const { account } = app.school;
  const [courses, orders, subscriptions, events] = await Promise.all([
    account.enrolledCourses(member, 'all', FIRST, clock.now),
    account.orders(member, FIRST),
    account.ownSubscriptions(member, FIRST, clock.now),
    account.eventRegistrations(member, 'upcoming', { first: 100, after: undefined }, clock.now),
  ]);
  const names = [
    courses.rows.flatMap(({ title, progressPercent }) => [title, `${progressPercent}%`]),
    orders.rows.map(({ number }) => number),
    subscriptions.rows.map(({ planName }) => planName),
    events.rows
      .filter(({ event, status }) => status !== 'cancelled' && event.status === 'published')
      .sort((a, b) => a.event.startsAt - b.event.startsAt)
      .slice(0, 1)
      .map(({ event }) => event.title),
  ];
  for (const some of names) t.ok(some.length > 0, 'the demo has some of each');
  const page = said(await (await signedIn(app, CALLERS.owner.email)).get(ANA));
  for (const name of names.flat()) t.match(page, name.trim());

  await file.edit("update sites set staff_scope = 'members:read orders:read' where slug = 'riverside'");
  const forStaff = said(await (await signedIn(app, CALLERS.staff.email)).get(ANA));
  t.match(forStaff, names[1]?.[0] ?? '-');
  for (const title of [text.courses, text.subscriptions]) t.notMatch(forStaff, `${title} `, title);
  t.notMatch(forStaff, names[3]?.[0] ?? '-');
});

t.test('of a member who has nothing, the page says nothing', async (t) => {
  const { app } = await testApp(t);
  const page = said(
    await (await signedIn(app, CALLERS.owner.email)).get(`/admin/riverside/members/${CALLERS.owner.id}`),
  );
  t.notMatch(page, text.subscriptions);
});
