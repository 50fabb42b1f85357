/** The name of the school whose data a result contains, which a model needs in order to say where something is. */
import type { FastifyInstance } from 'fastify';

export const schoolNameOf = async (
  { school: { platform } }: FastifyInstance,
  { siteId }: { readonly siteId: string },
): Promise<string> => (await platform.siteById(siteId))?.name ?? siteId;
