/** Step 1: discovers the server and its endpoints. */
import { checkMetadata } from '../checks.ts';
import { ConnectError } from '../errors.ts';
import * as oauth from '../oauth.ts';
import type { Tour } from '../tour.ts';

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

export async function discover({ http, report, options }: Tour): Promise<oauth.Session['server']> {
  report.step(1, 'Discover: the metadata lists all endpoints, and the client checks that it belongs to this server.');
  const { protocol, hostname } = new URL(options.server);
  // RFC 6749 §10.3, RFC 9700 §2.6: codes and tokens must be sent over TLS, except on the local machine.
  if (protocol === 'http:' && !LOOPBACK.has(hostname))
    report.note(`warning: plain http to ${hostname}: others on the network can read the tokens`);
  const { described, server } = await oauth.discover(new URL(options.server), http.calling);
  const [issuer] = described.authorization_servers ?? [];
  if (issuer === undefined) throw new ConnectError('The resource metadata lists no authorization server.');
  checkMetadata(server, issuer);
  return server;
}
