/**
 * Compares redirect URIs as raw strings. A URL parser would repair differences between the registered and the requested
 * URI (RFC 9700 §4.1.3).
 */

import { opensAt } from '../text/url-host.ts';

declare const verified: unique symbol;

/** A redirect URI to which the browser may be sent. Created by `matchRedirectUri` only. */
export type VerifiedRedirect = string & { readonly [verified]: true };

export type RedirectKind = 'loopback' | 'https' | 'http' | 'app';

export const MAX_REDIRECT_URI_LENGTH = 2048;

// Printable ASCII without space, `#`, and characters that some parsers rewrite: " < > \\ ^ ` {
// }
const SAFE_CHARACTERS = /^[!$-;=?-[\]_a-z~]+$/;
const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):/;
const WEB_AUTHORITY = /^https?:\/\/([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?(?:[/?]|$)/;
// RFC 8252 §7.3, plus `localhost`, which existing clients use: http, one of three hosts, with or without a port.
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(?::([0-9]{1,5}))?((?:[/?].*)?)$/;

const FORBIDDEN_SCHEMES: ReadonlySet<string> = new Set(['javascript', 'data', 'file', 'vbscript', 'blob', 'about']);

interface Loopback {
  host: string;
  /** Path and query, which are compared exactly. */
  rest: string;
}

function parseLoopback(uri: string): Loopback | undefined {
  const match = LOOPBACK.exec(uri);
  if (match === null || uri.length > MAX_REDIRECT_URI_LENGTH || !SAFE_CHARACTERS.test(uri)) return undefined;
  const [, host = '', port, rest = ''] = match;
  if (port !== undefined && Number(port) > 65_535) return undefined;
  return { host, rest };
}

export const isLoopback = (uri: string): boolean => parseLoopback(uri) !== undefined;

export type RedirectUriFault = 'too_long' | 'fragment' | 'characters' | 'relative' | 'forbidden_scheme' | 'authority';

export type RedirectUriForm =
  | { kind: RedirectKind; problem?: never; fault?: never }
  | { problem: string; fault: RedirectUriFault; kind?: never };

const faulty = (fault: RedirectUriFault, problem: string): RedirectUriForm => ({ fault, problem });

/** RFC 6749 §3.1.2, RFC 8252 §7.1 and §8.4: returns whether this URI can be registered, and its kind. */
export function classifyRedirectUri(uri: string): RedirectUriForm {
  if (uri.length > MAX_REDIRECT_URI_LENGTH) {
    return faulty('too_long', `is longer than ${MAX_REDIRECT_URI_LENGTH} characters`);
  }
  if (uri.includes('#')) return faulty('fragment', 'has a fragment');
  if (!SAFE_CHARACTERS.test(uri)) return faulty('characters', 'contains characters that are not allowed in a URI');
  if (uri.split('?', 1)[0]?.includes('*')) {
    return faulty('characters', 'contains a wildcard (*), but redirect URIs are compared character by character');
  }
  const scheme = SCHEME.exec(uri)?.[1]?.toLowerCase();
  if (scheme === undefined) return faulty('relative', 'is not an absolute URI');
  if (FORBIDDEN_SCHEMES.has(scheme)) {
    return faulty('forbidden_scheme', `uses the scheme ${scheme}, which is never allowed`);
  }
  if (isLoopback(uri)) return { kind: 'loopback' };
  if (scheme !== 'http' && scheme !== 'https') return { kind: 'app' };
  const host = WEB_AUTHORITY.exec(uri)?.[1];
  if (host === undefined) return faulty('authority', 'has no plain host name (user information is not allowed)');
  // People are shown the host as it is written.
  if (!opensAt(uri, host)) {
    return faulty('authority', 'has a host or port that browsers cannot open, or read as another one');
  }
  return { kind: scheme };
}

/**
 * RFC 9700 §4.1.3: requires equality with a registered URI byte for byte. Only the port of a loopback URI may differ
 * (RFC 8252 §7.3), but not its host.
 */
function allows(registered: string, requested: string): boolean {
  if (registered === requested) return true;
  const target = parseLoopback(requested);
  const known = parseLoopback(registered);
  return target !== undefined && known !== undefined && known.host === target.host && known.rest === target.rest;
}

export interface RedirectRule {
  registered: readonly string[];
  /** True if every loopback URI is allowed, not only registered ones. Its contents cannot leave the machine. */
  anyLoopback: boolean;
}

export const matchRedirectUri = (rule: RedirectRule, requested: string): VerifiedRedirect | undefined =>
  rule.registered.some((uri) => allows(uri, requested)) || (rule.anyLoopback && isLoopback(requested))
    ? (requested as VerifiedRedirect)
    : undefined;

/** Describes the target of the redirect for the person. */
export function redirectTarget(redirect: VerifiedRedirect): { kind: 'loopback' | 'https' | 'app'; host: string } {
  const loopback = parseLoopback(redirect);
  if (loopback !== undefined) return { kind: 'loopback', host: loopback.host };
  const host = WEB_AUTHORITY.exec(redirect)?.[1];
  if (host !== undefined && redirect.startsWith('https:')) return { kind: 'https', host };
  return { kind: 'app', host: SCHEME.exec(redirect)?.[1] ?? redirect };
}

/** RFC 6749 §3.1.2: adds the response parameters and keeps an existing query. */
export function withParameters(redirect: VerifiedRedirect, parameters: Record<string, string | undefined>): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  if (pairs.length === 0) return redirect;
  const glue = !redirect.includes('?') ? '?' : /[?&]$/.test(redirect) ? '' : '&';
  return `${redirect}${glue}${pairs.join('&')}`;
}
