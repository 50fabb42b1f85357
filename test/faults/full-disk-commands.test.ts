// slow, sqlite
/** What commands do while the disk of the data folder is full or read-only: those that read work, the others say why not. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { freePort, run, startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { COMMAND } from '../support/programs.ts';
import { temporaryFolder } from '../support/settings.ts';
import { NO_SMALL_DISK, SmallDisk } from '../support/small-disk.ts';

t.setTimeout(600_000);

const SAYS = {
  full: /the disk of \S+ is full: make room there, and try again/,
  readOnly: /\S+ is read-only: mount it so that it can be written to/,
};
const NOT_WRITTEN = /the (?:disk of the database is full|database can only be read), so that nothing was written/;

interface Case {
  args: readonly string[];
  prints?: RegExp;
  /** It changes something, which the disk does not take. */
  writes?: boolean;
  code?: number;
}

/** @param elsewhere a folder on another disk */
const casesFor = (elsewhere: string): readonly Case[] => [
  { args: ['users', 'find', 'ruth'], prints: /ruth@riverside\.example/ },
  { args: ['users', 'show', 'ruth@riverside.example'], prints: /ruth@riverside\.example/ },
  { args: ['schools', 'list'], prints: /riverside .*Riverside Academy/ },
  { args: ['schools', 'show', 'riverside'], prints: /Riverside Academy/ },
  { args: ['clients', 'list'] },
  { args: ['keys', 'list'], prints: /signs from/ },
  { args: ['outbox', 'list'], prints: /none/ },
  { args: ['webhooks', 'list', 'riverside'] },
  { args: ['audit', 'list', '--first', '2'], prints: /"event":/ },
  { args: ['audit', 'verify'] },
  { args: ['backup', 'list'], prints: /no backups/ },
  { args: ['backup', '--to', join(elsewhere, 'backups')], prints: /the database and \d+ files/ },
  { args: ['doctor', 'deployment'], prints: /OK +database .*SQLite/, code: 1 },
  { args: ['upgrade-check'], prints: /PASS {2}database/, code: 1 },
  { args: ['users', 'disable', 'ana@riverside.example'], writes: true },
  { args: ['users', 'export', 'ruth@riverside.example', '--to', join(elsewhere, 'ruth.json')], writes: true },
  { args: ['schools', 'close', 'harbour'], writes: true },
  { args: ['keys', 'rotate'], writes: true },
];

async function onDisk(t: Test, use: (disk: SmallDisk, folder: string) => Promise<void>): Promise<void> {
  const mounted = join(temporaryFolder(t), 'disk');
  const disk = SmallDisk.mount(mounted, 24);
  if (disk === undefined) throw new Error('it could be mounted before');
  t.teardown(() => disk.unmount());
  const folder = join(mounted, 'data');
  mkdirSync(folder);
  await use(disk, folder);
}

const setReadOnly = (folder: string, isOn: boolean): unknown =>
  spawnSync('mount', ['-o', `remount,${isOn ? 'ro' : 'rw'}`, join(folder, '..')]);

for (const fault of ['full', 'readOnly'] as const) {
  for (const served of fault === 'full' ? [true, false] : [false]) {
    const title = `commands on a ${fault === 'full' ? 'full' : 'read-only'} disk${served ? ' beside a server' : ''} read, or say why they cannot write`;
    t.test(title, { skip: NO_SMALL_DISK }, (t) =>
      onDisk(t, async (disk, folder) => {
        const settings = { ...TEST_SETTINGS, DATA_DIR: folder, STORAGE_MIN_FREE_MB: '0' };
        t.equal((await run(t, [COMMAND, 'seed'], settings).ended).code, 0);
        const server = served ? await startServer(t, settings) : undefined;
        if (fault === 'full') disk.fill(0);
        else setReadOnly(folder, true);
        const elsewhere = temporaryFolder(t);
        for (const { args, prints = /(?:)/, writes = false, code = 0 } of casesFor(elsewhere)) {
          const ended = await run(t, [COMMAND, ...args], settings).ended;
          t.equal(ended.code, writes ? 1 : code, `${args.join(' ')}: ${ended.stderr}`);
          if (writes) t.match(ended.stderr, NOT_WRITTEN, args.join(' '));
          else t.match(ended.stdout, prints);
          t.notMatch(ended.stderr, /disk I\/O|unable to open|SQLITE_|\n +at /, 'no words of SQLite');
          // A command that opens no database needs no copy.
          if (!served && !args.includes('list')) t.match(ended.stderr, SAYS[fault], args.join(' '));
        }
        const [backup = ''] = readdirSync(join(elsewhere, 'backups'));
        if (!served) {
          const started = await run(t, [COMMAND, 'serve'], { ...settings, PORT: String(await freePort()) }).ended;
          t.equal(started.code, 1);
          t.match(started.stderr, SAYS[fault], 'the start says it');
          t.match((await run(t, [COMMAND, 'migrate'], settings).ended).stderr, SAYS[fault]);
        }
        t.notOk(existsSync(join(folder, `master.key.${process.pid}`)));
        t.strictSame(
          readdirSync(folder).filter((name) => /^master\.key./.test(name)),
          [],
          'no draft of a key',
        );
        disk.makeRoom();
        if (fault === 'readOnly') setReadOnly(folder, false);
        const verified = await run(t, [COMMAND, 'backup', 'verify', join(elsewhere, 'backups', backup)], settings)
          .ended;
        t.match(verified.stdout, /whole: /, verified.stderr);
        t.equal((await run(t, [COMMAND, 'users', 'disable', 'ana@riverside.example'], settings).ended).code, 0);
        if (server !== undefined) t.equal((await fetch(`${server.origin}/readyz`)).status, 200);
        await server?.stop();
      }),
    );
  }
}

t.test('a first start on a full or read-only disk says so', { skip: NO_SMALL_DISK }, (t) =>
  onDisk(t, async (disk, folder) => {
    const settings = { ...TEST_SETTINGS, DATA_DIR: folder, PORT: String(await freePort()) };
    disk.fill(0);
    const onFull = await run(t, [COMMAND, 'serve'], settings).ended;
    t.match(onFull, { code: 1, stderr: SAYS.full });
    disk.makeRoom();
    setReadOnly(folder, true);
    t.match(await run(t, [COMMAND, 'serve'], settings).ended, { code: 1, stderr: SAYS.readOnly });
    setReadOnly(folder, false);
  }),
);
