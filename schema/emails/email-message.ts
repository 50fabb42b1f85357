/** The e-mails of the service, as data. Their words are `mail` in `routes/words`, which `routes/emails` fills in. */
import type { OwnershipState } from '../people/ownership.ts';
import type { Role } from '../people/role.ts';
import type { LegalDocument } from '../school/legal-links.ts';
import type { SchoolColors } from '../school/school-colors.ts';

/**
 * E-mails that tell the owner of an account what was done to it. Their link is for somebody who did not do it. Times are
 * milliseconds since the epoch.
 */
export type SecurityNotice =
  | { kind: 'password_changed'; at: number }
  /** Any passkey gives access to the account, so its owner is notified of each change. */
  | { kind: 'passkey_added' | 'passkey_removed'; passkey: string; at: number }
  /** `who` at the provider of the school, whose `host` is named. */
  | { kind: 'sign_in_connected'; school: string; who: string; host: string; at: number }
  | { kind: 'second_factor_added' | 'second_factor_removed' | 'recovery_codes_replaced'; at: number }
  /** A sign-in carried out the reset that the school ordered. */
  | { kind: 'second_factor_reset_done'; school: string; at: number; timezone: string }
  | { kind: 'recovery_code_used'; left: number; at: number }
  /** Sent to the current address of an account when a change was requested. */
  | { kind: 'email_changing'; email: string; at: number }
  /** A sign-in with a browser that is not known. `userAgent` is the header as sent. */
  | { kind: 'new_browser'; userAgent: string; network: string; at: number }
  /** Several wrong second factors after a right password, the last one from there. */
  | { kind: 'wrong_codes'; userAgent: string; network: string; at: number };

/** The way in which a person cancelled a reset: by using the second factor, or by the link or the button for it. */
export type ResetCancelled = 'used' | 'kept';

/** E-mails of a school to its members about what was arranged for them. */
export type SchoolNotice =
  | { kind: 'event_cancelled' | 'event_seat'; school: string; event: string; startsAt: number; timezone: string }
  | { kind: 'event_moved'; school: string; event: string; startsAt: number; timezone: string; location: string | null }
  /** Optional: the person can turn it off. `expireDate` is a calendar day. */
  | { kind: 'course_enrolled'; school: string; course: string; expireDate: string | null }
  /** Optional as well. `courses` is null if the plan includes all; otherwise the first ones, and how many there are besides. */
  | {
      kind: 'subscription_opened';
      school: string;
      plan: string;
      courses: { titles: readonly string[]; others: number } | null;
      expireDate: string | null;
    }
  /** @property by absent if it was the school */
  | { kind: 'role_changed'; school: string; role: Role; by?: 'platform' }
  /** Sent to both of them and to the other owners. `expiresAt` is when the offer ends. */
  | {
      kind: 'ownership';
      /** True if it is the person to whom the ownership was offered. */
      isYours?: boolean;
      /** True if it is the owner who offered it. */
      isGiver?: boolean;
      school: string;
      by: string;
      to: string;
      state: OwnershipState;
      expiresAt: number;
      timezone: string;
    }
  /** Sent to the person who is no owner any more, and to the owners. `by` is the person's name. */
  | { kind: 'owner_stepped_down'; isYours: boolean; school: string; by: string }
  /** Sent to the owner who ordered a reset that the person cancelled. `person` is the person's name. */
  | {
      kind: 'second_factor_kept';
      school: string;
      person: string;
      how: ResetCancelled;
      at: number;
      timezone: string;
    }
  /** Sent to the person about whose decision an app asks, until a time. */
  | { kind: 'approval_asked'; school: string; app: string; expiresAt: number; timezone: string }
  /** Sent to the owners of a school, whose program does not take its webhooks any more. */
  | { kind: 'webhook_stopped'; school: string; host: string; why: 'gone' | 'failing' }
  /** Sent to whoever asked the platform to approve an app, and to the owners. */
  | { kind: 'review_answered'; school: string; app: string; answer: 'approved' | 'declined'; reason: string | null };

/** The sender of a link to a new password that nobody has asked for: the people who run the platform, or a school. */
export type ResetSender = 'platform' | { school: string };

/** Times are milliseconds since the epoch; time zones are IANA names. */
type Matter =
  | SecurityNotice
  | { kind: 'reset_password'; by?: ResetSender }
  /** Sent when a reset was approved, with a link that cancels it. `at` is the beginning of the time for a sign-in. */
  | { kind: 'second_factor_reset'; school: string; at: number; timezone: string }
  /** Sent when the school has withdrawn it. */
  | { kind: 'second_factor_reset_withdrawn'; school: string; at: number; timezone: string }
  /** Sent to an address of an account, which may be a stranger's: whoever has the account is not named. */
  | { kind: 'verify_email' }
  /** The same, to the address that shall replace the present one. */
  | { kind: 'new_email' }
  /** Sent to the former address of an account, whose link gives the account that address back. */
  | { kind: 'email_changed'; email: string; at: number }
  /** Sent to the address that an account had until it got its former one back. */
  | { kind: 'email_restored'; email: string; at: number }
  /** The last e-mail, to every address that the account could still be reached at. */
  | { kind: 'account_deleted'; at: number }
  /** Sent to the owner of an address that another person tried to use for their account. */
  | { kind: 'email_taken' }
  /** @property name of the person, as the school wrote it; `by` is who invited, and `course` the latest in which the person was enrolled */
  | { kind: 'invitation'; school: string; role: Role; name?: string; by?: string; course?: string }
  | SchoolNotice
  /** The answer for an app was shown to be copied, which somebody else may have talked the person into. */
  | { kind: 'address_shown'; app: string; school: string; at: number; timezone: string }
  | { kind: 'refresh_reuse'; app: string; school: string; at: number; timezone: string };

/** The school that an e-mail comes from, with its colours if it has chosen any, and its own documents. */
export interface EmailSender {
  name: string;
  colors: SchoolColors | undefined;
  /** The address of its logo, if mail programs can load one from there. */
  logoUrl?: string | undefined;
  legal: readonly LegalDocument[];
  /** Where answers go. */
  contactEmail?: string | undefined;
  /** In which its e-mails write when something happens. */
  timezone?: string;
}

/**
 * Every e-mail contains one absolute URL: of this service, or of a public page of the school. `until`: when the link ends,
 * if it can be used once. It is written as that instant, because nobody knows when an e-mail arrives.
 */
export type EmailMessage = Matter & { link: string; until?: number };
