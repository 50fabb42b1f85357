// slow
import * as fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { z } from 'zod';
import { OPERATOR_SCOPES, type Scope } from '../../../schema/oauth/scope.ts';
import type { Operation } from '../../../schema/school/operation.ts';
import { type Answer, adminApp, CALLERS, type CallerName, call, HARBOUR, RIVERSIDE } from '../../support/admin.ts';
import {
  bodySchemaOf,
  fitting,
  inputSchemaOf,
  type JsonSchema,
  leastOf,
  toJson,
} from '../../support/arbitrary-input.ts';
import { type KnownIds, kindOfSegment, knownIds } from '../../support/school-rows.ts';

t.setTimeout(240_000);

/** The scopes of the platform’s specification, without those of identities and members [spec 2.8]. */
const SPECIFIED = [
  'courses:read courses:write students:read students:write members:read members:write analytics:read',
  'curriculum:read curriculum:write orders:read school:read school:write appearance:read appearance:write',
  'events:read events:write membership_plans:read membership_plans:write coupons:read coupons:write',
  'posts:read posts:write subscriptions:read subscriptions:write digital_products:read digital_products:write',
  'comments:read lecturers:read lecturers:write storage:write forms:read pages:read pages:write',
].flatMap((line) => line.split(' '));

const WRITES_OF_OWNERS = ['members', 'school', 'appearance', 'membership_plans', 'coupons', 'subscriptions'];

/** The role ceiling: what each role may do, given a token that has everything [D2]. */
const MAY: Readonly<Record<CallerName, (scope: string) => boolean>> = {
  owner: () => true,
  admin: () => true,
  staff: (scope) => !WRITES_OF_OWNERS.some((family) => scope === `${family}:write`),
  instructor: (scope) =>
    ['courses:read', 'curriculum:read', 'curriculum:write', 'students:read', 'comments:read'].includes(scope),
  member: () => false,
  foreignOwner: () => true,
};

/** What each path is about, by its last part that names things; the longest that fits. */
const FAMILIES: Readonly<Record<string, string>> = {
  '/courses': 'courses',
  '/courses/:id/outline': 'curriculum',
  '/courses/:id/sections': 'curriculum',
  '/courses/:id/reorder_outline': 'curriculum',
  '/sections': 'curriculum',
  '/lectures': 'curriculum',
  '/students': 'students',
  '/enrollments': 'students',
  '/members': 'members',
  '/analytics': 'analytics',
  '/orders': 'orders',
  '/refunds': 'orders',
  '/school': 'school',
  '/appearance': 'appearance',
  '/events': 'events',
  '/registrations': 'events',
  '/membership_plans': 'membership_plans',
  '/coupons': 'coupons',
  '/posts': 'posts',
  '/subscriptions': 'subscriptions',
  '/digital_products': 'digital_products',
  '/comments': 'comments',
  '/lecturers': 'lecturers',
  '/storage': 'storage',
  '/assets': 'storage',
  '/forms': 'forms',
  '/pages': 'pages',
};

const VERBS = new Set(
  [
    'list get create update delete publish unpublish archive schedule set unset reorder move enroll extend revoke reset',
    'invite suspend reinstate change remove tag untag cancel register mark generate disable grant pause resume attach detach',
    'complete bulk resend',
  ].flatMap((line) => line.split(' ')),
);

const startsWith = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

function scopeByPath({ rest: { method, path } }: Operation): string {
  const [prefix] = Object.keys(FAMILIES)
    .filter((one) => startsWith(path, one))
    .sort((a, b) => b.length - a.length);
  return `${prefix === undefined ? '?' : FAMILIES[prefix]}:${method === 'GET' ? 'read' : 'write'}`;
}

const asked = ({ name, rest: { method, path } }: Operation): string => `${name} (${method} ${path})`;
const pathWith = ({ rest }: Operation, id: (segment: string) => string): string =>
  rest.path.replace(/([^/]+)\/:\w+/g, (_match, segment: string) => `${segment}/${id(segment)}`);
