// slow, sqlite
/** What commands that take long show of their work on a terminal and elsewhere, and what Ctrl-C makes of them. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import t, { type Test } from 'tap';
import { type Outcome, run, runProgram } from '../support/live-server.ts';
import { noPostgres, throwawayPostgres } from '../support/postgres.ts';
import { childrenOf } from '../support/processes.ts';
import { COMMAND, programFile } from '../support/programs.ts';
import { PASSWORD, temporaryFolder } from '../support/settings.ts';
import { until } from '../support/until.ts';

t.setTimeout(600_000);

const ROWS = 12_000;
/** Of megabytes, so that a copy takes some seconds. */
const FILLER = 300;
const noTerminal = spawnSync('script', ['--version']).error !== undefined && 'script (util-linux) is not installed';

interface Case {
  name: string;
  args: (place: Place) => readonly string[];
  /** What its line says. */
  shows: RegExp;
  /** Returns whether it is in the middle of its work. */
  isUnderWay: (place: Place, output: string, onTerminal: boolean) => boolean;
  stopped: RegExp;
  /** What must hold after the interruption. */
  holds: (t: Test, place: Place) => void | Promise<void>;
  /** How it ends when it is run again. */
  again: RegExp;
  /** Another place than that of the others. */
  isElsewhere?: boolean;
}

interface Place {
  folder: string;
  file: string;
  environment: Record<string, string>;
}

const count = ({ file }: Place, sql: string): number => {
  const connection = new Sqlite(file, { readonly: true });
  const found = Number(connection.prepare(sql).pluck().get());
  connection.close();
  return found;
};
const filesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);
const imported = "select count(*) from people where email like '%@import.example'";
let backup = '';

