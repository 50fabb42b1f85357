/** What the manual tells operators to type, typed in: the backup of SQLite. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import t from 'tap';
import { temporaryFolder, testApp } from '../support/app.ts';
import { onSqlite } from '../support/database-edit.ts';
import { signedIn } from '../support/signed-in.ts';

t.setTimeout(120_000);

const ANA = 'ana@riverside.example';
const read = (page: string): string => readFileSync(join(import.meta.dirname, '../../docs/run', page), 'utf8');

onSqlite(
  'the backup of a running server is complete, and a server starts on it with the same master key',
  async (t) => {
    const dataDir = temporaryFolder(t);
    const file = join(dataDir, 'schoolgate.db');
    const copy = join(dataDir, 'backup.db');
    const [, statement = ''] = /^sqlite3 \S+ "(VACUUM INTO '[^']+')"$/m.exec(read('backup.md')) ?? [];
    const { app } = await testApp(t, { dataDir, databaseUrl: `file:${file}` });
    await signedIn(app, ANA);
    const other = new Sqlite(file);
    t.teardown(() => other.close());
    const backup = statement.replace(/'.*'/, `'${copy}'`);
    other.exec(backup);
    t.equal((await app.inject('/readyz')).statusCode, 200, 'the server goes on');
    t.throws(() => other.exec(backup), /already exists/, 'a copy that exists is not overwritten');

    const { app: restored } = await testApp(t, { dataDir, databaseUrl: `file:${copy}`, seed: false });
    t.equal((await restored.inject('/readyz')).statusCode, 200);
    const page = await (await signedIn(restored, ANA)).get('/account');
    t.match(page.body, 'Ana Lima');
  },
);
