import type { Said } from '../../../kit/text/said.ts';
import type { sessions as en } from './en.ts';

export const sessions: Said<typeof en> = {
  lead: 'Die Browser, in denen Sie angemeldet sind. Kennen Sie einen nicht, melden Sie sich dort ab, und ändern Sie danach Ihr Passwort.',
  here: 'Dieser Browser',
  by: (browser, system) => `${browser} unter ${system}`,
  unknown: 'Ein Browser, der nicht sagt, was er ist',
  since: 'Angemeldet',
  lastSeen: 'Zuletzt gesehen',
  toTheHour: 'Wann ein Browser zuletzt gesehen wurde, ist auf die Stunde bekannt.',
  signOut: 'Abmelden',
  signOutOf: (browser) => `Abmelden: ${browser}`,
  older: 'Die früher gesehenen zeigen',
  elsewhere: 'Überall auf einmal',
  elsewhereText: 'Wenn ein Gerät verloren ging oder Sie nicht mehr wissen, wo Sie sich angemeldet haben.',
  apps: 'Verbundene Apps werden dadurch nicht abgemeldet. Sie trennen sie hier:',
  others: 'Von allen anderen Browsern abmelden',
  everywhere: 'Überall abmelden, auch hier',
  ending: {
    others: 'Von allen anderen Browsern abmelden?',
    othersText: 'Wer Ihr Konto in einem anderen Browser benutzt, muss sich neu anmelden. Hier bleiben Sie angemeldet.',
    everywhere: 'Überall abmelden?',
    everywhereText: 'Wer Ihr Konto in irgendeinem Browser benutzt, muss sich neu anmelden, auch Sie selbst.',
  },
  done: {
    one: 'Sie sind dort abgemeldet.',
    others: 'Sie sind von allen anderen Browsern abgemeldet.',
  },
};
