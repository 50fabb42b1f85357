/** The services on which the long scripts try their faults; `tidyUp` removes what is left of them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_POSTGRES, startPostgres } from '../support/postgres.ts';
import { killServers, ServerProcess, type Settings, serviceSettings } from '../support/server-process.ts';
import { FaultClient } from './client.ts';
import type { Report } from './report.ts';

const folders: string[] = [];

/** A folder that is removed in the end. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'schoolgate-faults-'));
  folders.push(folder);
  return folder;
}

/** Settings of a service that nobody else uses, on SQLite unless they name another database. */
export const freshSettings = (overrides: Settings = {}): Promise<Settings> => serviceSettings(freshFolder(), overrides);

/** Ends every server that still runs, and removes every folder. */
export async function tidyUp(): Promise<void> {
  await killServers();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

type Origins = readonly [string, ...string[]];

/** Several processes of one service, and a client that is signed in. */
export async function serving(
  count: number,
  settings: Settings,
  use: (client: FaultClient, origins: Origins) => Promise<Report>,
): Promise<Report> {
  const first = await ServerProcess.start(settings);
  const others: ServerProcess[] = [];
  while (others.length < count - 1) others.push(await ServerProcess.start(settings));
  const client = await FaultClient.signIn(settings, first.origin);
  const report = await use(client, [first.origin, ...others.map(({ origin }) => origin)]);
  for (const server of [first, ...others]) await server.stop();
  return report;
}

/** One process, which believes what is said of the addresses that requests come from. */
export async function alone(use: (settings: Settings, origin: string) => Promise<Report>): Promise<Report> {
  const settings = await freshSettings({ TRUST_PROXY: '127.0.0.1' });
  const server = await ServerProcess.start(settings);
  const report = await use(settings, server.origin);
  await server.stop();
  return report;
}

/** A service on an empty database of a PostgreSQL of its own. @returns why not, where there is none */
export async function onPostgres(
  script: (settings: Settings, createDatabase: () => Promise<string>) => Promise<Report>,
): Promise<Report | string> {
  const postgres = await startPostgres();
  if (postgres === undefined) return NO_POSTGRES;
  try {
    return await script(
      await freshSettings({ DATABASE_URL: await postgres.createDatabase() }),
      postgres.createDatabase,
    );
  } finally {
    await killServers();
    await postgres.stop();
  }
}
