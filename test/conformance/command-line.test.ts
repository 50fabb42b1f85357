// slow
/** The program of all commands: help, exit codes and completion. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { COMMANDS } from '../../scripts/commands/registry.ts';
import { emptyDatabase } from '../support/database-edit.ts';
import { type Outcome, run, startServer } from '../support/live-server.ts';
import { noPostgres } from '../support/postgres.ts';
import { COMMAND, programFile } from '../support/programs.ts';
import { temporaryFolder } from '../support/settings.ts';

const schoolgate = (t: Test, ...args: string[]): Promise<Outcome> => run(t, [COMMAND, ...args], {}).ended;

t.test('help lists every command, and each command explains itself', async (t) => {
  const [overview, ofUsers, ofKeys] = await Promise.all([
    schoolgate(t, 'help'),
    schoolgate(t, 'help', 'users'),
    schoolgate(t, 'keys', 'list', '--help'),
  ]);
  t.strictSame([overview.code, ofUsers.code, ofKeys.code], [0, 0, 0]);
  for (const { name, summary } of COMMANDS) t.match(overview.stdout, new RegExp(`^  ${name} +${summary}$`, 'm'));
  t.match(ofUsers.stdout, /^Usage: schoolgate users find/);
  t.match(ofKeys.stdout, /^Usage: schoolgate keys <command>/);
});

t.test('the programs that build and check explain themselves, and take no option for a folder', async (t) => {
  for (const [program, name] of [
    ['scripts/workshop/build.ts', 'run build'],
    ['scripts/workshop/lint.ts', 'run lint'],
    ['scripts/workshop/testing/run.ts', 'test'],
    ['scripts/workshop/sections.ts', 'run sections'],
    ['scripts/workshop/asvs.ts', 'run manual -- asvs'],
    ['scripts/workshop/manual.ts', 'run manual'],
    ['scripts/workshop/machine.ts', 'run machine'],
    ['scripts/workshop/generate.ts', 'run generate'],
    ['scripts/workshop/bench/index.ts', 'run bench'],
    ['test/machines/model/command.ts', 'run machine -- model'],
    ['test/machines/fuzz/command.ts', 'run machine -- fuzz'],
    ['test/machines/floods/command.ts', 'run machine -- floods'],
    ['test/machines/faults.ts', 'run machine -- faults'],
    ['test/machines/soak/command.ts', 'run machine -- soak'],
    ['test/machines/backup-times.ts', 'run machine -- backup-times'],
    ['test/machines/migration-locks.ts', 'run machine -- migration-locks'],
    ['test/machines/fleet/command.ts', 'run machine -- fleet'],
    ['test/machines/simulation/command.ts', 'run machine -- simulate'],
  ] as const) {
    const { code, stdout, stderr } = await run(t, [program, '--bad'], {}).ended;
    t.strictSame([code, stdout], [2, ''], `${program} --bad`);
    t.match(stderr, new RegExp(`^there is no option --bad\\nUsage: npm ${name} `));
    t.match(await run(t, [program, '--help'], {}).ended, { code: 0, stdout: `Usage: npm ${name} `, stderr: '' });
  }
  const stderr = /^there is no option --hlp\nUsage: npm run build -- \[<folder>\] .*\n$/;
  t.match(await run(t, ['scripts/workshop/build.ts', '--hlp'], {}).ended, { code: 2, stdout: '', stderr });
  t.notOk(existsSync('--hlp'));
});

t.test('a command ends in silence when its output is not read', (t) => {
  for (const args of ['help', 'users --help', 'completion bash', 'keys list --help']) {
    const program = [process.execPath, programFile(COMMAND)];
    const said = execFileSync('sh', ['-c', `{ "$0" "$1" ${args} | true; } 2>&1`, ...program], { encoding: 'utf8' });
    t.equal(said, '', args);
  }
  t.end();
});

t.test('a shell completes exactly the words of the help', async (t) => {
  for (const { name, words, load } of COMMANDS) {
    const { USAGE } = await load();
    const options = new Set(USAGE.match(/(?<![\w-])--[a-z][a-z-]*/g));
    t.strictSame(words.filter((word) => word.startsWith('--')).sort(), [...options].sort(), name);
    for (const word of words) t.ok(new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(USAGE), `${name} ${word}`);
  }
  const { stdout } = await schoolgate(t, 'completion', 'bash');
  const completed = (...typed: string[]): string[] =>
    execFileSync(
      'bash',
      [
        '-c',
        `${stdout}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _schoolgate; echo "\${COMPREPLY[@]}"`,
        'bash',
        ...typed,
      ],
      {
        encoding: 'utf8',
      },
    )
      .trim()
      .split(' ');
  t.strictSame(completed('schoolgate', 'se'), ['serve', 'seed']);
  t.strictSame(completed('schoolgate', 'keys', 'r'), ['rotate', 'revoke', 'reseal', 'reset']);
  t.strictSame(completed('schoolgate', 'seed', '--'), ['--json', '--scale', '--help']);
});

