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
      reviews: 'App-Freigaben',
      connect: 'Clients einrichten',
      connections: 'Verbindungen',
      webhooks: 'Webhooks',
      audit: 'Protokoll',
      look: 'Name und Farben',
      settings: 'Einstellungen',
      accounts: 'Konten',
    },
  },
  overview: {
    back: 'Zur Schulverwaltung',
    lead: (role) => `Sie führen diese Schule als: ${role}.`,
    switchOn: 'Eigene Apps lassen sich verbinden, sobald die Beta-Funktion „MCP-Verbindungen“ eingeschaltet ist.',
    members: 'wer zur Schule gehört, und als was',
    applications: 'Apps, die die Schule für ihre Mitglieder und Leitung anlegt',
    reviews: 'Apps, die man an ihrer Webadresse kennt: freigeben, sperren, übernehmen',
    connect: 'Adressen und Befehle für jeden bekannten Client',
    connections: 'welche Apps für wen verbunden sind; einzelne oder alle beenden',
    connectionsLooking: 'welche Apps für wen verbunden sind',
    webhooks: 'Nachrichten an eigene Programme über das, was hier geschieht',
    audit: 'wer wann was getan hat',
    look: 'was man beim Anmelden sieht',
    settings: 'zweiter Faktor und Beta-Funktionen',
    accounts: 'Konten in fremden Händen: finden und helfen',
  },
};
