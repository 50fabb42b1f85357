// slow
/** Every operation that changes something, at a school whose apps ask a person for every change. */
import t, { type Test } from 'tap';
import type { Operation } from '../../../schema/school/operation.ts';
import { type Answer, CALLERS, call } from '../../support/admin.ts';
import { type AskingApp, askingApp, setPolicy } from '../../support/approvals.ts';
import type { DatabaseFile } from '../../support/database-edit.ts';
import { type Attempt, anyAttempt, RECIPES, type Stage, TRIES } from '../../support/write-recipes.ts';

t.setTimeout(600_000);

/** What calls leave behind whether they change anything or not. */
const BESIDE =
  /^(?:approvals|audit_events|audit_chains|outbox|throttles|connection_attempts|mail_links|leases|key_blocks|tokens|clients|sites|memberships)$/;

/** A digest of every row that operations change. */
async function rowsOf(file: DatabaseFile, tables: readonly string[]): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  const keep = async (name: string, columns = '*') => {
    all[name] = JSON.stringify(await file.rows(`select ${columns} from ${name}`));
  };
  for (const table of tables) await keep(table);
  await keep('memberships', 'person_id, site_id, role, status, note, tags, updated_at');
  await keep('sites', 'id, name, updated_at');
  return all;
}

interface Case {
  readonly asking: AskingApp;
  readonly stage: Stage;
  readonly tables: readonly string[];
}

/** The first attempt about which a person is asked, with the answer. */
async function asked({ asking, stage, tables }: Case, t: Test, operation: Operation): Promise<[Attempt, Answer]> {
  const recipe = RECIPES[operation.name];
  let last: Answer | undefined;
  for (let seed = 1; seed <= (recipe === undefined ? TRIES : 1); seed += 1) {
    await setPolicy(asking.app, 'nothing');
    const attempt = await (recipe?.(stage) ?? anyAttempt(stage, operation, seed));
    await setPolicy(asking.app, 'changes');
    const before = await rowsOf(asking.file, tables);
    last = await stage.ask(operation.rest.method, attempt.path, attempt.body);
    t.strictSame(await rowsOf(asking.file, tables), before, `${operation.name} writes nothing before a person decides`);
    if (last.status === 403) return [attempt, last];
  }
  throw new Error(`${operation.name} asks nobody: ${last?.status} ${last?.body}`);
}

const allow = async ({ asking: { app, file } }: Case): Promise<void> =>
  file.edit(
    "update approvals set decision = 'allowed', decided_at = ?, usable_until = ? where closed_at is null and decided_at is null",
    app.clock(),
    app.clock() + 60_000,
  );

t.test('each operation rehearses without writing, is carried out once, and keeps its answer', async (t) => {
  const asking = await askingApp(t, {
    housekeeping: false,
    oneNode: 'the database is compared before and after each call',
  });
  const { app, file, tokenOf } = asking;
  const ask = async (method: string, path: string, body?: unknown) =>
    call(app, await tokenOf('owner'), method, path, body);
  const stage: Stage = { ...asking, token: await tokenOf('owner'), ask };
  const names = (await file.rows(
    process.env.TEST_DATABASE === 'postgres'
      ? "select tablename as name from pg_tables where schemaname = 'public'"
      : "select name from sqlite_master where type = 'table' and sql not like 'create virtual%' and name not like '%search_texts%' and name not like 'sqlite_%'",
  )) as { name: string }[];
  const tables = names
    .map(({ name }) => name)
    .filter((name) => /^[a-z_]+$/.test(name) && !BESIDE.test(name))
    .sort();
  const one: Case = { asking, stage, tables };
  const writes = app.school.catalogue.filter(({ rest }) => rest.method !== 'GET');
  for (const operation of writes) {
    try {
      const [{ path, body }, answer] = await asked(one, t, operation);
      t.match(answer.json.type, /#approval-required$/, `${operation.name}: ${answer.body}`);
      await allow(one);
      const done = await ask(operation.rest.method, path, body);
      t.equal(done.status, operation.rest.status, `${operation.name}: ${done.body}`);
      const again = await ask(operation.rest.method, path, body);
      t.equal(again.status, done.status, `${operation.name} again: ${again.body}`);
      t.equal(again.body, done.body, `${operation.name}: the same answer`);
      const events = await file.rows(
        "select request_id from audit_events where event = 'approval_carried_out' and target = ? and person_id = ?",
        operation.name,
        CALLERS.owner.id,
      );
      t.strictSame(
        events.map(({ request_id: id }) => id),
        [done.headers['x-request-id']],
        `${operation.name} is carried out once, by the call after the decision`,
      );
      t.equal(
        Number(
          await file.read('select count(*) from approvals where operation = ? and closed_at is null', operation.name),
        ),
        0,
        `${operation.name} leaves nothing open`,
      );
    } catch (error) {
      t.fail(`${operation.name}: ${error}`);
    }
  }
});
