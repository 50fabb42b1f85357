// slow
import * as fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { adminApp, call, type Json } from '../../support/admin.ts';
import { holds } from '../../support/property.ts';

t.setTimeout(240_000);

/** Whether a row is among those that a filter asks for, going by nothing but what the list shows of it. */
type Holds = (row: Json, value: string) => boolean;
const is =
  (field: string): Holds =>
  (row, value) =>
    String(row[field]) === value;
const lists =
  (field: string): Holds =>
  (row, value) =>
    ((row[field] ?? []) as unknown as readonly string[]).includes(value);

type Compare = (a: Json, b: Json) => number;

interface Filtered {
  path: string;
  filters: Readonly<Record<string, { values(rows: readonly Json[]): string[]; holds: Holds }>>;
  /** Each order by the time that a row is placed by, of which a missing one is the first or the last, or by a text. */
  sorts: Readonly<Record<string, Compare>>;
}

const valuesOf = (field: string) => (rows: readonly Json[]) => [
  ...new Set(rows.flatMap((row) => [row[field]].flat().map(String))),
  'none',
];
const one =
  (...values: string[]) =>
  () =>
    values;
const byTime = (field: string, missing = 0): Record<string, Compare> => {
  const at = (row: Json) => (row[field] == null ? missing : Date.parse(String(row[field])));
  return { [field]: (a, b) => at(a) - at(b) };
};
/** By code points, without regard to the case of Latin letters. */
const byText = (field: string): Record<string, Compare> => {
  const key = (row: Json) => Buffer.from(String(row[field] ?? '').replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
  return { [field]: (a, b) => Buffer.compare(key(a), key(b)) };
};
const field = (name: string, ...values: string[]) => ({
  [name]: { values: values.length === 0 ? valuesOf(name) : one(...values), holds: is(name) },
});
const inList = (name: string, of: string) => ({ [name]: { values: valuesOf(of), holds: lists(of) } });

const FILTERED: readonly Filtered[] = [
  {
    path: '/courses',
    filters: {
      ...field('status', 'draft', 'published', 'archived'),
      ...inList('category', 'categories'),
      ...inList('tag', 'tags'),
      ...inList('lecturerId', 'lecturerIds'),
    },
    sorts: { ...byTime('createdAt'), ...byText('title') },
  },
  {
    path: '/members',
    filters: {
      ...field('role', 'member', 'staff', 'instructor'),
      ...field('status', 'active', 'invited', 'suspended'),
      ...inList('tag', 'tags'),
    },
    sorts: { ...byTime('joinedAt'), ...byTime('lastSeenAt'), ...byText('name') },
  },
  {
    path: '/digital_products',
    filters: field('status', 'draft', 'published', 'archived'),
    sorts: { ...byTime('createdAt'), ...byText('title') },
  },
  {
    path: '/membership_plans',
    filters: field('status', 'draft', 'active', 'archived'),
    sorts: { ...byTime('createdAt'), ...byText('name') },
  },
  { path: '/lecturers', filters: {}, sorts: { ...byTime('createdAt'), ...byText('name') } },
  {
    path: '/enrollments',
    filters: { ...field('memberId'), ...field('courseId'), ...field('status', 'active', 'expired', 'revoked') },
    sorts: byTime('startsAt'),
  },
  {
    path: '/events',
    filters: field('status', 'draft', 'published', 'cancelled'),
    sorts: { ...byTime('startsAt'), ...byTime('createdAt'), ...byText('title') },
  },
  {
    path: '/pages',
    filters: field('status', 'draft', 'published'),
    sorts: { ...byTime('createdAt'), ...byText('title') },
  },
  {
    path: '/posts',
    filters: {
      ...field('status', 'draft', 'scheduled', 'published'),
      ...field('visibility', 'public', 'members', 'plan'),
      category: {
        values: (rows) => valuesOf('category')(rows).filter((value) => value !== 'null'),
        holds: is('category'),
      },
      ...inList('tag', 'tags'),
    },
    sorts: { ...byTime('createdAt'), ...byText('title') },
  },
  {
    path: '/coupons',
    filters: {
      ...field('status', 'active', 'expired', 'disabled'),
      codePrefix: {
        values: (rows) =>
          rows.map(({ code }) => String(code).slice(0, 3)).flatMap((start) => [start, start.toLowerCase()]),
        holds: ({ code }, value) => String(code).startsWith(value.toUpperCase()),
      },
    },
    sorts: byTime('createdAt'),
  },
  {
    path: '/subscriptions',
    filters: {
      ...field('status', 'active', 'trialing', 'paused', 'cancelled', 'expired'),
      ...field('planId'),
      ...field('memberId'),
    },
    sorts: byTime('createdAt'),
  },
];

/** Reads a list to its end, page by page. */
const everyRowFor =
  (app: FastifyInstance, token: string) =>
  async (path: string, query: string, first: number): Promise<Json[]> => {
    const rows: Json[] = [];
    for (let after = ''; ; ) {
      const { status, json, body } = await call(app, token, 'GET', `${path}?first=${first}${query}${after}`);
      if (status !== 200) throw new Error(`${path}?${query}: ${body}`);
      rows.push(...(json.nodes ?? []));
      if (!json.pageInfo?.hasNextPage) return rows;
      after = `&after=${json.pageInfo.endCursor}`;
    }
  };

t.test('every list with any of its filters shows what a reader of all its rows would pick [D2]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('owner');
  const everyRow = everyRowFor(app, token);
  const runs = Number(process.env.HISTORIES ?? 25);
  for (const { path, filters, sorts } of FILTERED) {
    const all = await everyRow(path, '', 100);
    t.ok(all.length > 2, `${path}: there is something to choose from`);
    const asked = fc.record(
      Object.fromEntries(
        Object.entries(filters).map(([name, { values }]) => [name, fc.constantFrom(...values(all))] as const),
      ),
      { requiredKeys: [] },
    );
    const order = fc.tuple(fc.constantFrom(...Object.keys(sorts)), fc.boolean(), fc.integer({ min: 2, max: 100 }));
    const property = fc.asyncProperty(asked, order, async (given, [sort, descending, first]) => {
      const picked = all.filter((row) =>
        Object.entries(given).every(([name, value]) => filters[name]?.holds(row, String(value))),
      );
      const compare = sorts[sort];
      const sign = descending ? -1 : 1;
      const expected = picked
        .toSorted((a, b) => sign * (compare?.(a, b) || (String(a.id) < String(b.id) ? -1 : 1)))
        .map(({ id }) => id);
      const query = Object.entries(given).map(([name, value]) => `&${name}=${encodeURIComponent(String(value))}`);
      const parameters = `${query.join('')}&sort=${descending ? '-' : ''}${sort}`;
      const found = (await everyRow(path, parameters, first)).map(({ id }) => id);
      if (JSON.stringify(found) !== JSON.stringify(expected)) {
        throw new Error(`${path} ${parameters}: ${found.length} instead of ${expected.length}`);
      }
    });
    await holds(t, property, { runs, what: path });
  }
});

