/**
 * Volume limits per window, of which each worker has its part, because they share the port. Limits that all nodes share
 * are counted in the database (`throttle.ts`, `db/running/throttles.ts`).
 */
import { isIP, isIPv6, SocketAddress } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { OAuthError } from '../../schema/oauth/oauth-error.ts';
import type { Config } from '../settings/config.ts';

export interface VolumeLimit {
  /**
   * Counts one request under a key. The key is short, and callers cannot choose it freely.
   * @param reply gets the headers that describe the limit
   * @throws {OAuthError} `temporarily_unavailable` with status 429 if the limit of this window is reached
   */
  take(key: string, reply?: FastifyReply): void;
  /** Counts one request of a caller who is not known: by network, and for IPv6 also by the /48 around it. @throws as `take` */
  takeFrom(request: FastifyRequest, reply?: FastifyReply): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly volumeLimit: (max: number, windowMs: number) => VolumeLimit;
    /** The key for limits per caller. */
    readonly networkOf: (request: FastifyRequest) => string;
    /** The same with the /48 of an IPv6 address, which a single customer can have. */
    readonly widerNetworkOf: (request: FastifyRequest) => string;
  }
}

/**
 * One spelling for each address: the IPv4 address where IPv6 maps one. Some proxies forward the port too, which differs
 * with each connection. Everything that is no address counts as one caller.
 */
function canonicalAddress(forwarded: string): string {
  const address = /^\[([^\]]*)\](?::\d+)?$/.exec(forwarded)?.[1] ?? /^([0-9.]+):\d+$/.exec(forwarded)?.[1] ?? forwarded;
  if (isIP(address) === 0) return 'no address';
  if (!isIPv6(address)) return address;
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  return /^::ffff:([0-9.]+)$/.exec(canonical)?.[1] ?? canonical;
}

/**
 * Returns the networks that an address is counted by, the smallest first: an IPv4 address, or the /64, /56 and /48 of an
 * IPv6 address.
 */
export function networksOf(address: string): [string, ...string[]] {
  const canonical = canonicalAddress(address);
  if (!isIPv6(canonical)) return [canonical];
  const [head = '', tail] = canonical.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  const [a, b, c, d = '0'] = [...groups, ...zeros, ...rest];
  const site = `${a}:${b}:${c}`;
  const fourth = Number.parseInt(d, 16);
  return [`${site}:${d}::/64`, `${site}:${(fourth & 0xff00).toString(16)}::/56`, `${site}::/48`];
}

/** Returns the network of an address for limits: the IPv4 address, or the /64 prefix of an IPv6 address. */
export const networkOf = (address: string): string => networksOf(address)[0];

/** Returns the largest network that one customer usually has: the IPv4 address, or the /48 prefix of an IPv6 address. */
export const siteOf = (address: string): string => networksOf(address).at(-1) ?? address;

/** Returns the network of an address as people are shown it: the /24 prefix of an IPv4 address, or the /48 of an IPv6 one. */
export function networkLabelOf(address: string): string {
  const [network, ...larger] = networksOf(address);
  return larger.at(-1) ?? network.replace(/\.[0-9]+$/, '.0/24');
}

/** Returns the part of a limit that one worker counts, so that all of them together allow no more. */
export const partOf = (limit: number, { workers }: Pick<Config, 'workers'>): number =>
  Math.max(1, Math.floor(limit / workers));

/** Callers who can create keys must not fill the memory with them. */
const MAX_KEYS = 50_000;
/** How much more than one network the networks of one IPv6 /48 may send together, which a single customer can have. */
const NETWORKS_OF_A_SITE = 16;

export default fp(
  async (app) => {
    const { clock, config } = app;

    const volumeLimit = (ofAll: number, windowMs: number): VolumeLimit => {
      const max = partOf(ofAll, config);
      const counts = new Map<string, number>();
      let windowEndsAt = 0;

      function count(key: string, most: number, reply?: FastifyReply): void {
        const now = clock();
        if (now >= windowEndsAt || windowEndsAt - now > windowMs) {
          counts.clear();
          windowEndsAt = now + windowMs;
        }
        const requests = (counts.get(key) ?? 0) + 1;
        counts.set(key, requests);
        // The oldest key is forgotten; if strangers shared a bucket instead, one of them could fill it for all.
        const [oldest] = counts.size > MAX_KEYS ? counts.keys() : [];
        if (oldest !== undefined) counts.delete(oldest);
        if (requests <= most) return;
        const seconds = Math.ceil((windowEndsAt - now) / 1000);
        reply?.headers({ 'ratelimit-limit': most, 'ratelimit-remaining': 0, 'ratelimit-reset': seconds });
        throw new OAuthError('rate_limited.requests', { most, seconds }, { retryAfterSeconds: seconds });
      }

      return {
        take(key, reply) {
          if (config.rateLimits) count(key, max, reply);
        },
        takeFrom(request, reply) {
          if (!config.rateLimits) return;
          const [network, ...larger] = networksOf(request.ip);
          const site = larger.at(-1);
          if (site !== undefined) count(site, NETWORKS_OF_A_SITE * max, reply);
          count(network, max, reply);
        },
      };
    };

    app.decorate('volumeLimit', volumeLimit);
    app.decorate('networkOf', (request: FastifyRequest) => networkOf(request.ip));
    app.decorate('widerNetworkOf', (request: FastifyRequest) => siteOf(request.ip));
  },
  { name: 'rate-limit', dependencies: ['config'] },
);
