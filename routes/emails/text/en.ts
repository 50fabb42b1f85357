import { resets } from '../reset-text/en.ts';

/** What to do about something that someone else did. */
const notYou =
  'If it wasn’t you, open this link and press the button there. It signs everyone out of your account, and you choose a new password. The link works once, for 7 days:';

/** E-mails: plain text, with the link on a line of its own between what comes before and after it. */
export const mail = {
  greeting: 'Hello,',
  signature: 'Schoolgate',
  open: 'Open the page',
  reset_password: {
    subject: 'Choose a new password',
    before: 'We got a request to reset your password. To choose a new one, open this link:',
    after: 'The link works once, for 30 minutes. If it wasn’t you, ignore this e-mail: your password stays the same.',
    sent: {
      byPlatform: 'The people who run this service have sent you a link. To choose a new password, open it:',
      bySchool: (school: string) => `${school} has sent you a link. To choose a new password, open it:`,
      after:
        'The link works once, for 30 minutes. If you don’t need a new password, ignore this e-mail: your password stays the same.',
    },
  },
  password_changed: {
    subject: 'Your password was changed',
    before: (at: string) =>
      `The password of your account was changed on ${at}, and your other browsers were signed out. Passkeys can still open it: check on the page “Password and passkeys” that you recognise all of them.`,
    after: notYou,
  },
  passkey_added: {
    subject: 'A passkey was added',
    before: (passkey: string, at: string) =>
      `The passkey “${passkey}” was added to your account on ${at}. Anyone who has it can sign in with it.`,
    after: notYou,
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    before: (passkey: string, at: string) =>
      `The passkey “${passkey}” was removed from your account on ${at}. No one can sign in with it any more.`,
    after: notYou,
  },
  second_factor_added: {
    subject: 'Two-factor sign-in was turned on',
    before: (at: string) =>
      `Two-factor sign-in was turned on for your account on ${at}, and your other browsers were signed out.`,
    after: notYou,
  },
  second_factor_removed: {
    subject: 'Two-factor sign-in was turned off',
    before: (at: string) =>
      `Two-factor sign-in was turned off for your account on ${at}. Your password alone now opens it.`,
    after: notYou,
  },
  recovery_codes_replaced: {
    subject: 'New recovery codes were created',
    before: (at: string) =>
      `New recovery codes for two-factor sign-in were created for your account on ${at}. The previous ones no longer work.`,
    after: notYou,
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    before: (at: string, left: number) =>
      `Someone signed in to your account with a recovery code on ${at}. Recovery codes left: ${left}.`,
    after: notYou,
  },
  ...resets,
  second_factor_reset_done: {
    subject: 'Your second factor was reset',
    before: (school: string, at: string) =>
      `${school} had ordered a reset of the second factor of your account. A sign-in with your password on ${at} carried it out: the authenticator app, the recovery codes and all passkeys no longer work, and your password alone opens the account.`,
    after: notYou,
  },
  account_deleted: {
    subject: 'Your account was deleted',
    before: (at: string) =>
      `Your account was deleted on ${at}. No one can sign in to it any more, and this cannot be undone. This is the last e-mail to it.`,
    after:
      'If it wasn’t you, tell the people who run the platform, and change your password wherever you use the same one.',
  },
  verify_email: {
    subject: 'Confirm your e-mail address',
    before: 'An account here has this address. To confirm that it is yours, open this link and press the button there:',
    after: 'The link works once, for 24 hours. If you didn’t ask for it, ignore this e-mail.',
  },
  new_email: {
    subject: 'Confirm your new e-mail address',
    before:
      'Someone wants to use this address for an account here instead of the present one. If that was you, open this link and press the button there:',
    after:
      'The link works once, for 24 hours. Until then you sign in with your current address. If you didn’t ask for it, ignore this e-mail.',
  },
  email_changing: {
    subject: 'Your e-mail address is about to change',
    before: (email: string, at: string) =>
      `On ${at} someone who is signed in to your account asked to use ${email} for it instead of this address.`,
    after: `If it was you, you don’t need to do anything. ${notYou}`,
  },
  email_changed: {
    subject: 'Your e-mail address was changed',
    before: (email: string, at: string) =>
      `On ${at} the address of your account was changed from this one to ${email}.`,
    after:
      'If you didn’t want this, open this link and press the button there. Your account gets this address again, everyone is signed out of it, and you choose a new password. The link works once, for 7 days; until then no one else can use this address:',
  },
  email_restored: {
    subject: 'Your e-mail address was changed back',
    before: (email: string, at: string) =>
      `On ${at} the account that had this address was changed back to its previous address, ${email}. This was done with a link sent there, or by the people who run this service.`,
    after: 'If you didn’t want this, contact your school or the people who run this service:',
  },
  new_browser: {
    subject: 'A new sign-in to your account',
    before: (browser: string, network: string, at: string) =>
      `On ${at} someone signed in to your account with a browser we didn’t know: ${browser}, from the network ${network}.`,
    after: notYou,
  },
  wrong_codes: {
    subject: 'Someone may know your password',
    before: (browser: string, network: string, at: string) =>
      `Someone entered the password of your account, and then wrong codes for two-factor sign-in, several times in a row. The last attempt was on ${at}, with this browser: ${browser}, from the network ${network}. None of these attempts succeeded. If it was you, check that your phone’s date and time are right, or use a recovery code.`,
    after: notYou,
  },
  email_taken: {
    subject: 'Someone tried to use your address',
    before:
      'Someone tried to use this address for another account. Nothing was changed, because it already belongs to an account: yours.',
    after:
      'If it was you, sign in to the account that has this address instead. If you’ve forgotten its password, start here:',
  },
  invitation: {
    subject: (school: string) => `${school} invites you`,
    before: (school: string, role: string) =>
      `You’re invited to join ${school} as: ${role}. To see the invitation and accept or decline it, open this link:`,
    after: 'The link works for 7 days. If you don’t know this school, ignore this e-mail.',
  },
  event_cancelled: {
    subject: (event: string) => `Cancelled: ${event}`,
    before: (event: string, school: string, at: string) =>
      `${school} has cancelled the event “${event}”, which was due to start on ${at}. Your registration is cancelled too, and you don’t need to do anything.`,
    after: 'Event page:',
  },
  event_moved: {
    subject: (event: string) => `Changed: ${event}`,
    before: (event: string, school: string, at: string) =>
      `${school} has changed the time or place of the event “${event}”. It now starts on ${at}.`,
    where: (location: string) => `Place: ${location}`,
    after:
      'Your registration is still valid. The link for joining online may have changed: check it again before the event.\n\nEvent page:',
  },
  event_seat: {
    subject: (event: string) => `You have a seat: ${event}`,
    before: (event: string, school: string, at: string) =>
      `A seat has become free at the event “${event}” of ${school}, and it’s yours: you’re no longer on the waiting list. The event starts on ${at}.`,
    after: 'If you can’t come, please cancel your registration so that someone else gets the seat.\n\nEvent page:',
  },
  course_enrolled: {
    subject: (course: string) => `You can start: ${course}`,
    before: (course: string, school: string) => `${school} has enrolled you in the course “${course}”.`,
    until: (day: string) => `Your last day of access is ${day}.`,
    after: 'If you don’t want e-mails about new courses, turn them off here:',
  },
  subscription_opened: {
    subject: (plan: string) => `You have access: ${plan}`,
    all: (plan: string, school: string) =>
      `With the membership plan “${plan}”, ${school} gives you access to all of its courses.`,
    some: (plan: string, school: string) =>
      `With the membership plan “${plan}”, ${school} gives you access to these courses:`,
    others: (count: number) => `and ${count} more`,
  },
  role_changed: {
    subject: (school: string) => `Your role at ${school} has changed`,
    before: (school: string, role: string) => `${school} has changed your role. You are now: ${role}.`,
    after: 'If you didn’t expect this, ask the school. Your account:',
    byPlatform: {
      before: (school: string, role: string) =>
        `The people who run this service changed your role at ${school}. You are now: ${role}.`,
      after: 'If you didn’t expect this, ask the people who run this service. Your account:',
    },
  },
  ownership: {
    subject: (school: string) => `Ownership of ${school}`,
    before: {
      offered: (school: string, by: string, to: string, at: string) =>
        `${by} has offered ${to} to become an owner of ${school} too. The offer is open until ${at}.`,
      offered_instead: (school: string, by: string, to: string, at: string) =>
        `${by} wants to hand over the ownership of ${school} to ${to}, and to become an administrator. The offer is open until ${at}.`,
      shared: (school: string, by: string, to: string, _at: string) =>
        `${to} is now an owner of ${school}, together with ${by}.`,
      handed_over: (school: string, by: string, to: string, _at: string) =>
        `${to} is now an owner of ${school} in place of ${by}, who is now an administrator.`,
      withdrawn: (school: string, by: string, to: string, _at: string) =>
        `The offer of ${by} to share the ownership of ${school} with ${to} was withdrawn. Nothing has changed.`,
      withdrawn_instead: (school: string, by: string, to: string, _at: string) =>
        `The offer of ${by} to hand the ownership of ${school} over to ${to} was withdrawn. Nothing has changed.`,
      declined: (school: string, by: string, to: string, _at: string) =>
        `${to} declined the offer of ${by} to share the ownership of ${school}. Nothing has changed.`,
      declined_instead: (school: string, by: string, to: string, _at: string) =>
        `${to} declined the offer of ${by} to hand over the ownership of ${school}. Nothing has changed.`,
    },
    after: 'If you didn’t expect this, ask the owners of the school right away. The details are here:',
    yours: {
      offered: (school: string, by: string, at: string) =>
        `${by} offers to share the ownership of ${school} with you. You can accept until ${at}.`,
      offered_instead: (school: string, by: string, at: string) =>
        `${by} wants to hand the ownership of ${school} over to you, and to become an administrator. You can accept until ${at}.`,
      shared: (school: string, by: string, _at: string) => `You are now an owner of ${school}, together with ${by}.`,
      handed_over: (school: string, by: string, _at: string) =>
        `You are now an owner of ${school} in place of ${by}, who is now an administrator.`,
      withdrawn: (school: string, by: string, _at: string) =>
        `The offer of ${by} to share the ownership of ${school} with you was withdrawn. Nothing has changed.`,
      withdrawn_instead: (school: string, by: string, _at: string) =>
        `The offer of ${by} to hand the ownership of ${school} over to you was withdrawn. Nothing has changed.`,
      declined: (school: string, by: string, _at: string) =>
        `You declined the offer of ${by} to share the ownership of ${school}. Nothing has changed.`,
      declined_instead: (school: string, by: string, _at: string) =>
        `You declined the offer of ${by} to hand the ownership of ${school} over to you. Nothing has changed.`,
      after: 'If you don’t know what this is about, ask the school first. Accept or decline it here:',
      afterAnswer:
        'If that wasn’t you, change your password right away, and tell the school. Everything that happened to your account is here:',
      afterWithdrawal: 'If you want to know why, ask the school. Everything that happened to your account is here:',
    },
    giver: {
      offered: (school: string, to: string, at: string) =>
        `You have offered ${to} to become an owner of ${school} too. The offer is open until ${at}.`,
      offered_instead: (school: string, to: string, at: string) =>
        `You have offered to hand over the ownership of ${school} to ${to}, and to become an administrator. The offer is open until ${at}.`,
      shared: (school: string, to: string, _at: string) =>
        `${to} has accepted your offer and is now an owner of ${school}, together with you.`,
      handed_over: (school: string, to: string, _at: string) =>
        `${to} has accepted your offer and is now an owner of ${school} instead of you. You are now an administrator.`,
      withdrawn: (school: string, to: string, _at: string) =>
        `Your offer to share the ownership of ${school} with ${to} was withdrawn. Nothing has changed.`,
      withdrawn_instead: (school: string, to: string, _at: string) =>
        `Your offer to hand the ownership of ${school} over to ${to} was withdrawn. Nothing has changed.`,
      declined: (school: string, to: string, _at: string) =>
        `${to} declined your offer to share the ownership of ${school}. Nothing has changed.`,
      declined_instead: (school: string, to: string, _at: string) =>
        `${to} declined your offer to hand over the ownership of ${school}. Nothing has changed.`,
      after: 'If that wasn’t you, withdraw the offer and change your password right away. You can withdraw it here:',
      afterAnswer:
        'If you made no such offer, change your password right away, and ask the people who run this service for help. The details are here:',
    },
  },
  owner_stepped_down: {
    subject: (school: string) => `An owner of ${school} stepped down`,
    before: (school: string, by: string) =>
      `${by} stepped down as an owner of ${school}, and is now an administrator. You are still an owner.`,
    after: 'If you didn’t expect this, ask this person. The details are here:',
    yours: {
      before: (school: string) => `You stepped down as an owner of ${school}. You are now an administrator.`,
      after:
        'If that wasn’t you, change your password right away, and ask the owners of the school for help. Everything that happened to your account is here:',
    },
  },
  webhook_stopped: {
    subject: (school: string) => `A webhook of ${school} was turned off`,
    before: {
      gone: (school: string, host: string) =>
        `${school} has a webhook endpoint at ${host}. It answered with 410, which means that it no longer wants messages, so we turned it off.`,
      failing: (school: string, host: string) =>
        `${school} has a webhook endpoint at ${host}. We couldn’t deliver a single message to it for five days, so we turned it off.`,
    },
    after:
      'Undelivered messages stay in its log for two weeks. When the receiver works again, turn the endpoint on and resend them here:',
  },
  address_shown: {
    subject: (app: string) => `An address for connecting ${app} was shown`,
    before: (app: string, school: string, at: string) =>
      `On ${at} a page showed the address with which a program on another computer gets access to your account at ${school}. The program calls itself ${app}. If you pasted it into a program that you started yourself, all is well.`,
    after: 'If someone asked you for the address, that person may be using your account now. Remove the app here:',
  },
  refresh_reuse: {
    subject: (app: string) => `${app} was disconnected for your safety`,
    before: (app: string, school: string, at: string) =>
      `On ${at} someone presented a key that ${app} had already used, for your account at ${school}. Either the app made a mistake, or someone has copied the key. So we ended this connection: no one can use it any more.`,
    after: 'If you use the app, connect it again. You can see everything connected to your account here:',
  },
};