const hasBody = ({ rest }: Operation): boolean => rest.method !== 'GET' && rest.method !== 'DELETE';

const isLackOfScope = ({ status, headers }: Answer): boolean =>
  status === 403 && String(headers['www-authenticate']).includes('error="insufficient_scope"');

/** A call that is nothing but a call: it names nothing that there is. */
const probe = (app: FastifyInstance, token: string | undefined, operation: Operation): Promise<Answer> =>
  call(
    app,
    token,
    operation.rest.method,
    pathWith(operation, () => 'none_such'),
    hasBody(operation) ? {} : undefined,
  );

const rowsOf = async (app: FastifyInstance): Promise<string> =>
  JSON.stringify([...(await knownIds(app, RIVERSIDE.id)), ...(await knownIds(app, HARBOUR.id))]);

t.test('every operator scope has an operation, and each operation the scope of its path [spec 2.8, D1]', async (t) => {
  const { app } = await adminApp(t, { housekeeping: false });
  t.strictSame([...OPERATOR_SCOPES].sort(), [...SPECIFIED].sort());
  const used = new Set<string>(app.school.catalogue.map(({ scope }) => scope));
  t.strictSame(
    SPECIFIED.filter((scope) => !used.has(scope)),
    [],
    'scopes without an operation',
  );
  for (const operation of app.school.catalogue) t.equal(operation.scope, scopeByPath(operation), asked(operation));
});

t.test('operations have unique names and routes, and follow one naming and schema convention [D1, W22]', async (t) => {
  const { app } = await adminApp(t, { housekeeping: false });
  const { catalogue: operations } = app.school;
  const twice = (keys: string[]): string[] => keys.filter((key, index) => keys.indexOf(key) < index);
  t.strictSame(twice(operations.map(({ name }) => name)), [], 'one name is one operation');
  const form = ({ rest: { method, path } }: Operation): string => `${method} ${path.replace(/:\w+/g, ':')}`;
  t.strictSame(twice(operations.map(form)), [], 'one address is one operation');

  for (const operation of operations) {
    const { name, rest, summary, description, isDestructive, isIdempotent, output } = operation;
    const { method, path, status } = rest;
    const verb = name.split('_')[0] ?? '';
    t.match(name, /^[a-z]+(_[a-z]+)+$/, name);
    t.ok(VERBS.has(verb), `${name} begins with a verb`);
    t.match(path, /^(\/[a-z]+(_[a-z]+)*(\/:[a-zA-Z]+)?)+$/, `${name}: ${path}`);
    t.equal(method === 'GET', verb === 'list' || verb === 'get', `${name} is read by GET`);
    t.equal(status === 201, method === 'POST' && status === 201, `${name} makes by POST`);
    t.equal(verb === 'create', verb === 'create' && status === 201, `${name} answers ${status}`);
    t.equal(status === 204, output instanceof z.ZodNull, `${name} says nothing with 204`);
    if (verb === 'delete') t.equal(method, 'DELETE', name);
    if (method === 'DELETE') t.ok(isDestructive, `${name} is destructive`);
    if (method !== 'POST') t.ok(isIdempotent, `${name} is idempotent`);
    t.ok(summary.length > 3 && summary.length <= 100, `${name}: summary`);
    t.ok(description.length > 3, `${name}: description`);
    const schema = inputSchemaOf(operation);
    t.strictSame(undescribed(schema), [], `${name}: every member says what it is`);
    t.equal(schema.additionalProperties, false, `${name} takes no unknown members`);
    for (const [, parameter = ''] of path.matchAll(/:(\w+)/g)) {
      t.ok(schema.required?.includes(parameter), `${name} knows :${parameter}`);
    }
    t.strictSame(unbounded(schema), [], `${name}: nothing is boundless`);
    t.doesNotThrow(() => z.toJSONSchema(output, { unrepresentable: 'any' }), `${name}: output`);
  }
});

