/** Names requests. A proxy that is trusted may have named them already, so that its log and ours can be compared. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';

/** The ids of nginx, Apache and Caddy, and UUIDs. Nothing that a log or a page would have to escape. */
const FORM = /^[A-Za-z0-9_@.:-]{8,64}$/;

/** The names that Fastify knows for networks. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** @returns a function that names each request: as a trusted proxy did, or by a random part per process and a counter */
export function requestIds(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = membersOf(trustProxy);
  const process = randomBytes(6).toString('base64url');
  let count = 0;
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    if (typeof given === 'string' && FORM.test(given) && isTrusted(socket.remoteAddress)) return given;
    count += 1;
    return `${process}-${count.toString(36)}`;
  };
}

/** @param networks addresses and networks as in `TRUST_PROXY`, which are valid */
export function membersOf(networks: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const network of networks.flatMap((one) => NAMED[one] ?? one)) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => address !== undefined && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
