import type { Said } from '../../kit/text/said.ts';
import type { invitation as en } from './en.ts';

export const invitation: Said<typeof en> = {
  title: (school) => `${school} lädt Sie ein`,
  lead: (role) => `Sie sind eingeladen als: ${role}.`,
  newAccount: 'Ihr Konto',
  newAccountLead: (email) => `Sie melden sich mit ${email} und dem Passwort an, das Sie hier wählen.`,
  name: 'Ihr Name',
  nameHint: 'Die Schule und ihre Mitglieder sehen ihn.',
  accept: 'Einladung annehmen',
  decline: 'Ablehnen',
  hasAccount: 'Sie haben hier schon ein Konto. Melden Sie sich an und nehmen Sie die Einladung in Ihrem Konto an.',
  signIn: 'Anmelden',
  otherAccount: (name) =>
    `Die Einladung gilt einem anderen Konto als dem, mit dem Sie angemeldet sind (${name}). Melden Sie sich ab und öffnen Sie den Link noch einmal.`,
  besideAccount: (name) => `Sie sind als ${name} angemeldet. Mit dieser Einladung entsteht ein weiteres Konto.`,
  ready: 'Sie gehören jetzt zur Schule. Bitte melden Sie sich an.',
  declinedTitle: 'Sie haben die Einladung abgelehnt',
  declined:
    'Die Schule erfährt Ihren Namen nicht. Wenn Sie es sich anders überlegen, bitten Sie sie um eine neue Einladung.',
  open: 'Einladungen',
  openLead: 'Zu diesen Schulen gehören Sie, sobald Sie annehmen.',
  done: {
    accepted: 'Sie gehören jetzt zur Schule.',
    declined: 'Sie haben die Einladung abgelehnt.',
    gone: 'Diese Einladung ist nicht mehr gültig.',
    unproven: 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse auf der Seite „Profil“.',
    unprovable:
      'Ihre E-Mail-Adresse ist nicht bestätigt, und dieser Server sendet keine E-Mails. Bitten Sie die Betreiber der Plattform um einen Link zum Zurücksetzen des Passworts: Wenn Sie ihn benutzen, ist die Adresse bestätigt.',
  },
};
