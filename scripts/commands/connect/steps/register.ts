/** Step 2: registers the client, unless its id is given. */
import { ASK_FOR_APPLICATION, ConnectError } from '../errors.ts';
import * as oauth from '../oauth.ts';
import type { Tour } from '../tour.ts';

export async function register(
  { http, report, options }: Tour,
  server: oauth.Session['server'],
  redirectUri: string,
): Promise<oauth.Session> {
  const session = { server, resource: options.server, http: http.calling };
  if (options.clientId !== undefined) {
    report.step(2, 'Register: not needed, because the command line contains a client.');
    report.note(
      `client_id ${options.clientId}; ${redirectUri} must be among its redirect URIs (the port does not count)`,
    );
    return { ...session, ...oauth.identify(options.clientId, options.clientSecret) };
  }
  report.step(2, 'Register: a program on your own computer can register itself and gets a client_id without a secret.');
  if (server.registration_endpoint === undefined) {
    throw new ConnectError(`This server does not offer registration: ask ${ASK_FOR_APPLICATION}`);
  }
  return { ...session, ...oauth.identify(await oauth.register(server, redirectUri, http.calling)) };
}
