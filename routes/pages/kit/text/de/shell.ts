import type { shell as en } from '../en/shell.ts';
import type { Said } from '../said.ts';
import { timeSpan } from './time-span.ts';

export const shell: Said<typeof en> = {
  areas: {
    account: 'Ihr Konto',
    admin: 'Schulverwaltung',
    platform: 'Plattform',
  },
  skip: 'Zum Inhalt springen',
  schools: 'Ihre Schulen',
  signOut: 'Abmelden',
  signedInAs: (name) => `Angemeldet als ${name}`,
  back: 'Zurück',
  cancel: 'Abbrechen',
  save: 'Speichern',
  remove: 'Entfernen',
  never: 'nie',
  none: 'Keine',
  copy: 'Kopieren',
  copied: 'Kopiert',
  next: 'Nächste Seite',
  first: 'Erste Seite',
  required: 'Bitte füllen Sie dieses Feld aus.',
  tooLong: 'Das ist zu lang.',
  invalid: 'Bitte prüfen Sie das Format.',
  summary: 'Bitte korrigieren Sie Folgendes:',
  confirm: {
    password: 'Passwort bestätigen',
    passwordHint: 'Vor wichtigen Änderungen fragen wir danach.',
    wrong_code:
      'Der Code ist falsch oder wurde schon verwendet. Es wurde nichts geändert; warten Sie auf den nächsten, oder nehmen Sie einen anderen Wiederherstellungscode.',
    codes_ended:
      'Es wurden zu oft falsche Codes eingegeben; hier gilt deshalb keiner mehr. Es wurde nichts geändert; verwenden Sie einen Passkey oder einen Wiederherstellungscode.',
    needs_passkey:
      'Dafür sind zwei Faktoren nötig: Verwenden Sie Ihren Passkey, oder melden Sie sich zuerst noch einmal damit an.',
    wrong: 'Falsches Passwort. Es wurde nichts geändert.',
    throttled: (seconds) =>
      `Zu viele Versuche. Es wurde nichts geändert; bitte versuchen Sie es in ${timeSpan(seconds)} noch einmal.`,
  },
};
