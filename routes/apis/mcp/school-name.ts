/**
 * The name and the slug of the school whose data a result contains. A model needs the name in order to say where something
 * is, and a program the slug, because names repeat and change.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** What the result of every tool says of its school. */
export const ofSchool = { school: z.string(), schoolSlug: z.string() };

export const named = ({ name, slug }: { readonly name: string; readonly slug: string }) => ({
  school: name,
  schoolSlug: slug,
});

export async function schoolNamesOf(
  { school: { platform } }: FastifyInstance,
  { siteId }: { readonly siteId: string },
): Promise<{ school: string; schoolSlug?: string }> {
  const site = await platform.siteById(siteId);
  return site === undefined ? { school: siteId } : named(site);
}
