import { groupedIn } from '../../../kit/text/grouped.ts';

const grouped = groupedIn('en');

/** What is connected to a school, as those who run it see it. */
export const connections = {
  lead: 'Which apps are connected to this school, and for whom. What you end here is dead from that moment on.',
  leadLooking: 'Which apps are connected to this school, and for whom. Owners and administrators can end connections.',
  none: 'No app is connected',
  noneText: 'When somebody of the school allows an app something, the connection appears here.',
  noneFound: 'No such connection',
  noneFoundText: 'No live connection fits these conditions. Look at the spelling, or leave one of them out.',
  filter: {
    app: 'App',
    appHint: 'Its client_id',
    anyApp: 'All apps',
    person: 'Person',
    personHint: 'E-mail address',
    submit: 'Show',
    reset: 'Show all',
  },
  person: 'Person',
  clientId: 'client_id',
  can: 'What the person allowed, in the words they read',
  canNothing: 'Nothing at the moment: the person, the membership or the app is switched off.',
  more: (count: number) => `and ${count} more`,
  since: 'Connected since',
  lastUsed: 'Last used',
  details: (app: string, person: string) => `${app}, for ${person}`,
  onlyApp: 'All connections of this app',
  onlyPerson: 'All connections of this person',
  end: 'End this connection',
  endClient: (app: string) => `End all connections of ${app}`,
  endAll: 'End all connections of the school',
  endText: 'It takes effect at once. The person can allow the app anew.',
  ending: {
    client: (app: string) => `End all connections of ${app}?`,
    clientText: (app: string) => `From this moment on ${app} can do nothing more at this school, for anybody.`,
    all: 'End all connections of the school?',
    allText: 'From this moment on no app can do anything at this school, for anybody.',
    size: (connections: number, people: number) =>
      `Live connections: ${grouped(connections)}. People concerned: ${grouped(people)}.`,
    again:
      'Everybody concerned has to allow the app anew before it works again. To keep an app out, disable or block it.',
    submitClient: 'End all connections of the app',
    submitAll: 'End all connections',
  },
  done: {
    one: 'The connection has ended.',
    client: 'All connections of the app have ended.',
    all: 'All connections of the school have ended.',
    gone: 'There is no such connection any more.',
  },
};
