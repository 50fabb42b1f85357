// slow
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t, { type Test } from 'tap';
import { ADA, type Asking, ask, codesOf, type GraphqlBody, NORTH, schools, times } from '../support/account.ts';
import { filled, MOST_CALLS } from '../support/account-load.ts';
import { workCounter } from '../support/work.ts';

const repeated = (count: number, make: (index: number) => string, between = ' '): string =>
  times(count, make).join(between);

const TOO = 'QUERY_TOO_COMPLEX';
const BAD = 'BAD_USER_INPUT';

const ORDER = 'id number status placedAt total { amount currency formatted } items { title unitPrice { formatted } }';
const INTROSPECTED = `fragment S on __Schema { types { fields { type { fields { type { name kind } }
  ofType { fields { type { name kind } } } } } } }`;

interface Bomb {
  query: string;
  /** What it is refused with; `undefined` when it is done. */
  code: string | undefined;
  asking?: Asking;
  /** 400 when the body is refused before the query is read. */
  status?: number;
}

const bomb = (query: string, code: string | undefined, asking: Asking = {}): Bomb => ({ query, code, asking });

const BOMBS: Record<string, Bomb> = {
  'deep fields': bomb('{a'.repeat(1990) + '}'.repeat(1990), TOO),
  'nine levels': bomb('{ a { b { c { d { e { f { g { h { i } } } } } } } } }', TOO),
  'nine levels by fragments': bomb(
    `{ a { b { c { ...F } } } } ${'fragment F on X { d { e { ...G } } } fragment G on X { f { g { h { i } } } }'}`,
    TOO,
  ),
  'deep inline fragments': bomb(`{${'...{'.repeat(1300)}viewer{id}${'}'.repeat(1300)}}`, TOO),
  'deep lists': bomb(`{viewer{orders(after:${'['.repeat(1900)}${']'.repeat(1900)}){totalCount}}}`, TOO),
  'deep objects': bomb(`mutation{updateProfile(input:${'{a:'.repeat(990)}1${'}'.repeat(990)}){id}}`, TOO),
  'deep types': bomb(`query($a:${'['.repeat(1900)}Int${']'.repeat(1900)}){viewer{id}}`, TOO),
  'wide, 5,000 fields': bomb(`{viewer{${'id '.repeat(5000)}}}`, TOO),
  'wide, 501 fields': bomb(`{viewer{${'id '.repeat(500)}}}`, TOO),
  'wide in an operation that is not asked for': bomb(
    `query A { viewer { id } } query B { viewer { ${'site{id slug} '.repeat(700)} } }`,
    TOO,
    { operationName: 'A' },
  ),
  'wide in a fragment that nothing uses': bomb(
    `{viewer{id}} fragment F on Viewer{${'site{id slug} '.repeat(700)}}`,
    TOO,
  ),
  'conflicting fields': bomb(`{viewer{${repeated(400, (n) => (n % 2 === 0 ? 'a:id' : 'a:name'))}}}`, TOO),
  'aliases, 31': bomb(`{viewer{${repeated(31, (n) => `a${n}:id`)}}}`, TOO),
  'aliases, 30': bomb(`{viewer{${repeated(30, (n) => `a${n}:id`)}}}`, undefined),
  'aliased lists': bomb(`{viewer{${repeated(30, (n) => `a${n}:orders(first:100){nodes{id}}`)}}}`, TOO),
  'aliased mutations': bomb(`mutation{${repeated(31, (n) => `a${n}:updateProfile(input:{}){id}`)}}`, TOO),
  'cost by a variable': bomb(
    `query($n:Int){viewer{${repeated(11, (n) => `a${n}:orders(first:$n){nodes{id}}`)}}}`,
    TOO,
    { variables: { n: 100 } },
  ),
  'cost by the default of a variable': bomb(
    `query($n:Int=100){viewer{${repeated(11, (n) => `a${n}:orders(first:$n){nodes{id}}`)}}}`,
    TOO,
  ),
  'cost in a fragment': bomb(
    `{viewer{${repeated(11, (n) => `...{a${n}:orders(first:100){...F}}`)}}} fragment F on OrderConnection{nodes{id}}`,
    TOO,
  ),
  'as many rows as may be, with all fields': bomb(
    `{viewer{${repeated(10, (n) => `a${n}:orders(first:100){nodes{${ORDER}}}`)}}}`,
    TOO,
  ),
  'as much as may be': bomb(`{viewer{${repeated(5, (n) => `a${n}:orders(first:100){nodes{${ORDER}}}`)}}}`, undefined),
  'skipped fields': bomb(`{viewer{${'id @skip(if:true) '.repeat(490)}}}`, undefined),
  'fragment inside itself': bomb('{viewer{...A}} fragment A on Viewer{id ...A}', BAD),
  'fragments in a circle': bomb(
    '{viewer{...A}} fragment A on Viewer{...B} fragment B on Viewer{...C} fragment C on Viewer{...A}',
    BAD,
  ),
  'fragments that double': bomb(
    `{viewer{...F0}} ${repeated(40, (n) => `fragment F${n} on Viewer{...F${n + 1} ...F${n + 1}}`)} fragment F40 on Viewer{id}`,
    TOO,
  ),
  'fragments that double unseen': bomb(
    `{viewer{id}} ${repeated(40, (n) => `fragment F${n} on Viewer{...F${n + 1} ...F${n + 1}}`)} fragment F40 on Viewer{id}`,
    BAD,
  ),
  'many fragments': bomb(
    `{viewer{${repeated(240, (n) => `...F${n}`)}}} ${repeated(240, (n) => `fragment F${n} on Viewer{id}`)}`,
    TOO,
  ),
  'as many fragments as may be, each in each': bomb(
    `{viewer{...F0}} ${repeated(30, (n) => `fragment F${n} on Viewer{${repeated(15, (m) => `...F${Math.min(48, n + m + 1)}`)}}`)} ${repeated(19, (n) => `fragment F${n + 30} on Viewer{id}`)}`,
    TOO,
  ),
  'many operations': bomb(
    repeated(500, (n) => `query A${n}{viewer{id}}`),
    TOO,
    { operationName: 'A1' },
  ),
  'unknown directives': bomb(`{viewer{id ${'@x '.repeat(1900)}}}`, BAD),
  'known directives': bomb(`{viewer{id ${'@include(if:true) '.repeat(550)}}}`, BAD),
  'more words than may be': bomb(`{viewer{id ${'@include(if:true) '.repeat(800)}}}`, TOO),
  'unknown fields': bomb(`{viewer{${repeated(490, (n) => `enrolledCourse${n}`)}}}`, BAD),
  'unknown arguments': bomb(`{viewer{orders(${repeated(900, (n) => `a${n}:1`)}){totalCount}}}`, BAD),
  'unknown types': bomb(`query(${repeated(600, (n) => `$a${n}:Viewe`)}){viewer{id}}`, BAD),
  'one variable again and again': bomb(`query(${'$a:Int '.repeat(900)}){viewer{id}}`, BAD),
  'a long name': bomb(`{viewer{${'e'.repeat(16_000)}}}`, BAD),
  'a long text': bomb(`{viewer{orders(after:"${'x'.repeat(16_000)}"){totalCount}}}`, BAD),
  'a long block of text': bomb(`{viewer{orders(after:"""${'\n '.repeat(8000)}"""){totalCount}}}`, BAD),
  'a long number': bomb(`{viewer{orders(first:${'9'.repeat(16_000)}){totalCount}}}`, BAD),
  'a long list': bomb(`{viewer{orders(after:[${'1 '.repeat(3800)}]){totalCount}}}`, BAD),
  'a long text in a variable': bomb('query($a:String){viewer{orders(after:$a){totalCount}}}', BAD, {
    variables: { a: 'x'.repeat(60_000) },
  }),
  'a long list in a variable': {
    ...bomb('query($a:Int){viewer{orders(first:$a){totalCount}}}', BAD, { variables: { a: times(20_000, () => 1) } }),
    status: 400,
  },
  'a wide object in a variable': {
    ...bomb('mutation($a:UpdateProfileInput!){updateProfile(input:$a){id}}', BAD, {
      variables: { a: Object.fromEntries(times(5000, (n) => [`name${n}`, 1])) },
    }),
    status: 400,
  },
  'as wide an object as may be': bomb('mutation($a:UpdateProfileInput!){updateProfile(input:$a){id}}', BAD, {
    variables: { a: Object.fromEntries(times(990, (n) => [`${'name'.repeat(14)}${n}`, 1])) },
  }),
  'thousands of variables': bomb('{viewer{id}}', TOO, {
    variables: Object.fromEntries(times(4000, (n) => [`v${n}`, n])),
  }),
  commas: bomb(`{viewer{id${','.repeat(16_000)}}}`, undefined),
  'a comment': bomb(`#${'x'.repeat(16_000)}\n{viewer{id}}`, undefined),
  'introspection, too deep': bomb('{__schema{types{fields{type{fields{type{fields{name}}}}}}}}', BAD),
  'introspection, as often as may be': bomb(
    `{${repeated(29, (n) => `a${n}:__schema{...S}`)}} ${INTROSPECTED}`,
    undefined,
  ),
  'introspection, wider': bomb(
    `{${repeated(29, (n) => `a${n}:__schema{...S}`)}} fragment S on __Schema { types { ${'name kind description '.repeat(6)} } }`,
    TOO,
  ),
  'introspection, too often': bomb(`{${repeated(31, (n) => `a${n}:__schema{...S}`)}} ${INTROSPECTED}`, TOO),
  'a type by name, again and again': bomb(
    `{${repeated(30, (n) => `a${n}:__type(name:"__Type"){fields{type{fields{name args{name}} ofType{fields{name}}}}}`)}}`,
    undefined,
  ),
};

