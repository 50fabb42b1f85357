/**
 * Parses URLs used as `client_id` (Client ID Metadata Documents §3). The raw string is checked, because a URL parser
 * would repair it.
 */

declare const checked: unique symbol;

/** A `client_id` that is the URL of a metadata document. Created by `parseMetadataUrl` only. */
export type MetadataUrl = string & { readonly [checked]: true };

/** Maximum length of a `client_id` URL. */
const MAX_LENGTH = 1024;

// A lower-case DNS name or IPv4 literal, a port, a path longer than a slash, and a query that is not empty. User
// information, fragments, and characters that some parsers rewrite do not match.
const FORM =
  /^https:\/\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::([1-9][0-9]{0,4}))?(\/[!$&-;=@-Z_a-z~%]+)(?:\?[!$&-;=?-Z_a-z~%]+)?$/;
// §3: dot segments are refused, also percent-encoded.
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?=\/|$)/i;
const BAD_ESCAPE = /%(?![0-9A-Fa-f]{2})/;

/** Returns whether a `client_id` claims to be a URL. Ids issued by this server contain no colon (§7). */
export const isUrlClientId = (clientId: string): boolean => clientId.includes('://');

/**
 * Parses a `client_id` URL.
 * @returns `undefined` if the string is not a valid one
 */
export function parseMetadataUrl(clientId: string): MetadataUrl | undefined {
  const [, , port, path] = (clientId.length <= MAX_LENGTH && FORM.exec(clientId)) || [];
  if (path === undefined || DOT_SEGMENT.test(path) || BAD_ESCAPE.test(clientId)) return undefined;
  if (Number(port ?? 443) > 65_535 || URL.parse(clientId)?.href !== withoutDefaultPort(clientId)) return undefined;
  return clientId as MetadataUrl;
}

// The parser may drop the default port, and nothing else. The id itself keeps it.
const withoutDefaultPort = (url: string): string => url.replace(/^(https:\/\/[^/]*):443\//, '$1/');

/** The location of a document: its host, with the port unless it is 443. */
export interface MetadataHost {
  hostname: string;
  port: number;
  /** `hostname` or `hostname:port`. */
  host: string;
}

export function metadataHost(url: MetadataUrl): MetadataHost {
  const { hostname, port, host } = new URL(url);
  return { hostname, port: port === '' ? 443 : Number(port), host };
}

/** The hosts from which documents may be fetched. */
export interface MetadataHosts {
  /** `host` (port 443), `*.host` (any subdomain) or `host:port`, each with or without a path that ends with a slash. */
  allowed: readonly string[];
  /** True if any host is allowed, on port 443. */
  open: boolean;
}

/** Returns whether the operator listed the host of a document, and the folder if the entry names one. */
export function isListed({ allowed }: MetadataHosts, url: MetadataUrl): boolean {
  const { hostname, port, host } = metadataHost(url);
  const { pathname } = new URL(url);
  return allowed.some((entry) => {
    const [name = '', ...folder] = entry.split('/');
    const isHost = name.startsWith('*.')
      ? port === 443 && hostname.endsWith(name.slice(1))
      : name === host || name === `${hostname}:${port}`;
    // An encoded slash could lead out of the folder again.
    const isInside = folder.join('') === '' || !/%(?:2f|5c)/i.test(pathname);
    return isHost && isInside && pathname.startsWith(`/${folder.join('/')}`);
  });
}

export const isAllowedDocument = (hosts: MetadataHosts, url: MetadataUrl): boolean =>
  (hosts.open && metadataHost(url).port === 443) || isListed(hosts, url);