t.test('every command explains itself after any argument, and refuses one that it does not know', async (t) => {
  for (const { name, words } of COMMANDS) {
    const [word = 'anything'] = words;
    const [help, wrong] = await Promise.all([
      schoolgate(t, name, word, '--help'),
      schoolgate(t, name, '--no-such-option'),
    ]);
    t.strictSame([help.code, help.stderr], [0, ''], name);
    t.match(help.stdout, /^Usage: schoolgate [a-z-]+\b/, name);
    t.strictSame([wrong.code, wrong.stdout], [2, ''], name);
    t.notMatch(wrong.stderr, /^ {4}at /m, `${name} prints no stack`);
  }
});

/** Commands that open the database of a server that is there, with arguments that are right. */
const ON_A_SERVER: readonly (readonly string[])[] = [
  ['keys', 'list'],
  ['keys', 'rotate', '--now'],
  ['keys', 'reset', '--i-have-lost-the-master-key'],
  ['clients', 'list'],
  ['schools', 'list'],
  ['users', 'find', 'ruth'],
  ['audit', 'verify'],
  ['outbox', 'list'],
  ['webhooks', 'list', 'riverside'],
  ['backup'],
  ['backup', 'list'],
  ['move', '--to', 'postgres://127.0.0.1:1/nothing'],
];

t.test('commands name the database first, and make none where no server was started', async (t) => {
  for (const args of ON_A_SERVER) {
    const folder = join(temporaryFolder(t), 'data');
    const withKey = { DATA_DIR: folder, MASTER_KEY: randomBytes(32).toString('base64') };
    for (const environment of [{ DATA_DIR: folder }, withKey]) {
      const { code, stdout, stderr } = await run(t, [COMMAND, ...args], environment).ended;
      t.strictSame([code, stdout], [1, ''], args.join(' '));
      t.ok(stderr.startsWith(`Database: ${join(folder, 'schoolgate.db')}, data folder: ${folder}\n`), stderr);
      t.match(stderr, /\bset (DATABASE_URL|DATA_DIR)\b/i, `${args.join(' ')} says which setting is wrong`);
      t.notMatch(stderr, /^ {4}at /m);
      t.notOk(existsSync(folder), 'nothing was made');
    }
  }
});

t.test(
  'the list of backups without a database names both places, and needs none where there are backups',
  async (t) => {
    const folder = temporaryFolder(t);
    const list = (...args: string[]) => run(t, [COMMAND, 'backup', 'list', ...args], { DATA_DIR: folder }).ended;
    for (const args of [[], ['--json']]) {
      const { code, stdout, stderr } = await list(...args);
      t.strictSame([code, stdout], [1, '']);
      t.match(
        stderr,
        `no backups in ${join(folder, 'backups')} (--to names another folder)\nthere is no database of Schoolgate yet: `,
      );
      t.match(stderr, 'set DATABASE_URL or DATA_DIR as the server has it');
    }
    t.match(await list('--to', folder), {
      code: 0,
      stdout: `no backups in ${folder}; name another folder with --to\n`,
    });
    const backup = join(folder, 'backups', 'schoolgate-2026-11-23T02-30-00-000Z');
    mkdirSync(backup, { recursive: true });
    const listed = await list();
    t.equal(listed.code, 0, 'before a restore');
    t.ok(listed.stdout.startsWith(`${backup}  `));
  },
);

t.test('an empty PostgreSQL database is refused, and its password is not printed', { skip: noPostgres }, async (t) => {
  const { url } = await emptyDatabase(t, 'postgres');
  const secret = `${url}&password=not-for-the-screen`;
  const environment = { DATA_DIR: temporaryFolder(t), MASTER_KEY: randomBytes(32).toString('base64') };
  for (const args of [['keys', 'list'], ['backup'], ['backup', 'list']]) {
    const { code, stderr } = await run(t, [COMMAND, ...args], { ...environment, DATABASE_URL: secret }).ended;
    t.equal(code, 1);
    t.match(
      stderr,
      /^Database: postgres:\/\/test@\/.*\n(?:no backups in .*\n)?there is no database of Schoolgate yet: .*schoolgate migrate\n$/,
    );
    t.notMatch(stderr, 'not-for-the-screen');
  }
});

