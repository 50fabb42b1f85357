/** The members of a school, for those who run it. */
export const members = {
  lead: 'Everybody with a place at the school. A change of role or status counts from the next click or call on.',
  invite: 'Invite somebody',
  statuses: { invited: 'Invited', active: 'Active', suspended: 'Suspended' },
  filter: {
    q: 'Name or e-mail address',
    role: 'Role',
    status: 'Status',
    any: 'All',
    submit: 'Show',
    reset: 'Show everybody',
  },
  empty: 'Nobody found',
  emptyText: 'No member fits. Try part of the name or of the address, or fewer conditions.',
  unnamed: 'Name not known yet',
  unnamedText: 'The name appears here once the invitation is accepted.',
  member: {
    role: 'Role',
    status: 'Status',
    since: 'Here since',
    seen: 'Last seen here',
    note: 'Note',
    tags: 'Tags',
    self: 'You cannot change your own role. Ask another owner or administrator to change your role.',
    above: 'This member’s role is above yours, so you decide nothing here.',
    lookOnly: 'You can look; owners and administrators change things.',
    changeRole: 'Change the role',
    newRole: 'New role',
    roleText: 'A role above the one there is asks for your password.',
    saveRole: 'Change role',
    inviteAgain: 'Send the invitation again',
    inviteAgainText:
      'Sends a new link; the one before stops working. Where no mail is set up, the log of the server says where letters go.',
    reinstate: 'Give access back',
    reinstateText:
      'The member is suspended and gets in nowhere at this school. With access back, the role is the one there was.',
    suspend: 'Suspend',
    suspendText: 'Takes access to the school away until you give it back.',
    endConnections: 'End all connections',
    endConnectionsText: 'Ends every app of this member at this school. They stay signed in and can connect again.',
    signOut: 'Sign out of all browsers',
    signOutText:
      'For a member of this school only. The sessions of a member who also belongs to another school stay; they end them themselves.',
    sendReset: 'Send a link to a new password',
    sendResetText:
      'The link goes to the e-mail address of the member. You do not see it, and the password stays until it is used.',
    connections: 'See the connections',
    remove: 'Remove from the school',
    removeText: 'Ends the place at the school. What the member bought, learned and wrote stays.',
  },
  confirm: {
    suspend: (name: string) => `Suspend ${name}?`,
    suspendText:
      'Every app that works for this member at this school stops at once, and they do not get into the school until you give access back. They stay signed in to the platform and keep their other schools.',
    remove: (name: string) => `Remove ${name} from the school?`,
    removeText:
      'Every app that works for this member at this school stops at once, and they are no member any more. What they bought, learned and wrote stays; an invitation brings them back.',
    role: (name: string, role: string) => `Change the role of ${name} to ${role}?`,
    roleText: 'From the next click or call on this member may do everything that belongs to the role, by apps too.',
    ownerText: 'They stop being an owner of the school. Only the platform can make an owner again.',
    reinstate: (name: string, role: string) => `Give access back to ${name} as ${role}?`,
    invite: (email: string, role: string) => `Invite ${email} as ${role}?`,
    inviteText: 'Once the invitation is taken, this person may do everything that belongs to the role, by apps too.',
    signOut: (name: string) => `Sign ${name} out of all browsers?`,
    signOutText:
      'If the member belongs to no other school, every browser in which they are signed in is signed out. You do not learn whether that is so. Apps stay connected; you can end them as well.',
    sendReset: (name: string) => `Send ${name} a link to a new password?`,
    sendResetText:
      'A message with a link goes to their e-mail address. It works once and for 30 minutes. They are signed out everywhere when they use it.',
    endConnections: (name: string) => `End all connections of ${name}?`,
    endConnectionsText:
      'Every app that works for this member at this school stops at once. They stay a member, and may allow the apps again.',
  },
  invitation: {
    title: 'Invite somebody to the school',
    lead: 'The place is theirs once they take it, and opens nothing before.',
    email: 'E-mail address',
    name: 'Name',
    nameHint: 'Only used where the address is new here; people change it themselves.',
    role: 'Role',
    submit: 'Invite',
    taken: 'Whoever this address belongs to has a place at the school already.',
  },
  /** What becomes of the letter of an invitation. */
  letters: {
    sent: (email: string) =>
      `A message with a link goes to ${email}. The link works for 7 days. If nothing arrives, send the invitation again from here.`,
    kept: (email: string) =>
      `No mail server is set up here, so the message to ${email} is kept as a file; the log of the server says where. It holds a link that works for 7 days.`,
    none: (email: string) =>
      `No messages are sent here. Please tell ${email} yourself: whoever has an account here finds the invitation in it.`,
  },
  done: {
    invited: 'The invitation is made.',
    sent: 'The invitation is made anew; the link before no longer works.',
    role: 'The role is changed.',
    suspended: 'The member is suspended; every app has stopped.',
    reinstated: 'The member has access again.',
    removed: 'The member is removed; every app has stopped.',
    signedOut: 'If the member belongs to no other school, they are signed out of all browsers.',
    resetSent: 'A message with a link to a new password is on its way to the member.',
    ended: 'The connections have ended.',
  },
  problems: {
    role: 'Your role does not reach that far, or has changed meanwhile. Nothing was changed.',
    conflict:
      'This does not go with what the member is now; somebody else may have changed it meanwhile, and the last owner always stays. Nothing was changed.',
    invalid: 'The form was not understood. Nothing was changed.',
    resetThrottled: 'This member was sent several messages within a short time. No link was sent; please wait an hour.',
    throttled: 'Many invitations were sent within a short time. This one was not; please try again tomorrow.',
  },
};
