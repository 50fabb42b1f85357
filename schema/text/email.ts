/**
 * E-mail addresses (RFC 5321, RFC 6531). A normalised form is used for lookups, and the form as entered for display and
 * sending, with the domain in ASCII.
 */
import { z } from 'zod';

export const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_PART = 64;

/** Some mail servers decode a local part that looks like an encoded word (RFC 2047), and then read another address. */
const LOCAL_PART = /^(?!.*=\?)(?:[\uFE0E\uFE0F]|[^\s\p{C}\p{Default_Ignorable_Code_Point}@<>"\(\),:;\\\[\]])+$/v;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** What nobody sees, such as U+200B, a soft hyphen or U+00A0: it comes along when an address is copied. */
const UNSEEN = /(?![\u200C\u200D])\p{Cf}|(?! )\p{Zs}/gu;
/** Joiners are part of some names of domains, between letters that are not ASCII, and of no mailbox. */
const JOINERS = /[\u200C\u200D]/g;
const LOOSE_JOINERS = /[\u200C\u200D](?=\p{ASCII}|$)|(?<=^|\p{ASCII})[\u200C\u200D]/gu;
const MAYBE_DOMAIN = /^(?:[\p{L}\p{M}\p{N}.。．｡·・-]|\u200C|\u200D)+$/u;

/** Returns a domain in ASCII (UTS 46), without the dot of the root; one that cannot be so stays as it is. */
function asciiDomain(typed: string): string {
  const domain = typed.replace(LOOSE_JOINERS, '').replace(/[.。]$/, '');
  if (/^\p{ASCII}*$/u.test(domain) || !MAYBE_DOMAIN.test(domain)) return domain;
  return URL.parse(`https://${domain}`)?.hostname ?? domain;
}

/** Returns an address in the form in which it is stored, which is also the form that is validated. */
export function keptEmail(email: string): string {
  const typed = email.replace(UNSEEN, '').normalize('NFKC').trim();
  const at = typed.lastIndexOf('@');
  return at < 0 ? typed : `${typed.slice(0, at).replace(JOINERS, '')}@${asciiDomain(typed.slice(at + 1))}`;
}

/**
 * Normalises an address for lookups. Callers validate the result, because normalisation can change its characters. It is
 * normalised again in lower case, because some letters have an accented form in lower case only.
 */
export const emailKey = (email: string): string => keptEmail(email).toLowerCase().normalize('NFKC');

export function isEmail(key: string): boolean {
  const at = key.lastIndexOf('@');
  const local = key.slice(0, Math.max(0, at));
  return (
    key.length <= MAX_EMAIL_LENGTH &&
    Buffer.byteLength(local) <= MAX_LOCAL_PART &&
    LOCAL_PART.test(local) &&
    DOMAIN.test(key.slice(at + 1))
  );
}

/** An address that people enter. */
export const emailValue = z
  .string()
  .overwrite(keptEmail)
  .max(MAX_EMAIL_LENGTH)
  .refine((email) => isEmail(emailKey(email)), 'must be an e-mail address');
