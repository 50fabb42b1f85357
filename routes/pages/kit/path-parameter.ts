import type { FastifyRequest } from 'fastify';
import { isRecord } from '../../../schema/data/objects.ts';

/** Returns a path parameter by its name in the route. */
export function pathParameter({ params }: FastifyRequest, name: string): string {
  const value = isRecord(params) ? params[name] : undefined;
  if (typeof value !== 'string') throw new TypeError(`this route has no parameter ${name}`);
  return value;
}

/** Returns the id of a grant, or 0, which no grant has, if it is invalid. */
export const grantNumber = (grant = ''): number => (/^\d{1,15}$/.test(grant) ? Number(grant) : 0);

/** Returns the id of a grant from the path. */
export const grantOf = (request: FastifyRequest): number => grantNumber(pathParameter(request, 'grant'));