async function served(t: Test) {
  const made = await schools(t);
  await made.app.school.content.add(NORTH.id, filled());
  const token = await made.tokenOf(ADA);
  // What is done the first time takes longer.
  for (const { query, asking } of Object.values(BOMBS)) await ask(made.app, token, query, asking);
  return { ...made, token };
}

t.test(
  'every abusive query is refused with its error code, or done, in three million function calls [F12]',
  async (t) => {
    const { app, token, logs } = await served(t);
    const work = await workCounter(t);
    for (const [what, { query, code, asking, status = 200 }] of Object.entries(BOMBS)) {
      // Not the same text as before: answers are not remembered, but queries are.
      const [response, calls] = await work.of(() => ask(app, token, `${query} `, asking));
      t.ok(calls <= MOST_CALLS, `${what}: ${calls} calls`);
      t.equal(response.statusCode, status, what);
      t.strictSame([...new Set(codesOf(response))], code === undefined ? [] : [code], what);
      t.ok(response.body.length < 1_000_000, `${what}: ${response.body.length} characters`);
    }
    t.notMatch(logs.join(''), /"level":50/, 'nothing was a fault of ours');
  },
);

t.test('a query given as a JSON syntax tree or another JSON value is refused, not executed [F12]', async (t) => {
  const { app, tokenOf } = await schools(t);
  const token = await tokenOf(ADA);
  const name = (value: string) => ({ kind: 'Name', value });
  const field = (value: string, ...selections: object[]): object => ({
    kind: 'Field',
    name: name(value),
    ...(selections.length === 0 ? {} : { selectionSet: { kind: 'SelectionSet', selections } }),
  });
  const operation = (kind: string, ...selections: object[]) => ({
    kind: 'OperationDefinition',
    operation: kind,
    selectionSet: { kind: 'SelectionSet', selections },
  });
  const documents = [
    { kind: 'Document', definitions: [operation('query', field('viewer', field('email')))] },
    { kind: 'Document', definitions: [operation('mutation', field('updateProfile', field('id')))] },
    { kind: 'Document', definitions: [] },
    [],
    {},
    null,
    1,
    'x',
  ];
  for (const document of documents) {
    for (const query of [JSON.stringify(document), ` ${JSON.stringify(document)}`]) {
      const response = await ask(app, token, query);
      t.strictSame(codesOf(response), [BAD], query.slice(0, 60));
      t.notOk(response.json<GraphqlBody>().data);
    }
  }
});

t.test('the memory held for queries does not grow with the number of different queries [F12]', async (t) => {
  const { app, token } = await served(t);
  const query = (n: number): string =>
    `{viewer{${'id@skip(if:true)@include(if:true) '.repeat(230)} orders(after:"${n}"){totalCount}}}`;
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const used = (): number => {
    collect();
    return process.memoryUsage().heapUsed / 1e6;
  };
  for (let n = 0; n < 40; n += 1) await ask(app, token, query(n));
  const before = used();
  for (let n = 40; n < 200; n += 1) await ask(app, token, query(n));
  const grown = used() - before;
  t.ok(grown < 60, `grown by ${Math.round(grown)} MB`);
});
