import { join } from 'node:path';
import { Browser } from '../browser.ts';
import { CONFIDENTIAL_CLIENT, ENDPOINTS, SCOPE } from '../fixtures.ts';
import { authorizationPath } from '../load/requests.ts';
import { ServerProcess, serverEnvironment } from './server-process.ts';
import type { StartServer } from './target.ts';

export const PEER = [process.execPath, join(import.meta.dirname, '../peer/server.ts')];

export const startPeer: StartServer = async (folder) => {
  const server = await ServerProcess.start(PEER, await serverEnvironment(folder), folder);
  const describe = async () => {
    const refreshScope = SCOPE.replace('openid ', '');
    const setup = { client: CONFIDENTIAL_CLIENT, scope: SCOPE, resource: undefined, refreshScope };
    const browser = new Browser(server.origin);
    const page = await browser.open(authorizationPath(setup));
    if (!page.leftFor?.startsWith(setup.client.redirectUri)) throw new Error(`the peer gave no code: ${page.html}`);
    return { ...setup, sessionCookie: browser.cookieHeader(ENDPOINTS.authorize) };
  };
  return { server, describe };
};
