import type { Said } from '../../../kit/text/said.ts';
import type { filter as en } from './en.ts';

export const filter: Said<typeof en> = {
  event: 'Ereignis',
  every: 'Alle Ereignisse',
  person: 'Person',
  from: 'Von',
  to: 'Bis',
  submit: 'Filtern',
  reset: 'Filter zurücksetzen',
  deletedApp: ({ app }) => `${app} (gelöscht)`,
  badDay: 'Geben Sie ein gültiges Datum ein.',
  personHint: 'Die vollständige E-Mail-Adresse. Findet, was die Person getan hat und was sie betrifft.',
  schoolEdited: 'Einstellungen oder Aussehen der Schule bearbeitet',
  invited: 'Mitglied eingeladen',
  withdrawn: 'Einladung zurückgezogen',
  failedSignIns: 'Fehlgeschlagene Anmeldungen bei Apps',
  groups: {
    people: 'Personen und Zugang',
    ownership: 'Inhaberschaft',
    connections: 'Verbindungen von Apps',
    apps: 'Apps',
    content: 'Inhalte und Daten',
    school: 'Schule',
    webhooks: 'Webhooks',
  },
};
