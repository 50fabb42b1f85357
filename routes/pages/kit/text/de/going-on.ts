import type { goingOn as en } from '../en/going-on.ts';
import type { Said } from '../said.ts';

export const goingOn: Said<typeof en> = {
  approved: {
    title: 'Zugriff erlaubt',
    text: (app) => `Sie werden zu ${app} zurückgeleitet.`,
  },
  denied: {
    title: 'Zugriff nicht erlaubt',
    text: (app) => `Es wurde nichts weitergegeben. Sie werden zu ${app} zurückgeleitet.`,
  },
  error: {
    title: 'Das hat nicht geklappt',
    text: (app) =>
      `Es wurde nichts weitergegeben. Sie werden zu ${app} zurückgeleitet und erfahren dort, woran es lag.`,
  },
  signed_out: {
    title: 'Sie sind abgemeldet',
    text: (app) => `Sie sind in diesem Browser von Schoolgate abgemeldet. Sie werden zu ${app} zurückgeleitet.`,
  },
  link: (app) => `Weiter zu ${app}`,
  without: (app) => `Zurück zu ${app}, ohne sich anzumelden`,
  hint: 'Wenn in ein paar Sekunden nichts passiert, klicken Sie auf die Schaltfläche. Sobald die App geöffnet ist, können Sie diese Seite schließen.',
};
