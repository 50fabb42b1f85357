import type { FastifyRequest } from 'fastify';
import { pathParameter } from './path-parameter.ts';

/** Returns the id of a grant, or 0, which no grant has, if it is invalid. */
export const grantNumber = (grant = ''): number => (/^\d{1,15}$/.test(grant) ? Number(grant) : 0);

/** Returns the id of a grant from the path. */
export const grantOf = (request: FastifyRequest): number => grantNumber(pathParameter(request, 'grant'));
