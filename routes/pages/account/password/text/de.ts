import type { Said } from '../../../kit/text/said.ts';
import type { password as en } from './en.ts';

export const password: Said<typeof en> = {
  title: 'Passwort und Passkeys',
  lead: 'Wie Sie sich anmelden.',
  change: 'Passwort ändern',
  current: 'Bisheriges Passwort',
  new: 'Neues Passwort',
  hint: '10 bis 128 Zeichen. Mehrere zufällige Wörter ergeben ein gutes Passwort.',
  submit: 'Passwort ändern',
  others:
    'Damit werden Sie in allen anderen Browsern abgemeldet. Verbundene Apps und Passkeys bleiben: Prüfen Sie, ob Sie alle kennen.',
  done: 'Passwort geändert. Alle anderen Browser sind abgemeldet.',
  forgot: 'Passwort vergessen?',
  problems: {
    unchanged: 'Das ist schon Ihr Passwort. Wählen Sie ein anderes, oder behalten Sie dieses.',
    required: 'Bitte füllen Sie dieses Feld aus.',
    too_short: 'Zu kurz: Verwenden Sie mindestens 10 Zeichen.',
    too_long: 'Zu lang: Verwenden Sie höchstens 128 Zeichen.',
    too_common:
      'Dieses Passwort oder ein ähnliches ist verbreitet und leicht zu erraten. Bitte wählen Sie ein anderes.',
    too_close:
      'Es besteht fast nur aus Ihrem Namen, Ihrer Adresse oder Ihrer Schule, darum ist es leicht zu erraten. Bitte wählen Sie ein anderes.',
  },
};
