import type { ScopeSubject } from '../../../../../schema/oauth/scope.ts';
import type { MailTrouble } from '../../../../../schema/people/mail-trouble.ts';
import { groupedIn } from '../../../kit/text/grouped.ts';
import { invitation } from '../invitation-text/en.ts';

const grouped = groupedIn('en');

/** The members of a school, for those who run it. */
export const members = {
  lead: 'Everyone at your school. Changes take effect immediately.',
  invite: 'Invite someone',
  statuses: { invited: 'Invited', active: 'Active', suspended: 'Suspended', removed: 'Removed' },
  filter: {
    q: 'Name or e-mail address',
    name: 'Name',
    role: 'Role',
    status: 'Status',
    sort: 'Sort by',
    any: 'All',
    submit: 'Filter',
    reset: 'Clear filters',
  },
  sorts: { joined: 'Newest first', name: 'Name', seen: 'Last active' },
  totalText: 'Includes people who are invited or suspended.',
  total: (count: number) => (count === 1 ? '1 member' : `${grouped(count)} members`),
  selected: {
    title: 'Selected members',
    column: 'Select',
    select: (name: string) => `Select ${name}`,
    actions: { suspend: 'Suspend', reinstate: 'Restore access' },
    submit: 'Continue',
    ask: {
      suspend: (count: number) => (count === 1 ? 'Suspend 1 member?' : `Suspend ${count} members?`),
      reinstate: (count: number) =>
        count === 1 ? 'Restore access for 1 member?' : `Restore access for ${count} members?`,
    },
    others: 'These stay as they are, because of your role or their status:',
    done: {
      suspend: (names: string) => `Suspended: ${names}.`,
      reinstate: (names: string) => `Access restored: ${names}.`,
    },
    refused: (names: string) => `Not changed: ${names}.`,
  },
  empty: 'No members found',
  emptyText: 'Try part of the name or address, or fewer filters.',
  unnamed: 'Name not known yet',
  unnamedText: 'The name appears once the invitation is accepted.',
  member: {
    role: 'Role',
    status: 'Status',
    since: 'Joined',
    invitedOn: 'Invited on',
    seen: 'Last active',
    notSeen: 'not yet (apps and admin pages count)',
    note: 'Note',
    tags: 'Tags',
    self: 'You can’t change your own role. Ask an owner.',
    above: 'This member’s role is higher than yours, so you can’t change anything here.',
    lookOnly: 'You can view this. Owners and administrators can make changes.',
    changeRole: 'Change role',
    newRole: 'New role',
    roleText: 'Giving a higher role asks for your password.',
    saveRole: 'Change role',
    inviteAgain: 'Resend invitation',
    inviteAgainText: 'Sends a new link; the previous one stops working.',
    inviteAgainKept: 'No mail server is set up: the server log says where e-mails are saved.',
    reinstate: 'Restore access',
    reinstateText: 'This member is suspended and has no access to the school. Restoring access keeps their role.',
    suspend: 'Suspend',
    dangerZone: 'Danger zone',
    suspendText: 'Blocks access until you restore it.',
    endConnections: 'End all connections',
    endConnectionsText:
      'Disconnects every app of this member at this school. They stay signed in and can connect again.',
    signOut: 'Sign out of all browsers',
    signOutText:
      'Works only if they belong to no other school. If they do, they stay signed in and can sign out themselves.',
    sendReset: 'Send a password reset link',
    sendResetText:
      'The link goes to the member’s e-mail address. You don’t see it, and the password stays until it’s used.',
    resetTitle: 'Password reset link',
    resetByOthers: (address?: string) =>
      `This server sends no e-mails, and a school isn’t shown what opens an account. The people who run the server create the link${address === undefined ? '' : ` at ${address}, or`} with this command and the settings of the server (DATA_DIR, BASE_URL, SMTP_URL):`,
    connections: 'View connections',
    remove: 'Remove from school',
    removeText: 'Ends their membership. What they bought, learned and wrote stays.',
  },
  confirm: {
    suspend: (name: string) => `Suspend ${name}?`,
    suspendText:
      'Their apps at this school stop immediately, and they have no access to the school until you restore it. They stay signed in to the platform and keep their other schools.',
    remove: (name: string) => `Remove ${name} from the school?`,
    removeText:
      'Their apps at this school stop immediately, and they’re no longer a member. What they bought, learned and wrote stays. Their seats at coming events go to the waiting list. To bring them back, invite them.',
    role: (name: string, role: string) => `Change the role of ${name} to ${role}?`,
    roleText: 'This member can immediately do everything the role allows, through apps too.',
    ownerText: 'They stop being an owner of the school. An owner can offer them ownership again.',
    reinstate: (name: string, role: string) => `Restore access for ${name} as ${role}?`,
    invite: (email: string, role: string) => `Invite ${email} as ${role}?`,
    inviteText: 'Once they accept, this person can do everything the role allows, through apps too.',
    signOut: (name: string) => `Sign ${name} out of all browsers?`,
    signOutText:
      'If they belong to no other school, they’re signed out of all browsers. You aren’t told whether they do. Apps stay connected; you can end those connections too.',
    sendReset: (name: string) => `Send ${name} a password reset link?`,
    sendResetText:
      'We send an e-mail with a link to their address. It works once, for 30 minutes. They’re signed out everywhere when they use it.',
    endConnections: (name: string) => `End all connections of ${name}?`,
    endConnectionsText:
      'Their apps at this school stop immediately. They stay a member and can connect the apps again.',
  },
  /** What each role may do, by what its scopes are about. */
  roleGuide: {
    title: 'What each role can do',
    what: 'Area',
    abilities: { view: 'View', edit: 'Edit', none: '–' },
    adminPages: 'These admin pages',
    ownership: 'Ownership, and who needs two-factor sign-in',
    staffPages: (pages: string) => `Staff see these admin pages: ${pages}.`,
    note: 'Instructors see and edit only the courses they teach. Editing covers creating and deleting. Everyone has the rights of their role in apps they connect, too.',
    subjects: {
      courses: 'Courses',
      students: 'Students and enrolments',
      members: 'Members',
      analytics: 'Statistics',
      curriculum: 'Sections and lectures',
      orders: 'Orders',
      school: 'School settings',
      appearance: 'Appearance of the site',
      events: 'Events',
      membership_plans: 'Membership plans',
      coupons: 'Coupons',
      posts: 'Posts',
      subscriptions: 'People’s memberships',
      digital_products: 'Digital products',
      comments: 'Comments',
      lecturers: 'Lecturers',
      storage: 'Files',
      forms: 'Forms and answers',
      pages: 'Pages of the site',
      account: 'Own profile, courses and orders',
    } satisfies Record<ScopeSubject, string>,
  },
  /** Offers of ownership, as the owner and as the member see them. */
  ownership: {
    title: 'Ownership',
    share: 'Share ownership',
    shareText: 'You and this member are both owners once they accept.',
    handOver: 'Hand over ownership',
    handOverText: 'This member becomes the owner and you an administrator once they accept.',
    openUntil: 'Offer open until',
    withdraw: 'Withdraw the offer',
    ask: {
      share: (name: string) => `Offer ${name} to become an owner too?`,
      handOver: (name: string) => `Hand over the ownership to ${name}?`,
    },
    askText: {
      share: 'Owners can do everything at the school. They decide about other owners, too, and can remove you.',
      handOver:
        'You become an administrator and no longer decide about owners. Only an owner or the platform can make you an owner again.',
    },
    howItGoesOn:
      'Nothing changes until they accept with their password or a passkey, within 7 days. You can withdraw the offer until then.',
    toldByEmail: 'Both of you and the other owners are told by e-mail.',
    tellYourself: 'This server sends no e-mails. Tell this person yourself: the offer is in their account.',
    submit: 'Make the offer',
    offers: {
      share: (by: string) => `${by} offers to share the ownership with you.`,
      handOver: (by: string) => `${by} wants to hand the ownership over to you.`,
    },
    accept: 'Accept ownership',
    decline: 'Decline',
    accepting: {
      title: (school: string) => `Become an owner of ${school}?`,
      text: 'Owners can do everything at the school, and decide about other owners. If the school asks owners for two-factor sign-in, you set it up next.',
      share: (by: string) => `${by} stays an owner.`,
      handOver: (by: string) => `${by} becomes an administrator.`,
    },
    stepDown: {
      title: 'Step down as owner',
      text: 'You become an administrator. The other owners stay.',
      last: 'You’re the only owner, and a school always has one. To step down, first share or hand over the ownership on the page of another member.',
      ask: 'Step down as owner?',
      toldByEmail: 'You and the other owners get an e-mail.',
    },
    answers: {
      accepted: 'You’re now an owner of the school.',
      declined: 'You declined the offer. Nothing was changed.',
      gone: 'This offer is no longer open. Nothing was changed.',
    },
  },
  invitation,
  /** What a member has set in motion, where the role that it takes is about to end. */
  ordered: {
    ends: 'This also ends what this member set in motion. An invitation can be sent again, by whoever then answers for it:',
    stays: 'These belong to the school and stay:',
  },
  /** What becomes of the letter of an invitation. */
  letters: {
    sent: (email: string) =>
      `The e-mail to ${email} is in the outbox and will be sent within a minute; this page shows what becomes of it. Its link works for 7 days.`,
    kept: (email: string) =>
      `No mail server is set up, so the e-mail to ${email} is saved as a file; the server log says where. It contains a link that works for 7 days.`,
    none: (email: string) =>
      `This server sends no e-mails. Please tell ${email} yourself: people with an account find the invitation there.`,
    link: (email: string) =>
      `This server sends no e-mails. Create an invitation link here and give it to ${email} yourself.`,
  },
  /** What became of the e-mail of an invitation. */
  delivery: {
    title: 'Invitation e-mail',
    states: {
      waiting: 'In the outbox; it will be sent within a minute.',
      delayed: 'Not sent yet; the server keeps trying for two days.',
      failed: 'Not delivered, and not tried again.',
      sent: 'Handed to the mail server (or deleted by the people who run this service). If nothing arrives, resend the invitation.',
      kept: 'Saved as a file on the server, whose log says where.',
      shown: 'Not sent: an invitation link was created instead.',
      lapsed: 'The link has expired. The invitation needs a new one.',
      off: 'Not sent: this server sends no e-mails.',
      held: 'Not sent: this server no longer sends e-mails. The e-mail stays in the outbox in case it does again; creating a link withdraws it.',
      givenUp: 'Not delivered, and not tried again: this server no longer sends e-mails.',
      past: 'Handed to the mail server before this server stopped sending e-mails (or deleted by the people who run this service).',
      unsent:
        'No e-mail was sent: the server sent none when this person was invited, or it was restored from a backup. Resend the invitation.',
      unknown:
        'Not known, for example because the link has expired, or because very many e-mails are waiting. If nothing has arrived, resend the invitation.',
    },
    why: {
      refused: 'The mail server refused the address or the e-mail.',
      later: 'The mail server asked to try again later.',
      sign_in: 'The mail server didn’t let this server sign in.',
      insecure: 'No secure connection to the mail server was possible.',
      unreachable: 'The mail server couldn’t be reached.',
      other: 'Sending failed; the server log says why.',
    } satisfies Record<MailTrouble, string>,
    nextTry: (at: string) => `Next try: ${at}.`,
    gaveUp: (at: string) => `Given up: ${at}.`,
    link: (from: string, until: string) => `Link created on ${from}, valid until ${until}.`,
    checkAddress: 'Check the address: if it’s wrong, remove this person and invite the right address.',
    passOn: 'You can create a link below and pass it on yourself.',
    inAccount: 'If this person already has an account, the invitation is on their account page.',
  },
  /** The link of an invitation, where no e-mail arrives. */
  invitationLink: {
    make: 'Create an invitation link',
    makeText: 'This server sends no e-mails, so pass the link on yourself. A previous link stops working.',
    makeTextFailed:
      'The e-mail hasn’t got through, so pass a link on yourself. The e-mail is withdrawn from the outbox, and every earlier link stops working.',
    makeTextAgain:
      'If the link has been lost, create a new one and pass it on yourself. The previous link stops working.',
    ask: (name: string) => `Create an invitation link for ${name}?`,
    askText: (role: string) =>
      `Whoever uses the link first chooses the name and password of the account and joins as: ${role}. The address stays unconfirmed.`,
    askWithdraws:
      'The e-mail that couldn’t be sent is withdrawn, so that it doesn’t arrive later with a link that no longer works.',
    askEnds: 'Every earlier link stops working now.',
    title: 'Invitation link created',
    label: 'Link',
    text: 'Copy the link now and give it to this person over a secure channel: in person, or in an encrypted message. It works once, for 7 days, and isn’t shown again.',
    back: 'Go to the member',
  },
  done: {
    invited: 'Invitation created.',
    sent: 'Invitation renewed; the previous link stops working.',
    role: 'Role changed.',
    suspended: 'Member suspended; their apps have stopped.',
    reinstated: 'Access restored.',
    removed: 'Member removed; their apps have stopped.',
    signedOut: 'If they belong to no other school, they are signed out of all browsers.',
    resetSent:
      'The e-mail with a password reset link is in the outbox and will be sent within a minute. If nothing arrives, ask the people who run this service whether the mail server refused it.',
    ended: 'Connections ended.',
    offered: 'Ownership offered. They can accept it on their account page for 7 days.',
    withdrawn: 'Offer withdrawn.',
    steppedDown: 'You stepped down. You’re now an administrator.',
    none: 'Select members for whom this is possible first. Nothing was changed.',
  },
  problems: {
    lastOwner:
      'You’re the only owner, so you can’t step down. Nothing was changed. First share or hand over the ownership on the page of another member.',
    role: 'Your role doesn’t allow this. Nothing was changed.',
    conflict:
      'This isn’t possible right now: someone else may have changed the member, or this is the last owner, who always stays. Nothing was changed.',
    invalid: 'The form was invalid. Nothing was changed.',
    resetThrottled: 'This member was sent several e-mails recently. No link was sent; please wait an hour.',
    throttled: 'Too many invitations were sent recently. This one wasn’t; please try again tomorrow.',
  },
};
