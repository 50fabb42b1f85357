// slow
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { z } from 'zod';
import type { Operation } from '../../../schema/school/operation.ts';
import { type Answer, adminApp, call, HARBOUR, RIVERSIDE } from '../../support/admin.ts';
import { bodySchemaOf, fitting, HOSTILE, nearly, toJson, wild } from '../../support/arbitrary-input.ts';
import { databaseFile } from '../../support/database-edit.ts';
import { holds } from '../../support/property.ts';
import { type KnownIds, kindOfSegment, knownIds } from '../../support/school-rows.ts';
import { seedFor } from '../../support/seed.ts';
import { withStatements } from '../../support/statements.ts';
import { IS_THOROUGH } from '../../support/thorough.ts';

t.setTimeout(240_000);

const ROUNDS = 20;
const REFUSALS = new Set([400, 403, 404, 409, 412, 413, 422]);

const RUNS = IS_THOROUGH ? 40 : 20;

t.test('every write does what its response reports or refuses the input, and is audited [E-35, E-49]', async (t) => {
  const database = databaseFile(t);
  await everyWrite(t, database.url);
  // What becomes of the registrations of an event is recorded without digests, beside the event with its own.
  const undigested = await database.rows(
    `select distinct event, target from audit_events as one where event like 'resource%' and before is null and after is null
     and not (target like 'event_registration/%' and exists (select 1 from audit_events as main
       where main.request_id = one.request_id and (main.before is not null or main.after is not null)))`,
  );
  t.strictSame(undigested, [], 'every event says how it was, or is');
});

async function everyWrite(t: Test, databaseUrl: string): Promise<void> {
  const { app, tokenOf, logs } = await adminApp(t, { databaseUrl, housekeeping: false });
  const token = await tokenOf('owner');
  const foreign = await schoolOf(app, HARBOUR.id);
  const writes = app.school.catalogue.filter(({ rest }) => rest.method !== 'GET').sort(endingsLast);
  const never: string[] = [];
  for (const operation of writes) {
    const known = await knownIds(app, RIVERSIDE.id);
    const seen = logs.length;
    const getter = getterOf(operation, app.school.catalogue);
    let accepted = 0;
    let lastly = '';
    const attempt = async (ids: readonly string[], sent: string | undefined): Promise<void> => {
      let index = 0;
      const path = operation.rest.path.replace(/:\w+/g, () => {
        index += 1;
        return encodeURIComponent(ids[index - 1] ?? 'none');
      });
      const [answer, statements, meanwhile] = await withStatements(() =>
        call(app, token, operation.rest.method, path, sent),
      );
      judge(operation, answer);
      if (answer.status !== operation.rest.status) {
        lastly = String(answer.json?.detail).slice(0, 80);
        return;
      }
      accepted += 1;
      if (UNPRINTABLE.test(answer.body)) throw new Error(`keeps what no text may hold: ${answer.body.slice(0, 500)}`);
      if (isWriting(statements) && !isTrailed(meanwhile)) throw new Error(`left no trail: ${statements.join('; ')}`);
      if (getter === undefined) return;
      const again = await call(app, token, 'GET', getter.rest.path.replace(':id', String(answer.json.id)));
      if (isDeepStrictEqual(again.json, answer.json)) return;
      throw new Error(`stored ${again.body.slice(0, 500)}, said ${answer.body.slice(0, 500)}`);
    };

    const segments = [...operation.rest.path.matchAll(/([^/]+)\/:\w+/g)].map(([, segment = '']) => segment);
    let sent = '';
    const fault = await faultOf(async () => {
      for (sent of hostileBodies(operation, known, seedFor(`hostile ${operation.name}`))) {
        await attempt(
          segments.map((segment) => idsFor(known, segment)[0] ?? ''),
          sent,
        );
      }
    });
    t.equal(fault, undefined, `${operation.name} ${fault === undefined ? '' : `${fault} ${sent}`.slice(0, 2000)}`);

    const property = fc.asyncProperty(fc.gen(), inputs(operation, known), (gen, body) =>
      attempt(
        segments.map((segment) => gen(fc.constantFrom, ...idsFor(known, segment))),
        operation.rest.method === 'DELETE' ? undefined : toJson(body),
      ),
    );
    const more = () => faultsIn(logs.slice(seen));
    await holds(t, property, { runs: RUNS, what: operation.name, more });
    // Chance may have offered nothing of which a thing can be made. It is asked again.
    for (let round = 2; accepted === 0 && operation.name.startsWith('create_') && round <= ROUNDS; round += 1) {
      await holds(t, property, { runs: RUNS, what: `${operation.name}, round ${round}`, more });
    }
    if (accepted === 0) never.push(`${operation.name} (${lastly})`);
  }
  // What is always refused proves nothing: a new thing can always be made.
  t.strictSame(
    never.filter((name) => name.startsWith('create_')),
    [],
    'every kind of thing was made',
  );
  if (never.length > 0) t.comment(`never accepted: ${never.join('; ')}`);
  await everythingReads(t, app, token);
  t.equal(await schoolOf(app, HARBOUR.id), foreign, 'nothing happened at the other school');
  t.equal(({} as Record<string, unknown>).polluted, undefined, 'no prototype was written to');
}

