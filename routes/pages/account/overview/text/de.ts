import type { Said } from '../../../kit/text/said.ts';
import type { account as en } from './en.ts';

export const account: Said<typeof en> = {
  area: {
    pages: {
      overview: 'Übersicht',
      connectedApps: 'Verbundene Apps',
      assistants: 'KI-Assistenten',
      sessions: 'Angemeldete Browser',
      activity: 'Aktivität',
      signIn: 'Passwort und Passkeys',
      profile: 'Profil',
    },
  },
  overview: {
    runIt: 'Schulverwaltung',
    noSchool: 'Sie gehören derzeit zu keiner Schule',
    noSchoolText:
      'Einladungen von Schulen erscheinen hier. Wenn Sie zu einer gehörten, fragen Sie dort nach: Ihr Zugang kann gesperrt oder Ihre Mitgliedschaft beendet worden sein. Was es war, steht in Ihrer Kontoaktivität.',
  },
};
