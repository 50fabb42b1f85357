// slow, sqlite
/** The executable: one file that runs a school, from a read-only folder whose path has blanks and umlauts. */
import { execFile } from 'node:child_process';
import { chmodSync, createReadStream, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import t from 'tap';
import { temporaryFolder } from '../support/app.ts';
import { runProgram } from '../support/live-server.ts';
import { ROOT } from '../support/programs.ts';
import { smokeTest } from '../support/smoke.ts';
import { IS_THOROUGH } from '../support/thorough.ts';

const MIB = 1024 * 1024;
t.setTimeout(240_000);

/** It takes 20 seconds. */
const notAsked = IS_THOROUGH ? false : 'the executable is made with THOROUGH=on';

t.test(
  'npm run binary makes one file that runs a school without Node, and leaves no add-on behind',
  { skip: notAsked },
  async (t) => {
    const folder = join(temporaryFolder(t), 'Grüne Schule');
    const temporary = temporaryFolder(t);
    mkdirSync(folder);
    const file = join(folder, 'schoolgate');
    await promisify(execFile)('npm', ['run', 'binary', '--', file], { cwd: ROOT });
    let size = 0;
    for await (const chunk of createReadStream(file).pipe(createGzip())) size += chunk.length;
    t.ok(size < 60 * MIB, `${Math.round(size / MIB)} MiB compressed`);

    chmodSync(folder, 0o500);
    t.teardown(() => chmodSync(folder, 0o700));
    await smokeTest(t, [file], { PATH: '', TMPDIR: temporary });
    t.strictSame(readdirSync(temporary), []);

    const data = join(temporaryFolder(t), 'data');
    const withoutTemporary = { TMPDIR: '/none', DATA_DIR: data };
    const migrated = await runProgram(t, [file, 'migrate'], withoutTemporary).ended;
    t.equal(migrated.code, 0, migrated.stderr);
    const left = [data, join(data, '..'), process.cwd()].flatMap((one) => readdirSync(one));
    t.strictSame(
      left.filter((name) => name.startsWith('schoolgate-')),
      [],
      'it unpacks to the data folder, and tidies up',
    );
    const nowhere = await runProgram(t, [file, 'migrate'], { TMPDIR: '/none', DATA_DIR: '/proc/none' }).ended;
    t.match(nowhere.stderr, /cannot unpack and load its part of SQLite in \/none or \/proc .*: set TMPDIR to a folder/);
    t.notMatch(nowhere.stderr, 'the database');
  },
);
