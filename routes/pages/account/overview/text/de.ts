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
    lead: 'Wer Sie hier sind und was Apps in Ihrem Namen dürfen.',
    runIt: 'Schulverwaltung',
    noSchool: 'Sie gehören noch zu keiner Schule',
    noSchoolText: 'Wenn eine Schule Sie einlädt, erscheint sie hier.',
    next: 'Was Sie hier tun können',
    connectedApps: 'sehen, was jede App darf, und es zurücknehmen',
    sessions: 'Ihre Browser sehen und sich dort abmelden',
    activity: 'Anmeldungen und Änderungen Ihres Kontos ansehen',
    signIn: 'ändern, wie Sie zeigen, dass Sie es sind',
    profile: 'Ihr Name und Ihre E-Mail-Adresse',
  },
};
