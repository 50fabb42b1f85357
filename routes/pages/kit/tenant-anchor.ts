/** The only markup with which a page links to an address that a school has entered. */
import type { SchoolPath } from '../../../schema/school/addresses.ts';
import type { TenantLink } from '../../../schema/text/tenant-link.ts';
import { type Html, html } from './html.ts';

/** The other server does not learn where the person was, and search engines do not count the link. */
export const tenantAnchor = (
  url: TenantLink | SchoolPath,
  label: Html | string | readonly (Html | string)[] = url,
): Html => html`<a href="${url}" rel="nofollow ugc noopener noreferrer">${label}</a>`;
