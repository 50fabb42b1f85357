/** What people did at a school lately, on its first admin page. */
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { adminApp, CALLERS, call, HARBOUR, RIVERSIDE } from '../support/admin.ts';
import type { Browser } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { said, signedIn } from '../support/signed-in.ts';

t.setTimeout(300_000);

const HOME = '/admin/riverside';
const DAY = 86_400_000;
const { latest } = textFor('en').schoolHome;
const ICONS = {
  enrolled: 'user-check',
  completed: 'award',
  registered: 'calendar-check',
  ordered: 'receipt',
  commented: 'message-square',
  published: 'newspaper',
} as const;
type Kind = keyof typeof ICONS;

async function world(t: Test) {
  const file = databaseFile(t);
  const made = await adminApp(t, { databaseUrl: file.url, housekeeping: false });
  // What the demo has is older than what is shown.
  for (const [table, time] of [
    ['milestones', 'reached_at'],
    ['event_registrations', 'registered_at'],
    ['orders', 'placed_at'],
    ['comments', 'created_at'],
    ['posts', 'publish_at'],
  ])
    await file.edit(`delete from ${table} where ${time} is not null`);
  return { ...made, file, ruth: await signedIn(made.app, CALLERS.owner.email), token: await made.tokenOf('owner') };
}
type World = Awaited<ReturnType<typeof world>>;

interface Line {
  sentence: string;
  kind: Kind | undefined;
  href: string;
}

