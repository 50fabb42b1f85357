import type { Said } from '../../kit/text/said.ts';
import type { signIn as en } from './en.ts';

const minutes = (seconds: number): string => {
  if (seconds < 60) return seconds <= 1 ? 'einer Sekunde' : `${Math.ceil(seconds)} Sekunden`;
  const count = Math.ceil(seconds / 60);
  return count === 1 ? 'einer Minute' : `${count} Minuten`;
};

export const signIn: Said<typeof en> = {
  title: 'Anmelden',
  at: (school) => `Anmelden bei ${school}`,
  sentBy: (app) =>
    `${app} hat Sie zur Anmeldung hierher geschickt. Ihr Passwort bleibt hier: Die App bekommt es nie zu sehen.`,
  alone: 'Verwenden Sie die E-Mail-Adresse, unter der Ihre Schule Sie kennt.',
  submit: 'Anmelden',
  wrongCredentials:
    'Diese E-Mail-Adresse und dieses Passwort passen nicht zusammen. Bitte prüfen Sie beides und versuchen Sie es noch einmal.',
  throttled:
    'Es gab zu viele Versuche, sich anzumelden. Mit Ihrem Konto ist alles in Ordnung; bitte warten Sie etwas bis zum nächsten Versuch.',
  throttledFor: (seconds) =>
    `Es gab zu viele Versuche, sich anzumelden. Mit Ihrem Konto ist alles in Ordnung; bitte versuchen Sie es in ${minutes(seconds)} noch einmal.`,
  newBrowserThrottled: (seconds, recovers) =>
    `Für diese E-Mail-Adresse wurde sehr oft ein falsches Passwort eingegeben; die Anmeldung in neuen Browsern muss deshalb warten. Bitte versuchen Sie es in ${minutes(seconds)} noch einmal. Sofort geht es mit einem Passkey oder in einem Browser, in dem Sie sich schon einmal angemeldet haben${recovers ? ', oder nachdem Sie ein neues Passwort gesetzt haben („Passwort vergessen?“)' : ''}.`,
  busy: 'Im Moment melden sich sehr viele Menschen an, und Sie kamen nicht an die Reihe. Bitte versuchen Sie es in ein paar Sekunden noch einmal.',
  reauthenticate: 'Bitte zeigen Sie noch einmal, dass Sie es sind. Danach geht es im selben Konto weiter.',
};
