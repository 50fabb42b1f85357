/** Every e-mail that the product sends. */
import type { EmailMessage } from '../../schema/emails/email-message.ts';

export type Kind = EmailMessage['kind'];
const WHO = { timezone: 'UTC', at: 0 } as const;
const event = (name: string) => ({ school: name, event: name, startsAt: 0, timezone: 'UTC' });

/**
 * Every e-mail with a name at each place where people write, and whether its recipient has an account for which it was
 * agreed. A kind that is missing here does not compile.
 */
export const KINDS: {
  readonly [K in Kind]: [agreed: boolean, of: (name: string) => Omit<EmailMessage, 'link'> & { kind: K }];
} = {
  password_changed: [true, () => ({ kind: 'password_changed', at: 0 })],
  passkey_added: [true, (passkey) => ({ kind: 'passkey_added', passkey, at: 0 })],
  passkey_removed: [true, (passkey) => ({ kind: 'passkey_removed', passkey, at: 0 })],
  sign_in_connected: [
    true,
    (name) => ({ kind: 'sign_in_connected', school: name, who: name, host: 'login.example', at: 0 }),
  ],
  second_factor_added: [true, () => ({ kind: 'second_factor_added', at: 0 })],
  second_factor_removed: [true, () => ({ kind: 'second_factor_removed', at: 0 })],
  recovery_codes_replaced: [true, () => ({ kind: 'recovery_codes_replaced', at: 0 })],
  recovery_code_used: [true, () => ({ kind: 'recovery_code_used', left: 1, at: 0 })],
  second_factor_reset: [true, (school) => ({ kind: 'second_factor_reset', school, ...WHO })],
  second_factor_reset_done: [true, (school) => ({ kind: 'second_factor_reset_done', school, ...WHO })],
  second_factor_reset_withdrawn: [true, (school) => ({ kind: 'second_factor_reset_withdrawn', school, ...WHO })],
  email_changing: [true, (email) => ({ kind: 'email_changing', email, at: 0 })],
  email_changed: [true, (email) => ({ kind: 'email_changed', email, at: 0 })],
  email_restored: [true, (email) => ({ kind: 'email_restored', email, at: 0 })],
  new_browser: [true, (userAgent) => ({ kind: 'new_browser', userAgent, network: '192.0.2.0/24', at: 0 })],
  wrong_codes: [true, (userAgent) => ({ kind: 'wrong_codes', userAgent, network: '192.0.2.0/24', at: 0 })],
  account_deleted: [true, () => ({ kind: 'account_deleted', at: 0 })],
  reset_password: [false, (school) => ({ kind: 'reset_password', by: { school } })],
  verify_email: [false, (name) => ({ kind: 'verify_email', name }) as never],
  new_email: [false, (name) => ({ kind: 'new_email', name, email: name }) as never],
  email_taken: [false, () => ({ kind: 'email_taken' })],
  invitation: [false, (school) => ({ kind: 'invitation', school, role: 'member' })],
  event_cancelled: [true, (name) => ({ kind: 'event_cancelled', ...event(name) })],
  event_seat: [true, (name) => ({ kind: 'event_seat', ...event(name) })],
  event_moved: [true, (name) => ({ kind: 'event_moved', ...event(name), location: name })],
  approval_asked: [
    true,
    (name) => ({ kind: 'approval_asked', school: name, app: name, expiresAt: 0, timezone: 'UTC' }),
  ],
  course_enrolled: [true, (name) => ({ kind: 'course_enrolled', school: name, course: name, expireDate: null })],
  subscription_opened: [
    true,
    (name) => ({ kind: 'subscription_opened', school: name, plan: name, courses: null, expireDate: null }),
  ],
  role_changed: [true, (school) => ({ kind: 'role_changed', school, role: 'member' })],
  ownership: [
    true,
    (name) => ({
      kind: 'ownership',
      school: name,
      by: name,
      to: name,
      state: 'offered',
      expiresAt: 0,
      timezone: 'UTC',
    }),
  ],
  owner_stepped_down: [true, (name) => ({ kind: 'owner_stepped_down', isYours: false, school: name, by: name })],
  second_factor_kept: [
    true,
    (name) => ({ kind: 'second_factor_kept', school: name, person: name, how: 'used', ...WHO }),
  ],
  review_answered: [
    true,
    (name) => ({ kind: 'review_answered', school: name, app: name, answer: 'declined', reason: name }),
  ],
  webhook_stopped: [true, (name) => ({ kind: 'webhook_stopped', school: name, host: name, why: 'gone' })],
  address_shown: [true, (name) => ({ kind: 'address_shown', app: name, school: name, ...WHO })],
  refresh_reuse: [true, (name) => ({ kind: 'refresh_reuse', app: name, school: name, ...WHO })],
};
