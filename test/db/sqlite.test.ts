// slow
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import t, { type Test } from 'tap';
import { openDatabase } from '../../db/database.ts';
import type { Database } from '../../db/engine/engine.ts';
import { readMigrations } from '../../db/engine/migrations.ts';
import { StoreUnavailableError } from '../../schema/refusals/store-error.ts';
import { temporaryFolder } from '../support/app.ts';
import { freePort } from '../support/live-server.ts';
import { COMMAND, programFile } from '../support/programs.ts';
import { withStatements } from '../support/statements.ts';
import {
  addPlatform,
  event,
  insertRows,
  issuedCode,
  issuedRefreshToken,
  NOW,
  newPair,
  rowsOf,
  times,
} from './fixtures.ts';
import { type Stores, storesOf } from './stores.ts';

const ROOT = join(import.meta.dirname, '../..');

interface OpenFile extends Stores {
  file: string;
}

async function openFile(t: Test): Promise<OpenFile> {
  const file = join(temporaryFolder(t), 'schoolgate.db');
  const db = await openDatabase(`file:${file}`);
  t.teardown(() => db.close());
  const stores = storesOf(db);
  await addPlatform(stores);
  return { ...stores, file };
}

/** Asks the database's own connection. */
const ask = (db: Database, question: string): Promise<{ answer: unknown } | undefined> =>
  db.one((q) =>
    q
      .select({ answer: sql`(${sql.raw(question)})` })
      .from(db.tables.sites)
      .limit(1),
  )();

/** Runs a statement on the database's own connection, which is there while a query is built. */
async function onItsConnection(db: Database, statement: string): Promise<void> {
  await db.one((q) => {
    q.run(sql.raw(statement));
    return q.select({ id: db.tables.sites.id }).from(db.tables.sites);
  })();
}

/** How many transactions the write-ahead log holds: each ends in a frame that tells the size of the database. */
function commitsIn(file: string): number {
  const log = readFileSync(`${file}-wal`);
  const frame = 24 + log.readUInt32BE(8);
  const salt = log.readBigUInt64BE(16);
  let commits = 0;
  for (let at = 32; at + frame <= log.length && log.readBigUInt64BE(at + 8) === salt; at += frame) {
    if (log.readUInt32BE(at + 4) > 0) commits += 1;
  }
  return commits;
}

t.test(
  'the SQLite connection uses WAL, full synchronisation and a busy timeout of 0, as waiting would block the event loop [E-48]',
  async (t) => {
    const { db, file } = await openFile(t);
    t.match(await ask(db, 'select journal_mode from pragma_journal_mode'), { answer: 'wal' });
    t.match(await ask(db, 'select synchronous from pragma_synchronous'), { answer: 2 }, 'FULL');
    t.match(await ask(db, 'select timeout from pragma_busy_timeout'), { answer: 0 });
    t.equal(statSync(`${file}-wal`).isFile(), true);
  },
);

t.test('the SQLite in use contains the fix of the WAL-reset bug [E-48, W66]', async (t) => {
  const { db } = await openFile(t);
  const version = String((await ask(db, 'select sqlite_version()'))?.answer);
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  t.ok(major * 1e6 + minor * 1e3 + patch >= 3_051_003, version);
});

t.test('units of work of one turn of the event loop share a commit', async (t) => {
  const { audit, file } = await openFile(t);
  await audit.record(event());
  const countOf = async (work: () => Promise<unknown>): Promise<number> => {
    const before = commitsIn(file);
    await work();
    return commitsIn(file) - before;
  };
  t.equal(await countOf(() => Promise.all(times(50, () => audit.record(event())))), 1, '50 units in one turn');
  t.equal(await countOf(() => Promise.all(times(600, () => audit.record(event())))), 3, 'at most 256 in one commit');
  t.equal(
    await countOf(async () => {
      for (const _ of times(5, (i) => i)) await audit.record(event());
    }),
    5,
    'one after the other',
  );
});

