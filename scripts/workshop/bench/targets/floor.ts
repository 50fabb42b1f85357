import { join } from 'node:path';
import { CONFIDENTIAL_CLIENT, FLOOR_SESSION, SCOPE, SESSION_COOKIE } from '../fixtures.ts';
import { ServerProcess, serverEnvironment } from './server-process.ts';
import type { StartServer } from './target.ts';

export const FLOOR = [process.execPath, join(import.meta.dirname, '../floor.ts')];

export const startFloor: StartServer = async (folder) => {
  const server = await ServerProcess.start(FLOOR, await serverEnvironment(folder), folder);
  const describe = async () => ({
    client: CONFIDENTIAL_CLIENT,
    scope: SCOPE,
    resource: server.origin.origin,
    sessionCookie: `${SESSION_COOKIE}=se_${FLOOR_SESSION.id}.${FLOOR_SESSION.secret}`,
  });
  return { server, describe };
};
