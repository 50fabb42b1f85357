import type { FastifyRequest } from 'fastify';
import { isRecord } from '../../../schema/record.ts';

/** Returns a path parameter by its name in the route. */
export function pathParameter({ params }: FastifyRequest, name: string): string {
  const value = isRecord(params) ? params[name] : undefined;
  if (typeof value !== 'string') throw new TypeError(`this route has no parameter ${name}`);
  return value;
}
