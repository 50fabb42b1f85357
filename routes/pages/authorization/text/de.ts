import type { Said } from '../../kit/text/said.ts';
import type * as en from './en.ts';

export const chooseAccount: Said<typeof en.chooseAccount> = {
  title: 'Konto auswählen',
  lead: (app) => `Welches Konto möchten Sie mit ${app} verwenden?`,
  continueAs: (name) => `Weiter als ${name}`,
};

export const chooseSite: Said<typeof en.chooseSite> = {
  title: 'Schule auswählen',
  lead: (app) => `Sie gehören zu mehreren Schulen. ${app} erhält nur zu der Schule Zugang, die Sie hier auswählen.`,
  legend: 'Ihre Schulen',
  submit: 'Weiter',
};

export const consent: Said<typeof en.consent> = {
  title: (app) => `Zugriff für ${app} erlauben?`,
  asks: (school) => `bittet um Zugriff auf ${school} in Ihrem Namen`,
  warning: (app) =>
    `Machen Sie nur weiter, wenn Sie dies gerade selbst begonnen haben und ${app} kennen. Hat eine Nachricht oder eine andere Person Sie hierher geführt, lehnen Sie ab.`,
  signedInAs: 'Ihr Konto',
  atSchool: (role, school) => `${role}, ${school}`,
  groups: {
    identity: 'Wer Sie sind',
    own: 'Ihre eigenen Daten',
    read: 'Schule verwalten: ansehen',
    write: 'Schule verwalten: ändern',
  },
  choose:
    'Wenn Sie es erlauben, kann die App alles, was hier angehakt ist. Entfernen Sie das Häkchen, wo Sie etwas nicht teilen möchten.',
  noChoice: 'Wenn Sie es erlauben, kann die App Folgendes.',
  before: 'haben Sie schon erlaubt',
  unavailable: {
    outside_role: {
      title: 'Für Sie nicht verfügbar',
      why: 'Auch darum hat die App gebeten, aber Ihre Rolle an der Schule umfasst es nicht. Die App bekommt es nicht.',
    },
    not_adopted: {
      title: 'Für diese App nicht verfügbar',
      why: 'Ihre Schule hat diese App nicht übernommen. Deshalb bekommt sie nicht, was an der Schule Ihnen gehört. Wer die Schule leitet, kann sie übernehmen.',
    },
  },
  goesTo: 'Wohin es weitergeht',
  goesToWeb: (host) => `Zurück zu ${host}`,
  goesToApp: (scheme) => `Zu der App auf diesem Gerät, die auf ${scheme} hört`,
  goesToLoopback: (host) => `Zu einem Programm auf diesem Computer (${host})`,
  loopbackWarning:
    'Wir können nicht erkennen, welches Programm auf diesem Computer antworten wird. Andere Programme könnten an seiner Stelle lauschen. Erlauben Sie es daher nur auf einem Computer, dem Sie vertrauen.',
  reaches: 'Gilt bei',
  lasts: 'Wie lange',
  lastsDays: (days) => `Bis Sie die Erlaubnis zurücknehmen, höchstens ${days === 1 ? 'einen Tag' : `${days} Tage`}`,
  undo: 'Wenn Sie es sich anders überlegen',
  undoHere: 'Sie können die Erlaubnis jederzeit zurücknehmen, unter',
  undoLink: 'Verbundene Apps',
  deny: 'Ablehnen',
  allow: 'Erlauben',
};
