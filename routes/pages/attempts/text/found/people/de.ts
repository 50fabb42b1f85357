import type { Said } from '../../../../kit/text/said.ts';
import type { people as said } from './en.ts';

export const people: Said<typeof said> = {
  denied: ['Die Person hat den Zugriff abgelehnt.'],
  cancelled: ['Die Person hat vor der Entscheidung abgebrochen.'],
  nothing_allowed: ['Die Person hat keinen der angefragten Scopes erlaubt.'],
  member_never: [
    'Das angemeldete Konto war nie Mitglied dieser Schule.',
    'Sich mit dem Konto anmelden, das hier Mitglied ist.',
    'Soll die Person Mitglied sein, nach ihrer E-Mail-Adresse fragen und diese unter Mitglieder einladen. Wer nie Mitglied war, wird hier nicht genannt.',
  ],
  member_not_there: [
    'Die Anfrage der App nennt diese Schule, und das angemeldete Konto war nie Mitglied von ihr.',
    'Die Schule nennen, die die Person verwendet, oder keine.',
    'Sich mit einem Konto dieser Schule anmelden.',
    'Soll die Person Mitglied sein, nach ihrer E-Mail-Adresse fragen und diese unter Mitglieder einladen. Wer nie Mitglied war, wird hier nicht genannt.',
  ],
  member_nowhere: [
    'Das angemeldete Konto ist in keiner Schule Mitglied, mit der sich die App verbinden könnte.',
    'Sich mit dem Konto anmelden, das Mitglied der Schule ist.',
  ],
  member_invited: [
    (name) => `${name} wurde in diese Schule eingeladen, hat die Einladung aber nicht angenommen.`,
    'Die Einladung über ihren Link annehmen.',
    'Ist der Link verloren, die Person unter Mitglieder erneut einladen.',
  ],
  member_suspended: [
    (name) => `Der Zugriff von ${name} auf diese Schule ist gesperrt.`,
    'Ihn unter Mitglieder wiederherstellen, wenn das richtig ist.',
  ],
  member_removed: [
    (name) => `${name} war Mitglied dieser Schule und wurde entfernt.`,
    'Die Person unter Mitglieder erneut einladen, wenn das richtig ist.',
  ],
  ended_by_person: [
    (when) => `Die Person hat die App am ${when} getrennt.`,
    'Neu verbinden, wenn die App Zugriff haben soll.',
  ],
  ended_by_app: [
    (when) => `Die App hat die Verbindung selbst beendet: Sie hat ihr Token am ${when} widerrufen.`,
    'Widerrufene Token löschen und die Person neu verbinden lassen.',
  ],
  ended_by_school: [
    (when) => `Wer die Schule oder die Plattform führt, hat die Verbindung am ${when} beendet.`,
    'Neu verbinden, wenn sie einverstanden sind.',
  ],
  ended_suspended: [
    'Die Verbindung endete, weil der Zugriff der Person auf die Schule gesperrt wurde.',
    'Ihn unter Mitglieder wiederherstellen, wo zu sehen ist, wer gesperrt ist, wenn das richtig ist.',
    'Danach neu verbinden.',
  ],
  ended_removed: [
    'Die Verbindung endete, weil die Person nicht mehr Mitglied der Schule ist.',
    'Die Person unter Mitglieder erneut einladen, wenn das richtig ist.',
    'Danach neu verbinden.',
  ],
  ended_application: [
    'Die Verbindung endete, weil die Anwendung deaktiviert wurde.',
    'Sie unter OAuth-Anwendungen aktivieren, wenn das richtig ist.',
    'Danach neu verbinden.',
  ],
  ended_blocked: [
    'Die Verbindung endete, weil die App auf dieser Plattform gesperrt wurde.',
    'Sie unter App-Prüfungen genehmigen, wenn das richtig ist.',
    'Danach neu verbinden.',
  ],
  ended_school: [
    'Die Verbindung endete, weil die Schule geschlossen wurde.',
    'Die Schule wieder öffnen, wenn das richtig ist.',
  ],
  ended_account: [
    'Die Verbindung endete, weil das Konto der Person nicht mehr aktiv ist.',
    'Mit einem anderen Konto verbinden.',
  ],
  ended_replay: [
    (when) => `Die Verbindung wurde am ${when} beendet, weil ihr Autorisierungscode zweimal eingelöst wurde.`,
    'Jeden Code einmal einlösen und die Person neu verbinden lassen.',
  ],
  ended_reuse: [
    (when) => `Die Verbindung wurde am ${when} beendet, weil ein altes Refresh-Token erneut verwendet wurde.`,
    'Jedes neue Refresh-Token vor der nächsten Verwendung speichern und die Person neu verbinden lassen.',
  ],
  ended_token: [
    'Die Verbindung besteht weiter, dieses Token wurde aber ersetzt oder widerrufen.',
    'Das neueste Token der Verbindung verwenden.',
  ],
  password_wrong: ['E-Mail-Adresse oder Passwort war falsch.'],
  code_wrong: [
    'Das Passwort war richtig, der Code des zweiten Faktors war falsch.',
    'Den jetzigen Code der Authenticator-App eingeben oder einen noch unbenutzten Wiederherstellungscode.',
  ],
  passkey_wrong: [
    'Der Passkey wurde nicht angenommen.',
    'Es mit dem Passkey dieses Kontos erneut versuchen oder sich mit dem Passwort anmelden.',
  ],
  second_asked: [
    'Das Passwort war richtig; die Person wird nach dem zweiten Faktor gefragt.',
    'Alles in Ordnung: die Anmeldung abschließen.',
  ],
  second_late: ['Der zweite Faktor kam zu spät.', 'Sich erneut anmelden und den Code bald eingeben.'],
  sign_in_throttled: ['Zu viele Versuche, sich anzumelden, sind gescheitert.', 'Tun, was die Seite sagt.'],
  page_answered: [
    'Die Seite war schon beantwortet; das geschieht mit der Zurück-Taste oder einem Doppelklick.',
    'Nichts, wenn die App verbunden ist; sonst in der App von vorn beginnen.',
  ],
  page_old: ['Die Seite ist älter als 30 Minuten.', 'In der App von vorn beginnen.'],
  page_other_browser: [
    'Die Seite wurde in einem anderen Browser geöffnet als dem, in dem die Anfrage der App ankam.',
    'In der App von vorn beginnen, im selben Browser bleiben und Cookies erlauben.',
  ],
  page_other_session: [
    'Inzwischen hat sich jemand an- oder abgemeldet; das Formular war deshalb veraltet.',
    'Die Seite neu laden.',
  ],
};
