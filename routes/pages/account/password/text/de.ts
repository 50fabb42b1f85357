import type { Said } from '../../../kit/text/said.ts';
import type { password as en } from './en.ts';

export const password: Said<typeof en> = {
  title: 'Passwort und Passkeys',
  lead: 'Wie Sie zeigen, dass Sie es sind.',
  change: 'Passwort ändern',
  current: 'Bisheriges Passwort',
  new: 'Neues Passwort',
  hint: 'Von 10 bis 128 Zeichen. Gut sind ein paar Wörter, die nur für Sie zusammengehören.',
  submit: 'Passwort ändern',
  others:
    'Alle anderen Browser, in denen Sie angemeldet sind, werden abgemeldet. Verbundene Apps bleiben verbunden, und auch die Passkeys unten bleiben: Sehen Sie nach, ob alle Ihre sind.',
  done: 'Ihr Passwort ist geändert, und alle anderen Browser sind abgemeldet.',
  forgot: 'Passwort vergessen?',
  problems: {
    required: 'Bitte füllen Sie das aus.',
    too_short: 'Das ist zu kurz: bitte mindestens 10 Zeichen.',
    too_long: 'Das ist zu lang: bitte höchstens 128 Zeichen.',
    too_common:
      'Dieses Passwort oder ein ganz ähnliches verwenden viele, darum ist es leicht zu erraten. Bitte wählen Sie ein anderes.',
    too_close:
      'Es besteht fast nur aus Ihrem Namen, Ihrer Adresse oder Ihrer Schule, darum ist es leicht zu erraten. Bitte wählen Sie ein anderes.',
  },
};
