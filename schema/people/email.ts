/** E-mail addresses: one form for looking up, the given form for showing and sending. */

export const MAX_EMAIL_LENGTH = 254;

const FORM = /^[^\s\p{C}@<>"(),:;\\[\]]{1,64}@[a-z0-9]([a-z0-9.-]*[a-z0-9])?\.[a-z0-9-]{2,}$/u;

/** Normalised first, judged afterwards: a form that only becomes valid by normalisation must not slip through. */
export const emailKey = (email: string): string => email.normalize('NFKC').trim().toLowerCase();

export const isEmail = (key: string): boolean => key.length <= MAX_EMAIL_LENGTH && FORM.test(key);
