// slow
import { buildSchema, type GraphQLField, type GraphQLNamedOutputType, getNamedType, isObjectType } from 'graphql';
import t, { type Test } from 'tap';
import type { SchoolContent } from '../../db/school/school-content.ts';
import {
  ADA,
  ask,
  BOB,
  CYD,
  course,
  DAY,
  dataOf,
  enrollment,
  event,
  type GraphqlBody,
  item,
  lecture,
  NORTH,
  order,
  type Person,
  registration,
  SOUTH,
  schools,
  type Tree,
  times,
} from '../support/account.ts';

const ROWS = 45;

/** Rows of one person at one school, each of whose strings carries the mark. */
function marked(mark: string, person: Person, now: number): SchoolContent {
  const ids = times(ROWS, (n) => `${mark}_${n}`);
  const url = (id: string): string => `https://${mark}.example/${id}`;
  return {
    courses: ids.map((id) => course(`crs_${id}`, { coverImageUrl: url(id) })),
    lectures: ids.map((id) => lecture(`lec_${id}`, `crs_${id}`)),
    enrollments: ids.map((id, n) =>
      enrollment(`enr_${id}`, `crs_${id}`, {
        personId: person.id,
        startsAt: now - n,
        lastLectureId: `lec_${id}`,
        lastPositionSeconds: 1,
        lastWatchedAt: now,
      }),
    ),
    orders: ids.map((id, n) => order(`ord_${id}`, { personId: person.id, placedAt: now - n, couponCode: mark })),
    orderItems: ids.map((id) =>
      item(`ord_${id}`, 0, { kind: 'digital_product', refId: `prd_${id}`, title: `Product ${id}` }),
    ),
    digitalProducts: ids.map((id, n) => product(id, { createdAt: now - n, coverImageUrl: url(id) })),
    // Each has a plan of its own. They are paused, so that the courses are those of the enrollments.
    membershipPlans: ids.map((id) => plan(id, { courseIds: [`crs_${id}`], productIds: [`prd_${id}`] })),
    subscriptions: ids.map((id, n) => subscription(id, { personId: person.id, createdAt: now - n })),
    events: ids.map((id) => event(`evt_${id}`, now + DAY, { location: mark, joinUrl: url(id), capacity: 1 })),
    eventRegistrations: ids.map((id, n) =>
      registration(`reg_${id}`, `evt_${id}`, { personId: person.id, registeredAt: now - n }),
    ),
  };
}

const fixed = { createdAt: 0, updatedAt: 0 };
const price = { priceAmount: 1, priceCurrency: 'EUR' };
const product = (id: string, more: object) => ({
  ...{ id: `prd_${id}`, slug: `prd-${id}`, title: `Product ${id}`, description: '', status: 'published' as const },
  ...{ files: [{ assetId: `ast_${id}`, name: `${id}.pdf`, size: 1 }], downloadLimit: 3, ...price, ...fixed, ...more },
});
const plan = (id: string, more: object) => ({
  ...{ id: `pln_${id}`, slug: `pln-${id}`, name: `Plan ${id}`, description: '', planType: 'recurring' as const },
  ...{ interval: 'month' as const, intervalCount: 1, trialDays: 0, allCourses: false, status: 'active' as const },
  ...{ ...price, ...fixed, ...more },
});
const subscription = (id: string, more: { personId: string; createdAt: number }) => ({
  ...{ id: `sub_${id}`, planId: `pln_${id}`, status: 'paused' as const, startedAt: 0, currentPeriodStart: 0 },
  ...{ currentPeriodEnd: 1, cancelAtPeriodEnd: false, ...price, ...fixed, ...more },
});
/** Posts belong to a school, and all of its members read them. */
const posts = (mark: string, now: number) =>
  times(ROWS, (n) => ({
    ...{
      id: `pst_${mark}_${n}`,
      slug: `pst-${mark}-${n}`,
      title: `Post ${mark}`,
      bodyMarkdown: mark,
      authorId: 'usr_x',
    },
    ...{ visibility: 'members' as const, status: 'published' as const, publishAt: now - n, ...fixed },
  }));

const MARKS = {
  mine: 'MarkAdaNorth',
  school: 'MarkAllNorth',
  herOther: 'MarkAdaSouth',
  neighbour: 'MarkBobNorth',
  stranger: 'MarkCydSouth',
  otherSchool: 'MarkAllSouth',
};
/** What must never be in an answer to Ada's token for North. */
const FOREIGN = new RegExp(
  [MARKS.herOther, MARKS.neighbour, MARKS.stranger, MARKS.otherSchool, SOUTH.id, SOUTH.name].join('|'),
  'i',
);
const PEOPLE = new RegExp([BOB, CYD].flatMap(({ id, email, name }) => [id, email, name]).join('|'), 'i');