/** Apart from what the server does for itself, whatever is asked. */
const HOUSEKEEPING = new Set(
  'audit_events authorization_requests clients grants idempotency_keys key_blocks mail_links metadata_documents sessions spent_challenges throttles tokens'.split(
    ' ',
  ),
);
const isWriting = (statements: readonly string[]): boolean =>
  statements.some((sql) => {
    const table = /^\s*(?:insert into|update|delete from) "(\w+)"/i.exec(sql)?.[1];
    return table !== undefined && !HOUSEKEEPING.has(table);
  });
const isTrailed = (statements: readonly string[]): boolean =>
  statements.some((sql) => /^\s*insert into "audit_events"/i.test(sql));

/** What shows a single thing as the operation does. */
const getterOf = ({ output }: Operation, operations: readonly Operation[]): Operation | undefined =>
  operations.find(
    ({ rest, ...other }) => rest.method === 'GET' && /^[^:]*\/:id$/.test(rest.path) && other.output === output,
  );

/** Fits, nearly fits, or is anything. */
const inputs = (operation: Operation, known: KnownIds): fc.Arbitrary<unknown> => {
  const schema = bodySchemaOf(operation);
  return fc.oneof(
    { weight: 4, arbitrary: fitting(schema, known) },
    { weight: 5, arbitrary: nearly(schema, known) },
    { weight: 1, arbitrary: wild },
  );
};

/** Mostly of what is there. */
const idsFor = (known: KnownIds, segment: string): string[] => {
  const kind = kindOfSegment(segment);
  const there = (kind && known.get(kind)) ?? [];
  return [...there, ...there, 'none_such', '\0', '%', 'é🎻', "'", 'x'.repeat(99)];
};

const endingsLast = (a: Operation, b: Operation): number => weightOf(a) - weightOf(b);
const weightOf = ({ rest, name }: Operation): number =>
  rest.method === 'DELETE' || /^(remove|archive)_/.test(name) ? 2 : name.startsWith('create_') ? 0 : 1;

/** @throws {Error} saying what is wrong with an answer */
function judge(operation: Operation, { status, headers, json, body }: Answer): void {
  if (status === operation.rest.status) {
    conforms(operation, json);
    return;
  }
  if (!REFUSALS.has(status)) throw new Error(`${status}: ${body.slice(0, 300)}`);
  const isProblem = String(headers['content-type']).startsWith('application/problem+json');
  if (!isProblem || json?.status !== (status as unknown) || json?.requestId === undefined) {
    throw new Error(`no problem: ${body.slice(0, 300)}`);
  }
  if (status === 403 && headers['www-authenticate'] !== undefined) throw new Error(`lost its power: ${body}`);
}

