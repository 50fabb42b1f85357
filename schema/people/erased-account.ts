/** Replaces a name and an e-mail address after an account was erased. */
export const ERASED_NAME = 'Deleted account';

/** No e-mail reaches the domain (RFC 2606). */
export const erasedAddress = (personId: string): string => `${personId.toLowerCase()}@erased.invalid`;
