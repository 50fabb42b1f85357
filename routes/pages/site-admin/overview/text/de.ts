import type { Said } from '../../../kit/text/said.ts';
import type { admin as en } from './en.ts';

export const admin: Said<typeof en> = {
  area: {
    developers: 'Für Entwickler',
    school: 'Schule',
    platform: 'Plattform',
    pages: {
      overview: 'Übersicht',
      members: 'Mitglieder',
      applications: 'OAuth-Anwendungen',
      reviews: 'App-Prüfungen',
      connect: 'Einrichtung',
      connections: 'Aktive Verbindungen',
      webhooks: 'Webhooks',
      audit: 'Protokoll',
      look: 'Name und Farben',
      settings: 'Einstellungen',
      accounts: 'Konten',
    },
  },
  overview: {
    back: 'Zur Schulverwaltung',
    lead: (role) => `Ihre Rolle: ${role}`,
  },
};