type Field = GraphQLField<unknown, unknown>;

const fieldsOf = (type: GraphQLNamedOutputType): Field[] => (isObjectType(type) ? Object.values(type.getFields()) : []);

/** Every field below a type; the lists are told which page to give. */
function selectionOf(type: GraphQLNamedOutputType, argsOf: (field: Field) => string): string {
  const fields = fieldsOf(type).map(
    (field) => `${field.name}${argsOf(field)} ${selectionOf(getNamedType(field.type), argsOf)}`,
  );
  return fields.length === 0 ? '' : `{ ${fields.join(' ')} }`;
}

const isList = ({ args }: Field): boolean => args.some(({ name }) => name === 'first');

/** What is found by its slug, with one that Ada can use at North. */
const SLUGS: Readonly<Record<string, string>> = {
  courseOutline: `(slug: "crs-${MARKS.mine}-0")`,
  post: `(slug: "pst-${MARKS.school}-0")`,
};
const argsOfSize =
  (first: number) =>
  (field: Field): string =>
    isList(field) ? `(first: ${first})` : (SLUGS[field.name] ?? '');

/** All values an enumerating client could give to the filters of a list, and none. */
function filtersOf({ args }: Field): string[] {
  const filter = args.find(({ name }) => name !== 'first' && name !== 'after');
  if (filter === undefined) return [''];
  const type = getNamedType(filter.type);
  const values = 'getValues' in type ? type.getValues().map(({ name }) => name) : ['true', 'false'];
  return ['', ...values.map((value) => `, ${filter.name}: ${value}`)];
}

async function isolated() {
  const made = await schools(t);
  const { app, clock } = made;
  await app.school.content.add(NORTH.id, marked(MARKS.mine, ADA, clock.now));
  await app.school.content.add(NORTH.id, marked(MARKS.neighbour, BOB, clock.now));
  await app.school.content.add(SOUTH.id, marked(MARKS.herOther, ADA, clock.now));
  await app.school.content.add(SOUTH.id, marked(MARKS.stranger, CYD, clock.now));
  await app.school.content.add(NORTH.id, { posts: posts(MARKS.school, clock.now) });
  await app.school.content.add(SOUTH.id, { posts: posts(MARKS.otherSchool, clock.now) });
  const sdl = (await app.inject({ method: 'GET', url: '/account/schema.graphql' })).body;
  return { ...made, token: await made.tokenOf(ADA), schema: buildSchema(sdl) };
}

const { app, token, tokenOf, schema } = await isolated();

const viewerType = schema.getType('Viewer') as GraphQLNamedOutputType;
const lists = fieldsOf(viewerType).filter(isList);

function clean(t: Test, body: string, what: string): void {
  t.notMatch(body, FOREIGN, `${what}: nothing of another school or member`);
  t.notMatch(body, PEOPLE, `${what}: nobody else`);
}

t.test('no field, page or filter of the schema shows data of another member or another school [D3, W38]', async (t) => {
  const asked = new Set<string>();
  const note = (from: GraphQLNamedOutputType): void => {
    for (const field of fieldsOf(from)) {
      const name = `${from.name}.${field.name}`;
      if (asked.has(name)) continue;
      asked.add(name);
      note(getNamedType(field.type));
    }
  };
  note(viewerType);

  for (const list of lists) {
    for (const filter of filtersOf(list)) {
      let [after, pages, seen]: [string | null, number, string[]] = [null, 0, []];
      do {
        const args = `(first: 20${filter}${after === null ? '' : `, after: "${after}"`})`;
        const argsOf = (field: Field): string => (field === list ? args : argsOfSize(1)(field));
        const query = `{ viewer ${selectionOf(viewerType, argsOf)} }`;
        const response = await ask(app, token, query);
        const { data, errors } = response.json<GraphqlBody>();
        t.equal(errors, undefined, query.slice(0, 200));
        clean(t, response.body, `${list.name}${args}`);
        const page: Tree | undefined = data?.viewer?.[list.name];
        seen = [...seen, ...[...(page?.nodes ?? [])].map(({ id }) => String(id))];
        after = page?.pageInfo?.hasNextPage ? String(page.pageInfo.endCursor) : null;
        pages += 1;
      } while (after !== null && pages < 10);
      t.equal(new Set(seen).size, seen.length);
      if (filter === '') {
        t.equal(seen.length, ROWS, `all of ${list.name} were walked through`);
        t.ok(seen.every((id) => id.includes(list.name === 'posts' ? MARKS.school : MARKS.mine)));
      }
    }
  }
  t.equal(lists.length, 6);
  t.ok(asked.size >= 120, `${asked.size} fields were asked`);
});

