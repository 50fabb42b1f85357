import type { Said } from '../../../kit/text/said.ts';
import type { filter as en } from './en.ts';

export const filter: Said<typeof en> = {
  event: 'Ereignis',
  every: 'Alle Ereignisse',
  person: 'E-Mail-Adresse',
  from: 'Von',
  to: 'Bis',
  submit: 'Filtern',
  reset: 'Filter zurücksetzen',
  deletedApp: ({ app }) => `${app} (gelöscht)`,
  badDay: 'Geben Sie ein gültiges Datum ein.',
  personHint: 'Die vollständige E-Mail-Adresse',
  schoolEdited: 'Einstellungen oder Aussehen der Schule bearbeitet',
  invited: 'Mitglied eingeladen',
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
