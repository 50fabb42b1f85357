/** Each skill is followed by a played model, at the demo school, and leads to what it is for. */
import t, { type Test } from 'tap';
import { z } from 'zod';
import { programFilesIn } from '../../schema/program/files.ts';
import { adminApp, CALLERS, type CallerName, call, RIVERSIDE } from '../support/admin.ts';
import { databaseFile } from '../support/database-edit.ts';
import { everyTool, type Json } from '../support/mcp.ts';
import { agentAt, PlayedModel } from '../support/played-model.ts';

const DAY = 86_400_000;
const database = databaseFile(t);
const { app, tokenOf } = await adminApp(t, { databaseUrl: database.url });

const played = new Set<string>();

async function modelOf(t: Test, skill: string, who?: CallerName): Promise<PlayedModel> {
  played.add(skill);
  const token = who === undefined ? undefined : await tokenOf(who);
  return PlayedModel.reading(await agentAt(t, app, `?school=${RIVERSIDE.slug}`, token), skill);
}

/** What tools can take and operations return, as schemas. */
const vocabulary = JSON.stringify([
  await everyTool(app, await tokenOf('owner')),
  app.school.catalogue.map(({ output }) => z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' })),
]);

/** All steps were followed, and there are no other words in the skill than those of the tools. */
function isDone(t: Test, model: PlayedModel): void {
  t.equal(model.left, 0, 'steps that are left');
  t.strictSame(model.unknownTo(vocabulary), []);
}

const rowsOf = (data: Json): readonly Json[] => data.nodes as readonly Json[];
const first = <Row>(rows: readonly Row[]): Row => {
  const [row] = rows;
  if (row === undefined) throw new Error('nothing was found');
  return row;
};
const latest = (rows: readonly Json[], timeOf: (row: Json) => unknown): Json =>
  first([...rows].sort((a, b) => String(timeOf(b) ?? '').localeCompare(String(timeOf(a) ?? ''))));
/** By REST, which no skill names. */
const rest = async (path: string): Promise<Json> => (await call(app, await tokenOf('owner'), 'GET', path)).json;

t.test('a class of new and known people is enrolled from a list, without those who cannot be [A13b]', async (t) => {
  const model = await modelOf(t, 'invite-a-class', 'staff');
  const course = first(rowsOf(await model.next({ q: 'Statistics' })));
  t.equal(course.title as unknown, 'Statistics for the Curious');
  const enrolled = rowsOf(await model.next({ courseId: course.id }));
  const list = [
    'ida@class.example',
    'not an address',
    'Omar@class.example',
    String(first(enrolled).email).toUpperCase(),
  ];
  const known = new Set(enrolled.map(({ email }) => String(email).toLowerCase()));
  const students = list.filter((email) => !known.has(email.toLowerCase())).map((email) => ({ email, name: 'New One' }));
  t.equal(students.length, 3, 'who is in the course already is left out');
  const refusal = await model.refused({ courseId: course.id, students });
  const wrong = [...refusal.matchAll(/students\.(\d+)/g)].map(([, index]) => Number(index));
  t.strictSame(wrong, [1], refusal);
  await model.again({ courseId: course.id, students: students.filter((_one, index) => !wrong.includes(index)) });
  const now = rowsOf(await model.next({ courseId: course.id })).map(({ email }) => String(email));
  t.strictSame(now.filter((email) => /@class\.example$/.test(email)).sort(), [
    'Omar@class.example',
    'ida@class.example',
  ]);
  t.equal(now.length, enrolled.length + 2);
  for (const row of rowsOf(await rest('/members?status=invited')).filter(({ email }) => /@class/.test(String(email))))
    t.equal(row.role as unknown, 'member');
  isDone(t, model);
});

t.test('the students of a course who fell behind are found, with the place where they stopped [A13b]', async (t) => {
  const model = await modelOf(t, 'find-who-fell-behind', 'instructor');
  const course = first(rowsOf(await model.next({ q: 'Statistics' })));
  const startsBefore = new Date(app.clock() - 14 * DAY).toISOString();
  const began = rowsOf(await model.next({ courseId: course.id, startsBefore }));
  const open = began.filter(({ completedAt }) => completedAt === (null as unknown));
  const behind = open
    .filter(({ progressPercent }) => Number(progressPercent) < 50)
    .sort((a, b) => Number(a.progressPercent) - Number(b.progressPercent));
  const stops = [];
  for (const { id, memberName } of behind.slice(0, 10)) {
    const progress = await (stops.length === 0 ? model.next({ id }) : model.again({ id }));
    const lectures = progress.lectures as readonly Json[];
    const stopped = lectures.find(({ completedAt }) => completedAt === (null as unknown));
    stops.push([memberName as unknown, stopped?.title as unknown]);
  }
  // The same question to the list of REST, row by row.
  const all = rowsOf(await rest(`/enrollments?courseId=${course.id}&first=100&include=member`));
  const expected = all.filter(
    ({ status, startsAt, completedAt, progressPercent }) =>
      String(status) === 'active' &&
      Date.parse(String(startsAt)) < app.clock() - 14 * DAY &&
      completedAt === (null as unknown) &&
      Number(progressPercent) < 50,
  );
  t.ok(expected.length > 0, 'the demo has such students');
  t.strictSame(stops.map(([name]) => name).sort(), expected.map(({ memberName }) => memberName as unknown).sort());
  for (const [, lecture] of stops) t.type(lecture, 'string', 'a lecture by its title');
  isDone(t, model);
});

t.test('an order is refunded by the shop, and then the access that it gave ends after a yes [A13b]', async (t) => {
  const number = 'RA-1498';
  const before = await modelOf(t, 'refund-an-order', 'staff');
  const found = first(rowsOf(await before.next({ q: number })));
  t.equal((await before.next({ id: found.id })).status as unknown, 'paid', 'so the model asks the person, and stops');

  await database.run(
    `update orders set status = 'refunded', refunded_amount = 18327, refunded_at = ${app.clock()} where number = '${number}'`,
  );
  const model = await modelOf(t, 'refund-an-order', 'staff');
  const { id, memberId, items } = first(rowsOf(await model.next({ q: number })));
  const order = await model.next({ id });
  t.match(order, { status: 'refunded', refundedAmount: 18_327 });
  const { refId: courseId } = first((items as readonly Json[]).filter(({ kind }) => String(kind) === 'course'));
  const enrollments = rowsOf(await model.next({ memberId, courseId }));
  const own = first(enrollments.filter(({ source }) => ['order', 'coupon'].includes(String(source))));
  t.match(await model.next({ id: own.id }), { status: 'revoked' });
  const courses = await app.inject({
    method: 'GET',
    url: `/api/v1/enrollments?memberId=${memberId}&courseId=${courseId}&status=active`,
    headers: { authorization: `Bearer ${await tokenOf('owner')}` },
  });
  t.strictSame(courses.json().nodes, [], 'the member has no access by it any more');
  isDone(t, model);
});

t.test('a course is made from an outline as a draft, and published after a yes [A13b]', async (t) => {
  const model = await modelOf(t, 'prepare-a-course', 'staff');
  t.strictSame(rowsOf(await model.next({ q: 'Kite making' })), []);
  const course = { title: 'Kite making', slug: 'kite-making', courseType: 'free', description: 'Paper, bamboo, wind.' };
  const { id } = await model.next(course);
  const sections: Json[] = [];
  for (const title of ['Frame', 'Flight']) {
    const given = { id, title };
    sections.push(await (sections.length === 0 ? model.next(given) : model.again(given)));
  }
  for (const [index, section] of sections.entries()) {
    const given = { id: section.id, title: `Lecture ${index + 1}`, kind: 'text', contentMarkdown: 'Fold it.' };
    await (index === 0 ? model.next(given) : model.again(given));
  }
  const outline = await model.next({ id });
  const lectures = (outline.sections as readonly Json[]).flatMap(({ lectures }) => lectures as readonly Json[]);
  t.strictSame(
    lectures.map(({ title, status }) => [title, status] as unknown),
    [
      ['Lecture 1', 'draft'],
      ['Lecture 2', 'draft'],
    ],
  );
  t.equal((await app.inject(`/schools/${RIVERSIDE.slug}/courses/kite-making`)).statusCode, 404, 'no one sees it yet');
  for (const [index, lecture] of lectures.entries())
    await (index === 0 ? model.next({ id: lecture.id }) : model.again({ id: lecture.id }));
  t.match(await model.next({ id }), { status: 'published', lectureCount: 2 });
  t.equal((await app.inject(`/schools/${RIVERSIDE.slug}/courses/kite-making`)).statusCode, 200);
  isDone(t, model);
});

t.test('who has access is listed, and ends or changes only for whom the person decided it [A13b]', async (t) => {
  const owner = await tokenOf('owner');
  await call(app, owner, 'POST', '/members', { email: 'late@people.example' });
  const suspended = rowsOf(await rest('/members?status=suspended')).length;
  const model = await modelOf(t, 'review-access', 'owner');
  const me = await model.next();
  t.equal(me.role as unknown, 'owner');
  const working: Json[] = [...rowsOf(await model.next({ role: 'owner' }))];
  for (const role of ['admin', 'staff', 'instructor']) working.push(...rowsOf(await model.again({ role })));
  t.ok(working.length >= 4, 'the demo has one of each');
  const absent = rowsOf(await model.next());
  const invited = rowsOf(await model.next());
  t.equal(absent[0]?.lastSeenAt as unknown, null, 'who was never here comes first');
  t.equal(Date.parse(String(invited[0]?.joinedAt)), app.clock(), 'an invitation has the time at which it was sent');
  const byMail = (rows: readonly Json[], email: string) => first(rows.filter((row) => String(row.email) === email)).id;
  const ivan = byMail(working, 'ivan@riverside.example');
  const away = first(absent.filter(({ role }) => String(role) === 'member')).id;
  const late = byMail(invited, 'late@people.example');
  t.match(await model.next({ id: ivan, role: 'member' }), { role: 'member' });
  t.match(await model.next({ id: away }), { status: 'suspended' });
  await model.next({ id: late });
  t.equal((await call(app, owner, 'GET', `/members/${late}`)).status, 404);
  t.equal(rowsOf(await rest('/members?status=suspended')).length, suspended + 1, 'and no one else');
  isDone(t, model);
});

t.test(
  'orders, renewals, downloads and completed courses of a member are found for what is asked [A13b]',
  async (t) => {
    const model = await modelOf(t, 'my-orders-and-certificates', 'member');
    const orders = rowsOf(await model.next());
    t.ok(orders.some(({ number }) => String(number) === 'RA-1498'));
    t.ok(rowsOf(await model.next()).some(({ plan }) => String(plan?.name ?? plan).includes('Studio')));
    t.ok(rowsOf(await model.next()).length > 0, 'downloads');
    const completed = rowsOf(await model.next()).filter(({ completedAt }) => completedAt !== (null as unknown));
    t.ok(completed.some(({ title }) => String(title) === 'A Year of Mosses'));
    t.match(await model.next(), { url: /\/schools\/riverside$/ });
    isDone(t, model);
  },
);

t.test('“where did I stop, and what is next?” is answered in at most four tool calls [A13b]', async (t) => {
  const model = await modelOf(t, 'what-to-learn-next', 'member');
  const open = rowsOf(await model.next()).filter(({ completedAt }) => completedAt === (null as unknown));
  const course = latest(open, ({ lastWatchedLecture }) => lastWatchedLecture?.watchedAt);
  const progress = await model.next({ slug: course.slug });
  const lectures = progress.lectures as readonly Json[];
  const stopped = latest(lectures, ({ watchedAt }) => watchedAt);
  const at = lectures.indexOf(stopped);
  const isNext = ({ isOpen, completedAt }: Json) => isOpen === (true as unknown) && completedAt === (null as unknown);
  const following = lectures.slice(at + 1).find(isNext) ?? lectures.find(isNext);
  t.strictSame(
    {
      course: progress.title as unknown,
      stopped: stopped.title as unknown,
      isComplete: stopped.completedAt !== (null as unknown),
      at: stopped.positionSeconds as unknown,
      next: following?.title as unknown,
    },
    {
      course: 'Statistics for the Curious',
      stopped: 'Coins have no memory',
      isComplete: true,
      at: 710,
      next: 'Charts that lie',
    },
  );
  t.match(stopped.url, /\/courses\/statistics-for-the-curious/, 'with the page to open');
  t.ok(model.calls.length <= 4, model.calls.join());
  t.strictSame(model.calls, ['list_my_courses', 'get_my_course_progress']);

  // Without her plan, which includes everything, and with all else completed.
  await database.run(`delete from subscriptions where person_id = '${CALLERS.member.id}'`);
  await database.run(`update enrollments set completed_at = ${app.clock()} where person_id = '${CALLERS.member.id}'`);
  const done = await modelOf(t, 'what-to-learn-next', 'member');
  const mine = rowsOf(await done.next());
  t.strictSame(
    mine.filter(({ completedAt }) => completedAt === (null as unknown)),
    [],
  );
  done.skip(/^Read its lectures/);
  const offered = rowsOf(await done.next());
  const slugs = new Set(mine.map(({ slug }) => String(slug)));
  t.ok(
    offered.some(({ slug }) => !slugs.has(String(slug))),
    'there is something new to propose',
  );
  t.ok(done.calls.length <= 4, done.calls.join());
  t.equal(done.left, 0);
});

t.test('a visitor without sign-in is led to a course that fits, with its price and address [A13b]', async (t) => {
  const model = await modelOf(t, 'choose-a-course');
  const found = rowsOf(await model.next({ query: 'statistics' }));
  const course = await model.next({ slug: first(found).slug });
  t.match(course, { title: 'Statistics for the Curious', price: { amount: 6900, currency: 'EUR' }, url: /^http/ });
  t.ok(rowsOf(await model.next()).length > 0, 'plans');
  isDone(t, model);
});

t.test('every skill was followed [A13b]', (t) => {
  const names = programFilesIn('routes/apis/mcp/skills').map((file) => file.replace(/\.md$/, ''));
  t.strictSame([...played].sort(), names);
  t.end();
});
