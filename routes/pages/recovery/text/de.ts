import type { Said } from '../../kit/text/said.ts';
import type { recovery as en } from './en.ts';

export const recovery: Said<typeof en> = {
  forgot: {
    title: 'Passwort vergessen?',
    lead: 'Geben Sie die E-Mail-Adresse ein, mit der Sie sich anmelden. Gehört sie zu einem Konto, senden wir einen Link, mit dem Sie ein neues Passwort wählen.',
    submit: 'Link senden',
    invalid: 'Das sieht nicht wie eine E-Mail-Adresse aus.',
    throttled:
      'Aus Ihrem Netzwerk wurden zu viele Links angefordert. Bitte warten Sie eine Stunde und versuchen Sie es noch einmal.',
    stale:
      'Es wurde nichts gesendet: Die Seite war veraltet, oder Cookies sind in diesem Browser ausgeschaltet. Bitte senden Sie das Formular noch einmal.',
  },
  sent: {
    title: 'Sehen Sie in Ihrem Posteingang nach',
    received: 'Anfrage angenommen',
    text: (email) =>
      `Wenn es ein Konto mit der Adresse ${email} gibt, ist eine E-Mail mit einem Link unterwegs. Der Link funktioniert einmal und 30 Minuten lang.`,
    nothing:
      'Nichts angekommen? Sehen Sie im Spam-Ordner nach und prüfen Sie die Adresse. Wir senden nur wenige E-Mails pro Stunde. Kommt keine an, fragen Sie die Leitung Ihrer Schule.',
    files:
      'Dieser Server schreibt E-Mails in Dateien, statt sie zu senden. Den Ordner findet, wer ihn betreibt, in dem, was er beim Start ausgibt.',
    back: 'Zurück zur Anmeldung',
  },
  noEmail: {
    title: 'Dieser Server sendet keine E-Mails',
    text: 'Darum kann er keinen Link für ein neues Passwort senden. Wenden Sie sich an Inhaber/innen oder die Verwaltung Ihrer Schule.',
    support: 'Hilfeseite Ihrer Schule:',
    school: 'Wenn Sie die Schule führen',
    schoolText: 'Eine Schule kann den Link nicht erstellen: Fragen Sie, wer den Server betreibt.',
    server: 'Wenn Sie den Server betreiben',
    accounts: 'Erstellen Sie den Link auf der Seite des Kontos, wenn Sie in PLATFORM_OPERATORS stehen:',
    command: 'Oder mit diesem Befehl und den Einstellungen des Servers (DATA_DIR, BASE_URL, SMTP_URL):',
  },
  reset: {
    title: 'Neues Passwort wählen',
    lead: (email) => `Für das Konto mit der Adresse ${email}. Sie werden überall abgemeldet.`,
    someoneElse: 'Jemand anderes könnte in meinem Konto gewesen sein',
    endsAccess:
      'Dann werden alle Apps getrennt und alle Passkeys entfernt, denn fremde würden Ihr Konto weiterhin öffnen. Ihre eigenen können Sie danach wieder hinzufügen. Wenn Sie nur Ihr Passwort vergessen haben, lassen Sie das Feld leer.',
    endsApps:
      'Dann werden alle Apps getrennt, denn fremde hätten weiterhin Zugriff. Ihre eigenen können Sie danach wieder verbinden. Wenn Sie nur Ihr Passwort vergessen haben, lassen Sie das Feld leer.',
    submit: 'Neues Passwort festlegen',
    done: 'Passwort geändert. Sie sind überall abgemeldet. Wenn Sie von einer App kamen, gehen Sie zu ihr zurück und melden Sie sich dort mit dem neuen Passwort an; sonst melden Sie sich hier an.',
  },
  confirm: {
    title: 'E-Mail-Adresse bestätigen',
    lead: (email) =>
      `Klicken Sie auf die Schaltfläche, wenn ${email} Ihre Adresse ist und Sie diese Bestätigung angefordert haben.`,
    submit: 'Ja, das ist meine Adresse',
    account: (name, email) => `Es geht um das Konto von ${name} mit der bisherigen Adresse ${email}.`,
    sameAccount: (name) => `Es ist die Adresse des Kontos von ${name} und bleibt es.`,
    otherTitle: 'Dieser Link gehört zu einem anderen Konto',
    other: (name) =>
      `Sie sind als ${name} angemeldet, der Link wurde aber in einem anderen Konto angefordert. Es wurde nichts geändert. Ist auch das andere Konto Ihres, melden Sie sich ab und öffnen Sie den Link noch einmal.`,
    doneTitle: 'Ihre Adresse ist bestätigt',
    done: (email) => `Sie melden sich jetzt mit ${email} an.`,
    doneSame: (email) => `Sie melden sich weiterhin mit ${email} an.`,
    takenTitle: 'Diese Adresse kann nicht verwendet werden',
    taken: 'Sie gehört zu einem anderen Konto oder gehörte bis vor wenigen Tagen dazu. Es wurde nichts geändert.',
    toAccount: 'Zu Ihrem Konto',
  },
  restore: {
    title: 'E-Mail-Adresse zurücksetzen?',
    lead: (email) =>
      `Ihr Konto erhält die Adresse ${email} zurück. Klicken Sie auf die Schaltfläche, wenn Sie die Änderung nicht wollten.`,
    submit: 'Adresse zurücksetzen',
    doneTitle: 'Ihre Adresse gilt wieder',
  },
  notMe: {
    title: 'Waren Sie das nicht?',
    lead: (email) =>
      `Es geht um das Konto mit der Adresse ${email}. Klicken Sie auf die Schaltfläche, wenn jemand anderes getan hat, was in der E-Mail steht.`,
    ifYou: 'Waren Sie es selbst, schließen Sie diese Seite: Es ist noch nichts geschehen.',
    submit: 'Das war ich nicht',
    doneTitle: 'In Ihrem Konto ist niemand mehr angemeldet',
  },
  secured: {
    effects:
      'Alle werden aus dem Konto abgemeldet, alle Apps werden getrennt, und das Passwort und alle Passkeys gelten nicht mehr, außer einem zweiten Faktor, der älter als sieben Tage ist.',
    linkFollows: 'Danach erhalten Sie per E-Mail einen Link, mit dem Sie ein neues Passwort wählen.',
    noLink:
      'Dieser Server sendet keine E-Mails mehr: Bitten Sie danach seine Betreiber um einen Link, mit dem Sie ein neues Passwort wählen.',
    next: (email) =>
      `Wir haben eine E-Mail mit einem Link an ${email} gesendet. Damit wählen Sie ein neues Passwort. Der Link funktioniert einmal und 30 Minuten lang; auf der Anmeldeseite können Sie einen weiteren anfordern.`,
  },
  gone: {
    title: 'Dieser Link funktioniert nicht mehr',
    text: 'Er wurde schon verwendet, durch einen neueren ersetzt oder ist abgelaufen. Es wurde nichts geändert.',
    again: 'Neuen Link anfordern',
    invitation:
      'Wenn Sie einen neueren Link der Schule haben, öffnen Sie diesen. Andernfalls bitten Sie die Schule um eine neue Einladung. Wenn Sie schon beigetreten sind, melden Sie sich an. Solange eine Schule geschlossen ist, gelten ihre Einladungen nicht.',
    email: 'Ob Ihre Adresse bestätigt ist, steht auf der Seite „Profil“. Dort können Sie einen neuen Link anfordern.',
  },
};