async function latestOf(browser: Browser): Promise<Line[]> {
  const { body } = await browser.get(HOME);
  const list = /<ul class="latest">(.*?)<\/ul>/s.exec(body)?.[1] ?? '';
  return [...list.matchAll(/#([a-z-]+)"\/><\/svg><p><a href="([^"]*)">(.*?)<\/a>/gs)].map(
    ([, icon, href = '', markup = '']) => ({
      kind: (Object.keys(ICONS) as Kind[]).find((kind) => ICONS[kind] === icon),
      href,
      sentence: markup.replace(/<[^>]*>/g, ''),
    }),
  );
}

/** One deed of each kind, the last one first. */
async function everyKind({ app, clock, file, token }: World): Promise<void> {
  const member = CALLERS.member.id;
  const post = async (path: string, body: object) => (await call(app, token, 'POST', path, body)).json;
  const course = await post('/courses', { title: 'Ink', courseType: 'free' });
  const { id: article } = await post('/posts', { title: 'Frost', bodyMarkdown: 'Cold.', authorId: CALLERS.owner.id });
  await call(app, token, 'POST', `/courses/${course.id}/publish`);
  await post('/enrollments', { memberId: member, courseId: course.id });
  clock.advance(60_000);
  await file.edit(
    'insert into milestones (site_id, person_id, kind, reached_at, course_id) values (?, ?, ?, ?, ?)',
    ...[RIVERSIDE.id, member, 'completed', clock.now, String(course.id)],
  );
  clock.advance(60_000);
  await post('/events/evening-with-an-editor/registrations', { memberId: member });
  clock.advance(60_000);
  for (const [id, status] of [
    ['ord_new', 'paid'],
    ['ord_bad', 'failed'],
    ['ord_off', 'cancelled'],
  ] as const) {
    await file.edit(
      `insert into orders (id, site_id, number, person_id, status, subtotal, discount, tax, total, currency, payment_method, placed_at, refunded_amount)
        values (?, ?, ?, ?, ?, 5500, 0, 0, 5500, 'EUR', 'card', ?, 0)`,
      ...[id, RIVERSIDE.id, id, member, status, clock.now],
    );
    await file.edit(
      `insert into order_items (order_id, position, site_id, kind, ref_id, title, quantity, unit_amount) values (?, 0, ?, 'course', ?, 'Ink', 1, 5500)`,
      ...[id, RIVERSIDE.id, String(course.id)],
    );
  }
  clock.advance(60_000);
  await file.edit(
    `insert into comments (id, site_id, person_id, target_kind, target_id, body, status, like_count, created_at) values ('cmt_new', ?, ?, 'course', ?, 'Nice', 'visible', 0, ?)`,
    ...[RIVERSIDE.id, member, String(course.id), clock.now],
  );
  clock.advance(60_000);
  await call(app, token, 'POST', `/posts/${article}/publish`);
}

const SENTENCES: Readonly<Record<Kind, RegExp>> = {
  published: /^Ruth Adler published Frost$/,
  commented: /^Ana Lima commented on Ink$/,
  ordered: /^Ana Lima ordered Ink · €55\.00$/,
  registered: /^Ana Lima registered for Evening with an Editor$/,
  completed: /^Ana Lima completed Ink$/,
  enrolled: /^Ana Lima enrolled in Ink$/,
};

/** What staff with these scopes see; names only with the scope that has them. */
const RIGHTS: readonly (readonly [scopes: string, kinds: readonly Kind[]])[] = [
  ['', []],
  ['students:read', ['completed', 'enrolled']],
  ['events:read', ['registered']],
  ['orders:read', ['ordered']],
  ['comments:read', ['commented']],
  ['posts:read', ['published']],
  ['analytics:read', []],
  ['students:read events:read members:read', ['registered', 'completed', 'enrolled']],
];

t.test(
  'the latest deeds of each kind are listed, newest first, for those who may see their lists [E-48f]',
  async (t) => {
    const made = await world(t);
    const { app, file, ruth } = made;
    t.match(said(await ruth.get(HOME)), latest.none);
    await everyKind(made);
    const lines = await latestOf(ruth);
    t.strictSame(
      lines.map(({ kind }) => kind),
      Object.keys(SENTENCES),
      'newest first, without orders that came to nothing',
    );
    for (const { kind, sentence, href } of lines) {
      if (kind !== undefined) t.match(sentence, SENTENCES[kind], kind);
      t.equal((await ruth.get(href)).status, 200, href);
    }
    const hugo = await signedIn(app, CALLERS.foreignOwner.email);
    t.notMatch(said(await hugo.get(`/admin/${HARBOUR.slug}`)), 'Ana Lima', 'of another school');
    const noor = await signedIn(app, CALLERS.staff.email);
    for (const [scopes, kinds] of RIGHTS) {
      await file.edit('update sites set staff_scope = ? where id = ?', scopes, RIVERSIDE.id);
      const seen = await latestOf(noor);
      t.strictSame(
        seen.map(({ kind }) => kind),
        kinds,
        scopes,
      );
      if (kinds.length === 0) t.notMatch(said(await noor.get(HOME)), latest.title, `${scopes}: no empty list`);
      for (const { href } of seen) t.equal((await noor.get(href)).status, 200, `${scopes}: ${href}`);
      t.notMatch(said(await noor.get(HOME)), latest.all, 'nor the way to the audit log');
    }
  },
);

t.test('many who are enrolled at once are one line, and what is two weeks old is none', async (t) => {
  const made = await world(t);
  const { app, clock, file, ruth, token } = made;
  const { id: courseId } = (await call(app, token, 'POST', '/courses', { title: 'Ink', courseType: 'free' })).json;
  const students = Array.from({ length: 30 }, (_, at) => ({ email: `new${at}@class.example`, name: `New ${at}` }));
  const { status } = await call(app, token, 'POST', '/enrollments/bulk', { courseId, students });
  t.equal(status < 300, true, String(status));
  const lines = await latestOf(ruth);
  t.equal(lines.length, 1);
  t.match(lines[0]?.sentence, /^New \d+ and others enrolled in Ink$/, 'by the name that the school wrote');
  await file.edit('update milestones set reached_at = ?', clock.now - 15 * DAY);
  t.match(said(await ruth.get(HOME)), latest.none);
});

t.test('names are shown as text', async (t) => {
  const made = await world(t);
  await everyKind(made);
  await made.file.edit("update people set name = '<b>Ana</b>' where id = ?", CALLERS.member.id);
  await made.file
    .edit("update memberships set name = '<b>Ana</b>' where person_id = ?", CALLERS.member.id)
    .catch(() => undefined);
  t.notMatch((await made.ruth.get(HOME)).body, '<b>Ana');
});
