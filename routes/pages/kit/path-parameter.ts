import type { FastifyRequest } from 'fastify';
import { isRecord } from '../../../schema/record.ts';

/** A part of the address, by the name that the route has for it. */
export function pathParameter({ params }: FastifyRequest, name: string): string {
  const value = isRecord(params) ? params[name] : undefined;
  if (typeof value !== 'string') throw new TypeError(`this route has no parameter ${name}`);
  return value;
}
