import type { Said } from '../../kit/text/said.ts';
import type { handOver as said } from './en.ts';

export const handOver: Said<typeof said> = {
  title: (app) => `${app} einrichten`,
  lead: (school) =>
    `${school} schickt Ihnen diese Seite, damit Sie Ihre App verbinden können. Behalten Sie den Link für sich.`,
  until: 'Sie können sie öffnen bis',
  settings: 'Einstellungen',
  settingsText: 'Was die App wissen muss',
  secret: {
    title: 'Client-Geheimnis',
    text: 'Zeigen Sie es an, wenn Sie es speichern können: Es erscheint nur einmal. Hat die App schon ein Geheimnis, gilt dieses noch 24 Stunden.',
    reveal: 'Client-Geheimnis anzeigen',
    shown: 'Kopieren Sie das Client-Geheimnis jetzt. Es wird nicht noch einmal angezeigt.',
    used: 'Das Client-Geheimnis wurde auf dieser Seite angezeigt:',
    usedText:
      'Waren Sie das nicht, sagen Sie es sofort der Schule. Sie kann das Geheimnis erneuern und Ihnen einen neuen Link schicken.',
    none: 'Diese App hat kein Client-Geheimnis. Sie beweist mit PKCE, dass sie die Anmeldung begonnen hat.',
  },
  code: {
    title: 'Ausprobieren',
    text: 'Jedes Programm gibt eine Adresse aus. Öffnen Sie sie, melden Sie sich an und fügen Sie die Adresse ein, bei der der Browser landet, auch wenn die Seite nicht lädt. Dann greift das Programm in Ihrem Namen auf die Schule zu.',
    save: (file) => `Speichern als ${file}`,
    run: 'Ausführen',
  },
  gone: {
    title: 'Dieser Link funktioniert nicht mehr',
    text: 'Er ist abgelaufen, wurde widerrufen oder ist unvollständig. Bitten Sie die Schule, die ihn geschickt hat, um einen neuen.',
  },
  admin: {
    title: 'An Entwickler übergeben',
    lead: 'Ein Link für alle, die diese App bauen: die Einstellungen, lauffähiger Code und ein Client-Geheimnis, das einmal angezeigt wird. Ein Konto ist nicht nötig.',
    create: 'Übergabelink erstellen',
    confirm: {
      title: (app) => `Übergabelink für ${app} erstellen?`,
      text: '7 Tage lang sieht jeder mit dem Link die Einstellungen und kann einmal ein neues Client-Geheimnis erstellen. Das jetzige gilt danach noch 24 Stunden. Der Link endet, wenn Sie ihn widerrufen oder die Anwendung deaktivieren.',
      noSecret:
        '7 Tage lang sieht jeder mit dem Link die Einstellungen dieser Anwendung. Der Link endet, wenn Sie ihn widerrufen oder die Anwendung deaktivieren.',
    },
    made: {
      title: 'Übergabelink erstellt',
      text: 'Kopieren Sie den Link jetzt und schicken Sie ihn an die Entwickler. Er wird nicht noch einmal angezeigt.',
      label: 'Link (Adresse)',
    },
    by: (name) => `Erstellt von ${name}`,
    expires: 'läuft ab am',
    opened: 'geöffnet am',
    notOpened: 'noch nicht geöffnet',
    revealed: 'Geheimnis angezeigt am',
    revoked: 'Widerrufen',
    revoke: 'Link widerrufen',
  },
};
