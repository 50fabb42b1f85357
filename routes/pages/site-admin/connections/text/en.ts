import { groupedIn } from '../../../kit/text/grouped.ts';

const grouped = groupedIn('en');

/** What is connected to a school, as those who run it see it. */
export const connections = {
  lead: 'Apps connected to this school, and for whom. Ending a connection takes effect immediately.',
  leadLooking: 'Apps connected to this school, and for whom. Owners and administrators can end connections.',
  none: 'No apps connected',
  noneText: 'When someone at the school connects an app, the connection appears here.',
  noneFound: 'No connections found',
  noneFoundText: 'Check the spelling, or use fewer filters.',
  total: (count: number) => (count === 1 ? '1 connection' : `${grouped(count)} connections`),
  endSelected: 'End selected connections',
  filter: {
    app: 'App',
    appHint: 'Its client_id',
    anyApp: 'All apps',
    person: 'Person',
    personHint: 'E-mail address',
    submit: 'Filter',
    reset: 'Clear filters',
  },
  person: 'Person',
  clientId: 'client_id',
  can: 'Permissions',
  canNothing: 'Nothing right now: the person, the membership or the app is turned off.',
  more: (count: number) => `and ${count} more`,
  since: 'Connected since',
  lastUsed: 'Last used',
  details: (app: string, person: string) => `${app}, for ${person}`,
  numbered: (name: string, number: number, count: number) => `${name} (connection ${number} of ${count})`,
  numberedSince: (name: string, number: number, count: number, since: string) =>
    `${name} (connection ${number} of ${count}, since ${since})`,
  onlyApp: 'All connections of this app',
  onlyPerson: 'All connections of this person',
  end: 'End this connection',
  endClient: (app: string) => `End all connections of ${app}`,
  endAll: 'End all connections of the school',
  endText: 'Takes effect immediately. They can connect the app again.',
  ending: {
    one: 'End this connection?',
    selected: 'End the selected connections?',
    client: (app: string) => `End all connections of ${app}?`,
    clientText: (app: string) => `${app} loses access to this school, for everyone.`,
    all: 'End all connections of the school?',
    allText: 'Every app loses access to this school, for everyone.',
    size: (connections: number, people: number) =>
      `This ends ${connections === 1 ? '1 connection' : `${grouped(connections)} connections`} of ${people === 1 ? '1 person' : `${grouped(people)} people`}.`,
    again:
      'They can connect it again. To keep an app out, disable it under OAuth applications, or stop offering it under Setup guides.',
    submitClient: 'End all connections of the app',
    submitSelected: (count: number) => (count === 1 ? 'End 1 connection' : `End ${grouped(count)} connections`),
    submitAll: 'End all connections',
  },
  done: {
    one: 'Connection ended.',
    several: 'Selected connections ended.',
    client: 'All connections of the app ended.',
    all: 'All connections of the school ended.',
    none: 'Select at least one connection. Nothing was changed.',
    gone: 'This connection no longer exists.',
  },
};
