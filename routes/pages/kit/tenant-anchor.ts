/** The only markup with which a page links to an address that a school has entered. */
import type { SchoolPath } from '../../../schema/school/addresses.ts';
import { type TenantLink, tenantLink } from '../../../schema/text/tenant-link.ts';
import { type Html, html } from './html.ts';

/** The other server does not learn where the person was, and search engines do not count the link. */
export const tenantAnchor = (
  url: TenantLink | SchoolPath,
  label: Html | string | readonly (Html | string)[] = url,
  look?: 'primary',
): Html => html`<a${look && html` class="${look}"`} href="${url}" rel="nofollow ugc noopener noreferrer">${label}</a>`;

/** A link to a page of a school's site, which may be on a domain that the school has entered; otherwise the label alone. */
export function schoolAnchor(address: string, label: string, baseUrl: string, look?: 'primary'): Html {
  const url = tenantLink(address, baseUrl);
  return url === undefined ? html`${label}` : tenantAnchor(url, label, look);
}
