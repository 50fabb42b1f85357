/** What every process of ours does first: refuse an old Node in words, read the settings, build the server. */
import type { FastifyInstance } from 'fastify';

const OLDEST_NODE = 24;

/** Ends the process with one clear line per fault of the settings or the database. */
export async function openApp(overrides: Record<string, string> = {}): Promise<FastifyInstance> {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE) return fail(`Node ${process.versions.node} is too old: ${OLDEST_NODE} or newer is needed`);
  // Imported after the check: the database add-on ends an older Node without a word.
  const { ConfigError, loadConfig } = await import('../plugins/config.ts');
  const { buildApp } = await import('../routes/app.ts');
  try {
    const app = await buildApp(loadConfig({ ...process.env, ...overrides }));
    await app.ready();
    return app;
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.message);
    return cannotStart(error);
  }
}

export function cannotStart(error: unknown): never {
  return fail(`Schoolgate cannot start: ${error instanceof Error ? error.message : String(error)}`);
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
