// slow
/** Folders that cannot be made or are not empty: which setting or option to change, or what to move away. */
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { ENGINE } from '../support/database-edit.ts';
import { type Environment, freePort, run, startServer } from '../support/live-server.ts';
import { COMMAND } from '../support/programs.ts';
import { temporaryFolder } from '../support/settings.ts';

t.test('a folder that cannot be made is named with its setting, also where the system takes none', async (t) => {
  const { dataDir, databaseUrl } = await startServer(t);
  const file = join(temporaryFolder(t), 'file');
  writeFileSync(file, '');
  const outcome = (environment: Environment, ...args: string[]) => run(t, [COMMAND, ...args], environment).ended;
  const served = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  const places = [join(file, 'below'), ...(existsSync('/proc/self') ? ['/proc/x/y'] : [])];
  for (const place of places) {
    const said = place.startsWith(file)
      ? `${file} is a file, not a folder`
      : '/proc/x: no folder can be made there (ENOENT)';
    const PORT = String(await freePort());
    const start = await outcome({ DATA_DIR: place, PORT }, 'serve');
    t.match(start, { code: 1, stderr: `\n${said}: set DATA_DIR to another folder\n` });
    const backup = await outcome({ ...served, BACKUP_DIR: place }, 'backup');
    t.match(backup, { code: 1, stderr: `\n${said}: set BACKUP_DIR, or --to, to another folder\n` });
    const elsewhere = { DATA_DIR: temporaryFolder(t), DATABASE_URL: `file:${place}/school.db`, PORT };
    t.match(await outcome(elsewhere, 'serve'), { code: 1, stderr: `${said}: set DATABASE_URL or DATA_DIR to another` });
  }
});

/** Root may do anything. */
const NOBODY = { uid: 65_534, gid: 65_534 };

t.test(
  'a user who may not use the data folder is told whose it is, and not that there is no key',
  { skip: process.getuid?.() === 0 ? false : 'only root runs a command as another user' },
  async (t) => {
    const others = async () => (await run(t, [COMMAND, '--version'], {}, NOBODY).ended).code === 0;
    if (!(await others().catch(() => false))) return t.comment('other users may not run what is in this folder');
    const { dataDir, databaseUrl } = await startServer(t, { DATA_DIR: temporaryFolder(t) });
    const as = (environment: Environment, ...args: string[]) =>
      run(t, [COMMAND, ...args], { LOG_LEVEL: 'error', ...environment }, NOBODY).ended;
    const backup = await run(t, [COMMAND, 'backup', '--json'], { DATA_DIR: dataDir }).ended;
    const { folder } = JSON.parse(backup.stdout);
    const said = `this user may not read ${join(dataDir, 'master.key')} (EACCES)`;
    const line = `${said}: run the command as the user of the server\n`;
    // Once the key alone is hidden, and once all that is in the folder.
    for (const mode of [0o755, 0o700]) {
      chmodSync(dataDir, mode);
      const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
      for (const args of [['schools', 'list'], ['users', 'find', 'a'], ['backup'], ['restore', folder]]) {
        const { code, stderr } = await as(settings, ...args);
        t.match(
          { code, stderr },
          { code: 1, stderr: new RegExp(`^(Database: .*\\n)?(not restored: )?${escaped(line)}$`) },
        );
      }
      for (const args of [
        ['upgrade-check', '--json'],
        ['doctor', 'deployment', '--json'],
      ]) {
        const { code, stdout } = await as(settings, ...args);
        const failed = JSON.parse(stdout).filter(({ result, passed }: Found) => result === 'FAIL' || passed === false);
        t.match(
          { code, failed },
          { code: 1, failed: [{ says: said, toDo: 'Run the command as the user of the server' }] },
        );
        t.equal(failed.length, 1, 'and nothing else');
      }
    }

    const empty = temporaryFolder(t);
    chmodSync(empty, 0o755);
    t.match(await as({ DATA_DIR: empty, PORT: String(await freePort()) }, 'serve'), {
      code: 1,
      stderr: `\nthis user may not write to DATA_DIR ${empty} (EACCES): give the folder to the user of the server, or set DATA_DIR to another\n`,
    });
  },
);

interface Found {
  readonly result?: string;
  readonly passed?: boolean;
}

const escaped = (text: string): string => text.replace(/[.()/]/g, '\\$&');