t.test('enrollments are listed by when they end, those without an end last [D2]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('owner');
  const ask = async (query: string) =>
    (await call(app, token, 'GET', `/enrollments?first=100&${query}`)).json.nodes ?? [];
  const days = (rows: readonly Json[]) => rows.map(({ expireDate }) => String(expireDate ?? '9999'));
  const all = days(await ask('sort=expiresAt'));
  t.strictSame(all, all.toSorted());
  const idsBy = async (sort: string) =>
    (await everyRowFor(app, token)('/enrollments', `&sort=${sort}`, 100)).map(({ id }) => id);
  t.strictSame(await idsBy('-expiresAt'), (await idsBy('expiresAt')).toReversed(), 'descending, they come first');
  const dated = all.filter((day) => day !== '9999');
  const middle = String(dated[Math.floor(dated.length / 2)]);
  const before = days(await ask(`sort=expiresAt&expiresBefore=${middle}T00:00:00Z`));
  t.strictSame(
    before,
    all.filter((day) => day < middle),
    'none of those without an end',
  );
  const registrations = await call(app, token, 'GET', '/events?first=100');
  const event = registrations.json.nodes?.find(({ registeredCount }) => Number(registeredCount) > 0);
  const of = async (query: string) =>
    (await call(app, token, 'GET', `/events/${event?.id}/registrations?first=100${query}`)).json.nodes ?? [];
  t.strictSame(
    await of('&status=registered'),
    (await of('')).filter(({ status }) => String(status) === 'registered'),
  );
});

