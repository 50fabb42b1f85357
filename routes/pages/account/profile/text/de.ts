import type { Said } from '../../../kit/text/said.ts';
import type { profile as en } from './en.ts';

export const profile: Said<typeof en> = {
  title: 'Profil',
  lead: 'Wer Sie an jeder Schule dieser Plattform sind.',
  nameTitle: 'Ihr Name',
  name: 'Name',
  nameHint: 'So sehen ihn Schulen und ihre Mitglieder, höchstens 100 Zeichen.',
  nameInvalid: 'Darin sind Zeichen, die nicht angezeigt werden können.',
  emailTitle: 'Ihre E-Mail-Adresse',
  emailLead: 'Mit ihr melden Sie sich an, und dorthin gehen Nachrichten.',
  confirmed: 'Bestätigt',
  unconfirmed: 'Nicht bestätigt',
  confirmLead: 'Apps dürfen eine nicht bestätigte Adresse als unbekannt behandeln.',
  confirm: 'Link zur Bestätigung senden',
  changeTitle: 'Eine andere Adresse verwenden',
  newEmail: 'Neue E-Mail-Adresse',
  newEmailHint: 'Wir senden dorthin einen Link. Bis Sie ihn geöffnet haben, bleibt Ihre bisherige Adresse.',
  change: 'Link an die neue Adresse senden',
  invalid: 'Das sieht nicht wie eine E-Mail-Adresse aus.',
  same: 'Das ist schon Ihre Adresse.',
  courseEmailsTitle: 'E-Mails über Kurse',
  courseEmailsLead:
    'Schulen teilen Ihnen mit, wenn sie Sie in einen Kurs aufnehmen oder Ihnen mit einer Mitgliedschaft Kurse öffnen. E-Mails über Ihr Konto, Ihre Rolle und Veranstaltungen, bei denen Sie angemeldet sind, erhalten Sie immer.',
  courseEmails: 'E-Mails über neue Kurse erhalten',
  done: {
    emails: 'Ihre Auswahl ist gespeichert.',
    name: 'Ihr Name ist geändert.',
    confirm: 'Eine Nachricht mit einem Link ist unterwegs. Der Link gilt einmal und 24 Stunden lang.',
    change:
      'Eine Nachricht mit einem Link ist an die neue Adresse unterwegs. Der Link gilt einmal und 24 Stunden lang.',
    throttled:
      'Sie haben in kurzer Zeit mehrere Nachrichten angefordert. Bitte warten Sie bis zur nächsten eine Stunde.',
  },
};
