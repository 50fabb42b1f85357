/** A page of the database is overwritten while the server runs, and before a start (F28). */
import { closeSync, copyFileSync, openSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { type Answer, ServerProcess, type Settings, send } from '../support/server-process.ts';
import { FaultClient } from './client.ts';
import { METADATA } from './probes.ts';
import { type Check, check, type Report } from './report.ts';

const PAGE = 4096;
const fileOf = ({ DATABASE_URL: url = '' }: Settings): string => url.slice('file:'.length);

/** Overwrites the pages of a table, and of what is found by its keys. */
function damage(file: string, table: string): void {
  const db = new Sqlite(file);
  db.pragma('wal_checkpoint(TRUNCATE)');
  const roots = db
    .prepare("select rootpage from sqlite_schema where tbl_name = ? and type in ('table', 'index')")
    .pluck()
    .all(table)
    .map(Number);
  db.close();
  const opened = openSync(file, 'r+');
  for (const root of roots) writeSync(opened, Buffer.alloc(PAGE, 0xa5), 0, PAGE, (root - 1) * PAGE);
  closeSync(opened);
}

async function whileRunning(settings: Settings): Promise<Check[]> {
  const server = await ServerProcess.start(settings);
  const client = await FaultClient.signIn(settings, server.origin);
  const [pair] = await client.tokens(server.origin, 40);
  damage(fileOf(settings), 'tokens');
  // The page cache of the connection has some of it until another process has written.
  const answers: Answer[] = [];
  for (let i = 0; i < 10; i += 1) {
    answers.push(await client.refresh(server.origin, pair?.refresh_token ?? ''));
    await sleep(20);
  }
  const metadata = await send(`${server.origin}${METADATA}`);
  const alive = await send(`${server.origin}/healthz`);
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.includes('SQLITE_CORRUPT'));
  await server.stop();
  return [
    check('answers from the damaged table', [...new Set(answers.map(({ status }) => status))], [503]),
    check('metadata', metadata.status, 200),
    check('alive', alive.status, 200),
    check('lines of the log that say so', lines.length, 1),
  ];
}

/** @returns what a start says, and how it ends */
async function startOn(settings: Settings): Promise<string> {
  try {
    const server = await ServerProcess.start(settings);
    await server.stop();
    return 'starts';
  } catch (error) {
    return String(error instanceof Error ? error.message : error);
  }
}

export async function damagePages(settings: Settings, tables: readonly string[]): Promise<Report> {
  const file = fileOf(settings);
  const whole = `${file}.whole`;
  copyFileSync(file, whole);
  const checks = await whileRunning(settings);
  for (const table of tables) {
    for (const end of ['-wal', '-shm']) copyFileSync('/dev/null', `${file}${end}`);
    copyFileSync(whole, file);
    damage(file, table);
    const said = await startOn(settings);
    const lines = said.split('\n').filter((line) => line !== '' && !line.startsWith('Database: '));
    checks.push(
      check(
        `${table}: one clear line, or it starts`,
        said === 'starts' || (lines.length === 2 && /^Schoolgate cannot start: .*malformed/.test(lines[1] ?? '')),
        true,
      ),
    );
    if (said !== 'starts') checks.push(check(`${table}: no stack trace`, / {4}at /.test(said), false));
  }
  return { checks, figures: { tables: tables.length } };
}
