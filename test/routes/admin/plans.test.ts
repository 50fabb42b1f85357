// slow
import Database from 'better-sqlite3';
import * as fc from 'fast-check';
import pg from 'pg';
import t, { type Test } from 'tap';
import type { Page } from '../../../schema/data/list-page.ts';
import type { Operation } from '../../../schema/school/operation.ts';
import { adminApp, call, RIVERSIDE } from '../../support/admin.ts';
import { bodySchemaOf, fitting, inputSchemaOf, type JsonSchema } from '../../support/arbitrary-input.ts';
import { databaseFile, onPostgres, onSqlite } from '../../support/database-edit.ts';
import { type KnownIds, kindOfSegment, knownIds } from '../../support/school-rows.ts';
import { withStatements } from '../../support/statements.ts';

t.setTimeout(240_000);

/** Words and lists of ids are tables of their own kind; they are read from their start. */
const HARMLESS = /^SCAN (json_each|search_terms) (EXISTS )?VIRTUAL TABLE|^SCAN CONSTANT ROW/;

/** A school has a handful of them, and its members may be among them. */
const FEW = /^SEARCH lecturers /;

/** Reads whatever the school has of a kind: nothing but the school narrows it. */
const WHOLE_SCHOOL = /^SEARCH .*\(site_id=\?\)$/;

/**
 * Looks for the few rows with a label, in lists in another order than that of labels. If they are few, the page looks
 * them up as it does what a search found.
 */
