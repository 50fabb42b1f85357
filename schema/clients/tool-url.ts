/** The query of the URL of the tool endpoint, as in `/mcp?school=riverside`, also where it is a resource (RFC 8707). */
import {
  IDENTITY_SCOPES,
  isChangingScope,
  MEMBER_SCOPES,
  OPERATOR_SCOPES,
  type Scope,
  subjectOf,
} from '../oauth/scope.ts';
import { isSlug } from '../text/slug.ts';

const QUERY = /^(?:(?:auth|tools|school)=[\w,%-]*(?:&|$))+$/;

const parametersOf = (url: string): URLSearchParams => new URLSearchParams(url.split('?')[1]);

/** The school that a query names. @returns `null` if it names several, or what cannot be the slug of one */
export function schoolAt(url: string): string | null | undefined {
  const named = parametersOf(url).getAll('school');
  const [school] = named;
  if (school === undefined) return undefined;
  return named.length === 1 && isSlug(school) ? school : null;
}

/** The scopes that a client asks for when it connects, by the parameter `auth`. */
const OF_SIGN_IN: ReadonlyMap<string, readonly Scope[]> = new Map<string, readonly Scope[]>([
  ['required', OPERATOR_SCOPES],
  ['member', MEMBER_SCOPES],
]);

/**
 * The scopes to request at a URL that asks for sign-in from the first message: what can be seen, or what can be seen and
 * changed of the families that `tools` names. Few clients ask for more later, so all of it is in the first consent.
 */
export function scopesToSignIn(url: string): readonly Scope[] | undefined {
  const parameters = parametersOf(url);
  const [auth = '', ...others] = parameters.getAll('auth');
  const possible = others.length === 0 ? OF_SIGN_IN.get(auth) : undefined;
  if (possible === undefined) return undefined;
  const families = new Set(parameters.get('tools')?.split(','));
  const chosen = possible.filter((scope) => families.has(subjectOf(scope)));
  return [...IDENTITY_SCOPES, ...(chosen.length > 0 ? chosen : possible.filter((scope) => !isChangingScope(scope)))];
}

/**
 * The query of the resource, for a URL of `/mcp` or of its metadata that names a school or asks for sign-in. It is the
 * query of the URL, unless that contains what must not be repeated. RFC 9728 §3.3: the resource is exactly the URL that the
 * client uses.
 */
export function resourceQuery(url: string): string | undefined {
  const school = schoolAt(url);
  const asksForSignIn = scopesToSignIn(url) !== undefined;
  if (school === null || (school === undefined && !asksForSignIn)) return undefined;
  const query = url.slice(url.indexOf('?') + 1);
  if (QUERY.test(query)) return query;
  return String(
    new URLSearchParams({
      ...(asksForSignIn && { auth: parametersOf(url).get('auth') ?? '' }),
      ...(school !== undefined && { school }),
    }),
  );
}

/** The URL of the tool endpoint with the parameters that are given. */
export function toolUrl(
  baseUrl: string,
  { auth, school, tools }: { auth?: 'required' | 'member'; school?: string | undefined; tools?: string | undefined },
): string {
  const query = Object.entries({ auth, school, tools }).filter(([, value]) => value !== undefined);
  return `${baseUrl}/mcp${query.map(([name, value], index) => `${index === 0 ? '?' : '&'}${name}=${value}`).join('')}`;
}
