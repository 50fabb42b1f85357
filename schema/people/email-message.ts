/** What the service writes to people. Sentences belong to the pages; here is what each letter has to tell. */
import type { Role } from '../oauth/scope.ts';

/** Times are milliseconds since the epoch; time zones are IANA names. */
type Matter =
  | { kind: 'reset_password' }
  | { kind: 'password_changed'; at: number }
  /** A passkey opens the account, and so its owner learns of each. */
  | { kind: 'passkey_added' | 'passkey_removed'; passkey: string; at: number }
  /** Names of people are as they gave them. */
  | { kind: 'verify_email'; name: string }
  /** To an address that is to take the place of `email` in the account of that name. */
  | { kind: 'new_email'; name: string; email: string }
  /** To the address that an account has, when another is to take its place. */
  | { kind: 'email_changing'; email: string; at: number }
  /** To the holder of an address that somebody else wanted to give to their account. */
  | { kind: 'email_taken' }
  | { kind: 'invitation'; school: string; role: Role }
  | { kind: 'refresh_reuse'; app: string; school: string; at: number; timezone: string };

/** Every letter leads somewhere: a whole address of ours. */
export type EmailMessage = Matter & { link: string };
