/** The counts that triggers keep equal what a count of all rows finds, after any statements that change those rows. */
import t from 'tap';
import { openDatabase } from '../../../db/database.ts';
import { wrongCounters } from '../../machines/scale/counters.ts';
import { type DatabaseFile, databaseFile, prepareDatabase, type Value } from '../../support/database-edit.ts';
import { randomFrom, seedOf } from '../../support/seed.ts';
import { times } from '../fixtures.ts';

const HISTORIES = Number(process.env.HISTORIES ?? 8);
const CHANGES = 60;
const PEOPLE = 4;
const COURSES = 2;
const LECTURES = 4;
const SITE = 'site_counted';

type Roll = (below: number) => number;
type Change = readonly [sql: string, ...values: Value[]];

const rowsOf = (table: string, row: Readonly<Record<string, Value>>, then = 'on conflict do nothing'): Change => {
  const names = Object.keys(row);
  return [`insert into ${table} (${names}) values (${names.map(() => '?')}) ${then}`, ...Object.values(row)];
};

/** Every kind of statement that changes what is counted. A roll chooses the rows and values. */
const CHANGING: Readonly<Record<string, (roll: Roll) => Change>> = {
  'a member joins': (roll) => member(roll(PEOPLE), roll(4) === 0 ? 'removed' : 'active'),
  'a member is removed or comes back': (roll) => [
    'update memberships set status = ? where site_id = ? and person_id = ?',
    roll(2) === 0 ? 'removed' : 'active',
    SITE,
    `usr_${roll(PEOPLE)}`,
  ],
  'all members come back': () => ["update memberships set status = 'active' where site_id = ?", SITE],
  'a membership is deleted': (roll) => ['delete from memberships where person_id = ?', `usr_${roll(PEOPLE)}`],
  'a person enrols': (roll) => enrollment(roll),
  'an enrollment is replaced': (roll) =>
    enrollment(roll, 'on conflict (person_id, site_id, course_id) do update set status = excluded.status'),
  'an enrollment is revoked, ends or goes on': (roll) => [
    'update enrollments set status = ? where person_id = ? and course_id = ?',
    ['revoked', 'expired', 'active'][roll(3)] ?? '',
    `usr_${roll(PEOPLE)}`,
    `crs_${roll(COURSES)}`,
  ],
  'all of a course are revoked': (roll) => [
    "update enrollments set status = 'revoked' where course_id = ?",
    `crs_${roll(COURSES)}`,
  ],
  'a person gets on': (roll) => [
    'update enrollments set progress_percent = ?, completed_at = ? where person_id = ? and course_id = ?',
    ...progress(roll),
    `usr_${roll(PEOPLE)}`,
    `crs_${roll(COURSES)}`,
  ],
  'the progress of a course is counted again': (roll) => [
    'update enrollments set progress_percent = (progress_percent + ?) % 101, completed_at = case when progress_percent > 50 then 7 end where course_id = ?',
    roll(101),
    `crs_${roll(COURSES)}`,
  ],
  'a position is saved': (roll) => [
    'update enrollments set last_watched_at = 9 where course_id = ?',
    `crs_${roll(COURSES)}`,
  ],
  'an enrollment is deleted': (roll) => [
    'delete from enrollments where person_id = ? and course_id = ?',
    `usr_${roll(PEOPLE)}`,
    `crs_${roll(COURSES)}`,
  ],
  'a lecture is watched': (roll) => position(roll),
  'a lecture is watched again': (roll) =>
    position(roll, 'on conflict (enrollment_id, lecture_id) do update set completed_at = excluded.completed_at'),
  'a lecture counts as watched by all, or by nobody': (roll) => [
    'update watch_positions set completed_at = ? where lecture_id = ?',
    roll(2) === 0 ? null : 5,
    `lec_${roll(LECTURES)}`,
  ],
  'a student begins again': (roll) => [
    'delete from watch_positions where enrollment_id = ?',
    `enr_${roll(PEOPLE)}_${roll(COURSES)}`,
  ],
  'something is ordered': (roll) => order(roll),
  'an item is added': (roll) => item(roll),
  'an item is added again': (roll) =>
    item(roll, 'on conflict (order_id, position) do update set unit_amount = excluded.unit_amount'),
  'items cost something else': (roll) => [
    'update order_items set unit_amount = ? where order_id = ?',
    100 * roll(4),
    `ord_${roll(4)}`,
  ],
  'an item is deleted': (roll) => [
    'delete from order_items where order_id = ? and position = ?',
    `ord_${roll(4)}`,
    roll(3),
  ],
  'an order is paid': (roll) => [
    "update orders set status = 'paid', paid_at = 5 where id = ? and paid_at is null",
    `ord_${roll(4)}`,
  ],
  'an order is refunded': (roll) => [
    "update orders set status = 'partially_refunded', refunded_amount = refunded_amount + ?, refunded_at = ? where id = ? and paid_at is not null",
    roll(50),
    roll(20),
    `ord_${roll(4)}`,
  ],
  'an order is cancelled, or in another currency': (roll) => [
    'update orders set status = ?, currency = ? where id = ?',
    roll(2) === 0 ? 'cancelled' : 'paid',
    roll(2) === 0 ? 'EUR' : 'USD',
    `ord_${roll(4)}`,
  ],
  'an order is deleted': (roll) => ['delete from orders where id = ?', `ord_${roll(4)}`],
};

