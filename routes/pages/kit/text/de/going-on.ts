import type { goingOn as en } from '../en/going-on.ts';
import type { Said } from '../said.ts';

export const goingOn: Said<typeof en> = {
  approved: {
    title: 'Es geht zurück zur App',
    text: (app) => `Der Zugriff ist erlaubt. Sie werden zu ${app} weitergeleitet.`,
  },
  denied: {
    title: 'Sie haben den Zugriff nicht erlaubt',
    text: (app) => `Es wurde nichts weitergegeben. Sie werden zu ${app} weitergeleitet.`,
  },
  error: {
    title: 'Das hat nicht geklappt',
    text: (app) =>
      `Es wurde nichts weitergegeben. Sie werden zu ${app} weitergeleitet und erfahren dort, woran es lag.`,
  },
  signed_out: {
    title: 'Sie sind abgemeldet',
    text: (app) => `Sie sind in diesem Browser von Schoolgate abgemeldet. Sie werden zu ${app} weitergeleitet.`,
  },
  link: (app) => `Weiter zu ${app}`,
  hint: 'Wenn in ein paar Sekunden nichts geschieht, nehmen Sie die Schaltfläche. Sobald die App geöffnet ist, können Sie diese Seite schließen.',
};
