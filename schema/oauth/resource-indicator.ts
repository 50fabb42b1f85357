/** RFC 8707 resource indicators. The URL of every API of this service denotes the service's origin. */

/** A URL of the tool endpoint may name a school and families of tools. */
const MAX_LENGTH = 2048;
/** Only what is written plainly: a URL parser would repair a backslash, a tab or an encoded host. */
const ORIGIN = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[A-Za-z0-9._:[\]-]+/;
const SURFACE = /^(?:\/|\/account\/graphql\/?|\/mcp\/?(?:\?[^#]*)?)?$/;

/**
 * RFC 8707 §2: the server may map the exact value to a more general one. Clients send the origin, with or without a
 * slash, or the endpoint that they are going to call. All of these denote the audience `base`, and anything else is
 * refused.
 */
export function isResourceOf(base: string, value: string): boolean {
  if (value.length > MAX_LENGTH) return false;
  const [origin = ''] = ORIGIN.exec(value) ?? [];
  const url = URL.parse(origin);
  return url !== null && `${url.protocol}//${url.host}` === base && SURFACE.test(value.slice(origin.length));
}

/** The schools that resources name: hints for the choice of a school, which leave the audience as it is. */
export const schoolsIn = (resources: readonly string[]): readonly string[] => [
  ...new Set(resources.flatMap((value) => new URLSearchParams(value.split('?')[1]).getAll('school')).filter(Boolean)),
];