t.test('wrong values of arguments end with exit code 2', async (t) => {
  const server = await startServer(t);
  const { dataDir, databaseUrl } = server;
  const wrong = [
    ['audit', 'list', '--first', 'many'],
    ['audit', 'list', '--from', 'yesterday'],
    ['users', 'end-before', 'tomorrow'],
    ['schools', 'hand-over', 'riverside'],
    ['clients', 'adopt', 'not-a-url', '--site', 'riverside'],
    ['move', '--to', 'foo'],
    ['schools', 'create', 'east'],
  ];
  for (const args of wrong) {
    const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
    const { code, stderr } = await run(t, [COMMAND, ...args], settings).ended;
    t.equal(code, 2, args.join(' '));
    t.match(stderr, /^Database: .*\n[^\n]+\n$/, 'and one line that says why');
  }
  const file = join(dataDir, 'url');
  writeFileSync(file, 'foo');
  for (const [args, said] of [
    [['move', '--to', 'foo'], '--to must be file:<path> or postgres://…'],
    [['move', '--to-file', file], 'the URL in --to-file must be file:<path> or postgres://…'],
    [['move', '--to-file', '/nope'], '--to-file /nope cannot be read: '],
    [['schools', 'create', 'east'], '--name is required; --owner is required'],
    [['schools', 'create', 'East', '--name', 'E', '--owner', 'x'], '<slug> must consist of '],
    [['schools', 'create', 'east', '--name', 'E', '--owner', 'x'], '--owner must be an e-mail address'],
  ] as const) {
    const { code, stderr } = await run(t, [COMMAND, ...args], { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }).ended;
    t.equal(code, 2, args.join(' '));
    t.ok(stderr.split('\n')[1]?.includes(said), stderr);
    t.notMatch(stderr, /DATABASE_URL|^ {4}at /m);
  }
});

t.test('wrong arguments end with exit code 2, what is wrong with them, and the usage', async (t) => {
  const cases: [args: string[], said: RegExp][] = [
    [['nonsense'], /^there is no command nonsense\n\nUsage: schoolgate/],
    [['serve', 'now'], /^unexpected argument: now\nUsage: schoolgate serve/],
    [['migrate', '--now'], /^there is no option --now\nUsage: schoolgate migrate/],
    [['seed', '--bogus'], /^there is no option --bogus\nUsage: schoolgate seed/],
    [['users'], /^the command is missing\nUsage: schoolgate users/],
    [['users', 'delete', 'ruth'], /^there is no command delete\nUsage: schoolgate users/],
    [['users', 'find'], /^<text> is missing\nUsage: schoolgate users/],
    [['users', 'reset-second-factor'], /^<user> is missing\nUsage: schoolgate users/],
    [['users', 'show', 'ruth', 'ana'], /^unexpected argument: ana\nUsage: schoolgate users/],
    [['keys', 'reset'], /^--i-have-lost-the-master-key is missing\nUsage: schoolgate keys/],
    [['keys', 'master'], /^new is missing after master\nUsage: schoolgate keys/],
    [['keys', 'list', '--now'], /^list takes no --now\nUsage: schoolgate keys/],
    [['schools', 'create', 'north', 'south'], /^unexpected argument: south\nUsage: schoolgate schools/],
    [['clients', 'adopt'], /^<url> is missing\nUsage: schoolgate clients/],
    [['audit', 'show'], /^there is no command show\nUsage: schoolgate audit/],
    [['outbox', 'retry'], /^<id> or --all is missing\nUsage: schoolgate outbox/],
    [['outbox', 'drop', 'out_1', '--all'], /^either <id> or --all can be given\nUsage: schoolgate outbox/],
    [['webhooks', 'enable', 'riverside'], /^<id> is missing\nUsage: schoolgate webhooks/],
    [['backup', 'show'], /^there is no command show\nUsage: schoolgate backup/],
    [['backup', 'list', '--keep', '3'], /^list takes no --keep\nUsage: schoolgate backup/],
    [['restore'], /^<folder> is missing\nUsage: schoolgate restore/],
    [['move'], /^name the new database by either --to or --to-file\nUsage: schoolgate move/],
    [['completion', 'fish'], /^there is no completion for fish\nUsage: schoolgate completion bash\|zsh/],
  ];
  for (const [args, said] of cases) {
    const { code, stdout, stderr } = await schoolgate(t, ...args);
    t.strictSame([code, stdout], [2, '']);
    t.match(stderr, said);
  }
});
