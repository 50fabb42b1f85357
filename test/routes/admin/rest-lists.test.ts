import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import type { RowIn } from '../../../db/school/records/record-table.ts';
import { type Answer, adminApp, call, HARBOUR, type Json, RIVERSIDE } from '../../support/admin.ts';

t.setTimeout(240_000);

const START = Date.UTC(2026, 0, 1);
const ROWS = 47;

const idOf = (n: number): string => `crs_row_${String(n).padStart(4, '0')}`;
/** Seven rows each share an instant. */
const timeOf = (n: number): number => START + Math.floor(n / 7) * 1000;

interface NewCourse {
  siteId?: string;
  at?: number;
  columns?: Partial<RowIn<'courses'>>;
}

/** A row as no operation would make it: with an id and a time of the test's own. */
const addCourse = (
  app: FastifyInstance,
  id: string,
  { siteId = RIVERSIDE.id, at = START, columns = {} }: NewCourse = {},
) =>
  app.school
    .records('courses')
    .insert(
      siteId,
      { id, slug: id.replaceAll('_', '-'), title: id, status: 'draft', createdAt: at, updatedAt: at, ...columns },
      { event: 'resource_created', at },
    );

const addCourses = async (app: FastifyInstance, count = ROWS): Promise<void> => {
  for (let n = 0; n < count; n += 1) await addCourse(app, idOf(n), { at: timeOf(n) });
};

const idsIn = ({ json }: Answer): string[] => json.nodes?.map(({ id }) => String(id)) ?? [];
const endOf = ({ json }: Answer): string => String(json.pageInfo?.endCursor);
const hasNext = ({ json }: Answer): boolean => Boolean(json.pageInfo?.hasNextPage);

type Ask = (query: string) => Promise<Answer>;

/** Goes through a list to its end. */
async function walk(t: Test, ask: Ask, query: string, between?: (page: number) => Promise<unknown>): Promise<Json[]> {
  const nodes: Json[] = [];
  let after = '';
  for (let page = 0; page < 200; page += 1) {
    const answer = await ask(`${query}${after}`);
    t.equal(answer.status, 200, answer.body.slice(0, 200));
    nodes.push(...(answer.json.nodes ?? []));
    if (!hasNext(answer)) return nodes;
    after = `&after=${endOf(answer)}`;
    await between?.(page);
  }
  throw new Error('a list without an end');
}

/** Later first, and larger ids first among equals. */
const inOrder = (nodes: readonly Json[]): string[] =>
  nodes
    .map((node) => ({ id: String(node.id), at: Date.parse(String(node.createdAt)) }))
    .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);

async function lists(t: Test) {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('owner');
  return { app, tokenOf, ask: (query: string) => call(app, token, 'GET', `/courses?${query}`), token };
}