t.test('GET and DELETE operations take only parameters that fit into a URL [D1]', async (t) => {
  const { app } = await adminApp(t, { housekeeping: false });
  const isFlat = ({ type, enum: values, anyOf = [] }: JsonSchema): boolean =>
    values !== undefined || (anyOf.length > 0 ? anyOf.some(isFlat) : type !== 'object' && type !== 'array');
  for (const operation of app.school.catalogue.filter((one) => !hasBody(one))) {
    const entries = Object.entries(bodySchemaOf(operation).properties ?? {});
    t.strictSame(
      entries.filter(([, one]) => !isFlat(one)).map(([name]) => name),
      [],
      asked(operation),
    );
    if (operation.rest.method === 'DELETE') t.strictSame(entries, [], `${asked(operation)} takes nothing else`);
  }
});

t.test('an operation takes its own scope, and challenges any other token [spec 2.8, W03, ASVS 10.3.2]', async (t) => {
  const { app, tokenOf } = await adminApp(t, { housekeeping: false });
  const before = await rowsOf(app);
  const none = await tokenOf('owner', []);
  const denied = async (operation: Operation, token: string, message: string): Promise<void> => {
    const answer = await probe(app, token, operation);
    t.ok(isLackOfScope(answer), `${asked(operation)} with ${message}`);
    t.match(answer.headers['content-type'], /^application\/problem\+json/);
    const challenge = String(answer.headers['www-authenticate']);
    t.match(challenge, `scope="${operation.scope}"`);
    t.match(challenge, 'resource_metadata="http://127.0.0.1:3000/.well-known/oauth-protected-resource"');
  };
  for (const operation of app.school.catalogue) {
    await denied(operation, none, 'no scope');
    await denied(operation, await tokenOf('owner', allBut(operation.scope)), `all but ${operation.scope}`);
    for (const token of [undefined, 'nonsense', `${none}x`]) {
      const answer = await probe(app, token, operation);
      t.match(answer, { status: 401, headers: { 'www-authenticate': /resource_metadata=/ } }, asked(operation));
    }
  }
  t.equal(await rowsOf(app), before, 'what is refused does nothing');
  for (const scope of OPERATOR_SCOPES) {
    const token = await tokenOf('owner', [scope]);
    const allowed = [];
    for (const operation of app.school.catalogue) {
      if (operation.scope !== scope) await denied(operation, token, scope);
      else allowed.push({ operation, answer: await probe(app, token, operation) });
    }
    for (const { operation, answer } of allowed) {
      t.ok(answer.status < 500 && answer.status !== 401 && !isLackOfScope(answer), `${asked(operation)} with ${scope}`);
    }
  }
});

const allBut = (scope: Scope): Scope[] => OPERATOR_SCOPES.filter((one) => one !== scope);

t.test('a caller’s role limits every operation, whatever scopes their token has [D2]', async (t) => {
  const { app, tokenOf } = await adminApp(t, { housekeeping: false });
  for (const caller of Object.keys(CALLERS) as CallerName[]) {
    const token = await tokenOf(caller);
    for (const operation of app.school.catalogue) {
      const answer = await probe(app, token, operation);
      const may = MAY[caller](operation.scope);
      t.equal(isLackOfScope(answer), !may, `${caller}: ${asked(operation)}`);
      if (may) t.ok(answer.status < 500 && answer.status !== 401, `${caller}: ${asked(operation)}: ${answer.status}`);
    }
  }
});

