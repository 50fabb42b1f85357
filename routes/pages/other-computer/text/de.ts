import type { Said } from '../../kit/text/said.ts';
import type * as en from './en.ts';

export const otherComputer: Said<typeof en.otherComputer> = {
  link: 'Mein Programm läuft auf einem anderen Computer',
  unanswered: 'Hat das Programm nicht geantwortet?',
  back: 'Scheitert die Verbindung, gehen Sie zurück.',
  title: 'Läuft Ihr Programm auf einem anderen Computer?',
  lead: (app) =>
    `${app} hat seinen Zugriff noch nicht abgeholt. Wenn es in einem Container oder auf einem Computer läuft, den Sie über das Netz benutzen (SSH, WSL), erreicht dieser Browser es nicht. Dann können Sie die Adresse kopieren, auf die es wartet, und dort einfügen.`,
  beware: {
    paste:
      'Fügen Sie die Adresse nur in ein Programm ein, das Sie selbst gestartet haben, in einem Fenster, in das Sie selbst getippt haben. Wer sie bekommt, kann Ihr Konto so benutzen wie dieses Programm.',
    never:
      'Weder wir noch Ihre Schule fragen je nach dieser Adresse: nicht am Telefon, im Chat, per E-Mail, mit einem QR-Code oder bei einer Bildschirmfreigabe.',
    stop: 'Hat Ihnen jemand einen Link geschickt oder gesagt, worauf Sie klicken sollen? Dann hören Sie hier auf. Wenn Sie diese Seite schließen, passiert nichts.',
  },
  show: 'Adresse anzeigen',
  stop: 'Ich habe kein Programm gestartet',
  copy: (app) => `Fügen Sie diese Adresse in ${app} ein`,
  once: (seconds) =>
    `Sie funktioniert einmal, ${seconds} Sekunden lang. Diese Seite kann sie nicht noch einmal anzeigen.`,
  address: 'Adresse',
  gone: {
    title: 'Es gibt keine Adresse anzuzeigen',
    text: 'Sie kann einmal angezeigt werden, in den Minuten nach Ihrer Erlaubnis und nur, bis das Programm geantwortet hat. Wenn das Programm noch wartet, beginnen Sie dort von vorn.',
  },
  withheld: {
    title: 'Wir zeigen die Adresse nicht an',
    text: 'Ein Link auf einer anderen Website hat Sie hierhergebracht; vielleicht hat also jemand anders dies begonnen. Wenn Sie es waren, beginnen Sie in Ihrem Programm von vorn und geben Sie dessen Link in die Adresszeile Ihres Browsers ein.',
  },
};
