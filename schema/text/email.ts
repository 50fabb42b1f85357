/** E-mail addresses. A normalised form is used for lookups, and the form as entered for display and sending. */

export const MAX_EMAIL_LENGTH = 254;

/** Some mail servers decode a local part that looks like an encoded word (RFC 2047), and then read another address. */
const FORM = /^(?!.*=\?)[^\s\p{C}@<>"(),:;\\[\]]{1,64}@[a-z0-9]([a-z0-9.-]*[a-z0-9])?\.[a-z0-9-]{2,}$/u;

/**
 * Normalises an address for lookups. Callers validate the result, because normalisation can change its characters. It is
 * normalised again in lower case, because some letters have an accented form in lower case only.
 */
export const emailKey = (email: string): string => email.normalize('NFKC').trim().toLowerCase().normalize('NFKC');

export const isEmail = (key: string): boolean => key.length <= MAX_EMAIL_LENGTH && FORM.test(key);
