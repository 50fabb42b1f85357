import type { FastifyRequest } from 'fastify';
import { pathParameter } from './path-parameter.ts';

/** The grant that an address names; 0, which no grant has, where it names none. */
export function grantOf(request: FastifyRequest): number {
  const grant = pathParameter(request, 'grant');
  return /^\d{1,15}$/.test(grant) ? Number(grant) : 0;
}
