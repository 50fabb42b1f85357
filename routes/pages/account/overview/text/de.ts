import type { Said } from '../../../kit/text/said.ts';
import type { account as en } from './en.ts';

export const account: Said<typeof en> = {
  area: {
    pages: {
      overview: 'Übersicht',
      connectedApps: 'Verbundene Apps',
      sessions: 'Angemeldete Browser',
      activity: 'Aktivität',
      signIn: 'Passwort und Passkeys',
      profile: 'Profil',
    },
  },
  overview: {
    lead: 'Ihr Profil, Ihre Schulen und verbundenen Apps.',
    runIt: 'Schulverwaltung',
    noSchool: 'Sie gehören noch zu keiner Schule',
    noSchoolText: 'Einladungen von Schulen erscheinen hier.',
    next: 'Was Sie hier tun können',
    connectedApps: 'Zugriff von Apps ansehen und entziehen',
    sessions: 'sehen, wo Sie angemeldet sind, und sich abmelden',
    activity: 'Anmeldungen und Änderungen Ihres Kontos ansehen',
    signIn: 'Passwort ändern, Passkey hinzufügen',
    profile: 'Ihr Name und Ihre E-Mail-Adresse',
  },
};
