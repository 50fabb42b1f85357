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
    switchOn:
      'Lassen Sie Mitglieder KI-Assistenten und Ihre eigenen Apps verbinden: Schalten Sie MCP-Verbindungen ein.',
    members: 'wer zur Schule gehört, und als was',
    applications: 'Apps, die die Schule für Mitglieder und Team erstellt',
    reviews: 'Apps, die sich durch eine Webadresse ausweisen: freigeben, sperren, Mitgliedern anbieten',
    connect: 'Claude, ChatGPT und andere Assistenten verbinden',
    connections: 'welche Apps für wen verbunden sind; einzelne oder alle beenden',
    connectionsLooking: 'welche Apps für wen verbunden sind',
    webhooks: 'eigene Programme über Ereignisse benachrichtigen',
    audit: 'wer wann was getan hat',
    look: 'was man beim Anmelden sieht',
    settings: 'zweiter Faktor und Beta-Funktionen',
    accounts: 'Konten in fremden Händen finden und deren Besitzern helfen',
  },
};
