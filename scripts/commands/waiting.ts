/**
 * Waits at the start for a database that does not answer yet, and with `MIGRATE=wait` until another process has migrated
 * it. Meanwhile, `/readyz` says what is missing, and everything else is answered with 503.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { mayAnswerLater } from '../../db/engine/engine-errors.ts';
import { inspectDatabase } from '../../db/inspection.ts';
import type { Config } from '../../plugins/settings/config.ts';
import { sentenceOf } from './outage.ts';

const POLL_MS = 500;

type Missing = { check: 'database' | 'migrations'; why: string };

/** @throws {Error} if the database is not there in time, or cannot be used */
export async function waitForDatabase(config: Config): Promise<void> {
  const begin = performance.now();
  let missing = await missingIn(config);
  if (missing === undefined) return;
  const room = await openRoom(config, () => missing?.check);
  try {
    let reported: string | undefined;
    while (missing !== undefined) {
      const { check, why }: Missing = missing;
      const limit = check === 'database' ? config.databaseWait : config.migration.wait;
      if (performance.now() - begin >= limit) throw new Error(`${why}; waited ${limit / 1000} seconds`);
      if (reported !== check) process.stderr.write(`Schoolgate is waiting: ${why}\n`);
      reported = check;
      await sleep(POLL_MS);
      missing = await missingIn(config);
    }
  } finally {
    room.close();
    room.closeAllConnections();
    await once(room, 'close');
  }
}

async function missingIn({ databaseUrl, migration }: Config): Promise<Missing | undefined> {
  // A file is always there, and a start that migrates by itself needs to know nothing else.
  if (databaseUrl.startsWith('file:') && migration.mode !== 'wait') return undefined;
  try {
    const { pending } = await inspectDatabase(databaseUrl);
    if (pending.length === 0 || migration.mode !== 'wait') return undefined;
    const names = pending.map(({ name }) => name).join(', ');
    return { check: 'migrations', why: `the database is not migrated (pending: ${names}); run schoolgate migrate` };
  } catch (error) {
    if (!mayAnswerLater(error)) throw error;
    return {
      check: 'database',
      why: sentenceOf(error),
    };
  }
}

async function openRoom({ host, port }: Config, missing: () => string | undefined): Promise<Server> {
  const room = createServer((request, reply) => {
    const isAlive = request.url === '/healthz';
    reply.writeHead(isAlive ? 200 : 503, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      connection: 'close',
      ...(isAlive ? {} : { 'retry-after': '2' }),
    });
    reply.end(JSON.stringify(isAlive ? { status: 'ok' } : { status: 'not ready', failed: [missing()] }));
  });
  room.listen(port, host);
  await once(room, 'listening');
  return room;
}
