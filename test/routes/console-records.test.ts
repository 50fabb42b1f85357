// slow
/** What a first-time owner does with courses, people and orders by the pages of a school, step by step as such a person finds it. */
import t from 'tap';
import { type Json, RIVERSIDE } from '../support/admin.ts';
import { ADMIN, post, rest, type World, world } from '../support/console.ts';
import { linksOf, said } from '../support/signed-in.ts';

t.setTimeout(300_000);

const course = (made: World): Promise<Json> => post(made, '/courses', { title: 'Ink', courseType: 'free' });

t.test('invited people are called by the name that the school wrote, or by their address', async (t) => {
  const made = await world(t);
  const { ruth } = made;
  const { id: courseId } = await course(made);
  const students = [{ email: 'lena@new.example', name: 'Lena Fischer' }, { email: 'none@new.example' }];
  const { nodes = [] } = await post(made, '/enrollments/bulk', { courseId, students });
  const [lena, none] = nodes;
  const pages: readonly (readonly [path: string, ...words: RegExp[]])[] = [
    [`/enrollments?courseId=${courseId}`, /Lena Fischer/, /none@new\.example/],
    [`/enrollments/${lena?.id}`, /Lena Fischer.* Member Lena Fischer/],
    [`/enrollments/${none?.id}`, /none@new\.example.* Member none@new\.example/],
    [`/students?courseId=${courseId}`, /Lena Fischer lena@new\.example/, /none@new\.example/],
    [`/students/${lena?.memberId}`, /Lena Fischer/],
    [`/students/${none?.memberId}`, /none@new\.example/],
    ['/members?q=fischer+lena', /Lena Fischer/],
    [`/members/${lena?.memberId}`, /Lena Fischer lena@new\.example/],
    ['/enrollments/new', /Lena Fischer \(lena@new\.example\)/, /none@new\.example/],
  ];
  for (const [path, ...words] of pages) {
    const text = said(await ruth.get(`${ADMIN}${path}`));
    for (const one of words) t.match(text, one, path);
    t.notMatch(text, /\b(usr|enr)_[A-Za-z0-9]{8}/, `${path} has no ids`);
  }
});

t.test('no one and no course is chosen beforehand where someone is enrolled', async (t) => {
  const { ruth } = await world(t);
  const form = await ruth.get(`${ADMIN}/enrollments/new`);
  for (const name of ['memberId', 'courseId']) {
    const [, attributes, options = ''] = new RegExp(`<select id="${name}"([^>]*)>(.*?)</select>`).exec(form.body) ?? [];
    t.match(attributes, / required/, name);
    t.match(options, /^<option value="">Choose…<\/option>/, name);
    t.notMatch(options, / selected/, name);
    const labels = [...options.matchAll(/>([^<]+)<\/option>/g)].map(([, label = '']) => label).slice(1);
    t.strictSame(
      labels,
      labels.toSorted((a, b) => a.localeCompare(b, 'en')),
      `${name} in the order of names`,
    );
  }
  t.match(form.body, /<button type="submit" class="primary">Enroll a member</);
  const empty = await ruth.submit(form, '/new');
  t.equal(empty.status, 400);
  t.match(said(empty), /Please fix the following: Member/);
});

t.test('an order leads to its buyer and its items, and says where refunds are made', async (t) => {
  const made = await world(t);
  const { ruth } = made;
  const [order] = (await rest(made, '/orders?status=refunded')).nodes ?? [];
  const page = await ruth.get(`${ADMIN}/orders/${order?.id}`);
  t.match(said(page), /The shop that takes the payments makes orders and refunds/);
  t.ok(linksOf(page).includes(`${ADMIN}/members/${order?.memberId}`));
  const [item] = (order?.items ?? []) as readonly Json[];
  const list = String(item?.kind).replace('_', '-');
  t.ok(linksOf(page).includes(`${ADMIN}/${list}s/${item?.refId}`), list);
  t.equal((await ruth.get(`${ADMIN}/${list}s/${item?.refId}`)).status, 200);
  const refunds = await ruth.get(`${ADMIN}/refunds`);
  t.match(said(refunds), /The shop that takes the payments makes orders and refunds/);
  const [refund] = (await rest(made, '/refunds')).nodes ?? [];
  t.ok(linksOf(refunds).includes(`${ADMIN}/orders/${refund?.orderId}`));
});

