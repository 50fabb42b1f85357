import type { Said } from '../../../kit/text/said.ts';
import type { explorer as said } from './en.ts';

export const explorer: Said<typeof said> = {
  title: 'Account-API-Explorer',
  lead: 'Fragen Sie mit GraphQL Ihre eigenen Daten an einer Schule ab, und sehen Sie, was eine App bekäme.',
  signedOut:
    'Melden Sie sich an, um zu beginnen. Der Explorer bittet wie jede andere App um Zugriff, und Sie entscheiden, was er darf.',
  signIn: 'Anmelden',
  connect:
    'Der Explorer bittet wie jede andere App um Zugriff. Sein Token steht nur im Arbeitsspeicher dieser Seite, und er gibt es zurück, wenn Sie die Seite verlassen.',
  at: (school) => `Bei ${school} anmelden`,
  none: 'Ihre Schule hat den Explorer nicht eingerichtet',
  noneText: 'Inhaber oder Verwaltung richten ihn als OAuth-Anwendung der Schule ein.',
  setUp: (school) => `Für ${school} einrichten`,
  noScript: 'Der Explorer braucht JavaScript. Ohne geht es so, wie die Anleitung unten es beschreibt.',
  connected: (person, school) => `Als ${person} bei ${school} angemeldet`,
  signOut: 'Verbindung beenden',
  example: 'Mit einem Beispiel beginnen',
  examples: {
    courses: 'Meine Kurse',
    orders: 'Meine Bestellungen',
    events: 'Meine Veranstaltungen',
    files: 'Meine Dateien',
    language: 'Meine Sprache ändern',
  },
  query: 'Abfrage',
  queryHint: 'Strg+Eingabe führt sie aus.',
  fields: (type) => `Felder von ${type}`,
  variables: 'Variablen',
  variablesLabel: 'Variablen als JSON',
  run: 'Ausführen',
  running: 'Wird ausgeführt …',
  result: 'Ergebnis',
  empty: 'Führen Sie eine Abfrage aus, um ihr Ergebnis zu sehen.',
  done: (status, milliseconds) => `Status ${status} nach ${milliseconds} ms`,
  schema: 'Schema der Account API',
  howTo: 'Wie eine App ein Token bekommt',
  problems: {
    ended: 'Die Verbindung ist beendet. Melden Sie sich erneut an, um weiterzumachen.',
    refused: (why) =>
      `Der Explorer wurde nicht verbunden: ${why}. Melden Sie sich erneut an, um es noch einmal zu versuchen.`,
    foreign:
      'Diese Seite wurde durch eine Anmeldung geöffnet, die nicht in diesem Browser begonnen hat. Melden Sie sich stattdessen hier an.',
    silent: 'Der Server hat nicht geantwortet. Prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.',
    variables: 'Die Variablen sind kein gültiges JSON. Schreiben Sie ein Objekt wie {"first": 5}.',
  },
};
