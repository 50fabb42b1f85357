// slow, postgres
/** PostgreSQL goes away before a command begins, or while it works. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import t from 'tap';
import { onPostgres } from '../support/database-edit.ts';
import { type Environment, type Outcome, run } from '../support/live-server.ts';
import { NO_POSTGRES, query, startPostgres } from '../support/postgres.ts';
import { COMMAND } from '../support/programs.ts';
import { temporaryFolder } from '../support/settings.ts';
import { until } from '../support/until.ts';

t.setTimeout(180_000);

const COLUMNS = 'email,name\n';
const person = (number: number): string => `p${number}@import.example,Person ${number}\n`;
const people = (count: number): string => COLUMNS + Array.from({ length: count }, (_, i) => person(i)).join('');

/** Ends the connection that writes one more row than the given number. */
const endAfter = (table: string, event: 'insert' | 'update', count: number, condition: string): string => `
  create function end_connection() returns trigger language plpgsql as $$ begin
    if (select count(*) from ${table} where ${condition}) >= ${count} then
      perform pg_terminate_backend(pg_backend_pid());
    end if;
    return new;
  end $$;
  create trigger end_connection before ${event} on ${table} for each row execute function end_connection()`;

onPostgres(
  'a command that loses PostgreSQL says in one sentence what it has done, and goes on from there',
  async (t) => {
    const postgres = await startPostgres(undefined, { isDurable: true });
    if (postgres === undefined) return t.comment(NO_POSTGRES);
    t.teardown(() => postgres.stop());
    const DATABASE_URL = await postgres.createDatabase();
    const folder = temporaryFolder(t);
    const key = { MASTER_KEY: randomBytes(32).toString('base64'), LOG_LEVEL: 'error', SMTP_URL: 'off' };
    const settings: Environment = { ...key, DATA_DIR: folder, DATABASE_URL };
    const schoolgate = (...args: string[]): Promise<Outcome> => run(t, [COMMAND, ...args], settings).ended;
    const count = async (sql: string): Promise<number> => Number((await query(DATABASE_URL, sql))[0]?.count);
    t.equal((await schoolgate('migrate')).code, 0);

    await t.test('schoolgate users import, when PostgreSQL stops', async (t) => {
      const file = join(folder, 'people.csv');
      writeFileSync(file, people(3000));
      const stored = () => count("select count(*) as count from people where email like '%@import.example'");
      const importing = schoolgate('users', 'import', file);
      await until(async () => (await stored()) >= 20);
      await postgres.shutDown('fast');
      const { code, stdout, stderr } = await importing;
      const sentence =
        /\nStopped at line (\d+), because the database does not answer \(.+\): [\d,]+ of 3,000 rows are done \(created (\d+), joined 0, unchanged 0, refused 0\)\. See that it runs, and run the same command again: rows that exist are left as they are\.\n$/;
      t.match(stderr, sentence);
      const [, line, done] = sentence.exec(stderr) ?? [];
      t.equal(code, 1);
      const others = stderr.split('\n').filter((text) => !/^schoolgate users import …/.test(text));
      t.equal(others.length, 3, 'after the places, one sentence');
      t.ok(Number(line) <= Number(done) + 2, 'the first line names the columns, and rows after this one may be done');
      t.match(stdout, `created ${done}, joined 0, unchanged 0, refused 0\n`);

      await postgres.revive();
      const made = await stored();
      const unheard = made - Number(done);
      t.ok(unheard >= 0 && unheard <= 100, 'the answers to those of the last moment may have been lost');
      const again = await schoolgate('users', 'import', file);
      t.match(again, { code: 0, stdout: `created ${3000 - made}, joined 0, unchanged ${made}, refused 0\n` });
    });

    await t.test(
      'schoolgate users import, at a row of which PostgreSQL ends the connection, keeps its neighbours',
      async (t) => {
        const file = join(folder, 'more.json');
        const rows = [1, 2, 3, 4].map((n) => ({ email: `q${n}@import.example`, name: 'Quin' }));
        writeFileSync(file, JSON.stringify(rows));
        await query(DATABASE_URL, endAfter('people', 'insert', 1, "new.email like 'q3@%'").replace(' from people', ''));
        const { code, stdout, stderr } = await schoolgate('users', 'import', file);
        t.equal(code, 1);
        t.match(
          stderr,
          /\nStopped at line 3, because the database does not answer \(.+\): 3 of 4 rows are done \(created 3, .*See that it runs/,
        );
        t.match(stdout, /^1 {2}created .*\n2 {2}created .*\n4 {2}created .*\ncreated 3, joined 0/);
        await query(DATABASE_URL, 'drop function end_connection cascade');
        const again = await schoolgate('users', 'import', file);
        t.match(again, { code: 0, stdout: 'created 1, joined 0, unchanged 3, refused 0\n' });
      },
    );

    await t.test('schoolgate schools create, whose links are shown only once', async (t) => {
      const file = join(folder, 'schools.csv');
      writeFileSync(file, `slug,name,owner\n${['a', 'b', 'c'].map((s) => `new-${s},New,${s}@new.example\n`).join('')}`);
      await query(DATABASE_URL, endAfter('sites', 'insert', 2, "slug like 'new-%'"));
      const { code, stdout, stderr } = await schoolgate('schools', 'create', '--from', file);
      t.equal(code, 1);
      t.match(
        stderr,
        /\nStopped early, because the database .+: 2 schools were created\. See that it runs, and run the same file again\.\n$/,
      );
      t.match(stdout, /^created +new-a +http.*\ncreated +new-b +http.*\neach link begins/);
      await query(DATABASE_URL, 'drop function end_connection cascade');
      t.match(await schoolgate('schools', 'create', '--from', file), {
        code: 0,
        stdout: /^exists .*\nexists .*\ncreated /,
      });
    });

    await t.test('schoolgate outbox drop --all', async (t) => {
      await query(
        DATABASE_URL,
        `insert into outbox (id, channel, kind, sealed, attempts, created_at, expires_at, failed_at)
       select 'out_' || n, 'security', 'reset', decode('00', 'hex'), 1, n, n, n from generate_series(1, 5) as n`,
      );
      const deleting = endAfter('outbox', 'update', 0, 'true').replace('before update', 'before delete');
      await query(DATABASE_URL, deleting.replace('>= 0', '<= 2').replace('return new', 'return old'));
      const { code, stderr } = await schoolgate('outbox', 'drop', '--all');
      t.equal(code, 1);
      t.match(
        stderr,
        /\nStopped early, because the database .+: 3 messages deleted\. See that it runs, and run the command again\.\n$/,
      );
      await query(DATABASE_URL, 'drop function end_connection cascade');
      t.match(await schoolgate('outbox', 'drop', '--all'), { code: 0, stdout: 'deleted: 2\n' });
    });

    await t.test('commands whose connection ends under a statement', async (t) => {
      const create = ['schools', 'create', 'cut', '--name', 'Cut', '--owner', 'cut@import.example'];
      const cases: readonly [table: string, args: readonly string[], says: RegExp][] = [
        [
          'sites',
          create,
          /\nStopped early, because the .+: no school was created\. See that it runs, and run the .+\.\n$/,
        ],
        [
          'signing_keys',
          ['keys', 'rotate'],
          /\nthe database .+\. If the command was to change anything, see whether it has .+\n$/,
        ],
      ];
      for (const [table, args, says] of cases) {
        const holder = new pg.Client({ connectionString: DATABASE_URL });
        await holder.connect();
        await holder.query(`begin; lock table ${table} in share mode`);
        const cut = schoolgate(...args);
        const waits =
          "select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() limit 1";
        let pid: unknown;
        await until(async () => {
          pid = (await query(DATABASE_URL, waits))[0]?.pid;
          return pid !== undefined;
        });
        await query(DATABASE_URL, `select pg_terminate_backend(${Number(pid)})`);
        const { code, stderr } = await cut;
        t.equal(code, 1);
        t.match(stderr, says);
        await holder.query('rollback');
        await holder.end();
        t.equal((await schoolgate(...args)).code, 0, 'it works when it is run again');
      }
    });

    await t.test('backup, while it waits for pg_dump', async (t) => {
      const holder = new pg.Client({ connectionString: DATABASE_URL });
      holder.on('error', () => undefined);
      await holder.connect();
      await holder.query('begin; lock table people in access exclusive mode');
      const backup = schoolgate('backup');
      const waits =
        "select count(*) as count from pg_stat_activity where application_name = 'pg_dump' and wait_event_type = 'Lock'";
      await until(async () => (await count(waits)) > 0);
      await postgres.shutDown('fast');
      const { code, stderr } = await backup;
      t.equal(code, 1);
      t.match(
        stderr,
        /^Database: .*\nno backup was taken: the database does not answer \(terminating connection due to administrator command\): start it, or correct DATABASE_URL\n$/,
      );
      await postgres.revive();
    });

    await t.test('commands at a PostgreSQL that is shutting down, and at none', async (t) => {
      const line = (before = ''): RegExp =>
        new RegExp(
          `^Database: .*\\n(?:New database: .*\\n)?${before}the database does not answer \\(.+\\): start it, or correct DATABASE_URL\\n$`,
        );
      const commands: readonly [args: readonly string[], before?: string][] = [
        [['schools', 'export', 'new-a', '--to', join(folder, 'export')]],
        [['audit', 'verify']],
        [['audit', 'list']],
        [['keys', 'reset', '--i-have-lost-the-master-key']],
        [['backup'], 'no backup was taken: '],
        [['move', '--to', `file:${join(folder, 'moved.db')}`], 'not moved: '],
      ];
      const holder = new pg.Client({ connectionString: DATABASE_URL });
      holder.on('error', () => undefined);
      await holder.connect();
      process.kill(postgres.processes()[0] ?? 0, 'SIGTERM');
      await until(async () =>
        query(DATABASE_URL, 'select 1').then(
          () => false,
          () => true,
        ),
      );
      for (const [args, before] of commands) {
        const { code, stderr } = await schoolgate(...args);
        t.match(stderr, line(before), args.join(' '));
        t.match(stderr, 'the database system is shutting down');
        t.equal(code, 1);
      }
      await holder.end();
      await postgres.shutDown('fast');
      for (const [args, before] of commands) {
        const { code, stderr } = await schoolgate(...args);
        t.match(stderr, line(before), args.join(' '));
        t.equal(code, 1);
      }
      await postgres.revive();
    });
  },
);

onPostgres('a PostgreSQL that accepts connections and says nothing does not answer', async (t) => {
  const server = createServer((socket) => void socket.resume()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  const MASTER_KEY = randomBytes(32).toString('base64');
  const settings = { MASTER_KEY, DATA_DIR: temporaryFolder(t), DATABASE_URL: `postgres://s@127.0.0.1:${port}/x` };
  for (const [args, before] of [
    [['schools', 'list'], ''],
    [['backup'], 'no backup was taken: '],
  ] as const) {
    const { code, stderr } = await run(t, [COMMAND, ...args], settings).ended;
    t.equal(code, 1);
    t.match(stderr, `\n${before}the database does not answer (timeout expired): start it, or correct DATABASE_URL\n`);
  }
});
