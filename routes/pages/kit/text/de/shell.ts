import type { shell as en } from '../en/shell.ts';
import type { Said } from '../said.ts';

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
  required: 'Bitte füllen Sie dies aus.',
  tooLong: 'Das ist zu lang.',
  invalid: 'Das hat nicht die hier beschriebene Form.',
  summary: 'Bitte sehen Sie sich einige Angaben noch einmal an:',
  confirm: {
    password: 'Ihr Passwort, noch einmal',
    passwordHint: 'Damit es niemand anders von Ihrem Browser aus tut.',
    wrong_code:
      'Der Code ist falsch oder wurde schon benutzt. Es wurde nichts geändert; bitte warten Sie auf den nächsten.',
    needs_passkey:
      'Dafür braucht es zwei Faktoren: Bitte verwenden Sie Ihren Passkey, oder melden Sie sich zuerst noch einmal damit an.',
    wrong: 'Das ist nicht Ihr Passwort. Es wurde nichts geändert.',
    throttled: 'Es gab zu viele Versuche. Es wurde nichts geändert; bitte warten Sie ein wenig bis zum nächsten.',
  },
};