const COUNTED = `select (select count(*) from learning_counts where began > 0 and completed > 0)
  + (select count(*) from learning_counts where progress > 0) + (select count(*) from course_sales where net <> 0)`;
const ORPHANS =
  'delete from watch_positions where not exists (select 1 from enrollments where enrollments.id = enrollment_id)';

const progress = (roll: Roll): [percent: number, completedAt: number | null] => [roll(101), roll(2) === 0 ? null : 3];

function member(person: number, status: string): Change {
  const role = { role: 'member', status, joined_at: 1, marketing_consent: false, updated_at: 1 };
  return rowsOf('memberships', { person_id: `usr_${person}`, site_id: SITE, ...role });
}

function enrollment(roll: Roll, then?: string): Change {
  const [person, course] = [roll(PEOPLE), roll(COURSES)];
  const [progress_percent, completed_at] = roll(2) === 0 ? [0, null] : progress(roll);
  const key = { id: `enr_${person}_${course}`, site_id: SITE, person_id: `usr_${person}`, course_id: `crs_${course}` };
  const state = {
    status: roll(4) === 0 ? 'revoked' : 'active',
    starts_at: 1 + roll(9),
    progress_percent,
    completed_at,
  };
  return rowsOf('enrollments', { ...key, ...state }, then);
}

function position(roll: Roll, then?: string): Change {
  const lecture = roll(LECTURES);
  const key = {
    enrollment_id: `enr_${roll(PEOPLE)}_${lecture % COURSES}`,
    lecture_id: `lec_${lecture}`,
    site_id: SITE,
  };
  const watched = { position_seconds: 1, watched_at: 1, completed_at: roll(2) === 0 ? null : 4 };
  return rowsOf('watch_positions', { ...key, ...watched }, then);
}

function order(roll: Roll): Change {
  const isPaid = roll(2) === 0;
  const id = `ord_${roll(4)}`;
  const paid = isPaid ? { status: 'paid', paid_at: roll(4) === 0 ? null : 2 } : { status: 'pending', paid_at: null };
  const amounts = { subtotal: 1000, discount: 0, tax: 0, total: 1000, currency: 'EUR', refunded_amount: 0 };
  const terms = { number: id, person_id: 'usr_0', payment_method: 'card', placed_at: 1 };
  return rowsOf('orders', { id, site_id: SITE, ...paid, ...amounts, ...terms });
}

function item(roll: Roll, then?: string): Change {
  const key = { order_id: `ord_${roll(4)}`, position: roll(3), site_id: SITE };
  const thing = { kind: roll(4) === 0 ? 'event' : 'course', ref_id: `crs_${roll(COURSES)}`, title: 'x' };
  return rowsOf('order_items', { ...key, ...thing, quantity: 1 + roll(2), unit_amount: 100 * roll(4) }, then);
}

/** Courses with two lectures each. */
async function fill({ run }: DatabaseFile): Promise<void> {
  for (const course of times(COURSES, (n) => `crs_${n}`)) {
    await run(...rowsOf('courses', { id: course, site_id: SITE, slug: course, title: course, created_at: 1 }));
  }
  for (const n of times(LECTURES, (lecture) => lecture)) {
    const place = { course_id: `crs_${n % COURSES}`, section_id: 's', title: 'x', kind: 'video', position: n };
    const content = { duration_seconds: 1, content_markdown: '', free_preview: false, status: 'published' };
    const made = { created_at: 1, updated_at: 1 };
    await run(...rowsOf('lectures', { id: `lec_${n}`, site_id: SITE, ...place, ...content, ...made }));
  }
  for (const n of times(PEOPLE - 1, (person) => person)) await run(...member(n, 'active'));
}

t.test('counts equal a count of all rows, after any statements that change them [D2]', async (t) => {
  const database = databaseFile(t);
  await prepareDatabase(database.url, 'empty');
  await (await openDatabase(database.url)).close();
  const random = randomFrom(seedOf(t));
  const roll: Roll = (below) => Math.floor(random() * below);
  const names = Object.keys(CHANGING);
  await fill(database);
  let counted = 0;
  for (let history = 0; history < HISTORIES; history += 1) {
    const done: string[] = [];
    for (let n = 0; n < CHANGES; n += 1) {
      const name = names[roll(names.length)] ?? '';
      const [sql, ...values] = CHANGING[name]?.(roll) ?? [''];
      await database.run(sql, ...values);
      // Positions belong to an enrollment, and go with it.
      await database.run(ORPHANS);
      done.push(`${name}: ${values}`);
      if (n % 6 === 5) {
        const wrong = await wrongCounters(database.url);
        t.strictSame(wrong, [], `after ${name}`);
        counted += Number(await database.read(COUNTED));
        if (wrong.length > 0) return t.comment(done.join('\n'));
      }
    }
  }
  t.ok(counted > HISTORIES, `${counted} rows counted something`);
});
