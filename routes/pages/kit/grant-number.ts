import type { FastifyRequest } from 'fastify';

/** The grant that an address names; 0, which no grant has, where it names none. */
export function grantOf({ params }: FastifyRequest): number {
  const { grant } = params as { grant: string };
  return /^\d{1,15}$/.test(grant) ? Number(grant) : 0;
}
