/**
 * The probe of `schoolgate doctor deployment`: what a request looks like to the server after it came through the proxy.
 * Only those who have the master key are told, because the answer names the proxy.
 */
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { z } from 'zod';
import type { KeyRing } from '../keys/key-ring.ts';

export const PROBE_HEADER = 'schoolgate-probe';

const PURPOSE = 'deployment probe';
/** Generous, because a wrong clock is one of the faults that the probe finds. */
const VALID_MS = 24 * 3_600_000;
const FORM = /^([0-9]{1,15})\.([A-Za-z0-9_-]{43})$/;
const MAX_FORWARDED = 512;

export const sightingShape = z.object({
  /** The address that the server takes for that of the caller. */
  ip: z.string(),
  /** The address of the connection, which is that of the proxy if there is one. */
  peer: z.string(),
  protocol: z.string(),
  /** The header `X-Forwarded-For` as it arrived. */
  forwardedFor: z.string().nullable(),
  /** True if it was believed. */
  isTrusted: z.boolean(),
  /** The clock of the server, in milliseconds since the epoch. */
  now: z.number(),
});

/** A request as the server sees it. */
export type Sighting = z.infer<typeof sightingShape>;

const keyOf = (ring: KeyRing): KeyObject => ring.derive(PURPOSE);
const macOf = (key: KeyObject, time: string): Buffer => createHmac('sha256', key).update(time).digest();

/** The value of the header, for a server with this master key. */
export function makeProbe(ring: KeyRing, now: number): string {
  const time = String(now);
  return `${time}.${macOf(keyOf(ring), time).toString('base64url')}`;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** @returns nothing unless the request has a valid probe */
    readonly sightingOf: (request: FastifyRequest) => Sighting | undefined;
  }
}

export default fp(
  async (app) => {
    app.decorate('sightingOf', (request: FastifyRequest) => sightingOf(app, request));
  },
  { name: 'probe', dependencies: ['key-ring'] },
);

function sightingOf({ keyRing, clock }: FastifyInstance, request: FastifyRequest): Sighting | undefined {
  const value = request.headers[PROBE_HEADER];
  const [, time, mac] = (typeof value === 'string' && FORM.exec(value)) || [];
  if (time === undefined || mac === undefined || Math.abs(Number(time) - clock()) > VALID_MS) return undefined;
  const [presented, expected] = [Buffer.from(mac, 'base64url'), macOf(keyOf(keyRing), time)];
  if (presented.length !== expected.length || !timingSafeEqual(presented, expected)) return undefined;
  return {
    ip: request.ip,
    peer: request.socket.remoteAddress ?? '',
    protocol: request.protocol,
    forwardedFor: request.headers['x-forwarded-for']?.toString().slice(0, MAX_FORWARDED) ?? null,
    isTrusted: (request.ips?.length ?? 0) > 1,
    now: clock(),
  };
}
