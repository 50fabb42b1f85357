/** Recognizes the proxies that `TRUST_PROXY` names. */
import { BlockList, isIPv6 } from 'node:net';

/** The names that Fastify knows for networks. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Returns a function that says whether an address is one of a proxy.
 * @param networks addresses and networks as in `TRUST_PROXY`, which are valid
 */
export function trustedProxies(networks: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const network of networks.flatMap((one) => NAMED[one] ?? one)) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => address !== undefined && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
