import { timeSpan } from '../../kit/text/de/time-span.ts';
import type { Said } from '../../kit/text/said.ts';
import type { signIn as en } from './en.ts';

export const signIn: Said<typeof en> = {
  title: 'Anmelden',
  at: (school) => `Anmelden bei ${school}`,
  sentBy: (app) => `${app} hat Sie zur Anmeldung hierher geschickt. Die App bekommt Ihr Passwort nie zu sehen.`,
  alone: 'Verwenden Sie die E-Mail-Adresse, die Ihre Schule von Ihnen hat.',
  submit: 'Anmelden',
  noRecovery: 'Passwort vergessen? Dieser Server sendet keine E-Mails. Fragen Sie jemanden, der Ihre Schule führt.',
  howElse: 'Führen Sie die Schule oder den Server? Was zu tun ist',
  wrongCredentials: 'Falsche E-Mail-Adresse oder falsches Passwort.',
  stale:
    'Sie sind nicht angemeldet: Die Seite war veraltet, oder Cookies sind in diesem Browser ausgeschaltet. Schalten Sie Cookies ein, falls sie aus sind, und senden Sie das Formular noch einmal.',
  throttled:
    'Zu viele Anmeldeversuche. Mit Ihrem Konto ist alles in Ordnung; bitte warten Sie etwas und versuchen Sie es noch einmal.',
  throttledFor: (seconds) =>
    `Zu viele Anmeldeversuche. Mit Ihrem Konto ist alles in Ordnung; bitte versuchen Sie es in ${timeSpan(seconds)} noch einmal.`,
  newBrowserThrottled: (seconds, recovers) =>
    `Für diese E-Mail-Adresse wurde sehr oft ein falsches Passwort eingegeben; neue Browser müssen deshalb warten. Bitte versuchen Sie es in ${timeSpan(seconds)} noch einmal. Sofort geht es mit einem Passkey oder in einem Browser, in dem Sie sich schon einmal angemeldet haben${recovers ? ', oder nachdem Sie ein neues Passwort gesetzt haben („Passwort vergessen?“)' : ''}.`,
  busy: 'Die Anmeldung ist gerade stark ausgelastet. Bitte versuchen Sie es in ein paar Sekunden noch einmal.',
  reauthenticate: 'Bitte bestätigen Sie, dass Sie es sind, um fortzufahren.',
  replaces: (name) =>
    `In diesem Browser ist ${name} angemeldet. Wenn Sie sich mit einem anderen Konto anmelden, ersetzt es dieses.`,
};