/** The rows of everybody else, as they themselves see them: what no request of Ada's may change. */
async function othersSee(): Promise<string> {
  const query = (list: Field): string =>
    `{ viewer { name locale marketingConsent ${list.name}(first: 50) ${selectionOf(getNamedType(list.type), argsOfSize(50))} } }`;
  const tokens = [await tokenOf(BOB), await tokenOf(CYD), await tokenOf(ADA, undefined, SOUTH.id)];
  const views = [];
  for (const asker of tokens) for (const list of lists) views.push(await dataOf(app, asker, query(list)));
  return JSON.stringify(views).replaceAll(/"(cursor|startCursor|endCursor)":"[^"]*"/g, '');
}

t.test('a mutation on another member’s data is NOT_FOUND, reveals nothing and changes nothing [D3]', async (t) => {
  const before = await othersSee();
  t.match(before, new RegExp(MARKS.neighbour), 'others do see theirs');
  t.match(before, new RegExp(MARKS.herOther));
  t.match(before, new RegExp(MARKS.stranger));

  const foreign = [MARKS.herOther, MARKS.neighbour, MARKS.stranger].flatMap((mark) =>
    times(9, (n) => n).flatMap((n) =>
      ['enr', 'crs', 'lec', 'ord', 'evt', 'reg', 'prd', 'sub', 'pln'].map((kind) => `${kind}_${mark}_${n}`),
    ),
  );
  const mutations = fieldsOf(schema.getMutationType() ?? viewerType);
  const byId = mutations.filter(({ args }) => args.some(({ type }) => getNamedType(type).name === 'ID'));
  t.equal(byId.length, mutations.length - 1, 'all but updateProfile, which names nobody');
  for (const field of byId) {
    for (let from = 0; from < foreign.length; from += 30) {
      for (const id of foreign.slice(from, from + 30)) {
        // The events of her own school are open to her, and its products are for sale.
        if (field.name === 'registerForEvent' && id.startsWith(`evt_${MARKS.neighbour}`)) continue;
        const args = field.args.map(({ name, type }) => {
          const value = name === 'fileId' ? id.replace('prd_', 'ast_') : id;
          return `${name}: ${getNamedType(type).name === 'ID' ? JSON.stringify(value) : 1}`;
        });
        const selection = selectionOf(getNamedType(field.type), () => '');
        const response = await ask(app, token, `mutation { ${field.name}(${args.join(', ')}) ${selection} }`);
        const { data, errors = [] } = response.json<GraphqlBody>();
        const isForSale = field.name === 'requestDownload' && id.startsWith(`prd_${MARKS.neighbour}`);
        const code = isForSale ? 'BAD_USER_INPUT' : 'NOT_FOUND';
        if (data != null || errors.length !== 1 || errors[0]?.extensions.code !== code) t.fail(response.body);
        clean(t, response.body, field.name);
      }
    }
  }
  t.equal(await othersSee(), before, 'nothing of theirs has changed');
});

t.test('a cursor or id from another member or school is not a valid cursor and reveals nothing [D3]', async (t) => {
  for (const asker of [await tokenOf(BOB), await tokenOf(CYD), await tokenOf(ADA, undefined, SOUTH.id)]) {
    const { viewer } = await dataOf(app, asker, `{ viewer ${selectionOf(viewerType, argsOfSize(5))} }`);
    for (const list of lists) {
      for (const { cursor, node } of [...(viewer?.[list.name]?.edges ?? [])]) {
        for (const after of [cursor, node?.id]) {
          const query = `query($after: String) { viewer { ${list.name}(after: $after) { nodes { id } } } }`;
          const response = await ask(app, token, query, { variables: { after } });
          t.strictSame(
            response.json<GraphqlBody>().errors?.map(({ extensions }) => extensions.code),
            ['BAD_USER_INPUT'],
          );
          clean(t, response.body, list.name);
        }
      }
    }
  }
});

t.test('the same query sent by several members at once gives each of them only their own data [D3]', async (t) => {
  const query = `{ viewer ${selectionOf(viewerType, argsOfSize(10))} }`;
  const askers: [string, string][] = [
    [token, MARKS.mine],
    [await tokenOf(BOB), MARKS.neighbour],
    [await tokenOf(CYD), MARKS.stranger],
    [await tokenOf(ADA, undefined, SOUTH.id), MARKS.herOther],
  ];
  // Two of each at a time: with more, some would wait for a connection to PostgreSQL, and be refused after two seconds.
  const together = [...askers, ...askers];
  for (const round of times(3, (n) => n)) {
    const bodies = await Promise.all(together.map(async ([asker]) => (await ask(app, asker, query)).body));
    for (const [n, [, own]] of together.entries()) {
      const seen = new Set(bodies[n]?.match(/Mark(Ada|Bob|Cyd)(North|South)/g));
      t.strictSame([...seen], [own], `round ${round}: ${bodies[n]?.slice(0, 300)}`);
    }
  }
});
