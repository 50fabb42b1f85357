/** The URLs of the documents that a school has of its own, such as its terms of use. */
export interface LegalLinks {
  terms: string | null;
  privacy: string | null;
}

const ORDER = ['terms', 'privacy'] as const;

/** Lists the documents that there are. */
export const legalDocuments = (links: LegalLinks): { of: keyof LegalLinks; url: string }[] =>
  ORDER.flatMap((of) => {
    const url = links[of];
    return url === null ? [] : [{ of, url }];
  });
