import type { Said } from '../../kit/text/said.ts';
import type { setup as en } from './en.ts';

export const setup: Said<typeof en> = {
  title: 'Ihre Schule einrichten',
  lead: 'Dies ist der erste Start. Geben Sie der Schule einen Namen und legen Sie das Konto der Inhaberin oder des Inhabers an. Diese Seite funktioniert nur einmal.',
  school: 'Die Schule',
  owner: 'Inhaberin oder Inhaber',
  schoolName: 'Name der Schule',
  schoolNameHint: 'So sehen ihn Mitglieder bei der Anmeldung.',
  schoolSlug: 'Kurzname für Adressen',
  schoolSlugHint: 'Kleinbuchstaben, Ziffern und Bindestriche, zum Beispiel „nord-schule“.',
  ownerName: 'Ihr Name',
  ownerEmail: 'Ihre E-Mail-Adresse',
  ownerEmailHint: 'Damit melden Sie sich an.',
  password: 'Passwort',
  passwordHint: 'Mindestens 10 Zeichen. Gut sind ein paar Wörter, die nur für Sie zusammengehören.',
  submit: 'Schule einrichten',
  problems: {
    required: 'Bitte füllen Sie dieses Feld aus.',
    too_short: 'Das ist zu kurz.',
    too_long: 'Das ist zu lang.',
    invalid: 'Das hat nicht die beschriebene Form.',
    taken: 'Das ist schon vergeben. Bitte wählen Sie etwas anderes.',
    too_common: 'Dieses Passwort verwenden viele Menschen, es ist leicht zu erraten. Bitte wählen Sie ein anderes.',
  },
};