const CASES: readonly Case[] = [
  {
    name: 'users import',
    args: ({ folder }) => ['users', 'import', join(folder, 'people.csv')],
    shows: /schoolgate users import … \[#* *\] [\d,]+ of 12,000, \d+ s/,
    // A fast machine is done before the first line elsewhere.
    isUnderWay: (place, output, onTerminal) =>
      onTerminal ? /\] [1-9][\d,]* of 12,000, \d+ s/.test(output) : count(place, imported) > 500,
    stopped:
      /Stopped at line \d+: [\d,]+ of 12,000 rows are done \(created \d+, joined 0, unchanged \d+, refused 0\)\. Run the same command again: rows that exist are left as they are\.\s+$/,
    holds(t, place) {
      const stored = count(place, imported);
      t.ok(stored > 0 && stored < ROWS, `${stored} rows are stored`);
    },
    again: /created \d+, joined 0, unchanged [1-9]\d+, refused 0/,
  },
  {
    name: 'backup',
    args: () => ['backup'],
    shows: /Taking a backup … (?:\[.*\] [\d,]+ of [\d,]+, )?\d+ s/,
    isUnderWay: ({ folder }) => filesIn(join(folder, 'backups')).some((name) => name.startsWith('.unfinished-')),
    stopped: /Stopped: no backup was taken\. Run the command again\.\s+$/,
    holds(t, { folder }) {
      t.strictSame(filesIn(join(folder, 'backups')), [], 'nothing is left');
    },
    again: /: the database and \d+ files, in \d+ ms/,
  },
  {
    name: 'backup verify',
    args: () => ['backup', 'verify', backup],
    shows: /Reading the backup … /,
    isUnderWay: (_, output) => output.includes('Database: '),
    stopped: /Stopped: the backup was not verified\. Run the command again\.\s+$/,
    holds: () => undefined,
    again: /whole: /,
  },
  {
    name: 'restore',
    args: () => ['restore', backup],
    shows: /(?:Restoring|Reading the backup) … /,
    isUnderWay: (_, output) => output.includes('Database: '),
    stopped: /Stopped: nothing was restored\. Run the command again\.\s+$/,
    holds(t, { file }) {
      t.notOk(existsSync(file), 'there is no database');
    },
    again: /restored the database and \d+ files/,
    isElsewhere: true,
  },
  {
    name: 'seed',
    args: () => ['seed', '--scale', '30'],
    shows: /Creating the demo … \[#* *\] \d+ of 58, \d+ s/,
    isUnderWay: (_, output) => / of 58, \d+ s/.test(output),
    stopped: /Stopped: a part of the demo is there\. Run the command again, which adds the rest\.\s+$/,
    holds(t, place) {
      t.equal(count(place, 'select count(*) from sites'), 2);
    },
    again: /ruth@riverside\.example/,
    isElsewhere: true,
  },
];

async function prepared(t: Test, isElsewhere: boolean): Promise<Place> {
  const folder = temporaryFolder(t);
  const environment = { DATA_DIR: folder, DEMO_PASSWORD: PASSWORD, LOG_LEVEL: 'error', SMTP_URL: 'off' };
  const place = { folder, file: join(folder, 'schoolgate.db'), environment };
  if (isElsewhere) return place;
  t.equal((await run(t, [COMMAND, 'seed'], environment).ended).code, 0);
  const connection = new Sqlite(place.file);
  connection.exec('create table filler (bytes)');
  const insert = connection.prepare('insert into filler values (randomblob(1000000))');
  for (let n = 0; n < FILLER; n += 1) insert.run();
  connection.close();
  const rows = Array.from({ length: ROWS }, (_, n) => `p${n}@import.example,Person ${n}\n`);
  writeFileSync(join(folder, 'people.csv'), `email,name\n${rows.join('')}`);
  return place;
}

/** @returns what it printed on both, and how it ended */
async function interrupted(
  t: Test,
  one: Pick<Case, 'args' | 'isUnderWay'>,
  place: Place,
  onTerminal: boolean,
): Promise<Outcome> {
  const command = [process.execPath, programFile(COMMAND), ...one.args(place)];
  const running = onTerminal
    ? runProgram(t, ['script', '-qefc', command.join(' '), '/dev/null'], place.environment)
    : run(t, [COMMAND, ...one.args(place)], place.environment);
  let output = '';
  for (const stream of [running.stdout, running.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  let ended: Outcome | undefined;
  void running.ended.then((outcome) => {
    ended = outcome;
  });
  await until(() => ended !== undefined || one.isUnderWay(place, output, onTerminal));
  if (ended !== undefined) {
    t.fail(`it ended before: ${output.slice(0, 500)}`);
    return ended;
  }
  const pid = onTerminal ? youngestOf(running.pid) : running.pid;
  // As the terminal does, and npm once more.
  process.kill(pid, 'SIGINT');
  process.kill(pid, 'SIGINT');
  return running.ended;
}

/** The command itself, which a shell in the terminal has started. */
const youngestOf = (pid: number): number => {
  const [child] = childrenOf(pid);
  return child === undefined ? pid : youngestOf(child);
};

for (const onTerminal of [true, false]) {
  const where = onTerminal ? 'on a terminal' : 'elsewhere';
  t.test(`Ctrl-C ${where} says where a command stands, and it can be run again`, async (t) => {
    if (onTerminal && noTerminal) return t.comment(noTerminal);
    const place = await prepared(t, false);
    for (const one of CASES) {
      await t.test(one.name, async (t) => {
        const own = one.isElsewhere ? await prepared(t, true) : place;
        // The key of the backup.
        if (one.name === 'restore') own.environment.MASTER_KEY_FILE = join(place.folder, 'master.key');
        const { code, stdout, stderr } = await interrupted(t, one, own, onTerminal);
        const shown = onTerminal ? stdout : stderr;
        t.match(shown, one.stopped);
        t.equal(code, 130);
        if (onTerminal) t.match(shown, one.shows);
        if (onTerminal) t.match(shown, '\r\u001b[K', 'one line that changes');
        else t.notOk(shown.includes('\r'), 'whole lines');
        await one.holds(t, own);
        const {
          stdout: result,
          stderr: about,
          code: end,
        } = await run(t, [COMMAND, ...one.args(own)], own.environment).ended;
        t.equal(end, 0, about);
        t.match(result + about, one.again);
        t.notOk(about.includes('\r'));
        if (one.name === 'backup') backup = join(own.folder, 'backups', filesIn(join(own.folder, 'backups'))[0] ?? '');
      });
    }
  });
}

t.test(
  'Ctrl-C leaves the target of a move empty, in both directions',
  { skip: noTerminal || noPostgres },
  async (t) => {
    const place = await prepared(t, true);
    const postgres = await throwawayPostgres(t);
    const filled = await postgres.createDatabase();
    t.equal((await run(t, [COMMAND, 'seed', '--scale', '20'], place.environment).ended).code, 0);
    const first = await run(t, [COMMAND, 'move', '--to', filled], place.environment).ended;
    t.match(first, { code: 0, stderr: /moved \d+ rows/ });
    const moved = join(place.folder, 'moved.db');
    const ways: readonly [from: string, to: string][] = [
      [`file:${place.file}`, await postgres.createDatabase()],
      [filled, `file:${moved}`],
    ];
    for (const [DATABASE_URL, to] of ways) {
      const own = { ...place, environment: { ...place.environment, DATABASE_URL } };
      const move: Pick<Case, 'args' | 'isUnderWay'> = {
        args: () => ['move', '--to', `'${to}'`],
        isUnderWay: (_, output) => /Moving rows … [1-9][\d,]*, \d+ s/.test(output),
      };
      const { code, stdout } = await interrupted(t, move, own, true);
      t.match(stdout, /Stopped: nothing was moved, and the new database is still empty\. Run the command again\.\s+$/);
      t.equal(code, 130);
      t.strictSame(
        filesIn(place.folder).filter((name) => name.startsWith('moved.db')),
        [],
      );
      const again = await run(t, [COMMAND, 'move', '--to', to], own.environment).ended;
      t.match(again, { code: 0, stderr: /moved \d+ rows/ });
    }
  },
);

t.test('a quick command prints nothing of its work, and Ctrl-C ends each that says nothing of its own', async (t) => {
  const place = await prepared(t, true);
  mkdirSync(place.folder, { recursive: true });
  const first = await run(t, [COMMAND, 'migrate'], place.environment).ended;
  t.match(first.stdout, /^applied \d+ migrations, 0000_\w+ to \d{4}_\w+\n$/, 'migrate says what it did');
  const again = await run(t, [COMMAND, 'migrate'], place.environment).ended;
  t.equal(again.stdout, 'the database is up to date: there was no migration to apply\n');
  t.match(again.stderr, /^Database: .*\n$/);
});
