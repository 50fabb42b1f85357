// postgres
/** A pool in front of PostgreSQL: PgBouncer with one server connection for each session. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import t from 'tap';
import { testApp } from '../support/app.ts';
import { databaseFile, prepareDatabase } from '../support/database-edit.ts';
import { DEMO, obtainTokens, refresh } from '../support/oauth-client.ts';
import { databaseName, noPostgres, postgresFolder, query } from '../support/postgres.ts';
import { temporaryFolder } from '../support/settings.ts';
import { until } from '../support/until.ts';

const PORT = 6432;
const isMissing = spawnSync('pgbouncer', ['--version']).status !== 0;

/** @returns the URL of the database through the pool */
async function pooled(t: Test, url: string): Promise<string> {
  const folder = temporaryFolder(t);
  const config = join(folder, 'pgbouncer.ini');
  const name = databaseName(url);
  writeFileSync(
    config,
    `[databases]
${name} = host=${postgresFolder()} dbname=${name} user=test
[pgbouncer]
listen_addr =
listen_port = ${PORT}
unix_socket_dir = ${folder}
auth_type = any
pool_mode = session
`,
  );
  // It does not run as root, and whoever owns the folder of PostgreSQL can reach its socket.
  const { uid, gid } = statSync(postgresFolder());
  chownSync(folder, uid, gid);
  const child = spawn('pgbouncer', ['-q', config], { stdio: 'ignore', cwd: folder, uid, gid });
  t.teardown(async () => {
    child.kill('SIGINT');
    if (child.exitCode === null) await once(child, 'exit');
  });
  const through = `postgres://test@/${name}?host=${folder}&port=${PORT}`;
  await until(async () => (await query(through, 'select 1').catch(() => [])).length === 1);
  return through;
}

const skip = noPostgres || (isMissing && 'PgBouncer is not installed here (Debian: pgbouncer)');

t.test('behind PgBouncer with a connection for each session, everything works', { skip }, async (t) => {
  const { url } = databaseFile(t);
  await prepareDatabase(url, 'demo');
  const through = await pooled(t, url);
  const { app } = await testApp(t, { databaseUrl: through, env: { DATABASE_POOL: '5' } });
  t.equal((await app.inject('/readyz')).statusCode, 200);
  for (let round = 0; round < 3; round += 1) {
    const tokens = await Promise.all(Array.from({ length: 6 }, () => obtainTokens(app, DEMO.cli)));
    for (const { refresh_token } of tokens) t.equal((await refresh(app, DEMO.cli, refresh_token)).statusCode, 200);
  }
});
