// slow
import t, { type Test } from 'tap';
import { changedNamesIn, newStatusIn, readFieldValues } from '../../../schema/audit/audit-event.ts';
import type { Input, Operation } from '../../../schema/school/operation.ts';
import { type Answer, adminApp, CALLERS, call, RIVERSIDE } from '../../support/admin.ts';
import { type DatabaseFile, databaseFile } from '../../support/database-edit.ts';
import { anyAttempt, RECIPES, type Stage, TRIES } from '../../support/write-recipes.ts';

t.setTimeout(240_000);

interface TrailRow {
  event: string;
  target: string | null;
  site_id: string | null;
  person_id: string | null;
  client_id: string | null;
  request_id: string | null;
  before: string | null;
  after: string | null;
}

const trailOf = async (database: DatabaseFile, requestId: unknown): Promise<TrailRow[]> =>
  (await database.rows(
    `select event, target, site_id, person_id, client_id, request_id, before, after
     from audit_events where request_id = ? order by id`,
    String(requestId),
  )) as unknown as TrailRow[];

interface Success {
  answer: Answer;
  body: unknown;
  trail: readonly TrailRow[];
}

/** A call that is accepted, and does something. */
async function successOf(stage: Stage, database: DatabaseFile, operation: Operation): Promise<Success> {
  const recipe = RECIPES[operation.name];
  let last: Answer | undefined;
  for (let seed = 1; seed <= (recipe === undefined ? TRIES : 1); seed += 1) {
    const { path, body } = await (recipe?.(stage) ?? anyAttempt(stage, operation, seed));
    last = await stage.ask(operation.rest.method, path, body);
    const isDone = last.status === operation.rest.status;
    const trail = isDone ? await trailOf(database, last.headers['x-request-id']) : [];
    if (trail.length > 0) return { answer: last, body, trail };
  }
  throw new Error(`${operation.name} did nothing: ${last?.status} ${last?.body}`);
}

/** A digest of the whole object, also with the names of what changed, or the values that changed. */
const STATE = /^([0-9a-f]{64}|\{.+\})$/;

function complete(t: Test, operation: Operation, answer: Answer, trail: readonly TrailRow[]): void {
  const { name } = operation;
  for (const { event, target, before, after, ...who } of trail) {
    t.match(
      who,
      {
        site_id: RIVERSIDE.id,
        person_id: CALLERS.owner.id,
        client_id: `c_test_${RIVERSIDE.id}`,
        request_id: answer.headers['x-request-id'],
      },
      `${name}: who, with what, and where`,
    );
    t.match(target, /^[a-z_]+\/[\w-]+$/, `${name}: on what`);
    const isMessage = event === 'invitation_sent';
    t.match(
      String(before),
      isMessage || event === 'resource_created' ? /^null$/ : STATE,
      `${name}: ${event} as it was`,
    );
    const isDeletion = event === 'resource_deleted';
    const state = isDeletion ? /^(null|\{"name":".+"\})$/ : STATE;
    t.match(String(after), isMessage ? /^null$/ : state, `${name}: ${event} as it is`);
    if (event === 'resource_changed') t.not(before, after, `${name}: it has changed`);
  }
  const { id, nodes, coupons } = answer.json ?? {};
  const things = id === undefined ? (nodes ?? coupons ?? []).map((one) => String(one.id)) : [String(id)];
  const targets = trail.map(({ target }) => String(target).split('/')[1]);
  for (const one of things) t.ok(targets.includes(one), `${name}: ${one} is among ${targets}`);
}

/** Events, and the things that they are about, by which a sensitive effect can be told. */
const GIVES_RIGHTS = new Set(['member_role_changed', 'member_reinstated', 'invitation_sent']);
const SEEN_BY_STRANGERS = new Set(['course', 'event', 'membership_plan', 'post', 'page']);

function isSensitive({ event, target, after }: TrailRow): boolean {
  const [kind = ''] = String(target).split('/');
  if (GIVES_RIGHTS.has(event) || kind === 'school' || kind === 'appearance') return true;
  const role = readFieldValues(after)?.role;
  if (kind === 'member' && event === 'resource_created') return role !== 'member';
  const status = newStatusIn(after);
  const isShown = ['published', 'scheduled', 'active'].includes(String(status));
  const changed = changedNamesIn(after) ?? [];
  const isPlaced = changed.includes('isHomepage') || (status === undefined && changed.includes('publishAt'));
  return event === 'resource_changed' && SEEN_BY_STRANGERS.has(kind) && (isShown || isPlaced);
}

/** What a write did, as its events tell, is what it declares: an agent needs the consent of a person to it. */
function declared(t: Test, operation: Operation, body: unknown, trail: readonly TrailRow[]): void {
  const { name, hasEffect } = operation;
  const asks = operation.effect !== undefined && (hasEffect?.isGiven((body ?? {}) as Input) ?? true);
  t.equal(asks, trail.some(isSensitive), `${name} declares its effect: ${JSON.stringify(trail)}`);
}

t.test(
  'every write is audited with person, client, school, target, and the state before and after [E-49]',
  async (t) => {
    const database = databaseFile(t);
    const made = await adminApp(t, { databaseUrl: database.url });
    const stage: Stage = {
      ...made,
      token: '',
      ask: async (method, path, body) => call(made.app, await made.tokenOf('owner'), method, path, body),
    };
    stage.token = await made.tokenOf('owner');
    const writes = stage.app.school.catalogue.filter(({ rest }) => rest.method !== 'GET');
    t.strictSame(
      Object.keys(RECIPES).filter((name) => !writes.some((one) => one.name === name)),
      [],
      'every recipe is of an operation',
    );
    for (const operation of writes) {
      try {
        const { answer, body, trail } = await successOf(stage, database, operation);
        complete(t, operation, answer, trail);
        declared(t, operation, body, trail);
      } catch (error) {
        t.fail(`${operation.name}: ${error}`);
      }
    }
  },
);
