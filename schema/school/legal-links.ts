/** The documents of a school that pages and e-mails link to. */
import { type TenantLink, tenantLink } from '../text/tenant-link.ts';

/** The URLs of the documents that a school has of its own, such as its terms of use. */
export interface LegalLinks {
  terms: string | null;
  privacy: string | null;
}

const ORDER = ['terms', 'privacy'] as const;

/** A document that pages and e-mails link to. */
export interface LegalDocument {
  of: keyof LegalLinks;
  url: TenantLink;
}

/** Lists the documents that there are. */
export const legalDocuments = (links: LegalLinks, baseUrl: string): LegalDocument[] =>
  ORDER.flatMap((of) => {
    const url = tenantLink(links[of], baseUrl);
    return url === undefined ? [] : [{ of, url }];
  });