t.test('every operation that names a resource answers 404 for one of another school [D1, W38]', async (t) => {
  const { app, tokenOf } = await adminApp(t, { housekeeping: false });
  const foreign = await knownIds(app, HARBOUR.id);
  const token = await tokenOf('owner');
  const before = JSON.stringify([...foreign]);
  // An upload is shown only to whoever made it.
  await call(app, token, 'POST', '/assets', { filename: 'a.png', contentType: 'image/png', size: 1 });
  const named = app.school.catalogue.filter(({ rest }) => rest.path.includes(':')).sort(endingsLast);
  for (const operation of named) {
    // What was there before may be gone by now.
    const own = await knownIds(app, RIVERSIDE.id);
    // A new input each time: what the first made, the second would clash with.
    const ask = (ids: KnownIds, seed: number): Promise<Answer> =>
      call(
        app,
        token,
        operation.rest.method,
        pathWith(operation, (segment) => someId(ids, segment, operation)),
        hasBody(operation) ? toJson(leastInput(operation, own, seed)) : undefined,
      );
    const there = await ask(foreign, 1);
    t.match(there, { status: 404, json: { type: /#not-found$/ } }, `${asked(operation)}: ${there.body}`);
    const here = await ask(own, 2);
    t.not(here.status, 404, `${asked(operation)} finds its own: ${here.body.slice(0, 200)}`);
  }
  t.equal(JSON.stringify([...(await knownIds(app, HARBOUR.id))]), before);
});

t.test('no top-level list includes resources of another school [D1, W38]', async (t) => {
  const { app, tokenOf } = await adminApp(t, { housekeeping: false });
  const [own, foreign] = [await tokenOf('owner'), await tokenOf('foreignOwner')];
  const lists = app.school.catalogue.filter(({ rest, input }) => !rest.path.includes(':') && 'first' in input.shape);
  t.ok(lists.length > 10);
  for (const operation of lists) {
    const idsSeenBy = async (token: string): Promise<string[]> => {
      const { status, json } = await call(app, token, 'GET', `${operation.rest.path}?first=100`);
      t.equal(status, 200, operation.name);
      return (json.nodes ?? []).map(({ id, memberId }) => String(id ?? memberId));
    };
    const here = new Set(await idsSeenBy(own));
    const there = await idsSeenBy(foreign);
    t.ok(here.size > 0 && there.length > 0, `${operation.name} shows something at either school`);
    // One person may be at both.
    const shared = there.filter((id) => here.has(id) && id !== CALLERS.staff.id);
    t.strictSame(shared, [], operation.name);
  }
});

/** Those that end something come after those that need it. */
const endingsLast = (a: Operation, b: Operation): number => weightOf(a) - weightOf(b);
const weightOf = ({ rest, name }: Operation): number =>
  rest.method === 'GET' ? 0 : rest.method === 'DELETE' || /^(remove|archive|delete|cancel|revoke)_/.test(name) ? 2 : 1;

function someId(known: KnownIds, segment: string, operation: Operation): string {
  const kind = kindOfSegment(segment);
  const [id] = (kind && known.get(kind)) ?? [];
  if (id === undefined) throw new Error(`no ${segment} for ${asked(operation)}`);
  return id;
}

/** One that fits, whichever: the same in every run, because what is looked at is who is answered and who is not. */
const leastInput = (operation: Operation, known: KnownIds, seed: number): unknown =>
  fc.sample(fitting(leastOf(bodySchemaOf(operation)), known), { seed, numRuns: 1 })[0];

/** The members of an input that no sentence tells about. */
const undescribed = (schema: JsonSchema, path = ''): string[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, one]) => [
    ...(one.description === undefined || one.description.length < 2 ? [`${path}${name}`] : []),
    ...undescribed(one, `${path}${name}.`),
    ...(one.items === undefined ? [] : undescribed(one.items, `${path}${name}[].`)),
  ]);

/** The texts and lists of an input that may be as long as you like. */
function unbounded(schema: JsonSchema, path = 'input'): string[] {
  const { type, enum: values, const: fixed, format, pattern, maxLength, maxItems, properties = {}, items } = schema;
  const isText = type === 'string' && values === undefined && fixed === undefined;
  const isOpenText =
    isText && maxLength === undefined && format === undefined && !/\{\d+(,\d+)?\}\$$/.test(pattern ?? '');
  return [
    ...(isOpenText || (type === 'array' && maxItems === undefined) ? [path] : []),
    ...Object.entries(properties).flatMap(([name, one]) => unbounded(one, `${path}.${name}`)),
    ...(items === undefined ? [] : unbounded(items, `${path}[]`)),
    ...(schema.anyOf ?? []).flatMap((one) => unbounded(one, path)),
  ];
}
