/** Limits requests to other servers, so that none of them, and none that strangers bring about, takes all sockets. */
import type { FastifyInstance } from 'fastify';
import type { Timer } from '../settings/timer.ts';
import { partOf } from './rate-limit.ts';

/** For each host, or whatever else the requests are counted for, and in total. */
export interface FetchLimits {
  atOnce: { host: number; all: number };
  perMinute: { host: number; all: number };
}

type Release = () => void;

const MINUTE = 60_000;
/** How many requests may wait for each that runs at once. */
const WAITING = 10;

/** Limits concurrent requests and requests per minute to the part of one worker. */
export function fetchSlots(config: FastifyInstance['config'], { atOnce, perMinute }: FetchLimits) {
  const running = new Map<string, number>();
  let started = new Map<string, number>();
  let total = 0;
  let windowEndsAt = 0;
  const waiting = new Map<() => void, string>();
  const slots = {
    /** @returns a function that ends the request; `undefined` if it cannot start now */
    take(host: string, now: number): Release | undefined {
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
        for (const attempt of [...waiting.keys()]) attempt();
      };
    },

    /**
     * Waits for a slot, in the order of arrival.
     * @returns a function that ends the request; `undefined` if it could not start within the time, or too many wait
     */
    wait(
      host: string,
      { clock, timer }: { clock: () => number; timer: Timer },
      withinMs: number,
    ): Promise<Release | undefined> {
      const ahead = [...waiting.values()].filter((other) => other === host).length;
      const now = ahead === 0 ? slots.take(host, clock()) : undefined;
      const isCrowded =
        ahead >= WAITING * partOf(atOnce.host, config) || waiting.size >= WAITING * partOf(atOnce.all, config);
      if (now !== undefined || isCrowded) return Promise.resolve(now);
      return new Promise((resolve) => {
        const end = (release: Release | undefined): void => {
          waiting.delete(attempt);
          cancel();
          resolve(release);
        };
        const attempt = (): void => {
          const release = slots.take(host, clock());
          if (release !== undefined) end(release);
        };
        const cancel = timer(() => end(slots.take(host, clock())), withinMs);
        waiting.set(attempt, host);
      });
    },
  };
  return slots;
}
