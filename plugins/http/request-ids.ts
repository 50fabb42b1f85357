/** Names requests. A proxy that is trusted may have named them already, so that its log and ours can be compared. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { trustedProxies } from './trusted-proxies.ts';

/** The ids of nginx, Apache and Caddy, and UUIDs. Nothing that a log or a page would have to escape. */
const FORM = /^[A-Za-z0-9_@.:-]{8,64}$/;

/** @returns a function that names each request: as a trusted proxy did, or by a random part per process and a counter */
export function requestIds(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = trustedProxies(trustProxy);
  const process = randomBytes(6).toString('base64url');
  let count = 0;
  return ({ headers, socket }) => {
    const presented = headers['x-request-id'];
    if (typeof presented === 'string' && FORM.test(presented) && isTrusted(socket.remoteAddress)) return presented;
    count += 1;
    return `${process}-${count.toString(36)}`;
  };
}
