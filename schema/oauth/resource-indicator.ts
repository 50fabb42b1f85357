/** RFC 8707 resource indicators. The URL of every API of this service denotes the service's origin. */

const FORM = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(\?[^#]*)?$/;
const TWO_PORTS = /:[0-9]*:[0-9]*$/;
const DEFAULT_PORT: Readonly<Record<string, string>> = { http: ':80', https: ':443' };
const SURFACES: ReadonlySet<string> = new Set(['', '/mcp', '/account/graphql']);

/**
 * RFC 8707 §2: the server may map the exact value to a more general one. Clients send the origin, with or without a
 * slash, or the endpoint that they are going to call. All of these denote the audience `base`, and anything else is
 * refused.
 */
export function isResourceOf(base: string, value: string): boolean {
  const match = FORM.exec(value);
  if (match === null) return false;
  const [, scheme = '', authority = '', path = '', query] = match;
  const lowerScheme = scheme.toLowerCase();
  const port = DEFAULT_PORT[lowerScheme];
  let host = authority.toLowerCase();
  // A host with two ports is none.
  if (port !== undefined && host.endsWith(port) && !TWO_PORTS.test(host)) host = host.slice(0, -port.length);
  if (`${lowerScheme}://${host}` !== base) return false;
  const surface = path.endsWith('/') ? path.slice(0, -1) : path;
  return SURFACES.has(surface) && (query === undefined || surface === '/mcp');
}
