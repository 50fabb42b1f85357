/** Volume limits per process and window. Limits that all nodes share are counted in the store (`throttle.ts`). */
import { isIPv6, SocketAddress } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { OAuthError } from '../schema/oauth/oauth-error.ts';

export interface VolumeLimit {
  /**
   * Counts one request under a key. The key is short, and callers cannot choose it freely.
   * @throws {OAuthError} `temporarily_unavailable` with status 429 if the limit of this window is reached
   */
  take(key: string, reply: FastifyReply): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly volumeLimit: (max: number, windowMs: number) => VolumeLimit;
    /** The key for limits per caller. */
    readonly networkOf: (request: FastifyRequest) => string;
  }
}

/**
 * Returns the network of an address for limits: the IPv4 address, or the /64 prefix of an IPv6 address in any spelling.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  const mapped = /^::ffff:([0-9.]+)$/.exec(canonical)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = canonical.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  return `${[...groups, ...zeros, ...rest].slice(0, 4).join(':')}::/64`;
}

const MAX_KEYS = 50_000;
/** The key that all further callers share once the map is full. */
const OVERFLOW = '';

export default fp(
  async (app) => {
    const { clock, config } = app;

    const volumeLimit = (max: number, windowMs: number): VolumeLimit => {
      const counts = new Map<string, number>();
      let windowEndsAt = 0;
      return {
        take(key, reply) {
          if (!config.rateLimits) return;
          const now = clock();
          if (now >= windowEndsAt || windowEndsAt - now > windowMs) {
            counts.clear();
            windowEndsAt = now + windowMs;
          }
          // Callers who can create keys must not fill the memory with them.
          const bucket = counts.size < MAX_KEYS || counts.has(key) ? key : OVERFLOW;
          const count = (counts.get(bucket) ?? 0) + 1;
          counts.set(bucket, count);
          if (count <= max) return;
          const seconds = Math.ceil((windowEndsAt - now) / 1000);
          reply.headers({ 'ratelimit-limit': max, 'ratelimit-remaining': 0, 'ratelimit-reset': seconds });
          throw new OAuthError('temporarily_unavailable', `more than ${max} requests; try again in ${seconds} s`, {
            reason: 'rate_limited',
            status: 429,
            retryAfterSeconds: seconds,
          });
        },
      };
    };

    app.decorate('volumeLimit', volumeLimit);
    app.decorate('networkOf', (request: FastifyRequest) => networkOf(request.ip));
  },
  { name: 'rate-limit', dependencies: ['config'] },
);