t.test('a unit of work that fails rolls back alone inside the commit it shares', async (t) => {
  const stores = await openFile(t);
  const { db, codes, tokens, file } = stores;
  const [good, gone, bad] = [await issuedCode(stores), await issuedCode(stores), await issuedCode(stores)];
  const pairs = [await newPair(stores), await newPair(stores)] as const;
  await tokens.revokeGrant(gone.grant, 'person', NOW, event());
  const before = commitsIn(file);
  const results = await Promise.allSettled([
    codes.redeem(good, pairs[0], NOW),
    codes.redeem(gone, pairs[1], NOW),
    // Its tokens are those of the first, so its last step fails.
    codes.redeem(bad, pairs[0], NOW),
    codes.deny('no-such-request', event()),
  ]);
  t.equal(commitsIn(file) - before, 1);
  t.strictSame(
    results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.name)),
    [true, false, 'SqliteError', false],
  );
  t.equal((await codes.find(good.grant.grantId))?.redeemedAt, NOW);
  t.equal((await codes.find(bad.grant.grantId))?.redeemedAt, null);
  t.equal((await rowsOf(db, 'tokens')).length, 2);
});

t.test('a unit of work is acknowledged only once another connection sees it', async (t) => {
  const { audit, file } = await openFile(t);
  const beside = new Sqlite(file, { readonly: true });
  t.teardown(() => beside.close());
  const isThere = beside.prepare('select count(*) from audit_events where target = ?').pluck();
  const seen = await Promise.all(
    times(100, async (i) => {
      const target = `probe ${i}`;
      const answered = audit.record(event({ target }));
      const early = isThere.get(target);
      await answered;
      return `${early} then ${isThere.get(target)}`;
    }),
  );
  t.strictSame(new Set(seen), new Set(['0 then 1']));
});

t.test('a commit that fails is acknowledged to no caller', async (t) => {
  const { audit, db, file } = await openFile(t);
  // A constraint that is checked at the commit only, on a table that an insert into the audit trail fills.
  const beside = new Sqlite(file);
  beside.exec(`
    create table parent (id integer primary key);
    create table child (id integer references parent (id) deferrable initially deferred);
    create trigger fault after insert on audit_events when new.target = 'fault'
      begin insert into child values (1); end`);
  beside.close();
  await onItsConnection(db, 'pragma foreign_keys = on');
  const before = (await rowsOf(db, 'auditEvents')).length;
  const results = await Promise.allSettled([
    audit.record(event()),
    audit.record(event({ target: 'fault' })),
    audit.record(event()),
  ]);
  t.strictSame(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );
  t.equal((await rowsOf(db, 'auditEvents')).length, before, 'and leaves nothing');
  await audit.record(event());
  t.equal((await rowsOf(db, 'auditEvents')).length, before + 1, 'the next one works');
});

