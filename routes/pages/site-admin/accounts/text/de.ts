import type { Said } from '../../../kit/text/said.ts';
import type { accounts as en } from './en.ts';

export const accounts: Said<typeof en> = {
  lead: 'Die Konten aller Menschen an allen Schulen dieser Plattform, falls eines in falsche Hände geraten ist.',
  search: { label: 'Name oder E-Mail-Adresse', hint: 'Ein Teil davon genügt.', submit: 'Suchen' },
  empty: 'Niemand gefunden',
  emptyText: 'Kein Konto passt dazu. Versuchen Sie einen kürzeren Teil des Namens oder der Adresse.',
  more: (count) =>
    `Es gibt mehr als diese ${count}. Mit einem längeren Teil des Namens oder der Adresse werden es weniger.`,
  statuses: { active: 'Aktiv', disabled: 'Deaktiviert' },
  none: 'Keine',
  set: 'Eingerichtet',
  notSet: 'Nicht eingerichtet',
  notConfirmed: (email) => `${email} (nicht bestätigt)`,
  codesLeft: (count) => `übrige Wiederherstellungscodes: ${count}`,
  facts: {
    id: 'ID',
    email: 'E-Mail-Adresse',
    status: 'Status',
    password: 'Passwort',
    app: 'Authenticator-App',
    passkeys: 'Passkeys',
  },
  lists: {
    schools: 'Schulen',
    browsers: 'Angemeldete Browser',
    connections: 'Verbundene Apps',
    former: 'Frühere E-Mail-Adressen',
    signIns: 'Letzte Anmeldungen',
  },
  former: { changed: 'Geändert', until: 'Wiederherstellbar bis' },
  own: 'Das ist Ihr eigenes Konto. Bitten Sie eine andere Person, die die Plattform führt, um Hilfe damit.',
  changed: 'Das Konto hat sich inzwischen geändert. Es wurde nichts getan; bitte sehen Sie noch einmal nach.',
  help: 'Hilfe für die Person, der das Konto gehört',
  actions: {
    sendReset: {
      button: 'Link zu einem neuen Passwort senden',
      hint: 'Der Link geht an die E-Mail-Adresse des Kontos. Sie sehen ihn nicht.',
      title: (name) => `${name} einen Link zu einem neuen Passwort senden?`,
      text: (email) =>
        `Eine Nachricht mit einem Link geht an ${email}. Der Link gilt einmal und 30 Minuten lang. Wer ihn benutzt, wird überall sonst abgemeldet.`,
    },
    signOut: {
      button: 'In allen Browsern abmelden',
      hint: 'Beendet jede Sitzung. Apps bleiben verbunden.',
      title: (name) => `${name} in allen Browsern abmelden?`,
      text: () =>
        'Wer das Konto in einem Browser benutzt, muss sich neu anmelden. Apps bleiben verbunden; auch deren Verbindungen können Sie beenden.',
    },
    endConnections: {
      button: 'Alle Verbindungen beenden',
      hint: 'Beendet jede App dieser Person an allen Schulen.',
      title: (name) => `Alle Verbindungen von ${name} beenden?`,
      text: () =>
        'Jede App, die für diese Person arbeitet, steht an allen Schulen sofort still. Die Person bleibt angemeldet und kann die Apps wieder zulassen.',
    },
    resetSecondFactor: {
      button: 'Zweiten Faktor zurücksetzen',
      hint: 'Entfernt Authenticator-App, Wiederherstellungscodes und Passkeys sofort.',
      title: (name) => `Den zweiten Faktor von ${name} zurücksetzen?`,
      text: () =>
        'Authenticator-App, Wiederherstellungscodes und Passkeys werden entfernt, und jede Sitzung endet. Danach öffnet das Passwort allein das Konto. Vergewissern Sie sich also vorher, dass Sie mit der Person sprechen, der es gehört.',
    },
    disable: {
      button: 'Konto deaktivieren',
      hint: 'Niemand kommt hinein, bis Sie es wieder aktivieren. Sitzungen und Verbindungen enden.',
      title: (name) => `Das Konto von ${name} deaktivieren?`,
      text: () =>
        'Jede Sitzung und jede Verbindung endet sofort, an allen Schulen, und niemand kann sich anmelden, bis das Konto wieder aktiviert ist.',
    },
    enable: {
      button: 'Konto aktivieren',
      hint: 'Erlaubt wieder, sich anzumelden.',
      title: (name) => `Das Konto von ${name} aktivieren?`,
      text: () =>
        'Wer das Passwort kennt, kann sich wieder anmelden. Beendete Sitzungen und Verbindungen bleiben beendet.',
    },
    export: {
      button: 'Alle Daten herunterladen',
      hint: 'Eine Datei mit allem, was über die Person gespeichert ist, für die Person.',
      title: (name) => `Die Daten von ${name} herunterladen?`,
      text: () =>
        'Die Datei enthält das Konto, Anmeldungen, Schulen, Kurse, Bestellungen, Kommentare und Antworten. Passwörter und andere Geheimnisse sind nicht enthalten. Bewahren Sie sie so auf, dass niemand sonst sie lesen kann.',
    },
    erase: {
      button: 'Konto löschen',
      hint: 'Löscht Name, Adresse und alles, was das Konto öffnet. Das lässt sich nicht rückgängig machen.',
      title: (name) => `Das Konto von ${name} löschen?`,
      text: (email) =>
        `Der Name, die Adresse ${email}, Passwort, Passkeys, Sitzungen und Verbindungen werden sofort gelöscht, und das lässt sich nicht rückgängig machen. Schulen behalten ihre Aufzeichnungen über Bestellungen, Kurse und Anmeldungen unter einer Nummer. Die Person erhält eine letzte E-Mail.`,
    },
    restoreEmail: {
      button: 'Diese Adresse zurückgeben',
      title: (name) => `${name} die frühere E-Mail-Adresse zurückgeben?`,
      text: (email) =>
        `Das Konto bekommt die Adresse ${email} zurück. Jeder Weg hinein endet: das Passwort, Sitzungen, Verbindungen und in der Regel Passkeys. Ein Link zu einem neuen Passwort geht an diese Adresse.`,
    },
  },
  done: {
    export: 'Die Daten der Person wurden heruntergeladen.',
    erase: 'Das Konto ist gelöscht.',
    sendReset: 'Eine Nachricht mit einem Link zu einem neuen Passwort ist unterwegs.',
    signOut: 'Die Person ist in allen Browsern abgemeldet.',
    endConnections: 'Die Verbindungen sind an allen Schulen beendet.',
    resetSecondFactor: 'Der zweite Faktor ist entfernt. Das Passwort allein öffnet jetzt das Konto.',
    disable: 'Das Konto ist deaktiviert. Seine Sitzungen und Verbindungen sind beendet.',
    enable: 'Das Konto ist aktiviert. Was beendet war, bleibt beendet.',
    restoreEmail:
      'Das Konto hat seine frühere Adresse zurück, und jeder Weg hinein ist beendet. Sofern es nicht deaktiviert ist, ist ein Link zu einem neuen Passwort dorthin unterwegs.',
  },
};
