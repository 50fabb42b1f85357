/** Checks that the server can work, and says what is missing if it cannot. */
import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import fp from 'fastify-plugin';
import type { Config } from '../settings/config.ts';
import { withTimeout } from '../timeout.ts';

/** The checks. `serving` fails while the server waits for the balancer before it stops. */
export const READINESS_CHECKS = ['serving', 'database', 'migrations', 'signing_key', 'storage', 'disk'] as const;
type ReadinessCheck = (typeof READINESS_CHECKS)[number];

export interface Readiness {
  /** Takes at most a second, whatever is broken. */
  failures(): Promise<ReadinessCheck[]>;
  /** From now on, the server is not ready, although it still answers. */
  leave(): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly readiness: Readiness;
  }
}

/** All checks together answer within a second. */
const CHECK_MS = 800;
/** With less, hardly anything can be written any more. */
const MIN_FREE_BYTES = 1024 * 1024;

export default fp(
  async (app) => {
    const { storageDir } = app.config;
    const { keys } = app.oauth;
    let isLeaving = false;

    const checks: Readonly<Record<ReadinessCheck, () => Promise<boolean>>> = {
      serving: async () => !isLeaving,
      database: once(() => app.requireWritableDatabase().then(() => true)),
      migrations: once(() => app.requireUsableDatabase().then(() => true)),
      signing_key: once(async () => (await keys.list()).length > 0),
      storage: once(() => access(storageDir, constants.W_OK | constants.X_OK).then(() => true)),
      disk: once(async () => {
        const free = await Promise.all(Object.values(keptFolders(app.config)).map(freeBytes));
        return free.every((bytes) => bytes === undefined || bytes >= MIN_FREE_BYTES);
      }),
    };

    app.decorate('readiness', {
      async failures() {
        const results = await Promise.all(
          READINESS_CHECKS.map(async (name) => ((await passes(checks[name])) ? undefined : name)),
        );
        return results.filter((name) => name !== undefined);
      },
      leave() {
        isLeaving = true;
      },
    });
  },
  { name: 'readiness', dependencies: ['stores'] },
);

const passes = (check: () => Promise<boolean>): Promise<boolean> => withTimeout(CHECK_MS, check()).catch(() => false);

/** The folders that grow: `data` is that of a database in a file, otherwise `DATA_DIR`, which may not be used then. */
export const keptFolders = ({ databaseUrl, dataDir, storageDir }: Config) => ({
  data: databaseUrl.startsWith('file:') ? dirname(databaseUrl.slice('file:'.length)) : dataDir,
  storage: storageDir,
});

/** @returns `undefined` if there is no such folder */
export async function freeBytes(folder: string): Promise<number | undefined> {
  const disk = await statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return disk === undefined ? undefined : disk.bavail * disk.bsize;
}

/**
 * Runs a check once at a time. One that hangs, as on a file system that is away, holds a thread or a connection, so it
 * is not begun again until it ends.
 */
function once(check: () => Promise<boolean>): () => Promise<boolean> {
  let underWay: Promise<boolean> | undefined;
  return () => {
    underWay ??= check().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
