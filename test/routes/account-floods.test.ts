// slow
import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import {
  buildSchema,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  getNamedType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import t from 'tap';
import { ADA, ask, codesOf, NORTH, post, schools, times } from '../support/account.ts';
import { filled, MOST_CALLS } from '../support/account-load.ts';
import { seedOf } from '../support/seed.ts';
import { workCounter } from '../support/work.ts';

const GENERATED = 500;

interface Generated {
  query: string;
  variables: Record<string, fc.JsonValue>;
}

/** Queries as somebody would write them who knows the schema, and means no good. */
function queries(sdl: string): fc.Arbitrary<Generated> {
  const schema = buildSchema(sdl);
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom('', '\u0000', "'; drop table people; --", '__proto__', '{{7*7}}', '../..', '%00', 'crs_1', 'reg_1'),
  );
  const anything = fc.oneof(
    fc.integer().map(String),
    fc.constantFrom('101', '0', '-1', '1e400', 'null', 'true', 'ACTIVE', '{}', '[]', '[[1]]', '{a:{b:1}}', '$w'),
    text.map((value) => JSON.stringify(value)),
  );
  const fitting: Record<string, fc.Arbitrary<string>> = {
    Int: fc.oneof(fc.nat(110).map(String), fc.constant('$v')),
    String: fc.oneof(
      text.map((value) => JSON.stringify(value)),
      fc.constant('null'),
    ),
    ID: text.map((value) => JSON.stringify(value)),
    Boolean: fc.constantFrom('true', 'false', '$w'),
    EnrollmentStatus: fc.constantFrom('ACTIVE', 'EXPIRED', 'null'),
    UpdateProfileInput: fc.constantFrom('{}', '{ locale: "en" }', '{ name: "" }', '{ marketingConsent: $w }'),
  };
  const literalOf = (type: GraphQLInputType): fc.Arbitrary<string> =>
    fc.oneof(
      { weight: 30, arbitrary: fitting[getNamedType(type).name] ?? anything },
      { weight: 1, arbitrary: anything },
    );
  const directive = fc.oneof(
    { weight: 12, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom(' @skip(if: $w)', ' @include(if: true)') },
  );
  const odd = fc.oneof(
    fc.constantFrom('__typename', '... on Viewer { id }', '... { __typename }', '...F'),
    fc.constantFrom('nope', '__proto__', '__schema { types { name } }', '...Nowhere', 'x: __typename'),
    text,
  );

  const fieldOf = (field: GraphQLField<unknown, unknown>, depth: number): fc.Arbitrary<string> => {
    const args = field.args.map(({ name, type }) => {
      const given = literalOf(type).map((value) => `${name}: ${value}`);
      return isNonNullType(type) ? given : fc.option(given, { nil: '', freq: 1 });
    });
    const inner = selectionOf(getNamedType(field.type), depth);
    return fc.tuple(fc.tuple(...args), directive, inner).map(([values, directives, selection]) => {
      const given = values.filter((value) => value !== '').join(', ');
      return `${field.name}${given === '' ? '' : `(${given})`}${directives} ${selection}`;
    });
  };

  function selectionOf(type: GraphQLNamedType, depth: number): fc.Arbitrary<string> {
    if (!isObjectType(type)) return fc.constant('');
    // A name comes once: twice with other arguments is nothing but a conflict.
    const all = Object.values(type.getFields());
    const fields = fc.subarray(all, { minLength: 1, maxLength: Math.min(all.length, 8) });
    const chosen = fields.chain((some) => fc.tuple(...some.map((field) => fieldOf(field, depth + 1))));
    const extra = fc.oneof({ weight: 15, arbitrary: fc.constant('') }, { weight: 1, arbitrary: odd });
    return fc.tuple(chosen, extra).map(([selections, more]) => `{ ${[...selections, more].join(' ')} }`);
  }

  const fragments = fc.constantFrom(
    ' fragment F on Viewer { id ...G } fragment G on Viewer { email }',
    ' fragment F on Viewer { ...F }',
    ' fragment F on Order { id }',
  );
  const root = fc.constantFrom<['query' | 'mutation', string]>(['query', 'Query'], ['mutation', 'Mutation']);
  return fc
    .tuple(
      root.chain(([kind, name]) => {
        const type = schema.getType(name);
        if (type === undefined) throw new Error(name);
        return selectionOf(type, 0).map((body) => ({ kind, body }));
      }),
      fragments,
      fc.record({ v: fc.oneof(fc.nat(100), fc.jsonValue({ maxDepth: 3 })), w: fc.boolean() }),
    )
    .map(([{ kind, body }, defined, variables]) => {
      const declared = ['v', 'w'].filter((name) => body.includes(`$${name}`));
      const types = { v: '$v: Int', w: '$w: Boolean = true' } as Record<string, string>;
      const head = declared.length === 0 ? '' : `(${declared.map((name) => types[name]).join(', ')})`;
      return { query: `${kind} A${head} ${body}${body.includes('...F') ? defined : ''}`, variables };
    });
}

