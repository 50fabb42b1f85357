/**
 * The master key of a local development server, created on first start and kept in the data directory. Any other server
 * must be given `MASTER_KEY`, and without it the configuration is refused here.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './environment.ts';

/**
 * Returns the master key, which encrypts all secrets at rest, from a file in the data directory. Creates it if necessary.
 * @throws {ConfigError} if the server is not a local one
 */
export function localMasterKey(dataDir: string, developing: boolean): Buffer {
  if (!developing) {
    throw new ConfigError(
      'MASTER_KEY is required unless BASE_URL is http on a loopback address (openssl rand -base64 32)',
    );
  }
  const file = join(dataDir, 'master.key');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Another process may start at the same time. The file is created atomically, and the first one counts.
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64');
  if (key.length < 32) throw new ConfigError(`${file} does not hold a key of 32 bytes`);
  return key;
}
