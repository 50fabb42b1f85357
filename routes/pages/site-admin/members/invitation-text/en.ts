/** English text of invitations. */
export const invitation = {
  title: 'Invite someone',
  lead: 'They join when they accept. Until then they have no access.',
  email: 'E-mail address',
  name: 'Name',
  nameHint: 'Used only for new accounts; people can change it.',
  role: 'Role',
  submit: 'Invite',
  taken: {
    active: 'This person is already at the school.',
    invited: 'This person is already invited; the invitation is on their page.',
    suspended: 'This person is suspended. Restore access on their page.',
  },
  open: (name: string) => `Open the page of ${name}`,
  /** An invitation that is not answered yet. */
  withdraw: {
    title: 'Withdraw invitation',
    text: 'The invitation link stops working, and they can’t join.',
    ask: (name: string) => `Withdraw the invitation of ${name}?`,
    consequences: 'The invitation link stops working, and they can’t join. You can invite them again at any time.',
    done: 'Invitation withdrawn.',
  },
};
