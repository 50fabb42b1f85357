/** What the stores of the admin API promise on either engine: rows of any table, words to find them by, keys of requests. */
import type { Test } from 'tap';
import { idempotencyStore } from '../../db/audit/idempotency-keys.ts';
import { searchIndex } from '../../db/engine/search-index.ts';
import type { RecordQuery, Where } from '../../db/school/records/record-query.ts';
import type { RowIn } from '../../db/school/records/record-table.ts';
import { recordStores } from '../../db/school/records/records.ts';
import { event, HOUR, insertRows, MINUTE, NOW, rowsOf, SITE, times } from './fixtures.ts';
import type { NewNode, NewNodes, Stores } from './stores.ts';

const OTHER = 'site_2';
const MANY = 50;

const recordsOf = ({ db, audit }: Stores) => recordStores(db, audit)('courses');

const course = (n: number, columns: Partial<RowIn<'courses'>> = {}) => ({
  id: `crs_${String(n).padStart(3, '0')}`,
  slug: `course-${n}`,
  title: `Course ${n} „ü“`,
  status: n % 2 === 0 ? ('draft' as const) : ('published' as const),
  featured: n % 3 === 0,
  // Seven each share an instant.
  createdAt: NOW + Math.floor(n / 7),
  updatedAt: NOW,
  ...columns,
});

type Query = RecordQuery<Where<RowIn<'courses'>>>;

const query = (overrides: Partial<Query> = {}): Query => ({
  first: 100,
  after: undefined,
  sort: 'createdAt',
  descending: true,
  where: {},
  ...overrides,
});

