/** The whole server on a database of its own, with the demo platform and a clock that a test can move. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Test } from 'tap';
import { loadConfig } from '../../plugins/config.ts';
import type { Network } from '../../plugins/guarded-fetch.ts';
import { buildApp } from '../../routes/app.ts';
import { seedDemo } from '../../scripts/demo/seed.ts';

export const BASE = 'http://127.0.0.1:3000';
export const PASSWORD = 'correct-horse-battery';
export const SECRET = 'cs_demo-secret-of-the-confidential-clients';

export interface TestClock {
  now: number;
  advance(ms: number): void;
}

export interface TestApp {
  app: FastifyInstance;
  clock: TestClock;
  /** Every line of the log so far. */
  logs: string[];
}

export interface TestAppOptions {
  env?: Record<string, string>;
  /** Starts on this database; a fresh one in memory otherwise. */
  databaseUrl?: string;
  dataDir?: string;
  seed?: boolean;
  /** Where metadata documents come from. */
  network?: Network;
}

export function temporaryFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'schoolgate-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function testApp(t: Test, options: TestAppOptions = {}): Promise<TestApp> {
  const clock: TestClock = {
    now: Date.UTC(2026, 10, 21, 9, 0, 0),
    advance(ms) {
      this.now += ms;
    },
  };
  const logs: string[] = [];
  const config = loadConfig({
    DATA_DIR: options.dataDir ?? temporaryFolder(t),
    DATABASE_URL: options.databaseUrl ?? 'file::memory:',
    DEMO_PASSWORD: PASSWORD,
    DEMO_SECRET: SECRET,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
    ...options.env,
  });
  const app = await buildApp(config, {
    clock: () => clock.now,
    logStream: { write: (line) => logs.push(line) },
    ...(options.network === undefined ? {} : { network: options.network }),
  });
  await app.ready();
  t.teardown(() => app.close());
  if (options.seed !== false) await seedDemo(app);
  return { app, clock, logs };
}
