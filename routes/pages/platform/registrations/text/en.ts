/** Programs that register themselves as clients, for those who run the platform. */
export const registrations = {
  title: 'Registered clients',
  lead: 'Programs that register themselves as clients here. Newer ones identify themselves by the web address of their metadata instead, and need no registration.',
  modes: {
    loopback_and_vendors: 'Known integrations can register, and any program that runs on a person’s own computer.',
    vendors_only: 'Only known integrations can register.',
    off: 'Registration is turned off. No one can register any more.',
  },
  howTo: 'Whoever runs the server can turn this off: set REGISTRATION to vendors_only or off, and restart.',
  others: 'Programs on people’s own computers',
  integrations: 'Known integrations',
  columns: {
    name: 'Calls itself',
    registered: (days: number) => `Registered in the last ${days} days`,
    used: (days: number) => `Used in the last ${days} days`,
    clients: 'Clients in all',
    lastRegistered: 'Last registered',
    lastUsed: 'Last used',
  },
  never: 'never',
  always: 'always gets the same client',
  empty: 'No registered clients',
  emptyText:
    'A program appears here once it has registered, and disappears once its client has been deleted because no one used it.',
  off: {
    title: 'If registration is turned off',
    existing: 'Clients that are registered stay. Their connections go on, and people can connect them again.',
    unused: 'Those that no one uses are deleted after a while, as before.',
    refused:
      'A program that wants to register is refused, and told what to do instead: use the web address of its metadata as client_id, or ask the school for an OAuth application.',
  },
};
