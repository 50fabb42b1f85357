// slow
/** The demo as it is stored: how much, always the same, everything of everything, and as much more as one likes. */
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openDatabase } from '../../db/database.ts';
import type { Values } from '../../db/engine/engine.ts';
import { CONTENT_TABLES } from '../../db/school/school-content.ts';
import { furtherWaves } from '../../scripts/commands/demo/content/index.ts';
import { DEMO_PEOPLE, DEMO_SITES, HARBOUR, RIVERSIDE } from '../../scripts/commands/demo/platform.ts';
import { seedDemo } from '../../scripts/commands/demo/seed.ts';
import { contentsOf } from '../db/fixtures.ts';
import { type TestApp, temporaryFolder, testApp } from '../support/app.ts';
import { databaseFile, onPostgres } from '../support/database-edit.ts';
import { run, TEST_SETTINGS } from '../support/live-server.ts';
import { throwawayPostgres } from '../support/postgres.ts';
import { COMMAND } from '../support/programs.ts';
import { byId, DAY, demoRows, NOW } from './demo-rows.ts';

type Contents = Record<string, Values[]>;

const newDatabase = (t: Test): string => `file:${join(temporaryFolder(t), 'schoolgate.db')}`;

/** Every row that seeding makes; passwords are hashed with salt. */
async function storedIn({ app }: Pick<TestApp, 'app'>): Promise<Contents> {
  const db = await openDatabase(app.config.databaseUrl);
  const all = await contentsOf(db);
  await db.close();
  const tables = ['sites', 'people', 'memberships', ...CONTENT_TABLES];
  const contents = Object.fromEntries(tables.map((name) => [name, all[name] ?? []]));
  return {
    ...contents,
    people: (contents.people ?? []).map((person) => ({ ...person, passwordHash: null })),
  };
}

async function seeded(t: Test, { scale = 1, databaseUrl = newDatabase(t) } = {}): Promise<TestApp> {
  // Housekeeping would move on what depends on the time.
  const made = await testApp(t, { databaseUrl, seed: false, housekeeping: false });
  await seedDemo(made.app, { scale });
  return made;
}

const of = (contents: Contents, table: string, siteId?: string): Values[] =>
  (contents[table] ?? []).filter((row) => siteId === undefined || row.siteId === siteId);

/** A row without what is counted in it, which grows with what others add. */
const uncounted = ({
  lectureCount: _,
  studentCount: __,
  registeredCount: ___,
  submissionCount: ____,
  subscriberCount: _____,
  ...row
}: Values): string => JSON.stringify(row);

const sizeOf = (contents: Contents): number => Object.values(contents).reduce((sum, { length }) => sum + length, 0);

/** What the named people own themselves, one line a row. */
const OWNED = ['memberships', 'enrollments', 'orders', 'subscriptions', 'eventRegistrations', 'comments'];
const owned = (contents: Contents): Contents => {
  const named = new Set<unknown>(DEMO_PEOPLE.map(({ id }) => id));
  return Object.fromEntries(OWNED.map((name) => [name, of(contents, name).filter((row) => named.has(row.personId))]));
};

