import { groupedIn } from '../../../kit/text/grouped.ts';
import type { Said } from '../../../kit/text/said.ts';
import type { connections as en } from './en.ts';

const grouped = groupedIn('de');

export const connections: Said<typeof en> = {
  lead: 'Welche Apps mit dieser Schule verbunden sind und für wen. Was Sie hier beenden, ist von diesem Augenblick an tot.',
  leadLooking:
    'Welche Apps mit dieser Schule verbunden sind und für wen. Verbindungen beenden kann, wer die Schule besitzt oder administriert.',
  none: 'Keine App ist verbunden',
  noneText: 'Wenn jemand aus der Schule einer App etwas erlaubt, erscheint die Verbindung hier.',
  noneFound: 'Keine solche Verbindung',
  noneFoundText:
    'Zu diesen Bedingungen gibt es keine laufende Verbindung. Prüfen Sie die Schreibweise, oder lassen Sie eine weg.',
  filter: {
    app: 'App',
    appHint: 'Ihre client_id',
    anyApp: 'Alle Apps',
    person: 'Person',
    personHint: 'E-Mail-Adresse',
    submit: 'Anzeigen',
    reset: 'Alle anzeigen',
  },
  person: 'Person',
  clientId: 'client_id',
  can: 'Was die Person erlaubt hat, in den Worten, die sie las',
  canNothing: 'Im Augenblick nichts: Die Person, ihre Mitgliedschaft oder die App ist abgeschaltet.',
  more: (count) => `und ${count} weitere`,
  since: 'Verbunden seit',
  lastUsed: 'Zuletzt benutzt',
  details: (app, person) => `${app}, für ${person}`,
  onlyApp: 'Alle Verbindungen dieser App',
  onlyPerson: 'Alle Verbindungen dieser Person',
  end: 'Diese Verbindung beenden',
  endClient: (app) => `Alle Verbindungen von ${app} beenden`,
  endAll: 'Alle Verbindungen der Schule beenden',
  endText: 'Das gilt sofort. Die Person kann die App neu erlauben.',
  ending: {
    client: (app) => `Alle Verbindungen von ${app} beenden?`,
    clientText: (app) => `Von diesem Augenblick an kann ${app} an dieser Schule nichts mehr tun, für niemanden.`,
    all: 'Alle Verbindungen der Schule beenden?',
    allText: 'Von diesem Augenblick an kann keine App an dieser Schule mehr etwas tun, für niemanden.',
    size: (connections, people) =>
      `Laufende Verbindungen: ${grouped(connections)}. Betroffene Personen: ${grouped(people)}.`,
    again:
      'Alle Betroffenen müssen die App neu erlauben, bevor sie wieder funktioniert. Um eine App fernzuhalten, schalten Sie sie ab oder sperren Sie sie.',
    submitClient: 'Alle Verbindungen der App beenden',
    submitAll: 'Alle Verbindungen beenden',
  },
  done: {
    one: 'Die Verbindung ist beendet.',
    client: 'Alle Verbindungen der App sind beendet.',
    all: 'Alle Verbindungen der Schule sind beendet.',
    gone: 'Diese Verbindung gibt es nicht mehr.',
  },
};