t.test(
  'enrollments are filtered by their start and by their end, alone and together, in either order [D2]',
  async (t) => {
    const { app, tokenOf } = await adminApp(t);
    const everyRow = everyRowFor(app, await tokenOf('owner'));
    const all = await everyRow('/enrollments', '', 100);
    const middle = (field: string): string => {
      const values = all.flatMap((row) => (row[field] == null ? [] : [String(row[field])])).sort();
      return String(values[Math.floor(values.length / 2)]);
    };
    const start = middle('startsAt');
    const end = `${middle('expireDate')}T00:00:00Z`;
    const began = (row: Json): boolean => String(row.startsAt) < start;
    // The end of what a subscription gives is not that of the enrollment.
    const ends = ({ source, expireDate }: Json): boolean =>
      String(source) !== 'subscription' && expireDate != null && `${expireDate}T00:00:00Z` < end;
    const asked: [string, (row: Json) => boolean][] = [
      [`&startsFrom=${start}`, (row) => !began(row)],
      [`&startsBefore=${start}`, began],
      [`&startsBefore=${start}&expiresBefore=${end}`, (row) => began(row) && ends(row)],
      [`&startsFrom=${start}&startsBefore=${start}`, () => false],
    ];
    for (const [query, isMeant] of asked) {
      const expected = all.filter(isMeant).map(({ id }) => String(id));
      t.ok(expected.length < all.length, `${query}: it leaves something out`);
      for (const sort of ['startsAt', '-startsAt', 'expiresAt', '-expiresAt']) {
        const found = await everyRow('/enrollments', `${query}&sort=${sort}`, 7);
        t.strictSame(found.map(({ id }) => String(id)).sort(), expected.toSorted(), `${query} by ${sort}`);
      }
      const { json } = await call(app, await tokenOf('owner'), 'GET', `/enrollments?first=1&totalCount=true${query}`);
      t.equal(json.totalCount, expected.length);
    }
  },
);

t.test(
  'titles of any script have one order on every page, and members the order of the names shown [D2]',
  async (t) => {
    const { app, tokenOf } = await adminApp(t);
    const token = await tokenOf('owner');
    const titles = [
      'zebra',
      'Zebra',
      'apple "quoted" and so on',
      'Äpfel',
      '線上課程',
      '🎓 graduation',
      'A',
      'a',
      '線'.repeat(200),
    ];
    for (const [place, title] of [...titles, ...titles].entries()) {
      const made = await call(app, token, 'POST', '/courses', { title, slug: `sorted-${place}` });
      t.equal(made.status, 201, made.body);
    }
    const titlesBy = async (sort: string, first: number) =>
      (await everyRowFor(app, token)('/courses', `&sort=${sort}&status=draft`, first)).map(
        ({ id, title }) => `${title} ${id}`,
      );
    const all = await titlesBy('title', 100);
    t.strictSame(await titlesBy('title', 1), all, 'one by one');
    t.strictSame(await titlesBy('-title', 1), all.toReversed());
    t.ok(all.length >= 2 * titles.length);

    const names = async () =>
      (await everyRowFor(app, token)('/members', '&sort=name', 3)).map(({ name }) => name as unknown as string | null);
    const before = await names();
    const invited = await call(app, token, 'POST', '/members', { email: 'zoe@sorted.example' });
    t.equal(invited.status, 201, invited.body);
    t.equal((await names()).indexOf(null), 0, 'those whose name is not known come first');
    t.strictSame((await names()).length, before.length + 1);
    await app.school.account.renamePerson('usr_demo_ana', 'ZZZ Ana');
    t.equal((await names()).at(-1), 'ZZZ Ana', 'a new name has its place');
    const removed = await call(app, token, 'POST', '/members/usr_demo_ana/suspend');
    t.equal(removed.status, 200, removed.body);
    t.equal((await names()).at(-1), 'ZZZ Ana');
  },
);