t.test(
  'any file of the school can be searched for in the form of a lecture, or uploaded without losing the form',
  async (t) => {
    const made = await world(t);
    const { app, ruth } = made;
    const { id } = await course(made);
    const section = await post(made, `/courses/${id}/sections`, { title: 'One' });
    const named = async (descending: boolean): Promise<string> => {
      const query = { first: 1, after: undefined, where: { status: 'ready' as const }, sort: 'createdAt', descending };
      return (await app.school.records('assets').page(RIVERSIDE.id, query)).rows[0]?.filename ?? '';
    };
    const [oldest, newest] = [await named(false), await named(true)];
    const form = await ruth.get(`${ADMIN}/courses/${id}/sections/${section.id}/lectures/new`);
    t.match(form.body, /<a href="\/admin\/riverside\/assets\/new" target="_blank">/);
    t.match(said(form), newest);
    t.notMatch(said(form), oldest);
    const entered = { title: 'Charts', search: 'mediaAssetId', 'q.mediaAssetId': oldest.toUpperCase() };
    const found = await ruth.submit(form, '/new', entered);
    t.match(said(found), oldest);
    t.notMatch(said(found), newest);
    t.match(found.body, 'value="Charts"', 'what was entered stays');
    t.match(said(await ruth.submit(found, '/new', { ...entered, 'q.mediaAssetId': '' })), newest);
  },
);

t.test('those who have not finished a course are listed, the longest away first', async (t) => {
  const made = await world(t);
  const { app, ruth } = made;
  const courseId = 'crs_demo_statistics';
  const { nodes = [] } = await rest(made, `/enrollments?courseId=${courseId}&status=active&first=100`);
  const open = nodes.filter(
    ({ completedAt, progressPercent }) => completedAt === null && Number(progressPercent) < 100,
  );
  const link = linksOf(await ruth.get(`${ADMIN}/courses/${courseId}`)).find((href) => href.endsWith('/behind')) ?? '';
  const idsOf = (page: { body: string }): string[] =>
    [...page.body.matchAll(/href="\/admin\/riverside\/enrollments\/([\w-]+)"/g)].map(([, id = '']) => id);
  const watched = async (id: string): Promise<number> =>
    (await app.school.records('enrollments').find(RIVERSIDE.id, id))?.lastWatchedAt ?? 0;
  const first = await ruth.get(link);
  t.match(said(first), `${open.length} entr`);
  const times = await Promise.all(idsOf(first).map(watched));
  t.strictSame(
    times,
    times.toSorted((a, b) => a - b),
  );
  const byProgress = idsOf(await ruth.get(`${link}?sort=progress`)).map((id) =>
    Number(open.find((one) => String(one.id) === id)?.progressPercent),
  );
  t.strictSame(
    byProgress,
    byProgress.toSorted((a, b) => a - b),
  );
  const since = app.clock() - 30 * 86_400_000;
  const all = await Promise.all(open.map(({ id }) => watched(String(id))));
  t.match(said(await ruth.get(`${link}?unseen=30`)), `${all.filter((at) => at < since).length} entr`);
  for (const query of ['?unseen=31', '?sort=made-up']) t.equal((await ruth.get(`${link}${query}`)).url, link, query);
  t.equal((await ruth.get(`${ADMIN}/courses/none/behind`)).status, 404);
});

t.test('a subscription that is cancelled says when it ends, and offers only what does something', async (t) => {
  const made = await world(t);
  const { ruth } = made;
  const plan = { name: 'Monthly', planType: 'recurring', interval: 'month', intervalCount: 1, allCourses: true };
  const { id: planId } = await post(made, '/membership_plans', { ...plan, price: { amount: 1, currency: 'EUR' } });
  await post(made, `/membership_plans/${planId}/publish`, {});
  const { id } = await post(made, '/subscriptions', { memberId: 'usr_demo_noor', planId });
  const address = `${ADMIN}/subscriptions/${id}`;
  const record = await ruth.get(address);
  t.notMatch(said(record), 'Ends a pause');
  const question = await ruth.get(`${address}/cancel`);
  t.match(said(question), /Plan Monthly/);
  t.match(said(question), /End of this period Dec/);
  t.match(said(question), /Cancel the subscription Back/);
  const cancelled = await ruth.submit(question, '/cancel', { when: 'period_end' });
  t.match(said(cancelled), / Ends Dec \d+, 2026 /);
  t.match(said(cancelled), 'Ends a pause, or takes back a cancellation');
  t.match(said(await ruth.get(`${ADMIN}/subscriptions?planId=${planId}`)), /Ends Dec \d+, 2026/);
  const resumed = await ruth.submit(cancelled, '/resume');
  t.notMatch(said(resumed), 'Ends a pause');
  const member = await ruth.get(`${ADMIN}/members/usr_demo_noor`);
  t.ok(linksOf(member).includes(`${ADMIN}/subscriptions?memberId=usr_demo_noor`));
});

t.test('an address that was copied with the sentence around it is answered with a page', async (t) => {
  const { ruth } = await world(t);
  for (const path of ['/approvals/', '/admin/riverside/courses/']) {
    const page = await ruth.get(
      `${path}${encodeURIComponent(`apr_1. Show that link to the person, ${'x'.repeat(900)}`)}`,
    );
    t.equal(page.status, 404, path);
    t.match(page.headers['content-type'], 'text/html');
  }
});
