/** Addresses that schools enter, and where our pages and e-mails may link to. */
import { LOCAL_HOSTS } from './url-host.ts';

declare const judged: unique symbol;

/** An address of a school that may be linked. Created by `tenantLink` only, in ASCII, so that it reads as what it is. */
export type TenantLink = string & { readonly [judged]: true };

const SCHEMES: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:']);

/** The name without the dot of the root, with which it is the same host. The ports of this machine are other programs. */
const hostOf = ({ hostname, host }: URL): string => (LOCAL_HOSTS.has(hostname) ? host : hostname.replace(/\.$/, ''));

const isPublicPage = (path: string): boolean => /^\/schools\/[a-z0-9-]+(?:\/[\w-]+)*$/.test(path);

/**
 * Returns whether an address leads to this server, except to a public page of a school. A browser that follows a link
 * from a page of ours sends the same headers as if the page itself had sent it, so a school must not choose where that
 * leads.
 */
export function leadsToOwnPage(address: string, baseUrl: string): boolean {
  const url = URL.parse(address);
  const own = new URL(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol) || hostOf(url) !== hostOf(own)) return false;
  return url.origin !== own.origin || !isPublicPage(url.pathname);
}

/** Returns an address as it may be linked, with the host and other letters encoded, or nothing if it is shown as text. */
export function tenantLink(address: string | null, baseUrl: string): TenantLink | undefined {
  const url = URL.parse(address ?? '');
  if (url === null || !SCHEMES.has(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  return leadsToOwnPage(url.href, baseUrl) ? undefined : (url.href as TenantLink);
}
