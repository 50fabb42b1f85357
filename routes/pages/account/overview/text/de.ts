import type { Said } from '../../../kit/text/said.ts';
import type { account as en } from './en.ts';

export const account: Said<typeof en> = {
  area: {
    pages: {
      overview: 'Übersicht',
      connectedApps: 'Verbundene Apps',
      sessions: 'Wo Sie angemeldet sind',
      activity: 'Verlauf',
      signIn: 'Passwort und Passkeys',
      profile: 'Profil',
    },
  },
  overview: {
    runIt: 'Schulverwaltung',
    noSchool: 'Sie gehören noch zu keiner Schule',
    noSchoolText: 'Wenn eine Schule Sie einlädt, erscheint sie hier.',
  },
};
