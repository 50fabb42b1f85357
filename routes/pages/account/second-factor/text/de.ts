import type { Said } from '../../../kit/text/said.ts';
import type { secondFactor as en } from './en.ts';

export const secondFactor: Said<typeof en> = {
  title: 'Anmeldung mit zwei Faktoren',
  lead: 'Außer Ihrem Passwort geben Sie einen Code ein, den eine App auf Ihrem Telefon zeigt. Mit Ihrem Passwort allein kann sich dann niemand anmelden.',
  on: (day) => `Eingeschaltet seit ${day}`,
  left: (count) => (count === 1 ? 'noch ein Wiederherstellungscode' : `noch ${count} Wiederherstellungscodes`),
  off: 'Aus',
  offText: 'Sie brauchen eine Authenticator-App, wie sie viele Telefone und Passwortmanager schon enthalten.',
  demanded:
    'Mit Ihrer Rolle an Ihrer Schule brauchen Sie zwei Faktoren. Richten Sie das hier ein oder melden Sie sich mit einem Passkey an.',
  setUp: 'Zwei Faktoren einrichten',
  setUpText: 'Sie scannen ein Bild mit Ihrer Authenticator-App und geben den Code ein, den sie zeigt.',
  requiredHere: 'Diese Seite verlangt zwei Faktoren',
  requiredTitle: 'Ihre Schule verlangt zwei Faktoren',
  required:
    'Wer Ihre Rolle hat, braucht außer dem Passwort einen zweiten Faktor, bevor es weitergeht. Es dauert eine Minute.',
  withPasskey: 'Mit einem Passkey',
  withPasskeyText:
    'Sie melden sich mit Fingerabdruck, Gesicht oder PIN Ihres Geräts an. Ein Passkey allein zählt als zwei Faktoren.',
  withApp: 'Mit einer Authenticator-App',
  scan: 'Scannen Sie dieses Bild mit Ihrer Authenticator-App.',
  picture: 'QR-Code für die Authenticator-App',
  key: 'Oder tippen Sie diesen Schlüssel in die App',
  enter: 'Geben Sie dann den Code ein, den die App zeigt.',
  confirm: 'Einschalten',
  wrongNewCode: 'Falscher Code. Prüfen Sie Datum und Uhrzeit Ihres Telefons und versuchen Sie es noch einmal.',
  code: 'Code Ihrer Authenticator-App',
  codeHint: 'Sechs Ziffern. Jeder Code gilt einmal; alle 30 Sekunden zeigt die App einen neuen.',
  codeOrRecovery: 'Code Ihrer Authenticator-App oder ein Wiederherstellungscode',
  submit: 'Weiter',
  stepTitle: 'Anmeldung mit zwei Faktoren',
  stepText: (email) => `Das Passwort von ${email} stimmt. Noch ein Schritt.`,
  passkeyNeeded:
    'Mit Ihrer Rolle an Ihrer Schule brauchen Sie zwei Faktoren. Bitte bestätigen Sie mit einem Ihrer Passkeys.',
  noCode: 'App nicht zur Hand?',
  recoveryCode: 'Wiederherstellungscode',
  recoveryText: 'Geben Sie einen der Wiederherstellungscodes ein, die Sie beim Einschalten gespeichert haben.',
  lost: 'Haben Sie alles verloren, können Inhaber/innen Ihrer Schule oder die Betreiber dieses Dienstes Ihren zweiten Faktor zurücksetzen.',
  cancel: 'Anders anmelden',
  wrongCode: 'Der Code ist falsch oder wurde schon verwendet. Bitte warten Sie auf den nächsten.',
  wrongRecoveryCode:
    'Dieser Wiederherstellungscode ist falsch oder wurde schon verwendet. Prüfen Sie die Eingabe oder nehmen Sie einen anderen.',
  codesEnded: (recovers) =>
    `Es wurden zu oft falsche Codes eingegeben; Codes gelten deshalb nur noch in Browsern, in denen Sie sich schon einmal angemeldet haben. Bitte verwenden Sie einen Wiederherstellungscode, einen Passkey oder einen solchen Browser${recovers ? ', oder melden Sie sich an, nachdem Sie ein neues Passwort gesetzt haben („Passwort vergessen?“)' : ''}. Vielleicht kennt jemand Ihr Passwort: Ändern Sie es nach der Anmeldung.`,
  wrongPasskey: 'Diesen Passkey kennen wir nicht. Bitte verwenden Sie einen anderen.',
  expired: 'Diese Anmeldung ist abgelaufen. Bitte beginnen Sie noch einmal.',
  codesTitle: 'Speichern Sie Ihre Wiederherstellungscodes',
  codesText:
    'Wenn Sie Ihr Telefon verlieren, können Sie sich mit jedem dieser Codes einmal anmelden. Sie sehen sie nicht wieder: Drucken Sie sie aus oder speichern Sie sie in Ihrem Passwortmanager.',
  codesKept: 'Ich habe sie gespeichert',
  newCodes: 'Neue Wiederherstellungscodes erstellen',
  newCodesText: 'Ihre bisherigen Wiederherstellungscodes funktionieren dann nicht mehr.',
  turnOff: 'Zwei Faktoren ausschalten',
  turnOffText:
    'Danach genügt Ihr Passwort, um Ihr Konto zu öffnen. Ihre Wiederherstellungscodes funktionieren nicht mehr.',
  turnOffDemanded:
    'Ihre Schule verlangt zwei Faktoren: Sie müssen sie wieder einrichten, bevor Sie die Schule verwalten können.',
  notices: {
    removed: 'Die Anmeldung mit zwei Faktoren ist ausgeschaltet.',
    stale:
      'Es wurde nichts geändert, weil sich an Ihrer Anmeldung inzwischen etwas geändert hat. Bitte versuchen Sie es noch einmal.',
  },
  reset: {
    hint: 'Für jemanden, der Authenticator-App, Wiederherstellungscodes und alle Passkeys verloren hat.',
    link: 'Zweiten Faktor zurücksetzen',
    title: (name) => `Zweiten Faktor von ${name} zurücksetzen?`,
    text: (name) =>
      `Tun Sie das nur, wenn ${name} Sie darum gebeten hat und Sie sicher sind, dass es wirklich ${name} war: Rufen Sie an, oder treffen Sie sich. Wenn ${name} sich dann mit dem Passwort anmeldet, nach 24 Stunden und innerhalb von 8 Tagen, gelten Authenticator-App, Wiederherstellungscodes und alle Passkeys nicht mehr, und das Passwort allein öffnet das Konto. Sonst ändert sich nichts.`,
    canCancel: (name) =>
      `Vorher kann ${name} das verhindern: durch einen Link in einer E-Mail, nach der Anmeldung auf der Kontoseite, oder indem ${name} die Authenticator-App oder einen Passkey benutzt.`,
    cannotCancel: (name) =>
      `Dieser Server sendet keine E-Mails: ${name} sieht es nach der Anmeldung auf der Kontoseite und kann es vorher dort verhindern.`,
    submit: 'Zurücksetzen anordnen',
    told: 'Die Person wurde per E-Mail benachrichtigt.',
    tellYourself: 'Dieser Server sendet keine E-Mails: Sagen Sie es der Person selbst.',
    refused:
      'Sie können diesen zweiten Faktor nicht zurücksetzen. Das geht nur bei jemand anderem, der einen hat und keine andere Schule verwaltet. Die Betreiber dieses Dienstes können helfen.',
    cancelTitle: 'Zweiten Faktor behalten?',
    cancelText: 'Jemand an Ihrer Schule will den zweiten Faktor Ihres Kontos zurücksetzen. Sie können es verhindern.',
    cancel: 'Meinen zweiten Faktor behalten',
    cancelled: 'Ihr zweiter Faktor bleibt, wie er ist.',
    cancelledText: 'Haben Sie nicht darum gebeten, wählen Sie ein neues Passwort, denn jemand kennt vielleicht Ihres.',
    ordered: ({ school, from, until }) =>
      `${school} hat angeordnet, Ihren zweiten Faktor zurückzusetzen. Eine Anmeldung mit Ihrem Passwort zwischen ${from} und ${until} entfernt ihn, wenn Sie ihn nicht behalten.`,
    due: ({ school, until }) =>
      `${school} hat angeordnet, Ihren zweiten Faktor zurückzusetzen. Die nächste Anmeldung mit Ihrem Passwort bis ${until} entfernt ihn, wenn Sie ihn nicht behalten.`,
    orderedFor: ({ person, from, until }) =>
      `Das Zurücksetzen ist angeordnet. Eine Anmeldung mit dem Passwort zwischen ${from} und ${until} entfernt den zweiten Faktor, wenn ${person} ihn nicht behält. Danach verfällt die Anordnung.`,
    dueFor: ({ person, until }) =>
      `Das Zurücksetzen ist angeordnet. Die nächste Anmeldung mit dem Passwort entfernt den zweiten Faktor, wenn ${person} ihn nicht behält. Ohne Anmeldung bis ${until} verfällt die Anordnung.`,
    already:
      'Das Zurücksetzen dieses zweiten Faktors ist schon angeordnet. Es wurde nichts geändert: Es bleibt bei den ersten Zeiten.',
    withdraw: 'Zurücksetzen zurücknehmen',
    withdrawn: 'Das Zurücksetzen ist zurückgenommen: Der zweite Faktor bleibt, wie er ist.',
    withdrawnText: 'Die Person liest das in ihrer Kontoaktivität.',
    gone: 'Von dieser Schule ist kein Zurücksetzen mehr angeordnet: Es wurde zurückgenommen, von der Person verhindert oder ist schon geschehen. Es wurde nichts geändert.',
    carriedOut: ({ who }) =>
      `Der zweite Faktor von ${who} wurde wie angeordnet zurückgesetzt, als ${who} sich mit dem Passwort anmeldete.`,
    endedByUse: ({ who }) => `${who} hat den zweiten Faktor benutzt und damit das Zurücksetzen verhindert.`,
    withdrawnBy: ({ who, target }) => `${who} hat das Zurücksetzen des zweiten Faktors von ${target} zurückgenommen.`,
  },
  demand: {
    title: 'Anmeldung mit zwei Faktoren',
    lead: 'Wer sich mit zwei Faktoren anmelden muss, um diese Schule zu führen, auf diesen Seiten oder mit einer App.',
    platform: (level) => `Die Plattform verlangt es von: ${level}.`,
    levels: {
      off: 'niemandem',
      admins: 'Inhabern und Verwaltung',
      staff: 'Inhabern, Verwaltung und Team',
      instructors: 'Inhabern, Verwaltung, Team und Lehrkräften',
    },
    change: 'Speichern',
    label: 'Diese Schule verlangt es von',
    changeTitle: 'Wer braucht zwei Faktoren?',
    changeText:
      'Es gilt sofort: Wer keinen zweiten Faktor hat, richtet ihn beim nächsten Besuch ein, und Apps, die ohne ihn verbunden wurden, müssen neu verbunden werden.',
    save: 'Speichern',
    done: 'Gespeichert.',
  },
};
