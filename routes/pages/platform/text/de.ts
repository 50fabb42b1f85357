import type { Said } from '../../kit/text/said.ts';
import type { platform as en } from './en.ts';

export const platform: Said<typeof en> = {
  title: 'Schulen',
  lead: 'Alle Schulen dieser Plattform, und was nur deren Betreiber mit ihnen tun können.',
  search: { label: 'Name oder Kürzel', submit: 'Suchen' },
  states: { open: 'Offen', closed: 'Geschlossen', toBeDeleted: 'Wird gelöscht' },
  members: (count) => `aktive Mitglieder: ${count}`,
  empty: 'Keine Schule gefunden',
  emptyText: 'Versuchen Sie es mit einem kürzeren Teil des Namens oder Kürzels.',
  more: 'Weitere Schulen',
  first: 'Zurück an den Anfang',
  elsewhere: {
    title: 'App-Prüfungen und Konten',
    text: 'Beides gilt für alle Schulen.',
    commands: 'Auf dem Server geht dasselbe mit',
  },
  create: {
    title: 'Schule erstellen',
    lead: 'Der Inhaber erhält eine Einladung, die einmal und 7 Tage lang gilt.',
    name: 'Name der Schule',
    slug: 'Kürzel',
    slugHint:
      'Der Teil ihrer Webadressen, der für die Schule steht: Kleinbuchstaben, Ziffern und Bindestriche. Er lässt sich nicht ändern.',
    owner: 'E-Mail-Adresse des Inhabers',
    ownerHint: 'Gibt es unter dieser Adresse noch kein Konto, wird eines erstellt.',
    submit: 'Schule erstellen',
    invalid: {
      name: 'Bitte geben Sie einen Namen mit höchstens 100 Zeichen ein.',
      slug: 'Bitte verwenden Sie Kleinbuchstaben, Ziffern und einzelne Bindestriche, etwa nord-schule.',
      owner: 'Bitte geben Sie eine E-Mail-Adresse ein.',
    },
    taken: 'Eine andere Schule hat dieses Kürzel.',
    reserved: 'Diese Adresse gehörte bis vor wenigen Tagen zu einem anderen Konto, das sie noch zurückbekommen kann.',
  },
  facts: {
    id: 'ID',
    slug: 'Kürzel',
    state: 'Status',
    created: 'Erstellt',
    members: 'Aktive Mitglieder',
    deleteAt: 'Wird gelöscht nach',
  },
  owners: 'Inhaber',
  noOwner: 'Die Schule hat keinen Inhaber.',
  newOwner: 'E-Mail-Adresse des neuen Inhabers',
  whatToDo: 'Was Sie tun können',
  invited: (email) => `${email} ist als Inhaber eingeladen.`,
  link: 'Dieser Server verschickt keine E-Mails. Geben Sie dem Inhaber diesen Link, der einmal und 7 Tage lang gilt. Er wird nicht noch einmal angezeigt:',
  folder: 'Der Export liegt auf dem Server im Ordner',
  problems: {
    changed: 'Die Schule hat sich inzwischen geändert. Es ist nichts geschehen; bitte sehen Sie noch einmal nach.',
    noAddress: 'Bitte geben Sie die E-Mail-Adresse des neuen Inhabers ein.',
    invitedAlready: 'Diese Person ist schon eingeladen, oder sie ist gesperrt.',
    reserved: 'Diese Adresse gehörte bis vor wenigen Tagen zu einem anderen Konto, das sie noch zurückbekommen kann.',
    notExported:
      'Die Schule konnte nicht exportiert werden; das Protokoll des Servers nennt den Grund. Sie wird nicht gelöscht.',
  },
  actions: {
    close: {
      button: 'Schule schließen',
      hint: 'Bis Sie sie wieder öffnen, kann sich dort niemand anmelden, und alle Apps stoppen.',
      title: (name) => `${name} schließen?`,
      text: () =>
        'Anmeldungen und Tokens für diese Schule werden abgelehnt, und alle ihre Verbindungen mit Apps enden. Was sie enthält, bleibt erhalten.',
    },
    reopen: {
      button: 'Schule wieder öffnen',
      hint: 'Erlaubt Anmeldungen wieder.',
      title: (name) => `${name} wieder öffnen?`,
      text: () =>
        'Die Mitglieder können sich wieder anmelden. Beendete Verbindungen bleiben beendet: Apps müssen neu verbunden werden.',
    },
    handOver: {
      button: 'Übergeben',
      hint: 'Macht ein aktives Mitglied zum einzigen Inhaber. Andere werden als weiterer Inhaber eingeladen.',
      title: (name) => `${name} übergeben?`,
      text: (email) =>
        `Wenn ${email} ein aktives Mitglied der Schule ist, wird diese Person ihr einziger Inhaber, und alle anderen Inhaber, auch eingeladene, wechseln in die Verwaltung. Sonst wird die Person eingeladen; wiederholen Sie dies, sobald sie die Einladung angenommen hat.`,
    },
    export: {
      button: 'Schule exportieren',
      hint: 'Schreibt ihre Daten und Dateien in einen Ordner des Servers.',
      title: (name) => `${name} exportieren?`,
      text: () =>
        'Alles, was die Schule enthält, wird ohne das Protokoll in einen neuen Ordner des Servers geschrieben. Das kann Minuten dauern.',
    },
    delete: {
      button: 'Schule löschen',
      hint: 'Schließt sie, exportiert sie und löscht sie nach 30 Tagen.',
      title: (name) => `${name} löschen?`,
      text: () =>
        'Die Schule wird sofort geschlossen und in einen Ordner des Servers exportiert. Nach 30 Tagen wird alles gelöscht, was sie enthält, und das lässt sich nicht rückgängig machen. Bis dahin können Sie es abbrechen.',
    },
    cancelDeletion: {
      button: 'Schule behalten',
      hint: 'Bricht das Löschen ab. Die Schule bleibt geschlossen.',
      title: (name) => `${name} behalten?`,
      text: () => 'Die Schule wird nicht gelöscht. Sie bleibt geschlossen, bis Sie sie wieder öffnen.',
    },
  },
  done: {
    close: 'Schule geschlossen; ihre Verbindungen sind beendet.',
    reopen: 'Schule wieder geöffnet. Beendete Verbindungen bleiben beendet.',
    handOver: 'Die Schule hat einen neuen Inhaber.',
    export: 'Schule exportiert.',
    delete: 'Die Schule ist geschlossen und exportiert und wird nach 30 Tagen gelöscht.',
    cancelDeletion: 'Die Schule wird nicht gelöscht. Sie bleibt geschlossen.',
  },
};
