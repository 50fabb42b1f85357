/** What versions promise to databases: which program refuses which tables, and what migrations may do between two releases. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { isUnreleased, mayRun, OLDEST_VERSIONS } from '../../db/engine/compatibility.ts';
import { readMigrations } from '../../db/engine/migrations.ts';
import { VERSION } from '../../schema/program/manifest.ts';
import { RECORDINGS, readRecording, recordedIn } from './record.ts';

const ROOT = join(import.meta.dirname, '../..');
const released = RECORDINGS.filter((version) => !isUnreleased(version)).sort((a, b) => (mayRun(a, b) ? 1 : -1));
const last = released.at(-1) ?? '';
const recording = readRecording(last);
const ENGINES = ['sqlite', 'postgres'] as const;

/** A migration that takes something away, after the release that stopped using it: by its name, the version of that release. */
const UNUSED_SINCE: Readonly<Record<string, string>> = {};

const RUNS: readonly (readonly [program: string, oldest: string, runs: boolean])[] = [
  ['1.0.0', '1.0.0', true],
  ['1.0.0', '1.1.0-dev', false],
  ['1.0.0', '1.1.0', false],
  ['1.0.1', '1.0.0', true],
  ['1.1.0-dev', '1.0.0', true],
  // The migration is not known to this build, so another build of the same version has brought it.
  ['1.1.0-dev', '1.1.0-dev', false],
  ['1.1.0-dev', '1.1.0', false],
  ['1.1.0', '1.1.0-dev', true],
  ['1.1.0', '1.1.0', true],
  ['1.9.0', '1.10.0', false],
  ['1.10.0', '1.9.9', true],
  ['2.0.0-dev', '1.10.0', true],
  ['1.10.0', '2.0.0-dev', false],
];

t.test('which program may run on tables with a migration that it does not know', async (t) => {
  for (const [program, oldest, runs] of RUNS) t.equal(mayRun(program, oldest), runs, `${program} where ${oldest} may`);
});

t.test('what was released stays, and a later migration belongs to a higher version', async (t) => {
  const { version, migration } = recordedIn(recording);
  t.equal(version, last);
  for (const engine of ENGINES) {
    const migrations = readMigrations(engine);
    const times = migrations.map(({ when }) => when);
    t.strictSame(
      times,
      times.toSorted((a, b) => a - b),
      `${engine}: in the order of their times, or a database with a later one would never get it`,
    );
    const count = migrations.findIndex(({ name }) => /^\d+/.exec(name)?.[0] === /^\d+/.exec(migration)?.[0]) + 1;
    t.ok(count > 0, `${engine} has ${migration}`);
    const later = migrations.slice(count);
    if (later.length > 0) t.notOk(mayRun(last, VERSION), `${VERSION} is higher than ${last}`);
    for (const { name, oldestVersion, statements } of later) {
      t.ok(oldestVersion === VERSION || released.includes(oldestVersion), `${name} names a released version`);
      const takes = statements.some((statement) => TAKES_AWAY.test(statement) && !REBUILDS.test(statements.join()));
      t.ok(!takes || UNUSED_SINCE[name] !== undefined, `${name} takes nothing away`);
    }
    if (engine === 'sqlite') {
      const hashes = new Set(recording.match(/(?<=insert into "__drizzle_migrations" values \([^,]*,')[0-9a-f]{64}/g));
      t.strictSame(
        [...hashes],
        migrations.slice(0, count).map(({ hash }) => hash),
        'the released ones are as they were',
      );
    }
  }
  for (const name of Object.keys({ ...OLDEST_VERSIONS, ...UNUSED_SINCE })) {
    t.ok(
      readMigrations('postgres').some((one) => one.name === name) ||
        readMigrations('sqlite').some((one) => one.name === name),
      `${name} exists`,
    );
  }
  for (const since of Object.values(UNUSED_SINCE)) t.ok(released.includes(since), `${since} is released`);
});

const TAKES_AWAY = /^\s*(?:drop table|alter table \S+ (?:drop column|rename))/i;
/** SQLite changes a table by making it anew under another name. */
const REBUILDS = /create table [`"]?__new_/i;

t.test('from a release on, the version is that of the time before the next', async (t) => {
  const text = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  const [unreleased = '', ...others] = text.split(/^## /m).slice(1);
  t.match(unreleased, /^\[Unreleased\]/);
  t.match(
    others[0],
    new RegExp(`^\\[${RegExp.escape(last)}\\] - \\d{4}-\\d\\d-\\d\\d$`, 'm'),
    'the last release is recorded',
  );
  const hasChanges = unreleased.includes('\n- ');
  t.equal(isUnreleased(VERSION), hasChanges, hasChanges ? 'there are changes since' : 'nothing has changed since');
  t.equal(mayRun(last, VERSION), !hasChanges);
});
