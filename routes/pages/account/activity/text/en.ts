/** Connections with an app at a school that somebody else ended. */
export type Ended = { app: string; school: string; count: number };

/** One of several connections with an app, and when it was connected. */
export type EndedOne = { app: string; count: number; since: string };

/** The other person of an offer of ownership. */
export type Offered = { person: string; school: string };

export type RoleChange = { school: string; was: string; is: string };

/** What happened to the account of a person. */
import type { AccountEventName, OwnershipEventName } from '../../../../../schema/audit/account-event.ts';

export const activity = {
  title: 'Account activity',
  lead: 'Sign-ins and changes of the last 400 days, newest first. If you don’t recognise something, choose a new password and remove access you don’t know.',
  none: 'Nothing yet',
  older: 'Show older',
  newBrowser: 'New browser',
  network: (network: string) => `Network ${network}`,
  methods: {
    password: 'With your password',
    passkey: 'With a passkey',
    totp: 'With your password and a code from the authenticator app',
    recovery_code: 'With your password and a recovery code',
  },
  /** Of a sign-in that failed. */
  failedMethods: {
    password: 'Wrong password',
    passkey: 'Passkey not accepted',
    totp: 'Wrong code',
    recovery_code: 'Wrong recovery code',
  },
  by: { operator: 'By the people who run this service', school: 'By your school' },
  /** A school whose name is recorded. */
  bySchool: ({ school }: { school: string }) => `By ${school}`,
  otherSignOut: {
    one: 'You signed out another browser',
    others: 'You signed out all other browsers',
    you: 'You were signed out',
  },
  otherBrowser: (browser: string) => `You signed out another browser: ${browser}`,
  confirmationFailed: 'A wrong password was entered to confirm a change',
  signedInSince: (at: string) => `(signed in ${at})`,
  doneIn: (browser: string) => `Done in ${browser}`,
  ownEnd: 'You disconnected an app',
  ownEndOf: ({ app, count, since }: EndedOne) =>
    `You ended one of your ${count} connections with ${app} (connected ${since})`,
  endedOf: ({ app, school, count, since }: EndedOne & { school: string }) =>
    `${school} ended one of your ${count} connections with ${app} (connected ${since})`,
  ended: {
    school: ({ app, school, count }: Ended) =>
      count === 1
        ? `${school} ended your connection with ${app}`
        : `${school} ended your ${count} connections with ${app}`,
    platform: ({ app, count }: Ended) =>
      `The people who run this service ended ${count === 1 ? 'your connection' : `your ${count} connections`} with ${app}`,
    block: ({ app, count }: Ended) =>
      `The people who run this service blocked ${app}; ${count === 1 ? 'its connection' : `its ${count} connections`} ended`,
    client: ({ app, count }: Ended) => `${app} ended its own ${count === 1 ? 'connection' : `${count} connections`}`,
  },
  allowedAgain: 'It is allowed again: connect it under AI assistants.',
  formerMember: 'a former member',
  roleChanged: ({ school, was, is }: RoleChange) => `Your role at ${school} was changed from ${was} to ${is}`,
  /** By a person of the school whose name is known. */
  roleChangedBy: ({ person, school, was, is }: RoleChange & { person: string }) =>
    `${person} changed your role at ${school} from ${was} to ${is}`,
  allowed: ({ app, school }: { app: string; school: string }) => `You allowed ${app} to connect at ${school}`,
  joined: ({ school }: { school: string }) => `You joined ${school}`,
  access: {
    member_suspended: ({ school }: Pick<RoleChange, 'school'>) => `Your access to ${school} was suspended`,
    member_reinstated: ({ school }: Pick<RoleChange, 'school'>) => `Your access to ${school} was restored`,
    member_removed: ({ school }: Pick<RoleChange, 'school'>) => `${school} ended your membership`,
  },
  secondFactorReset: {
    second_factor_reset_approved: ({ school }: Pick<RoleChange, 'school'>) =>
      `${school} ordered a reset of your second factor`,
    second_factor_reset_cancelled: ({ school }: Pick<RoleChange, 'school'>) =>
      `${school} withdrew the reset of your second factor`,
  },
  secondFactorKept: {
    byUse: 'You used your second factor, which cancelled the reset of it',
    asked: 'You kept your second factor: the reset of it was cancelled',
  },
  secondFactorResetDone: ({ school }: Pick<RoleChange, 'school'>) =>
    `The reset of your second factor that ${school} ordered was carried out`,
  byPerson: (person: string) => `By ${person}`,
  ownership: {
    own: {
      ownership_offered: ({ person, school }: Offered) => `You offered ${person} ownership of ${school}`,
      ownership_withdrawn: ({ person, school }: Offered) =>
        `You withdrew the offer to make ${person} an owner of ${school}`,
      ownership_declined: ({ person, school }: Offered) =>
        `You declined the ownership of ${school} that ${person} had offered`,
      ownership_shared: ({ person, school }: Offered) => `You became an owner of ${school}, together with ${person}`,
      ownership_handed_over: ({ person, school }: Offered) => `You took over the ownership of ${school} from ${person}`,
      ownership_stepped_down: ({ school }: Offered) =>
        `You stepped down as an owner of ${school}; you are an administrator`,
    },
    ofOther: {
      ownership_offered: ({ person, school }: Offered) => `${person} offered you ownership of ${school}`,
      ownership_withdrawn: ({ person, school }: Offered) =>
        `${person} withdrew the offer to make you an owner of ${school}`,
      ownership_declined: ({ person, school }: Offered) =>
        `${person} declined the ownership of ${school} that you had offered`,
      ownership_shared: ({ person, school }: Offered) =>
        `${person} accepted your offer and is now an owner of ${school} too`,
      ownership_handed_over: ({ person, school }: Offered) =>
        `${person} accepted your offer and is now an owner of ${school}; you are an administrator`,
      ownership_stepped_down: ({ person, school }: Offered) =>
        `${person} stepped down as an owner of ${school} and is now an administrator`,
    },
  } satisfies Record<'own' | 'ofOther', Record<OwnershipEventName, (offered: Offered) => string>>,
  /** Of an offer to share the ownership, or to hand it over. */
  offers: {
    own: {
      share: {
        ownership_offered: ({ person, school }: Offered) =>
          `You offered to share the ownership of ${school} with ${person}`,
        ownership_withdrawn: ({ person, school }: Offered) =>
          `You withdrew the offer to share the ownership of ${school} with ${person}`,
        ownership_declined: ({ person, school }: Offered) =>
          `You declined the offer of ${person} to share the ownership of ${school}`,
      },
      handOver: {
        ownership_offered: ({ person, school }: Offered) =>
          `You offered to hand the ownership of ${school} over to ${person}`,
        ownership_withdrawn: ({ person, school }: Offered) =>
          `You withdrew the offer to hand the ownership of ${school} over to ${person}`,
        ownership_declined: ({ person, school }: Offered) =>
          `You declined the offer of ${person} to hand the ownership of ${school} over to you`,
      },
    },
    ofOther: {
      share: {
        ownership_offered: ({ person, school }: Offered) =>
          `${person} offered to share the ownership of ${school} with you`,
        ownership_withdrawn: ({ person, school }: Offered) =>
          `${person} withdrew the offer to share the ownership of ${school} with you`,
        ownership_declined: ({ person, school }: Offered) =>
          `${person} declined your offer to share the ownership of ${school}`,
      },
      handOver: {
        ownership_offered: ({ person, school }: Offered) =>
          `${person} offered to hand the ownership of ${school} over to you`,
        ownership_withdrawn: ({ person, school }: Offered) =>
          `${person} withdrew the offer to hand the ownership of ${school} over to you`,
        ownership_declined: ({ person, school }: Offered) =>
          `${person} declined your offer to hand over the ownership of ${school}`,
      },
    },
  },
  help: 'If it wasn’t you',
  events: {
    sign_in: 'You signed in',
    sign_in_failed: 'A sign-in failed',
    sign_out: 'You signed out',
    new_browser: 'You signed in with a new browser',
    passkey_added: 'A passkey was added',
    passkey_removed: 'A passkey was removed',
    second_factor_added: 'Two-factor sign-in was turned on, and your other browsers were signed out',
    second_factor_removed: 'Two-factor sign-in was turned off',
    second_factor_reset_cancelled: 'The second-factor reset was cancelled',
    recovery_codes_replaced: 'New recovery codes were created',
    recovery_code_used: 'A recovery code was used',
    password_changed: 'Your password was changed',
    password_reset: 'Your password was reset with a link',
    password_reset_asked: 'A password reset link was requested',
    email_verified: 'Your e-mail address was confirmed',
    email_changed: 'Your e-mail address was changed',
    email_change_asked: 'A change of e-mail address was requested',
    email_restored: 'Your previous e-mail address was restored',
    account_disabled: 'Your account was disabled',
    account_enabled: 'Your account was enabled again',
    account_secured: '“It wasn’t me” was pressed: everyone was signed out',
    account_exported: 'All account data was downloaded',
    account_imported: 'Your account was imported',
    invitation_accepted: 'You joined a school',
    consent_given: 'An app was allowed to connect',
    address_shown: 'The address for connecting an app was shown',
    grant_revoked: 'A connection was ended',
    code_replay: 'A connection was ended because a code was used twice',
    refresh_reuse: 'A connection was ended because an old key was used',
    refresh_repeated: 'An app used an old key again and stayed connected',
  } satisfies Record<AccountEventName, string>,
};
