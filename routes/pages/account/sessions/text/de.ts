import type { Said } from '../../../kit/text/said.ts';
import type { sessions as en } from './en.ts';

export const sessions: Said<typeof en> = {
  lead: 'Browser, in denen Sie angemeldet sind. Melden Sie sich in allen ab, die Sie nicht kennen, und ändern Sie danach Ihr Passwort.',
  here: 'Dieser Browser',
  by: (browser, system) => `${browser} unter ${system}`,
  unknown: 'Unbekannter Browser',
  since: 'Angemeldet',
  lastSeen: 'Zuletzt aktiv',
  signOut: 'Abmelden',
  signOutOf: (browser) => `Abmelden: ${browser}`,
  total: (count) => `${count} Browser`,
  latest: (count) => `Die ${count} zuletzt benutzten Browser`,
  elsewhere: 'Alle Browser',
  elsewhereText: 'Wenn Sie ein Gerät verloren haben oder nicht mehr wissen, wo Sie sich angemeldet haben.',
  apps: 'Ihre Apps werden dadurch nicht getrennt. Sie können sie hier trennen:',
  others: 'In allen anderen Browsern abmelden',
  everywhere: 'Überall abmelden, auch hier',
  ending: {
    others: 'In allen anderen Browsern abmelden?',
    othersText: 'Wer Ihr Konto in einem anderen Browser benutzt, muss sich neu anmelden. Hier bleiben Sie angemeldet.',
    everywhere: 'Überall abmelden?',
    everywhereText: 'Wer Ihr Konto in irgendeinem Browser benutzt, muss sich neu anmelden, auch Sie selbst.',
  },
  done: {
    one: 'Sie sind dort abgemeldet.',
    others: 'Sie sind in allen anderen Browsern abgemeldet.',
  },
};
