/** Limits requests to other servers, so that none of them, and none that strangers bring about, takes all sockets. */
import type { FastifyInstance } from 'fastify';
import { partOf } from './rate-limit.ts';

/** For each host, and in total. */
interface FetchLimits {
  atOnce: { host: number; all: number };
  perMinute: { host: number; all: number };
}

const MINUTE = 60_000;

/** Limits concurrent requests and requests per minute to the part of one worker. */
export function fetchSlots(config: FastifyInstance['config'], { atOnce, perMinute }: FetchLimits) {
  const running = new Map<string, number>();
  let started = new Map<string, number>();
  let total = 0;
  let windowEndsAt = 0;
  return {
    /** @returns a function that ends the request; `undefined` if it cannot start now */
    take(host: string, now: number): (() => void) | undefined {
      if (now >= windowEndsAt || windowEndsAt - now > MINUTE) {
        started = new Map();
        windowEndsAt = now + MINUTE;
      }
      const atHost = running.get(host) ?? 0;
      const startedInAll = [...started.values()].reduce((sum, count) => sum + count, 0);
      const isTooMany = atHost >= partOf(atOnce.host, config) || total >= partOf(atOnce.all, config);
      const startedAtHost = started.get(host) ?? 0;
      const isTooFast =
        startedAtHost >= partOf(perMinute.host, config) || startedInAll >= partOf(perMinute.all, config);
      if (isTooMany || (config.rateLimits && isTooFast)) return undefined;
      started.set(host, startedAtHost + 1);
      running.set(host, atHost + 1);
      total += 1;
      return () => {
        total -= 1;
        const left = (running.get(host) ?? 1) - 1;
        if (left === 0) running.delete(host);
        else running.set(host, left);
      };
    },
  };
}
