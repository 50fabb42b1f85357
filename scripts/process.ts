/** What every process of ours does first: refuse an old Node in words, read the settings, build the server. */
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { AppOptions } from '../routes/app.ts';

const OLDEST_NODE = 24;
/** Every ten milliseconds: after so many looks at which no connection had ended, the rest are not waited for. */
const LOOKS_WITHOUT_CHANGE = 50;
const FINISH_WITHIN_MS = 5000;

/** Ends the process with one clear line per fault of the settings or the database. */
export async function openApp(
  overrides: Record<string, string> = {},
  options: AppOptions = {},
): Promise<FastifyInstance> {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE) return fail(`Node ${process.versions.node} is too old: ${OLDEST_NODE} or newer is needed`);
  // Files that we make are nobody else's to read.
  process.umask(0o077);
  // Imported after the check: the database add-on ends an older Node without a word.
  const { loadConfig } = await import('../plugins/config.ts');
  const { ConfigError } = await import('../plugins/environment.ts');
  const { buildApp } = await import('../routes/app.ts');
  try {
    const app = await buildApp(loadConfig({ ...process.env, ...overrides }), options);
    app.addHook('preClose', () => finishConnections(app.server));
    await app.ready();
    return app;
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.message);
    return cannotStart(error);
  }
}

/**
 * Node's own close drops every connection on which no request is being handled, also one whose next request has arrived
 * and was not read yet: the client would see a reset. So the door is closed first, and the connections get a moment in
 * which each is answered once more, with `Connection: close`.
 */
async function finishConnections(server: Server): Promise<void> {
  if (!server.listening) return;
  NetServer.prototype.close.call(server);
  const count = promisify(server.getConnections.bind(server));
  const end = performance.now() + FINISH_WITHIN_MS;
  let before = Number.POSITIVE_INFINITY;
  for (let unchanged = 0; unchanged < LOOKS_WITHOUT_CHANGE && performance.now() < end; ) {
    const open = await count();
    if (open === 0) return;
    unchanged = open < before ? 0 : unchanged + 1;
    before = open;
    await sleep(10);
  }
}

export function cannotStart(error: unknown): never {
  return fail(`Schoolgate cannot start: ${error instanceof Error ? error.message : String(error)}`);
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
