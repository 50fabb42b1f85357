import { groupedIn } from '../../../kit/text/grouped.ts';
import type { Said } from '../../../kit/text/said.ts';
import type { connections as en } from './en.ts';

const grouped = groupedIn('de');

export const connections: Said<typeof en> = {
  lead: 'Apps, die mit dieser Schule verbunden sind, und für wen. Das Beenden einer Verbindung wirkt sofort.',
  leadLooking:
    'Apps, die mit dieser Schule verbunden sind, und für wen. Inhaber/innen und die Verwaltung können Verbindungen beenden.',
  none: 'Keine Apps verbunden',
  noneText: 'Wenn jemand an der Schule eine App verbindet, erscheint die Verbindung hier.',
  noneFound: 'Keine Verbindungen gefunden',
  noneFoundText: 'Prüfen Sie die Schreibweise, oder verwenden Sie weniger Filter.',
  total: (count) => (count === 1 ? '1 Verbindung' : `${grouped(count)} Verbindungen`),
  endSelected: 'Ausgewählte Verbindungen beenden',
  filter: {
    app: 'App',
    appHint: 'Ihre client_id',
    anyApp: 'Alle Apps',
    person: 'Person',
    personHint: 'E-Mail-Adresse',
    submit: 'Filtern',
    reset: 'Filter zurücksetzen',
  },
  person: 'Person',
  clientId: 'client_id',
  can: 'Berechtigungen',
  canNothing: 'Im Augenblick nichts: Die Person, ihre Mitgliedschaft oder die App ist nicht aktiv.',
  more: (count) => `und ${count} weitere`,
  since: 'Verbunden seit',
  lastUsed: 'Zuletzt benutzt',
  details: (app, person) => `${app}, für ${person}`,
  numbered: (name, number, count) => `${name} (Verbindung ${number} von ${count})`,
  numberedSince: (name, number, count, since) => `${name} (Verbindung ${number} von ${count}, seit ${since})`,
  onlyApp: 'Alle Verbindungen dieser App',
  onlyPerson: 'Alle Verbindungen dieser Person',
  end: 'Diese Verbindung beenden',
  endClient: (app) => `Alle Verbindungen von ${app} beenden`,
  endAll: 'Alle Verbindungen der Schule beenden',
  endText: 'Wirkt sofort. Die Person kann die App wieder verbinden.',
  ending: {
    one: 'Diese Verbindung beenden?',
    selected: 'Ausgewählte Verbindungen beenden?',
    client: (app) => `Alle Verbindungen von ${app} beenden?`,
    clientText: (app) => `${app} verliert den Zugriff auf diese Schule, für alle.`,
    all: 'Alle Verbindungen der Schule beenden?',
    allText: 'Jede App verliert den Zugriff auf diese Schule, für alle.',
    size: (connections, people) =>
      `Das beendet ${connections === 1 ? '1 Verbindung' : `${grouped(connections)} Verbindungen`} von ${people === 1 ? '1 Person' : `${grouped(people)} Personen`}.`,
    again:
      'Apps lassen sich wieder verbinden. Um eine App fernzuhalten, deaktivieren Sie sie unter „OAuth-Anwendungen“, oder bieten Sie sie unter „Einrichtung“ nicht mehr an.',
    submitClient: 'Alle Verbindungen der App beenden',
    submitSelected: (count) => (count === 1 ? '1 Verbindung beenden' : `${grouped(count)} Verbindungen beenden`),
    submitAll: 'Alle Verbindungen beenden',
  },
  done: {
    one: 'Verbindung beendet.',
    several: 'Ausgewählte Verbindungen beendet.',
    client: 'Alle Verbindungen der App sind beendet.',
    all: 'Alle Verbindungen der Schule sind beendet.',
    none: 'Wählen Sie mindestens eine Verbindung aus. Es wurde nichts geändert.',
    gone: 'Diese Verbindung gibt es nicht mehr.',
  },
};
