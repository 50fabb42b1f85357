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
    orderItems: ids.map((id) => item(`ord_${id}`, 0)),
    events: ids.map((id) => event(`evt_${id}`, now + DAY, { location: mark, joinUrl: url(id), capacity: 1 })),
    eventRegistrations: ids.map((id, n) =>
      registration(`reg_${id}`, `evt_${id}`, { personId: person.id, registeredAt: now - n }),
    ),
  };
}

const MARKS = { mine: 'MarkAdaNorth', herOther: 'MarkAdaSouth', neighbour: 'MarkBobNorth', stranger: 'MarkCydSouth' };
/** What must never be in an answer to Ada's token for North. */
const FOREIGN = new RegExp([MARKS.herOther, MARKS.neighbour, MARKS.stranger, SOUTH.id, SOUTH.name].join('|'), 'i');
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
        const argsOf = (field: Field): string => (field === list ? args : isList(field) ? '(first: 1)' : '');
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
        t.ok(seen.every((id) => id.includes(MARKS.mine)));
      }
    }
  }
  t.equal(lists.length, 3);
  t.ok(asked.size >= 70, `${asked.size} fields were asked`);
});

/** The rows of everybody else, as they themselves see them: what no request of Ada's may change. */
async function othersSee(): Promise<string> {
  const argsOf = (field: Field): string => (isList(field) ? '(first: 50)' : '');
  const query = (list: Field): string =>
    `{ viewer { name locale marketingConsent ${list.name}(first: 50) ${selectionOf(getNamedType(list.type), argsOf)} } }`;
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
    times(ROWS, (n) => n).flatMap((n) =>
      ['enr', 'crs', 'lec', 'ord', 'evt', 'reg'].map((kind) => `${kind}_${mark}_${n}`),
    ),
  );
  const mutations = fieldsOf(schema.getMutationType() ?? viewerType);
  const byId = mutations.filter(({ args }) => args.some(({ type }) => getNamedType(type).name === 'ID'));
  t.equal(byId.length, mutations.length - 1, 'all but updateProfile, which names nobody');
  for (const field of byId) {
    for (let from = 0; from < foreign.length; from += 30) {
      for (const id of foreign.slice(from, from + 30)) {
        const args = field.args.map(
          ({ name, type }) => `${name}: ${getNamedType(type).name === 'ID' ? JSON.stringify(id) : 1}`,
        );
        const selection = selectionOf(getNamedType(field.type), () => '');
        const response = await ask(app, token, `mutation { ${field.name}(${args.join(', ')}) ${selection} }`);
        const { data, errors = [] } = response.json<GraphqlBody>();
        if (data != null || errors.length !== 1 || errors[0]?.extensions.code !== 'NOT_FOUND') t.fail(response.body);
        clean(t, response.body, field.name);
      }
    }
  }
  t.equal(await othersSee(), before, 'nothing of theirs has changed');
});

t.test('a cursor or id from another member or school is not a valid cursor and reveals nothing [D3]', async (t) => {
  const argsOf = (field: Field): string => (isList(field) ? '(first: 5)' : '');
  for (const asker of [await tokenOf(BOB), await tokenOf(CYD), await tokenOf(ADA, undefined, SOUTH.id)]) {
    const { viewer } = await dataOf(app, asker, `{ viewer ${selectionOf(viewerType, argsOf)} }`);
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
  const argsOf = (field: Field): string => (isList(field) ? '(first: 10)' : '');
  const query = `{ viewer ${selectionOf(viewerType, argsOf)} }`;
  const askers: [string, string][] = [
    [token, MARKS.mine],
    [await tokenOf(BOB), MARKS.neighbour],
    [await tokenOf(CYD), MARKS.stranger],
    [await tokenOf(ADA, undefined, SOUTH.id), MARKS.herOther],
  ];
  const rounds = times(40, (n) => askers[n % askers.length] ?? ['', '']);
  const bodies = await Promise.all(rounds.map(async ([asker]) => (await ask(app, asker, query)).body));
  for (const [n, [, own]] of rounds.entries()) {
    const seen = new Set(bodies[n]?.match(/Mark(Ada|Bob|Cyd)(North|South)/g));
    t.strictSame([...seen], [own]);
  }
});
