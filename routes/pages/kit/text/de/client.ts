import type { client as en } from '../en/client.ts';
import type { Said } from '../said.ts';

export const client: Said<typeof en> = {
  unreviewed: 'Nicht geprüft',
  vendor: 'Bekannte Anbindung',
  reviewed: 'Geprüft',
  namedByAddress: 'Nur durch ihre Webadresse ausgewiesen. Niemand hat geprüft, wer sie betreibt.',
  madeBy: (school) => `Erstellt von ${school}`,
  madeBySchool: 'Erstellt von Ihrer Schule',
  registeredItself: 'Hat sich selbst registriert. Niemand hat diese App geprüft.',
  unverified: (name) => `${name} (unbestätigt)`,
  callsItself: (name) => `Nennt sich „${name}“`,
};
