/** All schools, for those who run the platform. */
export const platform = {
  title: 'Schools',
  lead: 'All schools on this platform, and what only the people who run it can do.',
  search: { label: 'Name or slug', submit: 'Search' },
  states: { open: 'Open', closed: 'Closed', toBeDeleted: 'To be deleted' },
  members: (count: number) => `active members: ${count}`,
  empty: 'No schools found',
  emptyText: 'Try a shorter part of the name or slug.',
  more: 'More schools',
  first: 'Back to the first',
  elsewhere: {
    title: 'App reviews and accounts',
    text: 'These are shared by all schools.',
    commands: 'To do the same on the server, run',
  },
  create: {
    title: 'Create a school',
    lead: 'The owner gets an invitation, which works once, for 7 days.',
    name: 'Name of the school',
    slug: 'Slug',
    slugHint:
      'The part of its web addresses that stands for the school: lowercase letters, digits and hyphens. It can’t be changed.',
    owner: 'Owner’s e-mail address',
    ownerHint: 'If there is no account with this address, one is created.',
    submit: 'Create the school',
    invalid: {
      name: 'Please enter a name of up to 100 characters.',
      slug: 'Use lowercase letters, digits and single hyphens, such as north-school.',
      owner: 'Please enter an e-mail address.',
    },
    taken: 'Another school has this slug.',
    reserved: 'This address belonged to another account until a few days ago, and that account can still get it back.',
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
  newOwner: 'New owner’s e-mail address',
  whatToDo: 'What you can do',
  invited: (email: string) => `${email} was invited as an owner.`,
  link: 'This server sends no e-mails. Give the owner this link, which works once, for 7 days. It isn’t shown again:',
  folder: 'The export is on the server, in the folder',
  problems: {
    changed: 'The school has changed in the meantime. Nothing was done; please check again.',
    noAddress: 'Please enter the new owner’s e-mail address.',
    invitedAlready: 'This person has already been invited, or is suspended.',
    reserved: 'This address belonged to another account until a few days ago, and that account can still get it back.',
    notExported: 'The school couldn’t be exported; the server log says why. It isn’t deleted.',
  },
  actions: {
    close: {
      button: 'Close the school',
      hint: 'No one can sign in there, and all apps stop, until you reopen it.',
      title: (name: string) => `Close ${name}?`,
      text: () =>
        'Sign-ins and tokens for this school are refused, and all its connections with apps end. All its data is kept.',
    },
    reopen: {
      button: 'Reopen the school',
      hint: 'Allows sign-ins again.',
      title: (name: string) => `Reopen ${name}?`,
      text: () => 'Its people can sign in again. Ended connections stay ended: they have to connect their apps again.',
    },
    handOver: {
      button: 'Hand over',
      hint: 'Makes an active member the only owner. Anyone else is invited as an additional owner.',
      title: (name: string) => `Hand ${name} over?`,
      text: (email: string) =>
        `If ${email} is an active member of the school, they become its only owner, and all other owners, also invited ones, become administrators. Otherwise they are invited; repeat this once the invitation is accepted.`,
    },
    export: {
      button: 'Export the school',
      hint: 'Writes its data and files to a folder on the server.',
      title: (name: string) => `Export ${name}?`,
      text: () =>
        'All the school’s data, without the audit log, is written to a new folder on the server. This can take minutes.',
    },
    delete: {
      button: 'Delete the school',
      hint: 'Closes it, exports it, and deletes it after 30 days.',
      title: (name: string) => `Delete ${name}?`,
      text: () =>
        'The school is closed immediately, and exported to a folder on the server. After 30 days all its data is deleted; this can’t be undone. Until then you can cancel.',
    },
    cancelDeletion: {
      button: 'Keep the school',
      hint: 'Cancels the deletion. The school stays closed.',
      title: (name: string) => `Keep ${name}?`,
      text: () => 'The school isn’t deleted. It stays closed until you reopen it.',
    },
  },
  done: {
    close: 'School closed; its connections have ended.',
    reopen: 'School reopened. Ended connections stay ended.',
    handOver: 'The school has a new owner.',
    export: 'School exported.',
    delete: 'School closed and exported. It will be deleted after 30 days.',
    cancelDeletion: 'The school won’t be deleted. It stays closed.',
  },
};