const KNOWN: ReadonlySet<string> = new Set(['BAD_USER_INPUT', 'QUERY_TOO_COMPLEX', 'NOT_FOUND']);

t.test(
  `${GENERATED} generated queries are each done or refused in three million function calls, without a fault [F12]`,
  async (t) => {
    const { app, tokenOf, logs } = await schools(t);
    await app.school.content.add(NORTH.id, filled());
    const token = await tokenOf(ADA);
    // What is done the first time takes longer.
    await ask(app, token, '{ viewer { id orders { nodes { items { title } } } } }');
    const sdl = (await app.inject({ method: 'GET', url: '/account/schema.graphql' })).body;
    const generated = fc.sample(queries(sdl), { numRuns: GENERATED, seed: seedOf(t) });
    t.equal(generated.length, GENERATED);
    const codes = new Map<string, number>();
    const wrong: string[] = [];
    const judge = ({ query, variables }: Generated) =>
      ask(app, token, query, { variables }).then((response) => {
        const found = [...new Set(codesOf(response))];
        for (const code of found.length === 0 ? ['done'] : found) codes.set(code, (codes.get(code) ?? 0) + 1);
        const isKnown = response.statusCode === 400 || response.statusCode === 200;
        if (!isKnown || found.some((code) => !KNOWN.has(code))) wrong.push(`${response.body}\n${query}`);
      });
    const work = await workCounter(t);
    while (generated.length > 0) {
      const some = generated.splice(0, 20);
      const [, calls] = await work.of(async () => {
        for (const one of some) await judge(one);
      });
      if (calls <= MOST_CALLS) continue;
      // Together they are too much: each by itself, as another text, for queries are remembered.
      for (const one of some) {
        const [, own] = await work.of(() => judge({ ...one, query: `${one.query} ` }));
        if (own > MOST_CALLS) wrong.push(`${own} calls\n${one.query}`);
      }
    }
    t.comment(JSON.stringify(Object.fromEntries(codes)));
    t.strictSame(wrong, []);
    t.ok((codes.get('done') ?? 0) > GENERATED / 20, `${codes.get('done')} were done`);
    t.notMatch(logs.join(''), /"level":50/, 'nothing was a fault of ours');
  },
);

const BODIES = 5000;

t.test(
  `${BODIES} mutated bodies and tokens cause no server error or stack trace, and an invalid token gets no data [F11]`,
  async (t) => {
    const { app, tokenOf, logs } = await schools(t);
    const token = await tokenOf(ADA);
    const whole = JSON.stringify({
      query: 'query A($n: Int) { viewer { id orders(first: $n) { totalCount } } }',
      variables: { n: 3 },
      operationName: 'A',
    });
    const mutated = fc
      .array(
        fc.record({
          at: fc.nat(whole.length),
          cut: fc.nat(6),
          put: fc.oneof(
            fc.string({ unit: 'binary', maxLength: 6 }),
            fc.constantFrom('{', '}', '[', '"', '\\', ':', ',', '\u0000'),
          ),
        }),
        { minLength: 1, maxLength: 4 },
      )
      .map((edits) => edits.reduce((text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut), whole));
    const authorization = fc.oneof(
      { weight: 3, arbitrary: fc.constant(`Bearer ${token}`) },
      {
        weight: 1,
        arbitrary: fc.nat(token.length - 1).map((at) => `Bearer ${token.slice(0, at)}${token.slice(at + 1)}`),
      },
    );
    const requests = fc.sample(fc.record({ payload: mutated, authorization }), { numRuns: BODIES, seed: seedOf(t) });
    t.equal(requests.length, BODIES);
    const statuses = new Map<number, number>();
    const wrong: string[] = [];
    for (const { payload, authorization } of requests) {
      const response = await post(app, undefined, payload, { authorization });
      const { statusCode: status, body } = response;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const isStranger = authorization !== `Bearer ${token}`;
      const isExpected = isStranger ? status === 401 : status === 200 || status === 400;
      const isTelling = (isStranger && body.includes(ADA.id)) || /node_modules|\.ts:\d|\n {4}at /.test(body);
      if (!isExpected || isTelling) wrong.push(`${status} ${body}\n${authorization}\n${payload}`);
    }
    t.comment(JSON.stringify(Object.fromEntries(statuses)));
    t.strictSame(wrong, []);
    for (const status of [200, 400, 401]) t.ok((statuses.get(status) ?? 0) > BODIES / 50, `some answers are ${status}`);
    t.notMatch(logs.join(''), /"level":50/, 'nothing was a fault of ours');
  },
);

