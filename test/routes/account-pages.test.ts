// slow
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import type { SchoolContent } from '../../db/school/school-content.ts';
import {
  ADA,
  ask,
  BOB,
  codesOf,
  course,
  dataOf,
  enrollment,
  event,
  type GraphqlBody,
  NORTH,
  order,
  registration,
  SOUTH,
  schools,
  times,
} from '../support/account.ts';

/** The three lists: how to fill them, with rows of the same times among them, and what filters them. */
const LISTS = {
  enrolledCourses: {
    filters: [undefined, 'status: ACTIVE', 'status: EXPIRED'],
    rows: (ids: readonly string[], personId = ADA.id): SchoolContent => ({
      courses: ids.map((id) => course(`crs_${id}`)),
      enrollments: ids.map((id) => enrollment(id, `crs_${id}`, { personId, startsAt: timeOf(id), ...endOf(id) })),
    }),
  },
  orders: {
    filters: [undefined],
    rows: (ids: readonly string[], personId = ADA.id): SchoolContent => ({
      orders: ids.map((id) => order(id, { personId, placedAt: timeOf(id) })),
    }),
  },
  eventRegistrations: {
    filters: [undefined, 'upcoming: true', 'upcoming: false'],
    rows: (ids: readonly string[], personId = ADA.id): SchoolContent => ({
      events: ids.map((id) => event(`evt_${id}`, isEven(id) ? 4e12 : 0)),
      eventRegistrations: ids.map((id) => registration(id, `evt_${id}`, { personId, registeredAt: timeOf(id) })),
    }),
  },
} as const;

type ListName = keyof typeof LISTS;

const numberOf = (id: string): number => Number(id.replace(/\D/g, ''));
const isEven = (id: string): boolean => numberOf(id) % 2 === 0;
/** Seven rows each share a time. */
const timeOf = (id: string): number => 1_700_000_000_000 + Math.floor(numberOf(id) / 7) * 1000;
const endOf = (id: string) => (isEven(id) ? {} : { expireDate: '2020-01-01', expiresAt: 1 });

const idOf = (n: number): string => `row_${String(n).padStart(4, '0')}`;
/** Later times first, and larger ids first among equal times. */
const inOrder = (ids: readonly string[]): string[] => ids.toSorted((a, b) => timeOf(b) - timeOf(a) || (a < b ? 1 : -1));

const FIELDS =
  'nodes { id } edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount';

