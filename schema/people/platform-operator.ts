/** The people who run the platform: those with a configured e-mail address, and whoever has its terminal. */
import { emailKey } from '../text/email.ts';
import type { Person } from './person.ts';

/**
 * Returns whether a person is named. Every school can invite any address, so the person must have confirmed that they
 * receive its mail.
 * @param named normalised e-mail addresses
 */
export const isPlatformOperator = (
  named: readonly string[],
  { email, emailVerified }: Pick<Person, 'email' | 'emailVerified'>,
): boolean => emailVerified && named.includes(emailKey(email));

/** The acting operator, for the audit log. */
export interface ActingOperator {
  name: string;
  /** The request in which the operator signed in again, whose events tell where it came from. */
  requestId?: string;
}
