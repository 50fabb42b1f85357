import type { FastifyInstance } from 'fastify';
import type { Parameters } from '../../../schema/data/parameters.ts';
import { OAuthError } from '../../../schema/oauth/oauth-error.ts';
import { isResourceOf, schoolsIn } from '../../../schema/oauth/resource-indicator.ts';
import { isSlug } from '../../../schema/text/slug.ts';

/**
 * RFC 8707 §2.2: checks that the requested resource is the granted one.
 * @param mustBeSent whether the authorization request contained a resource, so that this one must, too
 * @throws {OAuthError} `invalid_target`
 */
export function checkResource(form: Parameters, audience: string, mustBeSent: boolean): void {
  const values = form.all('resource');
  if (values.length === 0 && mustBeSent) throw new OAuthError('resource_changed', { resource: audience });
  if (!values.every((value) => isResourceOf(audience, value))) {
    throw new OAuthError('resource_invalid.server', { resource: audience });
  }
}

/**
 * Checks that the resource names no other school than that of the grant. The error makes clients start a new authorization
 * request, and neither uses up what was presented nor ends its grant, because that connection may be in use elsewhere.
 * @throws {OAuthError} `invalid_grant`
 */
export async function checkSchool(
  { people: { persons } }: FastifyInstance,
  form: Parameters,
  { personId, siteId }: { readonly personId: string; readonly siteId: string },
): Promise<void> {
  const [school, ...others] = schoolsIn(form.all('resource'));
  if (school === undefined) return;
  const own = (await persons.membershipsOf(personId)).find((one) => one.siteId === siteId);
  if (own === undefined || (own.slug === school && others.length === 0)) return;
  if (!isSlug(school)) throw new OAuthError('resource_invalid.slug');
  throw new OAuthError('token_of_another_school.grant', { own: own.slug, school });
}