interface PageOf {
  ids: string[];
  cursors: string[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  endCursor: string | null;
  totalCount: number;
}

const listQuery = (list: ListName, args: readonly (string | undefined)[]): string => {
  const given = args.filter((arg) => arg !== undefined);
  return `{ viewer { list: ${list}${given.length === 0 ? '' : `(${given.join(', ')})`} { ${FIELDS} } } }`;
};

async function pageOf(
  t: Test,
  app: FastifyInstance,
  token: string,
  list: ListName,
  ...args: (string | undefined)[]
): Promise<PageOf> {
  const page = (await dataOf(app, token, listQuery(list, args))).viewer?.list;
  const ids = [...(page?.nodes ?? [])].map(({ id }) => String(id));
  const edges = [...(page?.edges ?? [])];
  const cursors = edges.map(({ cursor }) => String(cursor));
  t.strictSame(
    edges.map(({ node }) => node?.id),
    ids,
    'edges and nodes are the same rows',
  );
  t.equal(page?.pageInfo?.startCursor, cursors[0] ?? null);
  t.equal(page?.pageInfo?.endCursor, cursors.at(-1) ?? null);
  return { ...page?.pageInfo, ids, cursors, totalCount: page?.totalCount } as unknown as PageOf;
}

for (const [name, { rows, filters }] of Object.entries(LISTS)) {
  const list = name as ListName;

  t.test(`${list} come 20 to a page and at most 100; a size out of range is refused, not cut [E-36]`, async (t) => {
    const { app, tokenOf } = await schools(t);
    await app.school.content.add(NORTH.id, rows(times(130, idOf)));
    const token = await tokenOf(ADA);
    t.equal((await pageOf(t, app, token, list)).ids.length, 20);
    t.equal((await pageOf(t, app, token, list, 'first: null')).ids.length, 20);
    for (const first of [1, 2, 100]) t.equal((await pageOf(t, app, token, list, `first: ${first}`)).ids.length, first);
    for (const first of ['-1', '101', '1000', '2147483647', '2147483648', '1.5', '"20"', 'true', '[20]']) {
      const response = await ask(app, token, listQuery(list, [`first: ${first}`]));
      t.strictSame(codesOf(response), ['BAD_USER_INPUT'], first);
      t.notOk(response.json<GraphqlBody>().data, first);
    }
  });

  t.test(`paging through ${list} gives every row once and in order, also among equal times [D3]`, async (t) => {
    const { app, tokenOf } = await schools(t);
    const all = times(95, idOf);
    await app.school.content.add(NORTH.id, rows(all));
    await app.school.content.add(
      NORTH.id,
      rows(
        times(30, (n) => `bob_${n}`),
        BOB.id,
      ),
    );
    const token = await tokenOf(ADA);
    for (const [index, filter] of filters.entries()) {
      const wanted = inOrder(all.filter((id) => index === 0 || isEven(id) === (index === 1)));
      for (const first of [1, 7, 10, 100]) {
        const seen: string[] = [];
        let page = await pageOf(t, app, token, list, filter, `first: ${first}`);
        t.equal(page.hasPreviousPage, false);
        for (;;) {
          seen.push(...page.ids);
          t.equal(page.totalCount, wanted.length, 'the count is of the whole list');
          if (!page.hasNextPage) break;
          t.equal(page.ids.length, first, 'a page that is not the last is full');
          page = await pageOf(t, app, token, list, filter, `first: ${first}`, `after: "${page.endCursor}"`);
          t.equal(page.hasPreviousPage, true);
        }
        t.strictSame(seen, wanted, `${filter}, ${first} at a time`);
      }
    }
    const { cursors, ids } = await pageOf(t, app, token, list, 'first: 10');
    const behind = await pageOf(t, app, token, list, `first: 3`, `after: "${cursors[4]}"`);
    t.strictSame(behind.ids, ids.slice(5, 8), 'every edge has a cursor that works');
  });

  t.test(`a page of ${list} after a cursor does not shift when rows are added around it [D3]`, async (t) => {
    const { app, tokenOf } = await schools(t);
    const old = times(14, (n) => idOf(n + 100));
    await app.school.content.add(NORTH.id, rows(old));
    const token = await tokenOf(ADA);
    const first = await pageOf(t, app, token, list, 'first: 5');
    const after = `after: "${first.endCursor}"`;
    const before = await pageOf(t, app, token, list, 'first: 5', after);
    // Newer ones, older ones, and one of the same time as the cursor's row that sorts before it.
    await app.school.content.add(NORTH.id, rows([...times(9, (n) => idOf(n + 200)), ...times(3, idOf)]));
    await app.school.content.add(NORTH.id, rows([`z${first.ids.at(-1)}`]));
    t.strictSame((await pageOf(t, app, token, list, 'first: 5', after)).ids, before.ids);
  });

  t.test(`a cursor of ${list} is valid only unaltered and for its list, filter, member and school [D3]`, async (t) => {
    const { app, tokenOf } = await schools(t);
    for (const { rows } of Object.values(LISTS)) {
      await app.school.content.add(NORTH.id, rows(times(30, idOf)));
      await app.school.content.add(
        NORTH.id,
        rows(
          times(30, (n) => `bob_${n}`),
          BOB.id,
        ),
      );
      await app.school.content.add(SOUTH.id, rows(times(30, (n) => `south_${n}`)));
    }
    const [token, bob, south] = [await tokenOf(ADA), await tokenOf(BOB), await tokenOf(ADA, undefined, SOUTH.id)];
    const { endCursor: cursor } = await pageOf(t, app, token, list, 'first: 3');
    if (cursor === null) return t.fail('no cursor');
    t.match(cursor, /^[A-Za-z0-9_-]+$/);

    const refused = async (what: string, value: string, asker = token, where: ListName = list, filter?: string) => {
      const args = [filter, `after: ${JSON.stringify(value)}`];
      const response = await ask(app, asker, listQuery(where, args));
      t.strictSame(codesOf(response), ['BAD_USER_INPUT'], what);
      t.notOk(response.json<GraphqlBody>().data, what);
    };
    await refused('of another member', cursor, bob);
    await refused('of the same member at another school', cursor, south);
    for (const other of Object.keys(LISTS) as ListName[]) {
      if (other !== list) await refused(`of ${list}, for ${other}`, cursor, token, other);
    }
    for (const filter of filters) {
      if (filter !== undefined) await refused(`unfiltered, for ${filter}`, cursor, token, list, filter);
      for (const other of filters.filter((one) => one !== filter && one !== undefined)) {
        const { endCursor } = await pageOf(t, app, token, list, 'first: 3', filter);
        await refused(`of ${filter}, for ${other}`, String(endCursor), token, list, other);
      }
    }
    for (const value of ['', ' ', 'x', '0', 'null', cursor.slice(1), cursor.slice(0, -1), `${cursor}A`, `${cursor}=`])
      await refused(`bent: ${value.slice(-8)}`, value);
    for (const value of [` ${cursor}`, `${cursor}\n`, cursor.toLowerCase(), `${cursor}${cursor}`, 'x'.repeat(5000)])
      await refused(`bent: ${value.slice(0, 8)}`, value);
    const bytes = Buffer.from(cursor, 'base64url');
    for (const [at, byte] of bytes.entries()) {
      const flipped = Buffer.from(bytes);
      flipped[at] = byte ^ (1 << (at % 8));
      await refused(`a bit of byte ${at}`, flipped.toString('base64url'));
    }
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const letter of alphabet.replace(cursor.at(-1) ?? '', '')) {
      await refused(`another spelling, ${letter}`, cursor.slice(0, -1) + letter);
    }
    t.equal((await pageOf(t, app, token, list, `after: "${cursor}"`)).ids.length, 20, 'as it was, it works');
  });
}

t.test('cursors stay valid after a restart, but only with the same master key [D3]', async (t) => {
  const key = (byte: number) => ({ MASTER_KEY: Buffer.alloc(32, byte).toString('base64') });
  const [first, restarted, foreign] = [
    await schools(t, { env: key(1) }),
    await schools(t, { env: key(1) }),
    await schools(t, { env: key(2) }),
  ];
  for (const { app } of [first, restarted, foreign]) {
    await app.school.content.add(NORTH.id, LISTS.orders.rows(times(5, idOf)));
  }
  const { endCursor } = await pageOf(t, first.app, await first.tokenOf(ADA), 'orders', 'first: 2');
  const after = `after: "${endCursor}"`;
  t.equal((await pageOf(t, restarted.app, await restarted.tokenOf(ADA), 'orders', after)).ids.length, 3);
  t.strictSame(codesOf(await ask(foreign.app, await foreign.tokenOf(ADA), listQuery('orders', [after]))), [
    'BAD_USER_INPUT',
  ]);
});
