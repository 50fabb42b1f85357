import type { Said } from '../../../kit/text/said.ts';
import type { passkeys as en } from './en.ts';

export const passkeys: Said<typeof en> = {
  title: 'Passkeys',
  lead: 'Mit einem Passkey melden Sie sich durch Fingerabdruck, Gesicht oder die Sperre Ihres Geräts an. Niemand kann ihn erraten, und er gilt nur für diese Adresse.',
  signIn: 'Mit einem Passkey anmelden',
  confirm: 'Mit einem Passkey bestätigen',
  failed: 'Der Passkey wurde nicht benutzt. Versuchen Sie es noch einmal oder nehmen Sie Ihr Passwort.',
  wrong: 'Dieser Passkey ist hier nicht bekannt. Nehmen Sie einen anderen oder Ihr Passwort.',
  none: 'Sie haben noch keinen Passkey',
  noneText: 'Fügen Sie auf jedem Gerät einen hinzu, mit dem Sie sich oft anmelden.',
  name: 'Name dieses Passkeys',
  nameHint: 'Zum Beispiel das Gerät, auf dem er liegt.',
  suggestedName: 'Mein Gerät',
  add: 'Passkey hinzufügen',
  addText:
    'Wer einen Passkey hat, kommt damit in Ihr Konto, auch nach einem neuen Passwort. Fügen Sie ihn darum nur auf einem eigenen Gerät hinzu.',
  goOn: 'Weiter',
  needsScript: 'Passkeys brauchen einen Browser, der sie kennt und Skripte ausführt. Ihr Passwort geht überall.',
  unavailable: 'Passkeys brauchen eine Adresse mit einem Namen, etwa http://localhost; diese besteht nur aus Zahlen.',
  added: (day) => `Hinzugefügt am ${day}`,
  used: (day) => `zuletzt benutzt am ${day}`,
  neverUsed: 'noch nicht benutzt',
  backedUp: 'auch in Ihrer Passkey-Verwaltung gesichert',
  removeTitle: (name) => `Den Passkey „${name}“ entfernen?`,
  removeText:
    'Sie können sich dann nicht mehr damit anmelden. Entfernen Sie ihn auch auf dem Gerät, damit er dort nicht mehr angeboten wird.',
  remove: 'Passkey entfernen',
  notices: {
    added: 'Der Passkey ist hinzugefügt. Sie können sich ab jetzt damit anmelden.',
    removed: 'Der Passkey ist entfernt.',
    refused: 'Der Passkey ließ sich nicht hinzufügen. Bitte versuchen Sie es mit einem anderen Namen oder Gerät.',
  },
};