/** Every value that a column with fixed values may have. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  memberships: { status: 'invited active suspended removed', role: 'owner admin staff instructor member' },
  courses: { courseType: 'paid free public_access pre_order', status: 'draft published archived' },
  lectures: { kind: 'video audio text file quiz live', status: 'draft published' },
  enrollments: { source: 'order grant coupon subscription import', status: 'active expired revoked' },
  orders: {
    status: 'pending paid partially_refunded refunded cancelled failed',
    paymentMethod: 'card transfer atm store free',
  },
  orderItems: { kind: 'course membership_plan digital_product event' },
  membershipPlans: { planType: 'recurring fixed_date fixed_length lifetime', status: 'draft active archived' },
  subscriptions: { status: 'trialing active past_due paused cancelled expired' },
  coupons: {
    discountType: 'percent amount',
    appliesTo: 'all courses plans products',
    status: 'active disabled expired',
  },
  digitalProducts: { status: 'draft published archived' },
  events: { kind: 'online in_person hybrid', status: 'draft published cancelled' },
  eventRegistrations: { status: 'registered waitlisted cancelled attended' },
  posts: { visibility: 'public members plan', status: 'draft scheduled published' },
  comments: { targetKind: 'lecture post course', status: 'visible hidden pending' },
  forms: { status: 'open closed' },
  pages: { status: 'draft published' },
  // Uploads that are not completed within hours are deleted.
  assets: { status: 'ready rejected' },
};

t.test('the demo platform', async (t) => {
  const demo = await seeded(t);
  const contents = await storedIn(demo);

  t.test('every generated row is stored', (t) => {
    for (const site of DEMO_SITES) {
      const { domain: _, ...columns } = site;
      const made = demoRows(site);
      for (const name of [...CONTENT_TABLES, 'memberships'] as const) {
        t.equal(of(contents, name, site.id).length, made[name].length, `${name} of ${site.name}`);
      }
      t.hasStrict(of(contents, 'sites').find(({ id }) => id === site.id) ?? {}, {
        ...columns,
        primaryDomain: null,
        status: 'active',
      });
    }
    t.equal(of(contents, 'people').length, DEMO_PEOPLE.length + 2 * 60);
    t.ok(sizeOf(contents) > 5000 && sizeOf(contents) < 9000, `a few thousand rows: ${sizeOf(contents)}`);
    t.end();
  });

  t.test('every resource exists, and every fixed value of its columns occurs [D2]', (t) => {
    for (const { id, name } of DEMO_SITES) {
      for (const table of CONTENT_TABLES) t.ok(of(contents, table, id).length > 0, `${table} of ${name}`);
    }
    for (const [table, columns] of Object.entries(VALUES)) {
      for (const [column, values] of Object.entries(columns)) {
        const found = new Set(of(contents, table).map((row) => String(row[column])));
        t.strictSame([...found].sort(), values.split(' ').sort(), `${table}.${column}`);
      }
    }
    t.end();
  });

  t.test('both schools have every status that a list can be filtered by', (t) => {
    for (const { id, name } of DEMO_SITES) {
      for (const table of [
        'enrollments',
        'orders',
        'subscriptions',
        'coupons',
        'events',
        'eventRegistrations',
        'posts',
      ]) {
        const found = new Set(of(contents, table, id).map(({ status }) => status));
        t.strictSame([...found].sort(), (VALUES[table]?.status ?? '').split(' ').sort(), `${table} of ${name}`);
      }
    }
    t.end();
  });

  t.test('the courses and enrollments that other tests rely on exist', (t) => {
    const course = byId(of(contents, 'courses') as { id: string }[]);
    t.hasStrict(course('crs_demo_watercolour'), {
      slug: 'watercolour-for-beginners',
      title: 'Watercolour for Beginners',
    });
    t.hasStrict(course('crs_demo_botany'), { slug: 'field-botany', title: 'Field Botany' });
    t.hasStrict(course('crs_demo_cello'), { slug: 'cello-first-steps', title: 'Cello: First Steps' });
    const places = of(contents, 'enrollments').map(
      ({ personId, courseId, status }) => `${personId} ${courseId} ${status}`,
    );
    for (const place of ['ana crs_demo_watercolour', 'ana crs_demo_botany', 'ben crs_demo_watercolour']) {
      t.ok(places.includes(`usr_demo_${place} active`), place);
    }
    for (const place of ['chie crs_demo_botany', 'mila crs_demo_cello', 'tom crs_demo_cello']) {
      t.ok(places.includes(`usr_demo_${place} active`), place);
    }
    t.end();
  });

  t.test('Ana has several pages of enrollments, orders and registrations, in every state', (t) => {
    const hers = (table: string): Values[] => of(contents, table).filter(({ personId }) => personId === 'usr_demo_ana');
    const enrollments = hers('enrollments');
    t.ok(enrollments.filter(({ status }) => status !== 'revoked').length > 25, 'more than 25 courses');
    const isPast = ({ expiresAt }: Values): boolean => typeof expiresAt === 'number' && expiresAt <= NOW;
    const states = new Set(
      enrollments.map((row) => `${row.status}${row.expireDate === null ? '' : isPast(row) ? ', over' : ', until'}`),
    );
    for (const state of ['active', 'active, until', 'active, over', 'expired, over', 'revoked'])
      t.ok(states.has(state), state);
    t.ok(
      enrollments.some(({ lastLectureId }) => lastLectureId === null) &&
        enrollments.some(({ completedAt }) => completedAt),
    );
    t.ok(
      enrollments.some(({ expireDate }) => expireDate === '2026-11-21'),
      'a course whose last day is today',
    );
    for (const [table, least] of Object.entries({ orders: 25, eventRegistrations: 20 })) {
      t.ok(hers(table).length > least, `more than ${least} ${table}`);
      const found = new Set(hers(table).map(({ status }) => status));
      t.strictSame([...found].sort(), (VALUES[table]?.status ?? '').split(' ').sort(), table);
    }
    const events = byId(of(contents, 'events') as { id: string; startsAt: number }[]);
    const starts = hers('eventRegistrations').map(({ eventId }) => events(String(eventId)).startsAt);
    t.ok(Math.min(...starts) < NOW - 300 * DAY && Math.max(...starts) > NOW + 30 * DAY, 'past and to come');
    t.end();
  });

  t.test('the other named people have some enrollments, orders or registrations', (t) => {
    for (const [person, table, least] of [
      ['ben', 'enrollments', 8],
      ['chie', 'enrollments', 5],
      ['ben', 'orders', 5],
      ['ruth', 'orders', 3],
      ['ruth', 'eventRegistrations', 3],
      ['mila', 'enrollments', 8],
      ['mila', 'orders', 8],
      ['tom', 'eventRegistrations', 3],
    ] as const) {
      const count = of(contents, table).filter(({ personId }) => personId === `usr_demo_${person}`).length;
      t.ok(count >= least, `${person}: ${count} ${table}`);
    }
    t.end();
  });

  t.test('seeding another database gives the same rows', async (t) => {
    t.strictSame(await storedIn(await seeded(t)), contents);
  });

  t.test('seeding again changes nothing, even forty days later', async (t) => {
    await seedDemo(demo.app);
    t.strictSame(await storedIn(demo), contents);
    demo.clock.advance(40 * DAY);
    // Housekeeping does so by itself, sooner or later: posts whose day has come are out.
    await demo.app.school.scheduledPosts.publishDue(demo.clock.now);
    const later = await storedIn(demo);
    await seedDemo(demo.app);
    t.strictSame(await storedIn(demo), later);
  });

  t.test('seeding again does not restore what the school deleted', async (t) => {
    const file = databaseFile(t);
    const own = await seeded(t, { databaseUrl: file.url });
    await file.edit("delete from comments where status = 'hidden'");
    await seedDemo(own.app);
    t.equal(await file.read("select count(*) from comments where status = 'hidden'"), 0);
  });
});

onPostgres('PostgreSQL gets the same demo platform as SQLite', async (t) => {
  const postgres = await throwawayPostgres(t);
  const stored = await storedIn(await seeded(t, { databaseUrl: await postgres.createDatabase(), scale: 2 }));
  const sqlite = await storedIn(await seeded(t, { databaseUrl: `file:${temporaryFolder(t)}/demo.db`, scale: 2 }));
  // jsonb keeps the keys of an object in an order of its own, and so sorts differently.
  for (const [table, rows] of Object.entries(sqlite)) t.same(byText(of(stored, table)), byText(rows), table);
});

const byText = (rows: readonly Values[]): Values[] => [...rows].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
const keyOf = (row: Values): string =>
  [row.id, row.siteId, row.orderId, row.position, row.enrollmentId, row.lectureId, row.personId].join(' ');

t.test('the demo platform at a larger scale', async (t) => {
  const once = await storedIn(await seeded(t));
  const thrice = await storedIn(await seeded(t, { scale: 3 }));

  t.test('a scale of 3 makes about three times as many rows', (t) => {
    const largest = Object.entries(once).filter(([, rows]) => rows.length > 100);
    t.ok(largest.length >= 10);
    for (const [table, { length }] of largest) {
      const ratio = of(thrice, table).length / length;
      t.ok(ratio > 2.3 && ratio < 3.5, `${table}: ${ratio.toFixed(2)}`);
    }
    const ratio = sizeOf(thrice) / sizeOf(once);
    t.ok(ratio > 2.6 && ratio < 3.2, `all: ${ratio.toFixed(2)}`);
    for (const { id } of [RIVERSIDE, HARBOUR]) {
      t.equal(of(thrice, 'pages', id).filter(({ isHomepage }) => isHomepage).length, 1, 'still one homepage');
    }
    t.end();
  });

  t.test('a larger scale leaves existing rows and the named people as they are', (t) => {
    t.strictSame(owned(thrice), owned(once));
    for (const [table, rows] of Object.entries(once)) {
      const there = new Set(of(thrice, table).map(uncounted));
      t.ok(
        rows.every((row) => there.has(uncounted(row))),
        table,
      );
    }
    t.end();
  });

  t.test('a larger scale can be reached later, in steps, and after an interruption', async (t) => {
    const made = await seeded(t);
    const { app, clock } = made;
    clock.advance(3 * DAY);
    const [wave] = furtherWaves(RIVERSIDE, NOW, 2);
    await app.school.platform.add({ createdAt: 0, sites: [], people: wave?.people.slice(0, 7) ?? [], memberships: [] });
    await app.school.content.add(RIVERSIDE.id, { courses: wave?.content.courses?.slice(0, 5) ?? [] });
    const told: string[] = [];
    await seedDemo(app, { scale: 2 });
    await seedDemo(app, { scale: 3, onProgress: (done, all) => told.push(`${done}/${all}`) });
    t.strictSame(await storedIn(made), thrice);
    t.strictSame(told, ['1/4', '2/4', '3/4', '4/4']);
    await seedDemo(app);
    t.strictSame(await storedIn(made), thrice, 'nothing is taken away');
  });

  t.test('the JSON summary is the same at any scale', async (t) => {
    const answers = [];
    for (const args of [[], ['--scale', '2']]) {
      const environment = { ...TEST_SETTINGS, DATA_DIR: temporaryFolder(t) };
      const { code, stdout, stderr } = await run(t, [COMMAND, 'seed', '--json', ...args], environment).ended;
      t.equal(code, 0);
      t.match(stderr, /^Database: .*\n(\d+ %\n|Creating the demo … .*\n)*$/, 'nothing but where and how far it is');
      answers.push(JSON.parse(stdout));
    }
    t.strictSame(answers[1], answers[0]);
    t.strictSame(
      answers[0].people.map(({ email }: { email: string }) => email),
      DEMO_PEOPLE.map(({ email }) => email),
      'only the people one can sign in as',
    );
  });

  t.test('a scale that is not a whole number from 1 to 1000 is refused', async (t) => {
    for (const scale of ['0', '-1', '1.5', 'x', '', '1001']) {
      const environment = { ...TEST_SETTINGS, DATA_DIR: temporaryFolder(t) };
      const { code, stdout, stderr } = await run(t, [COMMAND, 'seed', `--scale=${scale}`], environment).ended;
      t.equal(code, 2);
      t.equal(stdout, '');
      t.match(stderr, /^--scale must be a whole number from 1 to 1000\nUsage: schoolgate seed/, scale);
    }
  });
});
