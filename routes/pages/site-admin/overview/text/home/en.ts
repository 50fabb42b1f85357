/** The first admin page of a school. */
export const schoolHome = {
  steps: {
    title: 'First steps',
    progress: (done: number, all: number) => `${done} of ${all} done`,
    done: 'Done',
    all: {
      email: 'Confirm your e-mail address',
      look: 'Choose colours or upload a logo',
      invitation: 'Invite someone',
      app: 'Connect a first app',
      factor: 'Add a passkey or an authenticator app',
    },
    also: { lead: 'Worth a look, too:', details: 'language, time zone and currency', owner: 'a second owner' },
    hide: 'Hide this list',
  },
  needs: {
    title: 'Needs you',
    none: 'Nothing needs you right now.',
    bounced: (count: number, email: string) =>
      count === 1
        ? `The invitation to ${email} could not be delivered.`
        : `${count} invitations could not be delivered.`,
    delayed: (count: number, email: string) =>
      count === 1 ? `The invitation to ${email} could not be sent yet.` : `${count} invitations could not be sent yet.`,
    unsent: (count: number, email: string) =>
      count === 1
        ? `No e-mail was sent about the invitation to ${email}. Resend the invitation.`
        : `No e-mails were sent about ${count} invitations. Resend these invitations.`,
    lapsing: (count: number, email: string) =>
      count === 1
        ? `The invitation to ${email} expires within two days.`
        : `${count} invitations expire within two days.`,
    lapsed: (count: number, email: string) =>
      count === 1
        ? `The invitation to ${email} has expired without an answer.`
        : `${count} invitations have expired without an answer.`,
    unlinked: (count: number, email: string) =>
      count === 1
        ? `The invitation to ${email} needs a link. Create one and pass it on.`
        : `${count} invitations need links. Create them and pass them on.`,
    /** The same of one invitation, below its address in the list of members. */
    inList: {
      unlinked: 'Needs a link',
      bounced: 'The e-mail wasn’t delivered',
      delayed: 'The e-mail couldn’t be sent yet',
      unsent: 'No e-mail was sent',
      lapsing: 'Expires within two days',
      lapsed: 'Expired without an answer',
    },
    offered: {
      share: (name: string, day: string) => `Your offer to share the ownership with ${name} is open until ${day}.`,
      handOver: (name: string, day: string) => `Your offer to hand the ownership over to ${name} is open until ${day}.`,
    },
    failing: (app: string, times: number) =>
      `${app} was disconnected ${times} times in seven days because it used a code or token twice.`,
    stopped: (host: string) => `The webhook to ${host} was turned off.`,
    undelivered: (host: string) => `Messages to the webhook at ${host} cannot be delivered.`,
    failedEmails: (count: number) =>
      count === 1
        ? 'An e-mail of this server could not be delivered.'
        : `${count} e-mails of this server could not be delivered.`,
    lateEmails: (count: number) =>
      count === 1
        ? 'An e-mail of this server has been waiting for over an hour.'
        : `${count} e-mails of this server have been waiting for over an hour.`,
    oldBackup: (days: number) =>
      days === 1 ? 'The latest backup is more than a day old.' : `The latest backup is ${days} days old.`,
    noBackup: 'There is no backup in the backup folder.',
    reviews: (count: number) =>
      count === 1 ? 'An app is waiting for your review.' : `${count} apps are waiting for your review.`,
    email: 'Your e-mail address is not confirmed.',
    factor: 'Your account has no passkey and no authenticator app.',
  },
  figures: {
    title: 'The last seven days',
    members: 'Active members',
    newMembers: 'New members',
    joined: (count: string) => `${count} new in seven days`,
    apps: 'Connected apps',
    consents: 'Times an app was allowed to connect',
    allowed: (count: string) => `allowed ${count}× in seven days`,
    signIns: 'Sign-ins to apps',
    toolCalls: 'Tool calls',
    inWeek: 'in seven days',
    orMore: (count: string) => `${count}+`,
    perDay: (what: string, days: string) => `${what} each day. ${days}`,
    onDay: (day: string, count: string) => `${day}: ${count}`,
    separator: ', ',
  },
  latest: {
    title: 'Latest events',
    none: 'Nothing has happened yet.',
    all: 'See the whole audit log',
  },
};