/** What goes out is what the schema says, and nothing besides. */
function conforms({ output }: Operation, json: unknown): void {
  if (output instanceof z.ZodNull) return;
  const parsed = output.safeParse(json);
  if (!parsed.success)
    throw new Error(`unlike its schema: ${parsed.error.message} ${JSON.stringify(json).slice(0, 300)}`);
  const [said, shown] = [JSON.stringify(json), JSON.stringify(parsed.data)];
  if (said.length !== shown.length) throw new Error(`says more than its schema: ${said} ${shown}`);
}

/** Whatever was stored comes out again as its schema has it: no list, and none of what it lists, is broken by a row. */
async function everythingReads(t: Test, app: FastifyInstance, token: string): Promise<void> {
  const known = await knownIds(app, RIVERSIDE.id);
  for (const operation of app.school.catalogue.filter(({ rest }) => rest.method === 'GET')) {
    const segments = [...operation.rest.path.matchAll(/([^/]+)\/:\w+/g)].map(([, segment = '']) => segment);
    const [segment] = segments;
    const kind = segment === undefined ? undefined : kindOfSegment(segment);
    const ids = segment === undefined ? [''] : ((kind && known.get(kind)) ?? []).slice(0, 10);
    for (const id of ids) {
      const path = operation.rest.path.replace(/:\w+/, id);
      const first = bodySchemaOf(operation).properties?.first === undefined ? '' : '?first=100';
      const required = bodySchemaOf(operation).required ?? [];
      if (required.length > 0) continue;
      const answer = await call(app, token, 'GET', `${path}${first}`);
      const fault = answer.status === 404 ? undefined : await faultOf(async () => judge(operation, answer));
      t.equal(fault, undefined, `${operation.name} ${path}: ${fault}`.slice(0, 1500));
    }
  }
}

async function faultOf(act: () => Promise<void>): Promise<string | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    return String(error);
  }
}

/**
 * Every hostile value at the place of every member, as far as the schema takes it: what it refuses does not get far.
 */
function* hostileBodies(operation: Operation, known: KnownIds, firstSeed: number): Generator<string> {
  if (operation.rest.method === 'DELETE') return;
  const schema = bodySchemaOf(operation);
  const bodies = fitting(schema, known);
  const fitted = (seed: number): object =>
    fc.sample(bodies, { seed, numRuns: 1 }).map((body) => body as object)[0] ?? {};
  const usual = fitted(firstSeed);
  const inPath = Object.fromEntries([...operation.rest.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'x']));
  let seed = firstSeed;
  for (const name of Object.keys(schema.properties ?? {})) {
    let taken = 0;
    for (const value of HOSTILE) {
      const parsed = operation.input.safeParse({ ...inPath, ...JSON.parse(toJson({ ...usual, [name]: value })) });
      if (!parsed.success) continue;
      seed += 1;
      taken += 1;
      if (taken > MAX_TAKEN) break;
      // A new one each time, as what is unique is taken once.
      yield toJson({ ...fitted(seed), [name]: value });
    }
  }
}

/** Of one member. */
const MAX_TAKEN = 6;

/** Zeros and halves of characters, as JSON writes them. */
const UNPRINTABLE = /\\u0000|\\ud[89a-f]/;

const faultsIn = (lines: readonly string[]): string =>
  lines
    .filter((line) => line.includes('"level":50'))
    .slice(0, 2)
    .map((line) => line.slice(0, 1200))
    .join('\n');

/** What is kept of a school, as far as it is found by its lists. */
async function schoolOf(app: FastifyInstance, siteId: string): Promise<string> {
  const known = await knownIds(app, siteId);
  const rows = await Promise.all(
    [...known].flatMap(([kind, ids]) =>
      kind === 'people' ? [] : ids.map((id) => app.school.records(kind).find(siteId, id)),
    ),
  );
  return JSON.stringify(rows);
}