/** Sends a head and then as much of a body as the server takes. @returns its answer */
async function pour(port: number, head: string, megabytes: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  // Being cut off in the middle of a write is what is hoped for.
  socket.on('error', () => undefined);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  socket.on('close', () => resolve());
  const chunked = head.includes('chunked');
  const piece = Buffer.alloc(64 * 1024, '[');
  const framed = chunked ? Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')]) : piece;
  socket.write(head);
  for (let sent = 0; sent < megabytes * 16 && !socket.destroyed; sent += 1) {
    if (!socket.write(framed)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
  }
  if (!socket.destroyed) socket.end();
  await closed;
  return answer;
}

/**
 * Twice the limit is all that is kept of a body. What the system has received when the answer goes out is read as well, to
 * be thrown away: on a busy machine that is more.
 */
const MOST_READ = 8 * 64 * 1024;

t.test('at most a twentieth is read of each of fifty 10 MB bodies, sixteen of them at a time [F10]', async (t) => {
  const { app, tokenOf } = await schools(t);
  const token = await tokenOf(ADA);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const read: (() => number)[] = [];
  app.server.on('connection', (socket) => {
    let bytes = 0;
    socket.on('close', () => {
      bytes = socket.bytesRead;
    });
    read.push(() => bytes);
  });
  /** What each was answered, as the server sees it: who goes on sending may be hung up on before reading it. */
  const answered: [wanted: string, status: number][] = [];
  app.server.on('request', ({ headers }, response) => {
    response.on('close', () => {
      if (headers['x-wanted'] !== undefined) answered.push([String(headers['x-wanted']), response.statusCode]);
    });
  });
  const heads = [
    `X-Wanted: 413\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json`,
    'X-Wanted: 401\r\nContent-Type: application/json',
    `X-Wanted: 41[35]\r\nAuthorization: Bearer ${token}\r\nContent-Type: text/plain`,
  ];
  for (let round = 0; round < 4; round += 1) {
    await Promise.all(
      times(round === 3 ? 2 : 16, async (n) => {
        const length = n % 2 === 0 ? 'Content-Length: 10485760' : 'Transfer-Encoding: chunked';
        const head = `POST /account/graphql HTTP/1.1\r\nHost: 127.0.0.1:3000\r\n${heads[n % heads.length]}\r\n${length}\r\n\r\n`;
        const answer = await pour(Number(new URL(origin).port), head, 10);
        t.match(answer, /^$|^HTTP\/1\.1 4/);
      }),
    );
  }
  const most = Math.max(...read.map((bytes) => bytes()));
  t.equal(read.length, 50);
  t.ok(most <= MOST_READ, `at most ${most} bytes of a connection were read`);
  t.equal(answered.length, 50, 'each was answered');
  for (const [wanted, status] of answered) t.match(String(status), new RegExp(`^${wanted}$`));
  const small = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
  const refused = await fetch(`${origin}/account/graphql`, small);
  t.strictSame(
    [refused.status, refused.headers.get('connection')],
    [401, 'keep-alive'],
    'what was read whole costs none',
  );
});
