import type { Said } from '../../../kit/text/said.ts';
import type { passkeys as en } from './en.ts';

export const passkeys: Said<typeof en> = {
  title: 'Passkeys',
  lead: 'Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht oder Displaysperre an. Er lässt sich nicht erraten und funktioniert nur auf dieser Website.',
  signIn: 'Mit einem Passkey anmelden',
  confirm: 'Mit einem Passkey bestätigen',
  failed: 'Der Passkey wurde nicht verwendet. Versuchen Sie es noch einmal, oder verwenden Sie Ihr Passwort.',
  wrong: 'Diesen Passkey kennen wir nicht. Verwenden Sie einen anderen oder Ihr Passwort.',
  none: 'Sie haben noch keinen Passkey',
  noneText: 'Fügen Sie auf jedem Gerät einen hinzu, mit dem Sie sich oft anmelden.',
  name: 'Name des Passkeys',
  nameHint: 'Zum Beispiel das Gerät, auf dem er liegt.',
  suggestedName: 'Mein Gerät',
  add: 'Passkey hinzufügen',
  addText:
    'Wer dieses Gerät entsperren kann, kann sich als Sie anmelden, auch nach einer Passwortänderung. Fügen Sie Passkeys nur auf Ihren eigenen Geräten hinzu.',
  goOn: 'Weiter',
  needsScript:
    'Passkeys brauchen einen Browser, der sie unterstützt, und eingeschaltetes JavaScript. Ihr Passwort funktioniert überall.',
  unavailable:
    'Passkeys funktionieren nicht, solange die Adresse dieser Website eine IP-Adresse ist. Wer sie betreibt, kann ihr einen Hostnamen geben.',
  byCommand:
    'Beenden Sie auf diesem Computer den Server, und starten Sie ihn mit diesem Befehl neu. Seine übrigen Einstellungen wie DATA_DIR schreiben Sie davor:',
  added: (day) => `Hinzugefügt am ${day}`,
  used: (day) => `zuletzt benutzt am ${day}`,
  neverUsed: 'noch nicht benutzt',
  backedUp: 'auch in Ihrer Passkey-Verwaltung gesichert',
  removeTitle: (name) => `Den Passkey „${name}“ entfernen?`,
  removeText:
    'Sie können sich dann nicht mehr damit anmelden. Entfernen Sie ihn auch auf dem Gerät, damit er dort nicht mehr angeboten wird.',
  remove: 'Passkey entfernen',
  notices: {
    added: 'Passkey hinzugefügt. Sie können sich jetzt damit anmelden.',
    removed: 'Passkey entfernt.',
    refused: 'Der Passkey ließ sich nicht hinzufügen. Bitte versuchen Sie es mit einem anderen Namen oder Gerät.',
  },
};