/** Another process takes the write lock, for a time or until `release`. @returns when it has it */
async function lockElsewhere(file: string, ms?: number): Promise<{ release(): Promise<unknown> }> {
  const script = `
    import Sqlite from 'better-sqlite3';
    const connection = new Sqlite(process.argv[1]);
    connection.exec('begin immediate');
    console.log('locked');
    const release = () => connection.inTransaction && connection.exec('commit');
    if (process.argv[2]) setTimeout(release, Number(process.argv[2]));
    process.stdin.on('end', release).resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, file, String(ms ?? '')], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  await once(child.stdout, 'data');
  return {
    release: () => {
      child.stdin.end();
      return exit;
    },
  };
}

/** The longest time in which no timer ran. */
function watchLoop(): () => number {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  return () => {
    clearInterval(timer);
    return Math.round(longest);
  };
}

for (const [name, ms] of [
  ['short', 500],
  ['long', undefined],
] as const) {
  t.test(`under a ${name} write lock of another process a write succeeds or is refused as a whole [F07]`, async (t) => {
    const { audit, db, file } = await openFile(t);
    const before = (await rowsOf(db, 'auditEvents')).length;
    const { release } = await lockElsewhere(file, ms);
    const stall = watchLoop();
    const begin = performance.now();
    const [first, second] = await Promise.allSettled([audit.record(event()), audit.record(event())]);
    const took = Math.round(performance.now() - begin);
    const longest = stall();
    t.equal((await rowsOf(db, 'auditEvents')).length >= before, true, 'reads go on');
    for (const outcome of [first, second]) {
      if (name === 'long') t.equal(outcome.status, 'rejected', 'it gives up before the lock is free');
      if (outcome.status === 'rejected') t.ok(outcome.reason instanceof StoreUnavailableError, 'and says: not now');
    }
    const written = [first, second].filter(({ status }) => status === 'fulfilled').length;
    t.equal((await rowsOf(db, 'auditEvents')).length, before + written, 'what was refused was not written');
    t.comment(`${name} lock: answered after ${took} ms, longest stall of the loop ${longest} ms`);
    await release();
    await audit.record(event());
    t.equal((await rowsOf(db, 'auditEvents')).length, before + written + 1, 'afterwards it writes again');
  });
}

t.test(
  'what is submitted while another process writes shares a commit, and each unit has its own time to wait',
  async (t) => {
    const { audit, db, file } = await openFile(t);
    const before = (await rowsOf(db, 'auditEvents')).length;
    const short = await lockElsewhere(file);
    const commits = commitsIn(file);
    const together = [audit.record(event())];
    await sleep(50);
    together.push(audit.record(event()));
    await short.release();
    await Promise.all(together);
    t.equal(commitsIn(file) - commits, 1, 'submitted in different turns of the event loop');

    const long = await lockElsewhere(file);
    const early = audit.record(event()).then(
      () => 'written',
      () => 'refused',
    );
    await sleep(900);
    const late = audit.record(event());
    t.equal(await early, 'refused', 'it has waited for a second');
    await long.release();
    await late;
    t.equal((await rowsOf(db, 'auditEvents')).length, before + 3, 'the later one was still waiting');
  },
);

t.test('a full disk refuses writes, loses nothing acknowledged and recovers by itself [F06]', async (t) => {
  const stores = await openFile(t);
  const { db, codes, file } = stores;
  // The engine then fails as it does on a full disk.
  const limitPages = (count: number) => onItsConnection(db, `pragma max_page_count = ${count}`);
  const pages = Number((await ask(db, 'select page_count from pragma_page_count'))?.answer);
  await limitPages(pages + 20);
  const waiting = await Promise.all(
    times(10, async () => ({ code: await issuedCode(stores), pair: await newPair(stores) })),
  );
  let answered = 0;
  let failure: unknown;
  for (let i = 0; i < 1000 && failure === undefined; i += 1) {
    await stores.audit.record(event({ userAgent: 'x'.repeat(2000) })).then(
      () => {
        answered += 1;
      },
      (error) => {
        failure = error;
      },
    );
  }
  t.ok(failure instanceof StoreUnavailableError, String(failure));
  t.ok(answered > 5);
  const full = await Promise.allSettled(
    waiting.flatMap(({ code, pair }) => [
      codes.redeem(code, pair, NOW),
      stores.audit.record(event({ userAgent: 'x'.repeat(2000) })),
    ]),
  );
  t.ok(
    full.every((outcome) => outcome.status === 'fulfilled' || outcome.reason instanceof StoreUnavailableError),
    'every refusal says: not now',
  );
  const redeemed = (await rowsOf(db, 'grants')).filter(({ redeemedAt }) => redeemedAt !== null);
  t.equal((await rowsOf(db, 'tokens')).length, 2 * redeemed.length, 'no half-written grant');
  t.equal((await rowsOf(db, 'auditEvents')).length >= answered, true, 'every answered row is readable');
  const beside = new Sqlite(file, { readonly: true });
  t.equal(beside.pragma('integrity_check', { simple: true }), 'ok');
  beside.close();

  await limitPages(pages + 10_000);
  const fresh = await issuedCode(stores);
  t.equal(await codes.redeem(fresh, await newPair(stores), NOW), true, 'the same connection writes again');
});

/** Starts the server where it should refuse to. */
function start(
  settings: Record<string, string>,
  as: { uid?: number; gid?: number } = {},
): Promise<{ code: number | null; stderr: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, MASTER_KEY: Buffer.alloc(32).toString('base64'), ...settings };
    // `env -i`: the test runner watches its children by variables, and could not write down another user's.
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    const child = execFile(
      'env',
      ['-i', ...variables, process.execPath, programFile(COMMAND), 'serve'],
      { ...as, timeout: 90_000, killSignal: 'SIGKILL' },
      (_error, _stdout, stderr) => resolve({ code: child.exitCode, stderr }),
    );
  });
}

t.test(
  'a damaged, foreign or newer database is refused in one clear line, and left untouched [F22, F28]',
  async (t) => {
    const folder = temporaryFolder(t);
    chmodSync(folder, 0o755);
    const healthy = join(folder, 'healthy.db');
    const db = await openDatabase(`file:${healthy}`);
    const stores = storesOf(db);
    await addPlatform(stores);
    await Promise.all(times(500, () => stores.audit.record(event({ userAgent: 'x'.repeat(200) }))));
    await db.close();
    const bytes = readFileSync(healthy);

    const foreign = join(folder, 'foreign.db');
    const other = new Sqlite(foreign);
    other.exec('create table recipes (id integer primary key, title text)');
    other.close();
    const flipped = Buffer.from(bytes);
    for (let at = 0; at < 100; at += 1) flipped[at] = 255 - (bytes[at] ?? 0);
    const schemaGone = Buffer.from(bytes).fill(0, 100, 4096);
    mkdirSync(join(folder, 'folder.db'));
    writeFileSync(join(folder, 'text.db'), 'Not a database at all.\n'.repeat(500));
    writeFileSync(join(folder, 'truncated.db'), bytes);
    truncateSync(join(folder, 'truncated.db'), Math.floor(bytes.length * 0.6));
    writeFileSync(join(folder, 'flipped.db'), flipped);
    writeFileSync(join(folder, 'schema-gone.db'), schemaGone);
    const newer = join(folder, 'newer.db');
    writeFileSync(newer, bytes);
    const future = new Sqlite(newer);
    future.pragma('journal_mode = DELETE');
    future.exec("insert into __drizzle_migrations (hash, created_at) values ('of tomorrow', 9999999999999)");
    future.close();
    writeFileSync(join(folder, 'readonly.db'), bytes);
    chmodSync(join(folder, 'readonly.db'), 0o444);
    // Root may write where nobody may.
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

    const refuse = async (name: string): Promise<void> => {
      const file = join(folder, `${name}.db`);
      const before = name === 'folder' ? '' : readFileSync(file);
      const { code, stderr } = await start(
        { DATABASE_URL: `file:${file}`, DATA_DIR: folder, PORT: String(await freePort()) },
        name === 'readonly' ? nobody : {},
      );
      t.equal(code, 1, name);
      t.match(
        stderr,
        /^Database: .+\nSchoolgate cannot start: the database \S+ cannot be used: .+\n$/,
        `${name}: one line`,
      );
      t.comment(stderr.trim().replace(folder, '…'));
      t.strictSame(name === 'folder' ? '' : readFileSync(file), before, `${name}: not one byte changed`);
      const beside = readdirSync(folder).filter((entry) => entry.startsWith(`${name}.db-`));
      t.strictSame(beside, [], `${name}: nothing beside it`);
    };
    await Promise.all(
      ['foreign', 'text', 'truncated', 'flipped', 'schema-gone', 'readonly', 'folder', 'newer'].map(refuse),
    );
    const reopened = await openDatabase(`file:${healthy}`);
    t.equal((await rowsOf(reopened, 'auditEvents')).length, 501, 'the whole one still opens');
    await reopened.close();
  },
);

t.test('damage that is detected only later is reported as an outage [F28]', async (t) => {
  const file = join(temporaryFolder(t), 'schoolgate.db');
  const whole = await openDatabase(`file:${file}`);
  const stores = storesOf(whole);
  await addPlatform(stores);
  // More than everything before them, so that the second half of the file is theirs.
  await Promise.all(times(6000, () => stores.audit.record(event({ userAgent: 'x'.repeat(200) }))));
  await whole.close();
  const bytes = readFileSync(file);
  writeFileSync(file, Buffer.concat([bytes.subarray(0, bytes.length / 2), Buffer.alloc(bytes.length / 2, 0xa5)]));
  const db = await openDatabase(`file:${file}`);
  t.teardown(() => db.close());
  await t.rejects(rowsOf(db, 'auditEvents'), StoreUnavailableError);
});

t.test('before a migration changes a database with data, a copy is kept, and the three newest ones stay', async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'schoolgate.db');
  const copies = (): string[] => readdirSync(folder).filter((name) => name.includes('before-migration'));
  const said: string[] = [];
  const open = async () => (await openDatabase(`file:${file}`, { log: (line) => said.push(line) })).close();
  await open();
  const all = readMigrations('sqlite');
  t.strictSame(copies(), [], 'a new database needs none');
  t.strictSame(said.splice(0), [`applied ${all.length} migrations, ${all[0]?.name} to ${all.at(-1)?.name}`]);
  rmSync(file);

  const migrations = all.slice(0, -1);
  const older = new Sqlite(file);
  for (const statement of migrations.flatMap(({ statements }) => statements)) older.exec(statement);
  older.exec('create table __drizzle_migrations (id serial primary key, hash text not null, created_at numeric)');
  older.prepare('insert into __drizzle_migrations (hash, created_at) values (?, ?)').run('', migrations.at(-1)?.when);
  older.exec("insert into key_blocks (name, next) values ('a block', 7)");
  older.exec(
    "insert into people (id, email, email_key, email_verified, name, active, created_at) values ('usr_a', 'a@b.example', 'a@b.example', 1, 'A', 1, 1)",
  );
  older.close();
  for (const day of [1, 2, 3]) writeFileSync(`${file}.before-migration-2020-01-0${day}T00-00-00-000Z`, '');
  await open();
  t.equal(copies().length, 3);
  t.notOk(copies().some((name) => name.includes('2020-01-01')));
  const newest = join(folder, copies().sort().at(-1) ?? '');
  t.strictSame(said.splice(0), [
    `migrated the database; ${newest} is a copy from before`,
    `applied the migration ${all.at(-1)?.name}`,
  ]);
  t.equal(statSync(newest).mode & 0o077, 0);
  const copy = new Sqlite(newest, { readonly: true });
  t.equal(copy.prepare('select next from key_blocks').pluck().get(), 7);
  t.equal(copy.prepare('select max(created_at) from __drizzle_migrations').pluck().get(), migrations.at(-1)?.when);
  copy.close();
  await open();
  t.strictSame(said, [], 'nothing to migrate any more');
});

t.test('reads that are asked for together share a transaction that begins after the last of them', async (t) => {
  const { db, file } = await openFile(t);
  const other = new Sqlite(file);
  t.teardown(() => other.close());
  const rename = other.prepare('update sites set name = ?');
  const name = db.one((q) => q.select({ name: db.tables.sites.name }).from(db.tables.sites));
  for (const round of times(50, String)) {
    const first = name();
    rename.run(round);
    // Whoever asks after a commit sees it, also in the company of others that asked before.
    t.strictSame(await Promise.all([first, name(), name()]), [{ name: round }, { name: round }, { name: round }]);
  }
});

t.test('a read that fails fails alone, and so does a transaction beside it', async (t) => {
  const { db, tokens } = await openFile(t);
  const broken = () => ask(db, "select json('{')");
  const results = await Promise.allSettled([ask(db, 'select 1'), broken(), tokens.findAccess(1), ask(db, 'select 2')]);
  t.match(results, [
    { value: { answer: 1 } },
    { reason: /malformed JSON/ },
    { status: 'fulfilled', value: undefined },
    { value: { answer: 2 } },
  ]);
  t.match(await ask(db, 'select 3'), { answer: 3 });
});

t.test('the database keeps a bounded number of tokens in memory, and reads the others', async (t) => {
  const stores = await openFile(t);
  const { access } = await issuedRefreshToken(stores);
  const [row] = (await rowsOf(stores.db, 'tokens')).filter(({ id }) => id === access.id);
  const ids = times(10_100, (i) => 1_000_000 + i);
  await insertRows(
    stores.db,
    'tokens',
    ids.map((id) => ({ ...row, id })),
  );
  const find = (id: number) => withStatements(() => stores.tokens.findAccess(id));
  const all = await Promise.all(ids.map((id) => stores.tokens.findAccess(id)));
  t.strictSame(
    all.map((token) => token?.id).filter((id, i) => id !== ids[i]),
    [],
    'each id has its own',
  );
  const [, kept] = await find(ids.at(-1) ?? 0);
  t.strictSame(kept, []);
  const [found, read] = await find(ids[0] ?? 0);
  t.equal(found?.id, ids[0]);
  t.equal(read.length, 1);
});

t.test('a transaction of reads that the engine rolls back takes nothing with it that drops kept rows', async (t) => {
  let hasRolledBack = false;
  // A slow machine runs the two reads one after the other, so that there is no transaction to roll back.
  for (let tries = 0; tries < 10 && !hasRolledBack; tries += 1) {
    const { db, ...stores } = await openFile(t);
    const { access } = await issuedRefreshToken({ db, ...stores });
    const finding = stores.tokens.findAccess(access.id);
    // As after an error of the disk, which ends the whole transaction.
    const rollback = onItsConnection(db, 'ROLLBACK').then(
      () => true,
      () => false,
    );
    t.match(await finding, { revokedAt: null });
    hasRolledBack = await rollback;
    await stores.tokens.expire(access.id, NOW);
    t.match(await stores.tokens.findAccess(access.id), { revokedAt: NOW });
  }
  t.ok(hasRolledBack);
});
