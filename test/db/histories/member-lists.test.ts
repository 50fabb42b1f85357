/** What the Account API lists for members of random schools is what a slow computation over the raw rows says. */
import t, { type Test } from 'tap';
import { openDatabase } from '../../../db/database.ts';
import type { Database } from '../../../db/engine/engine.ts';
import { ADA, BOB, CYD, dataOf, NORTH, type Schools, SOUTH, schools } from '../../support/account.ts';
import { databaseFile } from '../../support/database-edit.ts';
import { randomFrom, seedOf } from '../../support/seed.ts';
import { insertRows } from '../fixtures.ts';
import { MemberModel, type Rows, schoolRows } from './member-model.ts';
import { type Chance, chanceOf, randomDownloads, randomSchool } from './random-school.ts';

const HISTORIES = Number(process.env.HISTORIES ?? 30);
const TABLES = [
  ...['courses', 'sections', 'lectures', 'enrollments', 'membershipPlans', 'subscriptions', 'digitalProducts'],
  ...['downloads', 'orders', 'orderItems', 'events', 'eventRegistrations', 'posts'],
] as const;
const PEOPLE = [ADA, BOB, CYD];
const MEMBERS = [
  { person: ADA, site: NORTH },
  { person: BOB, site: NORTH },
  { person: ADA, site: SOUTH },
];

const COURSE = `totalCount nodes { id slug source enrolledAt isExpired expireDate progressPercent lectureCount
  lastWatchedLecture { lectureId positionSeconds } }`;
const REGISTRATION = 'totalCount nodes { id status cancelledBy event { slug status joinUrl } }';
const LISTS = `{ viewer {
  courses: enrolledCourses(first: 50) { ${COURSE} }
  open: enrolledCourses(first: 50, status: ACTIVE) { ${COURSE} }
  closed: enrolledCourses(first: 50, status: EXPIRED) { ${COURSE} }
  subscriptions(first: 50) { totalCount nodes { id planSlug status endsAt renewsAt courses { slug } products { id } } }
  products: digitalProducts(first: 50) { totalCount nodes { id source downloadLimit files { id downloadsLeft } } }
  orders(first: 50) { totalCount nodes { id status couponCode items { kind title } } }
  registrations: eventRegistrations(first: 50) { ${REGISTRATION} }
  upcoming: eventRegistrations(first: 50, upcoming: true) { ${REGISTRATION} }
  past: eventRegistrations(first: 50, upcoming: false) { ${REGISTRATION} }
  posts(first: 50) { totalCount nodes { slug visibility publishedAt } }
} }`;

/** Returns a function that takes everything away that the schools before had, and fills both schools. */
function refilling({ app, clock }: Schools, db: Database, chance: Chance) {
  const deletions = TABLES.map((name) => db.write((q) => q.delete(db.tables[name as 'courses'])));
  const people = PEOPLE.map(({ id }) => id);
  return async (number: number): Promise<void> => {
    await db.atomically(...deletions.map((deletion) => deletion()));
    for (const { id: siteId, slug } of [NORTH, SOUTH]) {
      const content = randomSchool(chance, `${slug}${number}`, people, clock.now);
      await app.school.content.add(siteId, content);
      await insertRows(db, 'downloads', randomDownloads(chance, siteId, people, content));
    }
  };
}

/** @returns what the API says, and what it should say */
async function told({ app, tokenOf, clock }: Schools, rows: Rows, { person, site }: (typeof MEMBERS)[number]) {
  const token = await tokenOf(person, 'openid account:read', site.id);
  const model = new MemberModel(rows, person.id, clock.now);
  const { viewer } = await dataOf(app, token, LISTS);
  const [outlines, texts] = [model.outlines(), model.texts()];
  const lectures = 'lectures(first: 10) { totalCount nodes { id isOpen closedBecause opensAt } }';
  const single = [
    ...outlines.map(([slug], n) => `outline${n}: courseOutline(slug: "${slug}") { ${lectures} }`),
    ...texts.map(([slug], n) => `text${n}: post(slug: "${slug}") { bodyMarkdown }`),
  ];
  const { viewer: one } = await dataOf(app, token, `{ viewer { ${single.join(' ')} } }`);
  const expected = {
    ...{ courses: model.courses(), open: model.courses('ACTIVE'), closed: model.courses('EXPIRED') },
    ...{ subscriptions: model.subscriptions(), products: model.products(), orders: model.orders() },
    ...{ registrations: model.registrations(), upcoming: model.registrations(true), past: model.registrations(false) },
    posts: model.posts(),
    ...Object.fromEntries(outlines.map(([, outline], n) => [`outline${n}`, outline])),
    ...Object.fromEntries(texts.map(([, text], n) => [`text${n}`, text])),
  };
  const node = (_name: string, value: { source?: string; isExpired?: boolean } | null) =>
    value?.source === 'SUBSCRIPTION' && value.isExpired ? { ...value, expireDate: 'ended' } : value;
  const said: unknown = JSON.parse(JSON.stringify({ ...viewer, ...one }, node));
  return [said, expected] as const;
}

t.test('what the Account API lists in a random school is what its rows add up to [D2]', async (t: Test) => {
  const { url } = databaseFile(t);
  // Housekeeping would publish scheduled posts between the model and the answer.
  const made = await schools(t, { databaseUrl: url, housekeeping: false });
  const db = await openDatabase(url);
  t.teardown(() => db.close());
  const chance = chanceOf(randomFrom(seedOf(t)));
  const refill = refilling(made, db, chance);
  const rowsOf = schoolRows(db);
  for (let number = 0; number < HISTORIES; number += 1) {
    await refill(number);
    for (const member of MEMBERS) {
      const [said, expected] = await told(made, await rowsOf(member.site.id), member);
      t.strictSame(said, expected, `${member.person.name} at ${member.site.name}, school ${number}`);
    }
  }
});
