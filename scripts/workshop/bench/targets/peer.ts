import { join } from 'node:path';
import { FormBrowser } from '../../../commands/doctor/browser.ts';
import { CONFIDENTIAL_CLIENT, SCOPE } from '../fixtures.ts';
import { authorizationPath } from '../load/requests.ts';
import { ServerProcess, serverEnvironment } from './server-process.ts';
import { cookieHeader, type StartServer } from './target.ts';

export const PEER = [process.execPath, join(import.meta.dirname, '../peer/server.ts')];

export const startPeer: StartServer = async (folder) => {
  const server = await ServerProcess.start(PEER, await serverEnvironment(folder), folder);
  const describe = async () => {
    const refreshScope = SCOPE.replace('openid ', '');
    const setup = { client: CONFIDENTIAL_CLIENT, scope: SCOPE, resource: undefined, refreshScope };
    const browser = new FormBrowser(server.origin.origin);
    const { leavesFor, body } = await browser.get(authorizationPath(setup));
    if (!leavesFor?.href.startsWith(setup.client.redirectUri)) throw new Error(`the peer gave no code: ${body}`);
    return { ...setup, sessionCookie: cookieHeader(browser) };
  };
  return { server, describe };
};
