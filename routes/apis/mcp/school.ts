/** Determines the school that a call is about. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { schoolUrl } from '../../../schema/school/addresses.ts';
import { notFound, ProblemError } from '../../../schema/school/problem.ts';
import type { Caller } from './tool.ts';

export const schoolArgument = {
  school: z
    .string()
    .max(100)
    .optional()
    .describe(
      'Slug of the school; required if this server hosts several schools and neither sign-in nor URL selects one',
    ),
};

export const schoolOutput = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  primaryDomain: z.string().nullable(),
  url: z.string().describe('Web address, to show to people'),
  locale: z.string().describe('BCP 47 language tag'),
  timezone: z.string().describe('IANA time zone'),
  currency: z.string().describe('ISO 4217 code'),
});

export type School = z.output<typeof schoolOutput>;

/**
 * Returns the school with this slug, if it is open to visitors or the caller's own. Without a slug, returns the
 * caller's own school, the one that the URL is for, or the only one on this server.
 * @throws {ProblemError} if the school cannot be determined
 */
export async function schoolOf(app: FastifyInstance, caller: Caller, slug: string | undefined): Promise<School> {
  const school = await siteOf(app, caller, slug ?? caller.school);
  return { ...school, url: schoolUrl(app.config.baseUrl, school) };
}

/** Returns the school of a call that names none, if it can be determined. */
export async function schoolIfAny(app: FastifyInstance, caller: Caller): Promise<School | undefined> {
  try {
    return await schoolOf(app, caller, undefined);
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}

async function siteOf(
  { school: { platform } }: FastifyInstance,
  { operator }: Caller,
  slug: string | undefined,
): Promise<Omit<School, 'url'>> {
  const own = operator === undefined ? undefined : await platform.siteById(operator.siteId);
  if (own !== undefined && (slug === undefined || slug === own.slug)) return own;
  if (slug !== undefined) {
    const found = await platform.openSiteBySlug(slug);
    if (found === undefined) throw notFound('school');
    return found;
  }
  const only = await platform.onlySite();
  if (only !== undefined) return only;
  throw new ProblemError(
    'invalid-input',
    'school: required, give its slug; this server does not host exactly one school',
  );
}
