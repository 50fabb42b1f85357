import type { FastifyRequest } from 'fastify';
import { pathParameter } from './path-parameter.ts';

/** Returns the id of a grant from the path, or 0, which no grant has, if it is invalid. */
export function grantOf(request: FastifyRequest): number {
  const grant = pathParameter(request, 'grant');
  return /^\d{1,15}$/.test(grant) ? Number(grant) : 0;
}
