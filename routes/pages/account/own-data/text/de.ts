import { timeSpan } from '../../../kit/text/de/time-span.ts';
import type { Said } from '../../../kit/text/said.ts';
import type { ownData as en } from './en.ts';

export const ownData: Said<typeof en> = {
  title: 'Ihre Daten',
  lead: 'Hier können Sie jederzeit Ihre gespeicherten Daten herunterladen oder Ihr Konto löschen.',
  exportTitle: 'Ihre Daten herunterladen',
  export: 'Daten herunterladen',
  exportText:
    'Sie erhalten eine JSON-Datei mit Ihrem Konto, Ihren Anmeldungen, verbundenen Apps, Schulen, Kursen und Fortschritten, Bestellungen, Anmeldungen zu Veranstaltungen, Kommentaren und Antworten. Passwörter und andere Geheimnisse sind nicht enthalten.',
  exportCare:
    'Bewahren Sie die Datei so auf, dass nur Sie sie lesen können. Sie können sie fünfmal am Tag herunterladen.',
  exportedTooOften: (seconds) =>
    `Sie können Ihre Daten fünfmal am Tag herunterladen, und das haben Sie getan. Bitte versuchen Sie es in ${timeSpan(seconds)} noch einmal.`,
  deleteTitle: 'Ihr Konto löschen',
  delete: 'Konto löschen',
  deleteText: 'Ihr Konto wird sofort gelöscht. Das lässt sich nicht rückgängig machen.',
  gone: 'Ihr Name, Ihre E-Mail-Adresse, Ihr Passwort, Ihre Passkeys und Codes werden gelöscht. Sie werden überall abgemeldet, und jede App verliert ihren Zugriff.',
  noSchool: 'Sie gehören zu keiner Schule.',
  schools: (names) => `Sie verlassen: ${names}. Was Sie dort gekauft haben, können Sie nicht mehr öffnen.`,
  kept: 'Schulen behalten ihre Aufzeichnungen über Bestellungen, Zahlungen, Kurse und Veranstaltungen unter einer Nummer, ohne Ihren Namen. Der Text Ihrer Kommentare und Ihre Formularantworten werden gelöscht.',
  history:
    'Das Sicherheitsprotokoll bewahrt gut ein Jahr lang auf, was in Ihrem Konto geschehen ist, mit dessen Nummer und Netzadressen. Eine Seite, die eine Schule über Sie als Lehrkraft geschrieben hat, bleibt; fragen Sie die Schule.',
  exportFirst: 'Vielleicht möchten Sie vorher eine Kopie:',
  recentlyChanged: (until) =>
    `Ihre E-Mail-Adresse wurde kürzlich geändert. Bis ${until} kann das rückgängig machen, wer E-Mails an die frühere Adresse empfängt. So lange lässt sich das Konto nicht löschen.`,
  toProfile: 'Zu Ihrem Profil',
  onlyOwner:
    'Eine Schule gehört Ihnen allein und hätte dann niemanden mehr, der sie führt. Machen Sie zuerst ein anderes Mitglied zum Inhaber, oder bitten Sie die Betreiber der Plattform, die Schule zu schließen.',
};
