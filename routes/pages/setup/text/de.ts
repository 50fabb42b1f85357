import type { Said } from '../../kit/text/said.ts';
import type { setup as en } from './en.ts';

export const setup: Said<typeof en> = {
  title: 'Ihre Schule einrichten',
  lead: 'Geben Sie Ihrer Schule einen Namen und legen Sie das Konto der Inhaberin oder des Inhabers an. Diese Seite funktioniert nur einmal.',
  school: 'Die Schule',
  owner: 'Inhaberin oder Inhaber',
  schoolName: 'Name der Schule',
  schoolNameHint: 'Mitglieder sehen ihn bei der Anmeldung.',
  schoolSlug: 'Kürzel (für Webadressen)',
  schoolSlugHint: 'Kleinbuchstaben, Ziffern und Bindestriche, zum Beispiel „nord-schule“.',
  ownerName: 'Ihr Name',
  ownerEmail: 'Ihre E-Mail-Adresse',
  ownerEmailHint: 'Damit melden Sie sich an.',
  password: 'Passwort',
  passwordHint: 'Mindestens 10 Zeichen. Mehrere zufällige Wörter ergeben ein gutes Passwort.',
  submit: 'Schule einrichten',
  waiting: {
    title: 'Auf diesem Server gibt es noch keine Schule',
    text: 'Öffnen Sie den Einrichtungslink, den der Server beim Start ausgegeben hat, um eine zu erstellen. Ein Link gilt 30 Minuten, und jeder Neustart gibt einen neuen aus.',
    again: 'Falls die Schule noch nicht eingerichtet ist, starten Sie den Server neu: Er gibt einen neuen Link aus.',
  },
  /** A setup link is opened, and there is a school. */
  done: {
    text: 'Auf diesem Server gibt es schon eine Schule, und ein Einrichtungslink erstellt nur die erste. Es wurde nichts geändert.',
    owner:
      'Wenn es Ihre Schule ist, melden Sie sich an. Wenn Sie als Inhaberin oder Inhaber eingeladen wurden, öffnen Sie zuerst den Link in der Einladung.',
    more: 'Eine weitere Schule',
    command: 'Die Betreiber dieses Dienstes erstellen weitere Schulen mit diesem Befehl:',
  },
  problems: {
    required: 'Bitte füllen Sie dieses Feld aus.',
    too_short: 'Das ist zu kurz.',
    too_long: 'Das ist zu lang.',
    invalid: 'Bitte prüfen Sie das Format.',
    taken: 'Das ist schon vergeben. Bitte wählen Sie etwas anderes.',
    too_common: 'Dieses Passwort ist verbreitet und leicht zu erraten. Bitte wählen Sie ein anderes.',
  },
};