t.test('a page has 20 rows by default, up to 100 on request, and no other size is accepted [D1, E-36]', async (t) => {
  const { app, ask } = await lists(t);
  await addCourses(app, 105);
  t.equal(idsIn(await ask('')).length, 20);
  t.equal(idsIn(await ask('first=1')).length, 1);
  t.equal(idsIn(await ask('first=100')).length, 100);
  for (const first of ['0', '-1', '101', '1.5', 'abc', '', '1e9', '9'.repeat(400), 'NaN', 'null', '5&first=6']) {
    const answer = await ask(`first=${first}`);
    t.match(answer, { status: 400, json: { type: /#invalid-input$/, errors: [{ path: 'first' }] } }, `first=${first}`);
  }
});

t.test('pages of any size show every row once and in order [D1]', async (t) => {
  const { app, ask } = await lists(t);
  await addCourses(app);
  const all = await walk(t, ask, 'first=100');
  const ids = all.map(({ id }) => String(id));
  t.strictSame(ids, inOrder(all));
  t.equal(new Set(ids).size, ids.length);
  t.equal(ids.filter((id) => id.startsWith('crs_row_')).length, ROWS);
  for (const first of [1, 6, 7, 8, ids.length - 1, ids.length, 50]) {
    const query = `first=${Math.min(first, 100)}`;
    t.strictSame(
      (await walk(t, ask, query)).map(({ id }) => id),
      ids,
      query,
    );
  }
  const forwards = await walk(t, ask, 'first=6&sort=createdAt');
  t.strictSame(
    forwards.map(({ id }) => id),
    ids.toReversed(),
  );
  const asWritten = await walk(t, ask, 'first=6&sort=-created_at');
  t.strictSame(
    asWritten.map(({ id }) => id),
    ids,
    'sort in snake case',
  );
  const exact = await ask(`first=${ids.length}`);
  t.equal(hasNext(exact), false, 'a page that ends with the list says so');
});

t.test('rows added or removed between two pages neither repeat nor hide others [D1]', async (t) => {
  const { app, ask } = await lists(t);
  await addCourses(app);
  const expected = (await walk(t, ask, 'first=100')).map(({ id }) => String(id));
  const seen = await walk(t, ask, 'first=6', async (page) => {
    await addCourse(app, `crs_new_${page}`, { at: Date.UTC(2030, 0, 1) + page });
    await app.school.records('courses').remove(RIVERSIDE.id, idOf(46 - page), { event: 'resource_deleted', at: START });
  });
  const gone = expected.filter((id) => !seen.some((node) => String(node.id) === id));
  t.ok(
    gone.every((id) => id.startsWith('crs_row_')),
    'what is missing was removed before it was reached',
  );
  t.strictSame(
    seen.map(({ id }) => String(id)).filter((id) => !expected.includes(id)),
    [],
  );
  t.equal(new Set(seen.map(({ id }) => id)).size, seen.length);
});

t.test('a cursor is valid only for its own list, filters, order and school, and cannot be forged [D1]', async (t) => {
  const { app, tokenOf, ask } = await lists(t);
  await addCourses(app);
  for (let n = 0; n < 30; n += 1) await addCourse(app, `crs_har_${n}`, { siteId: HARBOUR.id, at: timeOf(n) });
  const cursor = endOf(await ask('first=5'));
  t.equal((await ask(`first=9&after=${cursor}`)).status, 200, 'the size of the next page is free');
  t.notMatch(Buffer.from(cursor, 'base64url').toString(), /courses|site_/);

  const refused = async (answer: Answer, message: string): Promise<void> => {
    t.match(answer, { status: 400, json: { errors: [{ path: 'after' }] } }, message);
  };
  for (const other of [
    'sort=createdAt',
    'status=draft',
    'courseType=free',
    'featured=true',
    'q=row',
    'status=draft&q=row',
  ]) {
    await refused(await ask(`first=5&after=${cursor}&${other}`), other);
  }
  const narrowed = endOf(await ask('first=5&status=draft'));
  await refused(await ask(`first=5&after=${narrowed}`), 'without the filter');
  await refused(await ask(`first=5&after=${narrowed}&status=published`), 'with another filter');
  const foreign = await tokenOf('foreignOwner');
  await refused(await call(app, foreign, 'GET', `/courses?first=5&after=${cursor}`), 'at another school');

  const flipped = (index: number): string => {
    const bytes = Buffer.from(cursor, 'base64url');
    bytes[index] = (bytes[index] ?? 0) ^ 1;
    return bytes.toString('base64url');
  };
  const length = Buffer.from(cursor, 'base64url').length;
  for (let index = 0; index < length; index += 1) await refused(await ask(`after=${flipped(index)}`), `byte ${index}`);
  for (const made of ['', 'x', '0', 'null', '%00', `${cursor}A`, cursor.slice(1), `${cursor}%3D`, 'A'.repeat(400)]) {
    await refused(await ask(`after=${made}`), made);
  }
});

t.test('the total is counted only when asked for and with the same filters [D1]', async (t) => {
  const { app, ask, token } = await lists(t);
  await addCourses(app);
  const all = await walk(t, ask, 'first=100');
  t.notOk('totalCount' in (await ask('first=2')).json);
  t.notOk('totalCount' in (await ask('first=2&totalCount=false')).json);
  const total = async (query: string): Promise<unknown> =>
    (await ask(`first=1&totalCount=true${query}`)).json.totalCount;
  t.equal(await total(''), all.length);
  t.equal(await total('&status=draft'), all.filter(({ status }) => (status as unknown) === 'draft').length);
  t.equal(await total(`&after=${endOf(await ask('first=3'))}`), all.length, 'of the list, not of what is left');
  for (const title of ['Count me zebra', 'Zebra counting', 'Other']) await create(app, token, { title });
  t.equal(await total('&q=zebra'), 2);
  t.equal((await ask('totalCount=perhaps')).status, 400);
});

let made = 0;
const create = async (app: FastifyInstance, token: string, columns: Record<string, unknown>): Promise<Json> => {
  made += 1;
  const answer = await call(app, token, 'POST', '/courses', { title: 'A course', slug: `made-${made}`, ...columns });
  if (answer.status !== 201) throw new Error(answer.body);
  return answer.json;
};

t.test('a list is narrowed by its own filters and refuses others [D1]', async (t) => {
  const { app, ask } = await lists(t);
  await addCourses(app, 12);
  await addCourse(app, 'crs_row_paid', { columns: { courseType: 'paid', featured: true } });
  const all = await walk(t, ask, 'first=100');
  for (const [name, value] of [
    ['status', 'draft'],
    ['status', 'published'],
    ['courseType', 'paid'],
    ['featured', 'true'],
    ['featured', 'false'],
  ] as const) {
    const expected = all.filter((node) => String(node[name]) === value).map(({ id }) => id);
    const found = await walk(t, ask, `first=5&${name}=${value}`);
    t.strictSame(
      found.map(({ id }) => id),
      expected,
      `${name}=${value}`,
    );
  }
  t.ok(idsIn(await ask('first=100&courseType=paid&featured=true&status=draft')).includes('crs_row_paid'));
  for (const query of [
    'status=gone',
    'status=',
    'status=draft&status=published',
    'featured=maybe',
    'title=x',
    'siteId=site_demo_harbour',
    'site_id=site_demo_harbour',
    'sort=subtitle',
    'sort=-',
    'sort=createdAt,id',
    'sort=created_at;drop',
    '__proto__=1',
    'id=crs_row_0001',
  ]) {
    t.match(await ask(query), { status: 400, json: { type: /#invalid-input$/, errors: [{}] } }, query);
  }
});

t.test('q finds words by how they begin whatever their case, order and diacritics [D1]', async (t) => {
  const { app, ask, token, tokenOf } = await lists(t);
  const deep = await create(app, token, { title: 'Deep Water Zorn', description: 'Über die Tiefsee, für Anfänger' });
  const cafe = await create(app, token, {
    title: 'Le Caf\u00e9 zorn',
    subtitle: 'mail zorn@quux.example or call 555-0199',
  });
  await call(app, await tokenOf('foreignOwner'), 'POST', '/courses', { title: 'Zorn elsewhere', slug: 'zorn' });
  const find = async (q: string): Promise<string[]> => {
    const answer = await ask(`first=100&q=${encodeURIComponent(q)}`);
    t.equal(answer.status, 200, `${q}: ${answer.body.slice(0, 200)}`);
    return idsIn(answer).sort();
  };
  const both = [String(deep.id), String(cafe.id)].sort();
  t.strictSame(await find('zorn'), both, 'what is at the other school is not found');
  for (const q of [
    'deep',
    'DEEP',
    'dee',
    'zorn deep',
    'wat zor',
    'tiefsee uber',
    'ÜBER',
    'u\u0308ber',
    'anfang',
    '  deep,  water! ',
  ]) {
    t.strictSame(await find(q), [deep.id], q);
  }
  for (const q of [
    'cafe',
    'café',
    'caf\u0065\u0301',
    'CAFÉ',
    'quux',
    'zorn@quux.example',
    'example 0199',
    '555-0199',
  ]) {
    t.strictSame(await find(q), [cafe.id], q);
  }
  for (const q of ['eep', 'deepest', 'deep cafe', 'zzz']) t.strictSame(await find(q), [], q);
  await call(app, token, 'PATCH', `/courses/${deep.id}`, { title: 'Shallow' });
  t.strictSame(await find('deep'), [], 'what it was called is forgotten');
  t.strictSame(await find('shallow tiefsee'), [deep.id]);
  await call(app, token, 'DELETE', `/courses/${deep.id}`);
  t.strictSame(await find('shallow'), [], 'what is deleted is not found');
});

t.test('q is treated as plain words, never as the query language of the search index [D1]', async (t) => {
  const { app, ask, token, tokenOf } = await lists(t);
  const own = await create(app, token, { title: 'Quorn not or and near text scope' });
  await call(app, await tokenOf('foreignOwner'), 'POST', '/courses', { title: 'Quorn hidden', slug: 'quorn' });
  for (const q of [
    '"',
    '"" OR ""',
    'quorn" OR text : "hidden',
    'quorn*',
    'quorn OR hidden',
    'NOT quorn',
    'NEAR(quorn hidden, 9)',
    '^quorn',
    '-quorn',
    '+quorn',
    'scope : quorn',
    '{scope text} : quorn',
    'text: quorn',
    "quorn' | 'hidden",
    'quorn & !x',
    'quorn <-> x',
    'quorn:*',
    'quorn | hidden',
    '!quorn',
    '((quorn',
    'quorn)',
    "'; drop table courses; --",
    '\\',
    "\\'",
    '%',
    '_',
    '\0',
    'quorn\0',
    '\u202equorn',
    '🎻',
    'q'.repeat(100),
    Array.from({ length: 50 }, () => 'q').join(' '),
    '١٢٣',
    '한국어',
  ]) {
    const answer = await ask(`q=${encodeURIComponent(q)}`);
    t.equal(answer.status, 200, `${q}: ${answer.body.slice(0, 200)}`);
    t.ok(
      idsIn(answer).every((id) => id === String(own.id)),
      `${q} finds nothing else`,
    );
  }
  for (const q of ['', ' ', 'x'.repeat(101)]) t.equal((await ask(`q=${encodeURIComponent(q)}`)).status, 400, q);
  t.strictSame(idsIn(await ask('q=quorn%20or')), [own.id], 'words that look like operators are words');
});