const LABELLED = /^select .record_id. from .labels. where [^(]*\(.*limit/i;

/** Conditions that are no column's value: words have an index of their own, times are a part of the order. */
const BY_TIME = new Set(['q', 'from', 'to', 'expiresFrom', 'expiresBefore', 'startsFrom', 'startsBefore']);

/** What a page is read by: the place in the list, and how many. */
const PAGE = /\blimit\b/i;
/** The index narrows by nothing but the school and the times. */
const ONLY_SITE = /\(site_id=\?( AND \(\w+,\w+\)[<>]\(\?,\?\)| AND (\w+|<expr>)[<>]\?)*\)/;

/**
 * Conditions that read through the school's rows of the kind, in order, until the page is full: what they ask depends on
 * the time. An index holds all that they ask, so rows that are passed over are not read.
 */
const BY_SITE_ONLY = [
  'list_coupons codePrefix',
  'list_coupons status',
  'list_enrollments status',
  'list_students active',
  'list_subscriptions status',
];

/** In the order of titles, SQLite reads the index from beginning to end, and PostgreSQL skips within it. */
const BY_TITLE_ONLY = [
  'list_courses courseType',
  'list_courses featured',
  'list_posts visibility',
  'list_posts category',
];

/** Lists that an instructor has a part of. */
const NARROWED = ['list_courses', 'list_students', 'list_enrollments', 'list_comments'];

/**
 * A subscription may open every course of a school, so this list goes through them, of which a school has hundreds at
 * most. Members without a subscription have a list along an index.
 */
const THROUGH_COURSES = 'list_member_courses';

const PAGING = new Set(['first', 'after', 'totalCount', 'sort', 'include']);

const isList = (operation: Operation): boolean =>
  operation.name !== THROUGH_COURSES && inputSchemaOf(operation).properties?.first !== undefined;

/** Every way of asking for a list: each order, and each order with each single condition. */
function questionsOf(operation: Operation, known: KnownIds): { question: string; filter: string | undefined }[] {
  const schema = bodySchemaOf(operation);
  const sorts = schema.properties?.sort?.enum?.map(String) ?? [];
  const required = (schema.required ?? []).map((name) => `&${name}=${sampleOf(schema, name, known)}`).join('');
  const filters = Object.keys(schema.properties ?? {}).filter(
    (name) => !PAGING.has(name) && !schema.required?.includes(name),
  );
  const values = (filter: string): string[] =>
    schema.properties?.[filter]?.enum?.map(String) ?? [sampleOf(schema, filter, known)];
  const conditions = [
    { filter: undefined, condition: '' },
    ...filters.flatMap((filter) => values(filter).map((value) => ({ filter, condition: `&${filter}=${value}` }))),
  ];
  return conditions.flatMap(({ filter, condition }) =>
    (sorts.length === 0 ? [''] : sorts.map((sort) => `&sort=${sort}`)).map((sort) => ({
      filter,
      question: `?first=2${required}${sort}${condition}`,
    })),
  );
}

/** A value that fits, the same in every run: no plan hangs on which. */
const sampleOf = (schema: JsonSchema, name: string, known: KnownIds): string => {
  const { [name]: one = {} } = schema.properties ?? {};
  const [value] = fc.sample(fitting(name === 'q' ? { const: 'wat' } : one, known, name), { seed: 7, numRuns: 1 });
  return encodeURIComponent(String(value));
};

const pathOf = ({ rest }: Operation, known: KnownIds): string =>
  rest.path.replace(/([^/]+)\/:\w+/g, (_all, segment: string) => {
    const kind = kindOfSegment(segment);
    return `${segment}/${(kind && known.get(kind)?.[0]) ?? 'none'}`;
  });

const plansOf =
  (connection: Database.Database) =>
  (sql: string): string[] =>
    connection
      .prepare<null[], { detail: string }>(`explain query plan ${sql}`)
      .all(...Array.from(sql.matchAll(/\?/g), () => null))
      .map(({ detail }) => detail);

onSqlite('SQLite reads every list along an index, in each order and with each filter [D1]', async (t) => {
  const database = databaseFile(t);
  const { app, clock, tokenOf } = await adminApp(t, { databaseUrl: database.url });
  const connection = new Database(database.url.slice('file:'.length), { readonly: true });
  t.teardown(() => connection.close());
  const known = await knownIds(app, RIVERSIDE.id);
  const owner = await tokenOf('owner');
  const instructor = await tokenOf('instructor');
  const planOf = plansOf(connection);

  const unserved = new Set<string>();
  for (const operation of app.school.catalogue.filter(isList)) {
    for (const { question, filter } of questionsOf(operation, known)) {
      const path = `${pathOf(operation, known)}${question}`;
      const ask = async (token: string) => {
        const first = await call(app, token, 'GET', path);
        t.equal(first.status, 200, `${operation.name} ${path}: ${first.body.slice(0, 200)}`);
        const cursor = first.json?.pageInfo?.endCursor;
        if (!cursor) return;
        clock.advance(1);
        const next = await call(app, token, 'GET', `${path}&after=${cursor}`);
        t.equal(next.status, 200, `${operation.name} ${path}: its cursor is good a moment later`);
      };
      const [, statements] = await withStatements(() => ask(owner));
      if (NARROWED.includes(operation.name)) {
        const [, narrowed] = await withStatements(() => ask(instructor));
        for (const sql of new Set(narrowed)) {
          const whole = planOf(sql).filter((step) => /^SCAN/.test(step) && !HARMLESS.test(step));
          if (whole.length > 0) unserved.add(`${operation.name} of an instructor: ${whole.join('; ')}`);
        }
      }
      const reads = [...new Set(statements)].filter((sql) => /^\s*(select|with)/i.test(sql));
      t.ok(reads.length > 0, `${operation.name} asks the database`);
      const asked = filter === undefined ? operation.name : `${operation.name} ${filter}`;
      // Codes of coupons are compared along the list.
      const isLookedUp =
        (filter === 'q' && operation.name !== 'list_coupons') || reads.some((sql) => LABELLED.test(sql));
      for (const sql of reads) {
        // What belongs to the few rows of a page may be put in order; the list itself may not.
        const costs = PAGE.test(sql) && !isLookedUp ? /^SCAN|USE TEMP B-TREE/ : /^SCAN/;
        const costly = planOf(sql).filter((step) => {
          const isWhole = WHOLE_SCHOOL.test(step) && !FEW.test(step);
          return isWhole || (costs.test(step) && !HARMLESS.test(step));
        });
        if (costly.length > 0) unserved.add(`${asked}: ${costly.join('; ')}`);
      }
      const page = reads.filter((sql) => PAGE.test(sql) && !/search_terms/.test(sql) && !LABELLED.test(sql))[0];
      t.ok(page, `${asked} is read by pages`);
      if (page === undefined) continue;
      const along = planOf(page).find((step) => step.startsWith('SEARCH')) ?? '';
      if (isLookedUp) {
        t.match(
          along,
          /autoindex_\w+_1 \((id|person_id)=\?|orders_by_person \(site_id=\? AND person_id=\?/,
          `${asked} looks up what was found: ${along}`,
        );
        continue;
      }
      t.match(along, /[<>]\?|\)[<>]\(/, `${asked} goes on where the page before ended: ${along}`);
      if (filter !== undefined && !BY_TIME.has(filter) && ONLY_SITE.test(along)) unserved.add(`${asked}: ${along}`);
    }
  }
  const names = new Set([...unserved].map((one) => one.split(':')[0] ?? ''));
  for (const one of unserved) t.comment(one);
  t.strictSame([...names].sort(), [...BY_SITE_ONLY, ...BY_TITLE_ONLY].sort(), 'what has no index of its own');
});

onSqlite('SQLite pages through the lists of an instructor with many courses along an index [D2]', async (t) => {
  const database = databaseFile(t);
  const { app } = await adminApp(t, { databaseUrl: database.url });
  const connection = new Database(database.url.slice('file:'.length), { readonly: true });
  t.teardown(() => connection.close());
  const planOf = plansOf(connection);
  const query = { first: 2, after: undefined, descending: true, where: {} };
  const within = (column: string) => ({ column, taughtBy: 'usr_demo_ivan', visibleIds: undefined });
  const page = (name: Parameters<typeof app.school.records>[0], column: string, sort: string, where = {}) =>
    app.school.records(name).page(RIVERSIDE.id, { ...query, sort, where, visibility: within(column) });
  const now = Date.now();
  const asks = {
    courses: () => page('courses', 'id', 'createdAt'),
    'published courses': () => page('courses', 'id', 'createdAt', { status: 'published' }),
    enrollments: () => page('enrollments', 'courseId', 'startsAt'),
    comments: () => page('comments', 'targetId', 'createdAt'),
    'visible comments': () => page('comments', 'targetId', 'createdAt', { status: 'visible' }),
    students: () =>
      app.school.students.page(RIVERSIDE.id, {
        ...query,
        sort: 'since',
        where: { now },
        visibility: within('courseId'),
      }),
  };
  for (const [name, ask] of Object.entries<() => Promise<Page<object>>>(asks)) {
    const [{ rows }, statements] = await withStatements(ask);
    t.ok(rows.length > 0, `${name}: there is something`);
    for (const sql of statements) {
      const plan = planOf(sql);
      t.strictSame(
        plan.filter((step) => /^SCAN|USE TEMP B-TREE/.test(step)),
        [],
        name,
      );
      t.match(plan[0], /^SEARCH .*[<>]/, `${name}: on from where the page before ended`);
    }
  }
});

onSqlite(
  'SQLite reads a page of a search with many results along the list, as far as a stretch of it [D1]',
  async (t) => {
    const database = databaseFile(t);
    const { app } = await adminApp(t, { databaseUrl: database.url });
    const connection = new Database(database.url.slice('file:'.length), { readonly: true });
    t.teardown(() => connection.close());
    const planOf = plansOf(connection);
    const among = { wanted: { beginnings: ['wat'], parts: [] } };
    const query = { first: 2, after: undefined, descending: true, among };
    const { records, members, students } = app.school;
    const asks: (() => Promise<Page<object>>)[] = [
      () => records('courses').page(RIVERSIDE.id, { ...query, sort: 'createdAt', where: { status: 'published' } }),
      () => members.page(RIVERSIDE.id, { ...query, sort: 'joinedAt', where: { role: 'member' } }),
      () => students.page(RIVERSIDE.id, { ...query, sort: 'since', where: { now: Date.now() } }),
    ];
    for (const ask of asks) {
      const [, statements] = await withStatements(ask);
      t.equal(statements.length, 2, 'the end of the stretch, and the page');
      for (const sql of statements) {
        const plan = planOf(sql);
        t.strictSame(
          plan.filter((step) => /^SCAN|USE TEMP B-TREE/.test(step)),
          [],
        );
        t.match(plan[0], /^SEARCH .*\)?[<>]/, `on from where the page before ended: ${plan[0]}`);
      }
      t.ok(planOf(statements[1] ?? '').some((step) => /search_entries_by_record/.test(step)));
    }
  },
);

onPostgres('PostgreSQL reads every list, except word search, along an index [D1]', async (t) => {
  const databaseUrl = databaseFile(t).url;
  const { app, tokenOf } = await adminApp(t, { databaseUrl });
  const known = await knownIds(app, RIVERSIDE.id);
  const owner = await tokenOf('owner');
  const planOf = await genericPlans(t, databaseUrl);
  const unserved = new Set<string>();
  for (const operation of app.school.catalogue.filter(isList)) {
    for (const { question, filter } of questionsOf(operation, known)) {
      if (filter === 'q') continue;
      const path = `${pathOf(operation, known)}${question}`;
      const [answer, statements] = await withStatements(() => call(app, owner, 'GET', path));
      t.equal(answer.status, 200, path);
      // What is looked up by ids is put in order afterwards.
      if (statements.some((sql) => LABELLED.test(sql))) continue;
      for (const sql of new Set(statements.filter(isPage))) {
        const asked = filter === undefined ? operation.name : `${operation.name} ${filter}`;
        const plan = await planOf(sql);
        // Neither is taken where an index would do: the tables are too small to say by costs.
        const costly = plan.filter((step) => /Seq Scan|Sort/.test(step));
        if (costly.length > 0) unserved.add(`${asked}: ${costly.join('; ')}`);
        const along = plan.find((step) => step.startsWith('Index Cond')) ?? '';
        t.match(along, /ROW\(.*\) [<>] /, `${asked} goes on where the page before ended: ${along}`);
        const narrows = along.match(/\(\w+ = /g)?.length ?? 0;
        if (filter !== undefined && !BY_TIME.has(filter) && narrows < 2) unserved.add(`${asked}: ${along}`);
      }
    }
  }
  const names = new Set([...unserved].map((one) => one.split(':')[0] ?? ''));
  for (const one of unserved) t.comment(one);
  t.strictSame([...names].sort(), [...BY_SITE_ONLY].sort(), 'what has no index of its own');
});

/** Housekeeping goes on beside the lists; it deletes, or looks for the end of a batch. */
const isPage = (sql: string): boolean => /^\s*(select|with)/i.test(sql) && PAGE.test(sql) && !/\boffset\b/i.test(sql);

/** How statements are executed whatever their values, where reading a whole table and sorting it are the last resort. */
async function genericPlans(t: Test, url: string): Promise<(sql: string) => Promise<string[]>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  t.teardown(() => client.end());
  // A row that is read for nothing costs as much as it would if there were thousands of them.
  const dear = ['cpu_tuple_cost = 10', 'cpu_index_tuple_cost = 10'];
  for (const setting of [
    'plan_cache_mode = force_generic_plan',
    'enable_seqscan = off',
    'enable_sort = off',
    ...dear,
  ]) {
    await client.query(`set ${setting}`);
  }
  await client.query('analyze');
  let prepared = 0;
  return async (sql) => {
    prepared += 1;
    await client.query(`prepare asked_${prepared} as ${sql}`);
    const count = new Set(sql.match(/\$\d+/g)).size;
    const values = count === 0 ? '' : `(${Array.from({ length: count }, () => 'null').join()})`;
    const { rows } = await client.query<Record<string, string>>(`explain execute asked_${prepared}${values}`);
    return rows.flatMap((row) => Object.values(row).map((step) => step.trim()));
  };
}
