/** The forms of a typed password: keyboards, systems and copied texts write the same letters in different code points. */

/** Prepares a password (RFC 8265 §4.2.2, OpaqueString): spaces of other kinds become U+0020, and letters are composed. */
const prepared = (password: string): string => password.replace(/\p{Zs}/gu, ' ').normalize('NFC');

export type PasswordForms = readonly [prepared: string, ...others: string[]];

/**
 * Returns what a password may have been hashed as, the prepared form first: hashes of other programs, and those made
 * before passwords were prepared, are of the form that was sent then, in which letters may have been decomposed. A
 * password of ASCII characters has one form.
 */
export function passwordForms(password: string): PasswordForms {
  const first = prepared(password);
  const others = new Set([password, first.normalize('NFD')]);
  others.delete(first);
  return [first, ...others];
}
