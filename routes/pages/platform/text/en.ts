/** All schools, for those who run the platform. */
export const platform = {
  title: 'Schools',
  lead: 'All schools of this platform, with what only those who run it can do with them.',
  search: { label: 'Name or slug', submit: 'Search' },
  states: { open: 'Open', closed: 'Closed', toBeDeleted: 'To be deleted' },
  members: (count: number) => `active members: ${count}`,
  empty: 'No school found',
  emptyText: 'No school fits. Try a shorter part of the name or slug.',
  more: 'More schools',
  first: 'Back to the first',
  create: {
    title: 'Create a school',
    lead: 'The owner gets an invitation, which works once and for 7 days.',
    name: 'Name of the school',
    slug: 'Slug',
    slugHint:
      'The part of its addresses that stands for the school: small letters, digits and hyphens. It cannot be changed.',
    owner: 'E-mail address of the owner',
    ownerHint: 'An account is made if there is none with this address.',
    submit: 'Create the school',
    invalid: {
      name: 'Please enter a name of up to 100 characters.',
      slug: 'Please use small letters, digits and single hyphens, such as north-school.',
      owner: 'Please enter an e-mail address.',
    },
    taken: 'Another school has this slug.',
    reserved: 'This address belonged to another account until a few days ago, which can still get it back.',
  },
  facts: {
    id: 'ID',
    slug: 'Slug',
    state: 'Status',
    created: 'Created',
    members: 'Active members',
    deleteAt: 'Will be deleted after',
  },
  owners: 'Owners',
  noOwner: 'The school has no owner.',
  newOwner: 'E-mail address of the new owner',
  whatToDo: 'What you can do',
  invited: (email: string) => `${email} is invited as an owner.`,
  link: 'This server sends no e-mails. Give the owner this link, which works once and for 7 days. It is not shown again:',
  folder: 'On the server, the export is in the folder',
  problems: {
    changed: 'The school has changed meanwhile. Nothing was done; please look again.',
    noAddress: 'Please enter the e-mail address of the new owner.',
    invitedAlready: 'This person is invited already, or suspended.',
    reserved: 'This address belonged to another account until a few days ago, which can still get it back.',
    notExported: 'The school could not be exported; the log of the server says why. It is not deleted.',
  },
  actions: {
    close: {
      button: 'Close the school',
      hint: 'Nobody can sign in there, and all apps stop, until you open it again.',
      title: (name: string) => `Close ${name}?`,
      text: () =>
        'Sign-ins and tokens for this school are refused, and all of its connections with apps end. Everything that it holds is kept.',
    },
    reopen: {
      button: 'Open the school again',
      hint: 'Allows sign-ins again.',
      title: (name: string) => `Open ${name} again?`,
      text: () =>
        'Its people can sign in again. Connections that have ended stay ended: they connect their apps again.',
    },
    handOver: {
      button: 'Hand over',
      hint: 'Makes an active member the only owner. Anybody else is invited as a further owner.',
      title: (name: string) => `Hand ${name} over?`,
      text: (email: string) =>
        `If ${email} is an active member of the school, that person becomes its only owner, and all present owners become administrators. Otherwise an invitation is sent, and you repeat this when it was accepted.`,
    },
    export: {
      button: 'Export the school',
      hint: 'Writes its data and files to a folder of the server.',
      title: (name: string) => `Export ${name}?`,
      text: () =>
        'All that the school holds is written to a new folder of the server, without the audit log. It may take minutes.',
    },
    delete: {
      button: 'Delete the school',
      hint: 'Closes it, exports it, and deletes it after 30 days.',
      title: (name: string) => `Delete ${name}?`,
      text: () =>
        'The school is closed at once, and exported to a folder of the server. After 30 days all that it holds is deleted, and nobody can undo it. Until then you can cancel.',
    },
    cancelDeletion: {
      button: 'Keep the school',
      hint: 'Cancels the deletion. The school stays closed.',
      title: (name: string) => `Keep ${name}?`,
      text: () => 'The school is not deleted. It stays closed until you open it again.',
    },
  },
  done: {
    close: 'The school is closed, and its connections have ended.',
    reopen: 'The school is open again. What had ended stays ended.',
    handOver: 'The school has a new owner.',
    export: 'The school is exported.',
    delete: 'The school is closed and exported, and will be deleted after 30 days.',
    cancelDeletion: 'The school is not deleted. It stays closed.',
  },
};
