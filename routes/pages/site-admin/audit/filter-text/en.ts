/** The conditions of the audit log, and the groups of its events. */
export const filter = {
  event: 'Event',
  every: 'All events',
  person: 'Person',
  from: 'From',
  to: 'To',
  submit: 'Filter',
  reset: 'Clear filters',
  deletedApp: ({ app }: { app: string }) => `${app} (deleted)`,
  badDay: 'Enter a valid date.',
  personHint: 'The whole e-mail address. Finds what the person did and what was done to them.',
  schoolEdited: 'School settings or appearance edited',
  invited: 'Member invited',
  groups: {
    people: 'People and access',
    ownership: 'Ownership',
    connections: 'Connections of apps',
    apps: 'Apps',
    content: 'Content and records',
    school: 'School',
    webhooks: 'Webhooks',
  },
};
