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
    text: 'Erstellen Sie es, wenn Sie es speichern können: Es erscheint nur einmal, und das bisherige gilt noch 24 Stunden.',
    reveal: 'Neues Client-Geheimnis erstellen',
    shown: 'Kopieren Sie das Client-Geheimnis jetzt. Es wird nicht noch einmal angezeigt.',
    used: 'Ein neues Client-Geheimnis wurde auf dieser Seite erstellt:',
    usedText:
      'Waren Sie das nicht, sagen Sie es sofort der Schule. Sie kann das Geheimnis erneuern und Ihnen einen neuen Link schicken.',
    none: 'Diese App hat kein Client-Geheimnis. Sie beweist mit PKCE, dass sie die Anmeldung begonnen hat.',
  },
  code: {
    title: 'Ausprobieren',
    text: 'Jedes Programm gibt eine Adresse aus. Öffnen Sie sie, melden Sie sich an und fügen Sie die Adresse ein, bei der der Browser landet, auch wenn die Seite nicht lädt. Tun Sie das innerhalb einer Minute, länger gilt ein Code nicht. Dann greift das Programm in Ihrem Namen auf die Schule zu.',
    account: (school) =>
      `Für die Anmeldung brauchen Sie ein Konto bei ${school}. Wenn Sie keines haben, bitten Sie die Schule um eine Einladung.`,
    save: (file) => `Speichern als ${file}`,
    run: 'Ausführen',
  },
  test: {
    title: 'Hier testen',
    text: 'Der Server prüft diese Anwendung und sagt, was eine Anmeldung Ihrer App bekäme. Er öffnet keine Ihrer Adressen.',
    run: 'Prüfen',
    again: 'Noch einmal prüfen',
    address: 'Adresse aus Ihrer App (freiwillig)',
    addressHint:
      'Die Adresse, mit der Ihre App eine Anmeldung beginnt, oder die, bei der der Browser gelandet ist. Sie wird gelesen, nicht geöffnet.',
    tryIt: 'Anmeldung ausprobieren',
    tryText:
      '„Anmeldung ausprobieren“ öffnet eine echte Anmeldung in einem neuen Tab. Sie endet bei der ersten Redirect-URI, auch wenn dort noch keine App antwortet: Fügen Sie die Adresse, bei der Sie landen, oben ein.',
    results: 'Ergebnisse',
    outcome: { held: 'In Ordnung', failed: 'Problem', noted: 'Hinweis' },
    metadata: {
      title: 'Issuer und Metadaten',
      held: (issuer) => `Die Metadaten nennen den Issuer ${issuer}, und dort haben Sie diese Seite geöffnet.`,
      elsewhere: (host, issuer) =>
        `Sie haben diese Seite unter ${host} geöffnet, der Issuer ist aber ${issuer}. Verwenden Sie ${issuer} in Ihrer App.`,
      failed:
        'Die Metadaten konnten nicht gelesen werden. Versuchen Sie es später noch einmal, und sagen Sie es der Schule, wenn es so bleibt.',
    },
    settings: {
      title: 'Anwendung',
      public: 'Sie ist aktiv. Sie hat kein Geheimnis: Senden Sie an den Token-Endpunkt nur die client_id.',
      confidential: 'Sie ist aktiv. Senden Sie ihr Geheimnis als client_secret im Formular an den Token-Endpunkt.',
    },
    redirect: {
      title: (uri) => `Anmeldung, die zu ${uri} zurückkehrt`,
      refused: 'Der Autorisierungsendpunkt lehnt sie ab. Bitten Sie die Schule, die Anwendung zu korrigieren.',
      accepted: {
        https: 'Eine Anfrage mit PKCE wird angenommen. Ihre App muss unter genau dieser Adresse antworten.',
        loopback:
          'Eine Anfrage mit PKCE wird angenommen, mit jedem Port. Ihre App muss auf dem Computer der Person lauschen.',
        app: 'Eine Anfrage mit PKCE wird angenommen. Das System muss wissen, dass Ihre App solche Adressen öffnet.',
        http: 'Eine Anfrage mit PKCE wird angenommen.',
      },
    },
    scopes: {
      title: 'Scopes',
      anyone: 'Jedes Mitglied der Schule kann alle erlauben.',
      account:
        'Jedes Mitglied kann alle erlauben. Account-Scopes brauchen außerdem in jeder Anfrage den Parameter resource.',
      staff: (scopes) =>
        `Mitglieder ohne eine Rolle, die die Schule führt, können diese nicht erlauben: ${scopes}. Testen Sie mit einem passenden Konto.`,
    },
    use: {
      title: 'Echte Verbindungen',
      none: 'Noch ist niemand verbunden. Probieren Sie die Anmeldung aus.',
      some: (people) => `Verbundene Personen: ${people}. Ihre App hat jemanden angemeldet.`,
    },
    pasted: {
      request: 'Ihre Anfrage',
      answer: 'Ihre Adresse',
      accepted: 'Der Autorisierungsendpunkt nimmt diese Anfrage an, und die Person kann sich anmelden.',
      refused: 'Der Autorisierungsendpunkt lehnt diese Anfrage ab. Korrigieren Sie sie wie beschrieben:',
      otherClient: (clientId) => `Sie hat eine andere client_id. Senden Sie ${clientId}.`,
      error: 'Die Anmeldung endete mit einem Fehler:',
      issuer: (issuer) =>
        `Die Antwort kommt nicht von diesem Server: Ihr iss ist nicht ${issuer}. Verwenden Sie ihren Code nicht.`,
      code: {
        unknown: 'Dieser Server hat der Anwendung keinen solchen Code ausgestellt. Fügen Sie die ganze Adresse ein.',
        used: 'Ihre App hat diesen Code gegen Token getauscht. Die Anmeldung funktioniert.',
        late: 'Dieser Code gilt nicht mehr: Er gilt eine Minute. Tauschen Sie ihn, sobald er ankommt.',
        good: 'Die Anmeldung hat geklappt. Ihre App muss diesen Code innerhalb einer Minute tauschen, mit ihrem code_verifier und derselben redirect_uri.',
      },
      neither: (endpoint) =>
        `Das ist weder eine Anfrage noch eine Antwort. Eine Anfrage beginnt mit ${endpoint}; eine Antwort enthält code oder error.`,
    },
  },
  gone: {
    title: 'Dieser Link funktioniert nicht mehr',
    text: 'Er ist abgelaufen, wurde widerrufen oder ist unvollständig. Bitten Sie die Schule, die ihn geschickt hat, um einen neuen.',
  },
  admin: {
    title: 'An Entwickler übergeben',
    lead: 'Ein Link für alle, die diese App bauen: die Einstellungen, lauffähiger Code und ein Client-Geheimnis, das einmal angezeigt wird. Ein Konto ist nicht nötig.',
    leadPublic:
      'Ein Link für alle, die diese App bauen: die Einstellungen und lauffähiger Code. Die App hat kein Geheimnis, und ein Konto ist nicht nötig.',
    disabled: 'Die App ist deaktiviert. Aktivieren Sie sie, um einen Link zu erstellen.',
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