export function recordsContract(t: Test, node: NewNode, nodes: NewNodes): void {
  t.test('a row is found, listed, counted, changed and removed at its own site only [D1]', async (t) => {
    const stores = await node(t, false);
    const courses = recordsOf(stores);
    await courses.insert(SITE.id, course(1, { tags: ['ü', 'b'] }), event());
    t.match(await courses.find(SITE.id, 'crs_001'), { title: 'Course 1 „ü“', tags: ['ü', 'b'], siteId: SITE.id });
    t.equal(await courses.find(OTHER, 'crs_001'), undefined);
    t.equal(await courses.findBy(OTHER, { slug: 'course-1' }), undefined);
    t.strictSame(await courses.missing(OTHER, ['crs_001']), ['crs_001']);
    t.strictSame(await courses.missing(SITE.id, ['crs_001', 'none']), ['none']);
    t.strictSame((await courses.page(OTHER, query())).rows, []);
    t.equal(await courses.count(OTHER, {}), 0);
    t.equal(await courses.update(OTHER, 'crs_001', { title: 'theirs' }, event()), false);
    t.equal(await courses.remove(OTHER, 'crs_001', event()), false);
    t.match(await courses.find(SITE.id, 'crs_001'), { title: 'Course 1 „ü“' });
    t.equal((await rowsOf(stores.db, 'auditEvents')).length, 1, 'what did not happen is in no trail');
  });

  t.test('pages of any size show each row once, in ascending or descending order [D1]', async (t) => {
    const stores = await node(t, false);
    const courses = recordsOf(stores);
    const made = times(MANY, (n) => course(n));
    await insertRows(stores.db, 'courses', [
      ...made.map((row) => ({ ...row, siteId: SITE.id })),
      ...made.map((row) => ({ ...row, id: `x${row.id}`, slug: `x-${row.slug}`, siteId: OTHER })),
    ]);
    for (const descending of [true, false]) {
      const filters: Query['where'][] = [
        {},
        { status: 'draft' },
        { featured: true },
        { featured: false, status: 'published' },
      ];
      for (const where of filters) {
        const expected = made
          .filter((row) => Object.entries(where).every(([name, value]) => row[name as 'status'] === value))
          .sort((a, b) => (a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)) * (descending ? -1 : 1))
          .map(({ id }) => id);
        t.equal(await courses.count(SITE.id, where), expected.length);
        for (const first of [1, 7, 49, 50]) {
          const seen: unknown[] = [];
          let after: Query['after'];
          for (let hasMore = true; hasMore; ) {
            const page = await courses.page(SITE.id, query({ first, after, descending, where }));
            t.ok(page.rows.length <= first);
            seen.push(...page.rows.map(({ id }) => id));
            const last = page.rows.at(-1);
            after = { at: Number(last?.createdAt), id: String(last?.id) };
            hasMore = page.hasMore;
          }
          t.strictSame(seen, expected, `${JSON.stringify(where)} by ${first}`);
        }
      }
    }
    const some = ['crs_001', 'crs_009', 'xcrs_002'];
    t.strictSame(
      (await courses.page(SITE.id, query({ among: some }))).rows.map(({ id }) => id),
      ['crs_009', 'crs_001'],
    );
    t.equal(await courses.count(SITE.id, {}, some), 2);
    t.strictSame((await courses.page(SITE.id, query({ among: [] }))).rows, []);
    const range = { column: 'createdAt', from: NOW + 2, to: NOW + 4 };
    t.equal((await courses.page(SITE.id, query({ ranges: [range] }))).rows.length, 14, 'from is within, to is not');
    t.equal(await courses.count(SITE.id, {}, undefined, [range]), 14);
    t.equal(await courses.count(SITE.id, {}, undefined, [{ ...range, from: undefined }]), 28);

    // Where the order goes along the range, its near end and the page before are one bound.
    for (const descending of [true, false]) {
      for (const [from, to] of [
        [NOW + 2, NOW + 5],
        [undefined, NOW + 3],
        [NOW + 4, undefined],
      ] as const) {
        const seen: unknown[] = [];
        let after: Query['after'];
        for (let hasMore = true; hasMore; ) {
          const page = await courses.page(
            SITE.id,
            query({ first: 3, after, descending, ranges: [{ column: 'createdAt', from, to }] }),
          );
          seen.push(...page.rows.map(({ id }) => id));
          const last = page.rows.at(-1);
          after = { at: Number(last?.createdAt), id: String(last?.id) };
          hasMore = page.hasMore;
        }
        const expected = made
          .filter(({ createdAt }) => createdAt >= (from ?? NOW) && createdAt < (to ?? Number.POSITIVE_INFINITY))
          .map(({ id }) => id);
        t.strictSame(seen, descending ? expected.reverse() : expected, `${descending} from ${from} to ${to}`);
      }
    }
  });

  t.test('of many rows that claim a unique value at once, one is stored and audited [D1]', async (t) => {
    const [one, other] = await nodes(t, false);
    const attempts = times(MANY, (n) => {
      const row = course(n, { slug: 'wanted' });
      return recordsOf(n % 2 === 0 ? one : other).insert(SITE.id, row, event());
    });
    const outcomes = await Promise.allSettled(attempts);
    t.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') t.equal(outcome.reason.name, 'TakenError');
    }
    t.equal((await rowsOf(one.db, 'courses')).length, 1);
    t.equal((await rowsOf(one.db, 'auditEvents')).length, 1);
    await recordsOf(one).insert(OTHER, course(1, { id: 'crs_other', slug: 'wanted' }), event());
    await recordsOf(one).insert(SITE.id, course(2, { id: 'crs_free' }), event());
    await t.rejects(recordsOf(one).update(SITE.id, 'crs_free', { slug: 'wanted' }, event()), { name: 'TakenError' });
  });

  t.test('of many simultaneous changes to the same version, one is made [D1]', async (t) => {
    const [one, other] = await nodes(t, false);
    await recordsOf(one).insert(SITE.id, course(1), event());
    const changes = times(MANY, (n) =>
      recordsOf(n % 2 === 0 ? one : other).update(
        SITE.id,
        'crs_001',
        { title: `winner ${n}`, updatedAt: NOW + 1 + n },
        event({ target: `winner ${n}` }),
        { seen: NOW },
      ),
    );
    const made = await Promise.all(changes);
    t.equal(made.filter(Boolean).length, 1);
    const winner = `winner ${made.indexOf(true)}`;
    t.match(await recordsOf(one).find(SITE.id, 'crs_001'), { title: winner });
    const trail = await rowsOf(one.db, 'auditEvents');
    t.strictSame(trail.map(({ target }) => target).sort(), [null, winner].sort());
  });

  t.test(
    'a search matches the beginnings of words, or parts of texts without spaces, in one kind at one site [D1]',
    async (t) => {
      const { db } = await node(t, false);
      const index = searchIndex(db);
      await db.atomically(
        await index.keep(SITE.id, 'courses', 'a', 'Ærø Café — Über-Wasser, ana@quux.example 3D 1.5e3 C++ Ö'),
        await index.keep(SITE.id, 'pages', 'a', 'café of the pages'),
        await index.keep(OTHER, 'courses', 'b', 'café elsewhere'),
      );
      const find = (words: string, site = SITE.id, kind = 'courses') => index.find(site, kind, words);
      for (const words of [
        'cafe',
        'CAFÉ',
        'caf',
        'wasser uber',
        'ærø',
        'quux',
        'ana@quux.example',
        '3d',
        '1.5e3',
        'c',
        'o',
      ]) {
        t.strictSame(await find(words), ['a'], words);
      }
      for (const words of ['afe', 'cafes', 'elsewhere', 'pages', '', '"', '*', '++', '!']) {
        t.strictSame(await find(words), [], words);
      }
      t.strictSame(await find('cafe', OTHER), ['b']);
      t.strictSame(await find('cafe', SITE.id, 'pages'), ['a']);
      await db.atomically(await index.keep(SITE.id, 'courses', 'a', 'quite another text'));
      t.strictSame(await find('cafe'), []);
      t.strictSame(await find('another'), ['a']);
      await db.atomically(index.forget('courses', 'a'));
      t.strictSame(await find('another'), []);
      t.strictSame(await find('cafe', SITE.id, 'pages'), ['a'], 'another kind with this id stays');
      await db.atomically(await index.keep(SITE.id, 'courses', 'cjk', '線上Python入門課程 ガイド 2026年 ภาษาไทย'));
      for (const words of ['線上', '課程', '課', '入門課程', 'カイド', 'イド', 'python', 'pyt 課程', '2026', 'ไทย']) {
        t.strictSame(await find(words), ['cjk'], `${words}, without spaces between words`);
      }
      const eight = 'one two three four five six seven eight';
      const wordy = await index.keep(SITE.id, 'courses', 'long', `${eight} nine`);
      await db.atomically(wordy);
      t.strictSame(await find(eight), ['long'], 'eight words');
      t.strictSame(await find(`${eight} EIGHT one`), ['long'], 'of which some are repeated');
      t.strictSame(await find(`${eight.replace('eight', 'ten')}`), [], 'the eighth counts');
      await t.rejects(find(`${eight} nine`), RangeError, 'no word is left out');
      for (const words of ['線程', 'ython', '課程 java', '026']) t.strictSame(await find(words), [], words);
      t.strictSame(await find('課程', OTHER), []);
      const long = times(40_000, (n) => `word${n}ü`).join(' ');
      await db.atomically(await index.keep(SITE.id, 'courses', 'long', `${long} ${'x'.repeat(5000)}`));
      t.strictSame(await find('word39999u'), ['long'], 'a text may be long');
    },
  );

  t.test('of many claims of an idempotency key at once one succeeds; an expired key is free again [D1]', async (t) => {
    const [one, other] = await nodes(t, false);
    const stores = [idempotencyStore(one.db), idempotencyStore(other.db)];
    const [keys] = stores;
    if (keys === undefined) throw new Error('there is a store');
    const span = { now: NOW, until: NOW + MINUTE };
    const claims = await Promise.all(times(MANY, (n) => stores[n % 2]?.claim('key', 'hash', span)));
    t.equal(claims.filter((claim) => claim === undefined).length, 1);
    t.ok(claims.every((claim) => claim === undefined || (claim.requestHash === 'hash' && claim.answer === undefined)));

    const answer = { status: 201, headers: { etag: '"ü"' }, body: '{"a":"ü \\u0000"}' };
    await keys.keep('key', answer, NOW + 24 * HOUR);
    const last = { now: NOW + 24 * HOUR - 1, until: NOW + 25 * HOUR };
    t.strictSame(await keys.claim('key', 'other', last), { requestHash: 'hash', answer, done: undefined });
    await keys.release('key', NOW + 24 * HOUR);
    const kept = { requestHash: 'hash', answer, done: undefined };
    t.strictSame(await keys.claim('key', 'hash', last), kept, 'an answer is not given back');
    t.equal(
      await keys.claim('key', 'other', { now: NOW + 24 * HOUR, until: NOW + 25 * HOUR }),
      undefined,
      'a day is over',
    );
    await keys.release('key', NOW + MINUTE);
    t.equal((await rowsOf(one.db, 'idempotencyKeys')).length, 1, 'the claim of another request is not released');
    await keys.release('key', NOW + 25 * HOUR);
    t.strictSame(await rowsOf(one.db, 'idempotencyKeys'), []);
  });
}
