/** What to do about something that was done by somebody else. */
const notYou =
  'If it was not you, open this link and press the button there. It signs everybody out of your account, and you choose a new password. The link works once and for 7 days:';

/** Letters: plain text, with the link on a line of its own between what comes before and after it. */
export const mail = {
  greeting: 'Hello,',
  signature: 'Schoolgate',
  open: 'Open the page',
  reset_password: {
    subject: 'Choose a new password',
    before: 'Somebody, perhaps you, asked for a new password for your account. To choose one, open this link:',
    after:
      'The link works once and for 30 minutes. If you did not ask for it, you need not do anything: your password stays as it is.',
  },
  password_changed: {
    subject: 'Your password was changed',
    before: (at: string) =>
      `The password of your account was changed on ${at}, and your other browsers were signed out. Passkeys may still open it: see on the page “Password and passkeys” whether all of them are yours.`,
    after: notYou,
  },
  passkey_added: {
    subject: 'A passkey was added',
    before: (passkey: string, at: string) =>
      `The passkey “${passkey}” was added to your account on ${at}. Whoever has it can sign in with it.`,
    after: notYou,
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    before: (passkey: string, at: string) =>
      `The passkey “${passkey}” was removed from your account on ${at}. Nobody can sign in with it any more.`,
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
      `Two-factor sign-in was turned off for your account on ${at}. Your password alone opens it now.`,
    after: notYou,
  },
  recovery_codes_replaced: {
    subject: 'New recovery codes were made',
    before: (at: string) =>
      `New recovery codes for two-factor sign-in were made for your account on ${at}. The ones before no longer work.`,
    after: notYou,
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    before: (at: string, left: number) =>
      `Somebody signed in to your account with a recovery code on ${at}. Recovery codes left: ${left}.`,
    after: notYou,
  },
  second_factor_reset: {
    subject: 'Your second factor is about to be reset',
    before: (school: string, at: string) =>
      `An owner of ${school} wants to reset the second factor of your account, as somebody who has lost it would ask. It happens on ${at}. If you did not ask for it, prevent it by this link:`,
    after: 'If you asked for it, you need not do anything: after that time, sign in with your password.',
  },
  account_deleted: {
    subject: 'Your account was deleted',
    before: (at: string) =>
      `Your account was deleted on ${at}. Nobody can sign in to it any more, and nobody can undo it. This is the last e-mail to it.`,
    after:
      'If it was not you, tell the people who run the platform, and change the password wherever you use the same one.',
  },
  verify_email: {
    subject: 'Confirm your e-mail address',
    before: (name: string) =>
      `This address belongs to the account of ${name}. To confirm that it is yours, open this link and press the button there:`,
    after: 'The link works once and for 24 hours. If you did not ask for it, you need not do anything.',
  },
  new_email: {
    subject: 'Confirm your new e-mail address',
    before: (name: string, email: string) =>
      `This address is to take the place of ${email} in the account of ${name}. If that is your account, open this link and press the button there:`,
    after:
      'The link works once and for 24 hours. Until then you sign in with the address you have. If you did not ask for it, you need not do anything.',
  },
  email_changing: {
    subject: 'Your e-mail address is about to change',
    before: (email: string, at: string) =>
      `On ${at} somebody who is signed in to your account asked to use ${email} for your account instead of this address.`,
    after: `If it was you, you need not do anything. ${notYou}`,
  },
  email_changed: {
    subject: 'Your e-mail address was changed',
    before: (email: string, at: string) =>
      `On ${at} the address of your account was changed from this one to ${email}.`,
    after:
      'If you did not want this, open this link and press the button there. Your account gets this address back, everybody is signed out of it, and you choose a new password. The link works once and for 7 days; until then nobody else can use this address:',
  },
  email_restored: {
    subject: 'Your e-mail address was changed back',
    before: (email: string, at: string) =>
      `On ${at} the account that had this address got its former address, ${email}, back. It was done by a link that was sent there, or by those who run this service.`,
    after: 'If you did not want this, turn to your school or to those who run this service:',
  },
  new_browser: {
    subject: 'A new sign-in to your account',
    before: (browser: string, network: string, at: string) =>
      `On ${at} somebody signed in to your account with a browser that we did not know: ${browser}, from the network ${network}.`,
    after: notYou,
  },
  email_taken: {
    subject: 'Somebody wanted to use your address',
    before:
      'Somebody wanted to use this address for another account. Nothing was changed, as an account has it already: yours.',
    after:
      'If it was you, sign in to the account that has this address instead. If you have forgotten its password, begin here:',
  },
  invitation: {
    subject: (school: string) => `${school} invites you`,
    before: (school: string, role: string) =>
      `${school} offers you a place as: ${role}. To see the invitation and to accept or decline it, open this link:`,
    after: 'The link works for 7 days. If you do not know this school, you need not do anything.',
  },
  event_cancelled: {
    subject: (event: string) => `Cancelled: ${event}`,
    before: (event: string, school: string, at: string) =>
      `${school} has cancelled the event “${event}”, which was to begin on ${at}. Your registration has ended with it, and you need not do anything.`,
    after: 'The page of the event:',
  },
  event_moved: {
    subject: (event: string) => `Changed: ${event}`,
    before: (event: string, school: string, at: string) =>
      `${school} has changed when or where the event “${event}” takes place. It now begins on ${at}.`,
    where: (location: string) => `Place: ${location}`,
    after:
      'Your registration still holds. If there is a link for joining online, it may be a new one: look it up again before the event.\n\nThe page of the event:',
  },
  event_seat: {
    subject: (event: string) => `You have a seat: ${event}`,
    before: (event: string, school: string, at: string) =>
      `A seat has become free at the event “${event}” of ${school}, and it is yours: you are no longer on the waiting list. The event begins on ${at}.`,
    after: 'If you cannot come, please give up your seat, so that somebody else gets it.\n\nThe page of the event:',
  },
  course_enrolled: {
    subject: (course: string) => `You can start: ${course}`,
    before: (course: string, school: string) => `${school} has enrolled you in the course “${course}”.`,
    until: (day: string) => `Your last day of access is ${day}.`,
    after: 'If you do not want e-mails about new courses, turn them off here:',
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
    before: (school: string, role: string) => `${school} has changed your role. From now on you are there as: ${role}.`,
    after: 'If you did not expect this, ask the school. Your account:',
  },
  webhook_stopped: {
    subject: (school: string) => `A webhook of ${school} was turned off`,
    before: {
      gone: (school: string, host: string) =>
        `${school} has an endpoint for webhooks at ${host}. It answered with 410, which means that it wants no messages any more. We have turned it off.`,
      failing: (school: string, host: string) =>
        `${school} has an endpoint for webhooks at ${host}. For five days, not one message could be delivered to it. We have turned it off.`,
    },
    after:
      'Messages that could not be delivered stay in its log for two weeks. Once the receiver works again, turn the endpoint on and send them again here:',
  },
  refresh_reuse: {
    subject: (app: string) => `${app} was disconnected for your safety`,
    before: (app: string, school: string, at: string) =>
      `On ${at} somebody presented a key that ${app} had used up before, for your account at ${school}. Either the app made a mistake, or somebody has copied the key. We therefore ended this connection: neither can use it any more.`,
    after: 'If you use the app, connect it again. Here you see everything that is connected to your account:',
  },
};
