import type { Said } from '../../../kit/text/said.ts';
import type { profile as en } from './en.ts';

export const profile: Said<typeof en> = {
  title: 'Profil',
  lead: 'Ihr Name und Ihre E-Mail-Adresse an allen Ihren Schulen.',
  nameTitle: 'Ihr Name',
  name: 'Name',
  nameHint: 'Schulen und ihre Mitglieder sehen ihn. Bis zu 100 Zeichen.',
  nameInvalid: 'Darin sind Zeichen, die nicht angezeigt werden können.',
  emailTitle: 'Ihre E-Mail-Adresse',
  emailLead: 'Damit melden Sie sich an, und dorthin gehen Ihre E-Mails.',
  emailLeadAlone: 'Damit melden Sie sich an.',
  confirmed: 'Bestätigt',
  unconfirmed: 'Nicht bestätigt',
  confirmLead: 'Apps können eine unbestätigte Adresse ignorieren.',
  confirm: 'Bestätigungslink senden',
  changeTitle: 'Eine andere Adresse verwenden',
  newEmail: 'Neue E-Mail-Adresse',
  newEmailHint: 'Wir senden einen Link dorthin. Ihre bisherige Adresse bleibt, bis Sie ihn öffnen.',
  change: 'Link an die neue Adresse senden',
  invalid: 'Das sieht nicht wie eine E-Mail-Adresse aus.',
  same: 'Das ist schon Ihre Adresse.',
  courseEmailsTitle: 'E-Mails über Kurse',
  courseEmailsLead:
    'Schulen teilen Ihnen mit, wenn sie Sie in einen Kurs aufnehmen oder Ihnen mit einer Mitgliedschaft Kurse öffnen. E-Mails über Ihr Konto, Ihre Rolle und Veranstaltungen, bei denen Sie angemeldet sind, erhalten Sie immer.',
  courseEmails: 'E-Mails über neue Kurse erhalten',
  done: {
    emails: 'E-Mail-Einstellungen gespeichert.',
    name: 'Name geändert.',
    confirm: 'Wir haben Ihnen eine E-Mail mit einem Link gesendet. Der Link funktioniert einmal und 24 Stunden lang.',
    change:
      'Wir haben eine E-Mail mit einem Link an die neue Adresse gesendet. Der Link funktioniert einmal und 24 Stunden lang.',
    throttled: 'Sie haben mehrere E-Mails angefordert. Bitte warten Sie eine Stunde.',
  },
};
