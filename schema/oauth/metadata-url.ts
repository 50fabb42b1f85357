/** A URL as `client_id`: Client ID Metadata Documents §3, judged on the raw string, because a parser repairs the evidence. */

declare const checked: unique symbol;

/** A `client_id` that names a metadata document. Made by `parseMetadataUrl` only. */
export type MetadataUrl = string & { readonly [checked]: true };

/** The longest `client_id` URL taken. */
const MAX_LENGTH = 1024;

// Lower-case DNS name or IPv4 literal, port, a path of more than a slash, a query that is not empty. Neither user
// information nor a fragment fits, nor any character that some parser rewrites.
const FORM =
  /^https:\/\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::([1-9][0-9]{0,4}))?(\/[!$&-;=@-Z_a-z~%]+)(?:\?[!$&-;=?-Z_a-z~%]+)?$/;
// §3: neither as such nor percent-encoded.
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?=\/|$)/i;
const BAD_ESCAPE = /%(?![0-9A-Fa-f]{2})/;

/** Anything that claims to be an address is a metadata document or nothing: our own ids have no colon (§7). */
export const isUrlClientId = (clientId: string): boolean => clientId.includes('://');

/** @returns `undefined` when the string is no `client_id` URL */
export function parseMetadataUrl(clientId: string): MetadataUrl | undefined {
  const [, , port, path] = (clientId.length <= MAX_LENGTH && FORM.exec(clientId)) || [];
  if (path === undefined || DOT_SEGMENT.test(path) || BAD_ESCAPE.test(clientId)) return undefined;
  if (Number(port ?? 443) > 65_535 || URL.parse(clientId)?.href !== withoutDefaultPort(clientId)) return undefined;
  return clientId as MetadataUrl;
}

// The one thing the parser may drop: a port that says what is true anyway. The id itself keeps it.
const withoutDefaultPort = (url: string): string => url.replace(/^(https:\/\/[^/]*):443\//, '$1/');

/** Where the document is: the host as shown to people, with the port where it is not 443. */
export interface MetadataHost {
  hostname: string;
  port: number;
  /** `hostname`, or `hostname:port`. */
  host: string;
}

export function metadataHost(url: MetadataUrl): MetadataHost {
  const { hostname, port, host } = new URL(url);
  return { hostname, port: port === '' ? 443 : Number(port), host };
}

/** Which hosts documents are taken from. */
export interface MetadataHosts {
  /** `host` (on port 443), `*.host` (any host below it), `host:port`. */
  allowed: readonly string[];
  /** Any host, on port 443. */
  open: boolean;
}

export const isAllowedHost = ({ allowed, open }: MetadataHosts, { hostname, port, host }: MetadataHost): boolean =>
  (open && port === 443) ||
  allowed.some((entry) =>
    entry.startsWith('*.')
      ? port === 443 && hostname.endsWith(entry.slice(1))
      : entry === host || entry === `${hostname}:${port}`,
  );
