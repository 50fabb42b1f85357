import type { Said } from '../../../kit/text/said.ts';
import type { accounts as en } from './en.ts';

export const accounts: Said<typeof en> = {
  lead: 'Die Konten aller Personen an allen Schulen dieser Plattform, falls eines in falsche Hände geraten ist oder jemand nicht hineinkommt.',
  search: { label: 'Name oder E-Mail-Adresse', hint: 'Ein Teil davon genügt.', submit: 'Suchen' },
  empty: 'Keine Konten gefunden',
  emptyText: 'Suchen Sie nach einem kürzeren Teil des Namens oder der Adresse.',
  more: (count) =>
    `Es gibt mehr als diese ${count}. Geben Sie mehr vom Namen oder von der Adresse ein, um die Auswahl einzugrenzen.`,
  statuses: { active: 'Aktiv', disabled: 'Deaktiviert', deleted: 'Gelöscht' },
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
  own: 'Das ist Ihr eigenes Konto. Bitten Sie eine andere Person, die die Plattform betreibt, um Hilfe.',
  changed: 'Das Konto hat sich inzwischen geändert. Es ist nichts geschehen; bitte sehen Sie noch einmal nach.',
  help: 'Hilfe für die Person, der das Konto gehört',
  actions: {
    sendReset: {
      button: 'Link zum Zurücksetzen des Passworts senden',
      hint: 'Der Link geht an die E-Mail-Adresse des Kontos. Sie sehen ihn nicht.',
      title: (name) => `${name} einen Link zum Zurücksetzen des Passworts senden?`,
      text: (email) =>
        `Wir senden eine E-Mail mit einem Link an ${email}. Der Link funktioniert einmal und 30 Minuten lang. Wer ihn verwendet, wird überall sonst abgemeldet.`,
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
      hint: 'Trennt jede App dieser Person an allen Schulen.',
      title: (name) => `Alle Verbindungen von ${name} beenden?`,
      text: () =>
        'Die Apps dieser Person stoppen sofort, an allen Schulen. Sie bleibt angemeldet und kann die Apps wieder verbinden.',
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
      hint: 'Eine Datei für die Person, mit allem, was über sie gespeichert ist.',
      title: (name) => `Die Daten von ${name} herunterladen?`,
      text: () =>
        'Die Datei enthält das Konto, Anmeldungen, Schulen, Kurse, Bestellungen, Kommentare und Antworten. Passwörter und andere Geheimnisse sind nicht enthalten. Bewahren Sie sie so auf, dass niemand sonst sie lesen kann.',
    },
    erase: {
      button: 'Konto löschen',
      hint: 'Löscht Name, Adresse und alles, was das Konto öffnet. Das lässt sich nicht rückgängig machen.',
      title: (name) => `Das Konto von ${name} löschen?`,
      text: (email) =>
        `Der Name, die Adresse ${email}, Passwort, Passkeys, Sitzungen und Verbindungen werden sofort gelöscht, und das lässt sich nicht rückgängig machen. Schulen behalten ihre Aufzeichnungen über Bestellungen, Kurse und Veranstaltungen unter einer Nummer.`,
    },
    restoreEmail: {
      button: 'Diese Adresse wiederherstellen',
      title: (name) => `Die frühere E-Mail-Adresse von ${name} wiederherstellen?`,
      text: (email) =>
        `Das Konto erhält die Adresse ${email} zurück. Alle Zugänge enden: Passwort, Sitzungen, Verbindungen und in der Regel Passkeys. Wir senden einen Link zum Zurücksetzen des Passworts an diese Adresse.`,
    },
  },
  /** A link to a new password, where no e-mails are sent. */
  onlyOwner: (schools) => `Kann nicht gelöscht werden: einziger Inhaber von ${schools}. Zuerst die Schule übergeben.`,
  lastEmail: 'Die Person erhält eine letzte E-Mail.',
  resetLink: {
    button: 'Link zum Zurücksetzen des Passworts erstellen',
    hint: 'Dieser Server sendet keine E-Mails; geben Sie den Link selbst weiter. Ein früherer Link funktioniert dann nicht mehr.',
    ask: (name) => `Link zum Zurücksetzen des Passworts für ${name} erstellen?`,
    askText: (email) =>
      `Wer den Link zuerst benutzt, wählt das Passwort des Kontos, und ${email} gilt dann als bestätigt. Vergewissern Sie sich zuerst, dass Sie mit der Person sprechen, der das Konto gehört. Der Link beendet alle Sitzungen des Kontos.`,
    title: 'Link zum Zurücksetzen des Passworts erstellt',
    label: 'Link (Adresse)',
    text: 'Kopieren Sie den Link jetzt und geben Sie ihn der Person auf einem sicheren Weg: persönlich oder in einer verschlüsselten Nachricht. Er funktioniert einmal, 30 Minuten lang, und wird nicht noch einmal angezeigt.',
    back: 'Zum Konto',
  },
  done: {
    export: 'Daten heruntergeladen.',
    erase: 'Konto gelöscht.',
    sendReset: 'Wir haben eine E-Mail mit einem Link zum Zurücksetzen des Passworts gesendet.',
    signOut: 'In allen Browsern abgemeldet.',
    endConnections: 'Die Verbindungen sind an allen Schulen beendet.',
    resetSecondFactor: 'Zweiter Faktor entfernt. Jetzt genügt das Passwort, um das Konto zu öffnen.',
    disable: 'Konto deaktiviert. Seine Sitzungen und Verbindungen sind beendet.',
    enable: 'Konto aktiviert. Beendete Sitzungen und Verbindungen bleiben beendet.',
    restoreEmail:
      'Frühere Adresse wiederhergestellt, und alle Zugänge sind beendet. Sofern das Konto nicht deaktiviert ist, haben wir einen Link zum Zurücksetzen des Passworts dorthin gesendet.',
  },
};