t.test('a STORAGE_DIR below a file is named by what examines a server', async (t) => {
  const { dataDir, databaseUrl } = await startServer(t);
  const file = join(temporaryFolder(t), 'file');
  writeFileSync(file, '');
  const STORAGE_DIR = join(file, 'below');
  const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, STORAGE_DIR };
  const says = `STORAGE_DIR ${STORAGE_DIR} cannot be used: ${file} is a file, not a folder`;
  const doctor = await run(t, [COMMAND, 'doctor', 'deployment', '--json'], settings).ended;
  const verdicts = JSON.parse(doctor.stdout).filter(({ check }: { check: string }) => check.startsWith('disk'));
  t.match(
    verdicts.find(({ check }: { check: string }) => check === 'disk (storage)'),
    { result: 'FAIL', says },
  );
  t.ok(verdicts.length > 1, 'the other disks are examined');
  const upgrade = await run(t, [COMMAND, 'upgrade-check', '--json'], settings).ended;
  const item = JSON.parse(upgrade.stdout).find((one: { item: string }) => one.item === 'storage');
  t.match({ code: upgrade.code, item }, { code: 1, item: { passed: false, says } });
});

t.test('an export into a place that is taken or missing says which option to change', async (t) => {
  const { dataDir, databaseUrl } = await startServer(t);
  const schoolgate = (...args: string[]) =>
    run(t, [COMMAND, ...args], { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }).ended;
  const folder = temporaryFolder(t);
  const file = join(folder, 'file');
  writeFileSync(file, '');
  for (const [to, reason] of [
    [folder, 'it exists already; name a new folder with --to'],
    [join(folder, 'a', 'b'), 'the folder above it does not exist, or takes no others; make it, or name another'],
    [join(file, 'b'), 'what stands above it is a file; name another folder'],
  ] as const) {
    const { code, stderr } = await schoolgate('schools', 'export', 'riverside', '--to', to);
    t.match({ code, stderr }, { code: 1, stderr: `\ncannot export riverside to ${to}: ${reason}\n` });
  }
  const person = await schoolgate('users', 'export', 'ana@riverside.example', '--to', join(file, 'b'));
  t.match(person, { code: 1, stderr: 'what stands above it is a file; name another folder' });
  const identity = await schoolgate('backup', 'new-identity', file);
  t.match(identity, { code: 1, stderr: `cannot write ${file}: it exists already; name a new file\n` });
});

t.test('a list of backups names the engine, and a restore says what is in its way', async (t) => {
  const server = await startServer(t);
  const settings = { DATA_DIR: server.dataDir, DATABASE_URL: server.databaseUrl };
  const schoolgate = (changed: Environment, ...args: string[]) =>
    run(t, [COMMAND, ...args], { ...settings, ...changed }).ended;
  await schoolgate({}, 'backup');
  mkdirSync(join(server.dataDir, 'backups', 'schoolgate-2026-01-01T00-00-00-000Z'));
  const [broken, listed] = (await schoolgate({}, 'backup', 'list')).stdout.split('\n');
  t.match(listed, new RegExp(`^/.*  0 hours old  ${ENGINE}$`));
  t.match(broken, / hours old {2}without a readable manifest$/);
  const json = (await schoolgate({}, 'backup', 'list', '--json')).stdout.trim().split('\n');
  t.strictSame(
    json.map((line) => JSON.parse(line).engine),
    [null, ENGINE],
  );
  const folder = listed?.split('  ')[0] ?? '';
  const used = await schoolgate({}, 'restore', folder);
  t.equal(used.code, 1);
  t.match(
    used.stderr,
    ENGINE === 'sqlite'
      ? 'schoolgate.db exists; a backup is restored into an empty place only. Stop the server, and move schoolgate.db, ' +
          'its -wal and -shm, and what is in STORAGE_DIR away first (docs/run/backup.md#restore)\n'
      : 'a backup is restored into an empty one only. Create one, and name it in DATABASE_URL (docs/run/backup.md#restore)\n',
  );
  const other = ENGINE === 'sqlite' ? 'postgres://127.0.0.1:1/x' : `file:${join(temporaryFolder(t), 'school.db')}`;
  t.match(await schoolgate({ DATABASE_URL: other }, 'restore', folder), {
    code: 1,
    stderr: `this is a backup of ${ENGINE}; restore it to a database of that engine (DATABASE_URL), then run schoolgate move\n`,
  });
});
