/** What the query of the URL of the tool endpoint says, as in `/mcp?school=riverside`, also where it is a resource (RFC 8707). */

import { isSlug } from './slug.ts';

/** The schools that resources name: hints for the choice of a school, which leave the audience as it is. */
export const schoolsIn = (resources: readonly string[]): readonly string[] => [
  ...new Set(resources.flatMap((value) => new URLSearchParams(value.split('?')[1]).getAll('school')).filter(Boolean)),
];

const QUERY = /^(?:(?:auth|tools|school)=[\w,%-]*(?:&|$))+$/;

/** The school that a query names. @returns `null` if it names several, or what cannot be the slug of one */
export function schoolAt(url: string): string | null | undefined {
  const named = new URLSearchParams(url.split('?')[1]).getAll('school');
  const [school] = named;
  if (school === undefined) return undefined;
  return named.length === 1 && isSlug(school) ? school : null;
}

/**
 * The query of the resource, for a URL of `/mcp` or of its metadata that names a school. It is the query of the URL, unless
 * that contains what must not be repeated. RFC 9728 §3.3: the resource is exactly the URL that the client uses.
 */
export function resourceQuery(url: string): string | undefined {
  const school = schoolAt(url);
  if (school == null) return undefined;
  const query = url.slice(url.indexOf('?') + 1);
  return QUERY.test(query) ? query : `school=${school}`;
}

/** The URL of the tool endpoint with the parameters that are given. */
export function toolUrl(
  baseUrl: string,
  { auth, school, tools }: { auth?: 'required' | 'member'; school?: string | undefined; tools?: 'all' },
): string {
  const query = Object.entries({ auth, school, tools }).filter(([, value]) => value !== undefined);
  return `${baseUrl}/mcp${query.map(([name, value], index) => `${index === 0 ? '?' : '&'}${name}=${value}`).join('')}`;
}
