import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readParameters } from '../../../schema/parameters.ts';
import type { AttemptsView } from './list-view.ts';

const PER_PAGE = 10;

/** Reads the attempts that the address of the page asks for. @param siteId empty for those without a school */
export async function pageAsked(
  { clock, connectionAttempts }: FastifyInstance,
  request: FastifyRequest,
  siteId: string,
  action: string,
): Promise<Pick<AttemptsView, 'attempts' | 'isOlder' | 'nextHref'>> {
  const asked = readParameters(request.query).get('before') ?? '';
  const before = /^\d{1,15}$/.test(asked) ? Number(asked) : undefined;
  const { attempts, hasMore } = await connectionAttempts.page(siteId, { first: PER_PAGE, before }, clock());
  const last = attempts.at(-1);
  return {
    attempts,
    isOlder: before !== undefined,
    nextHref: hasMore && last !== undefined ? `${action}?before=${last.id}` : undefined,
  };
}
