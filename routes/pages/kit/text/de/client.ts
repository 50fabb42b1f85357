import type { client as en } from '../en/client.ts';
import type { Said } from '../said.ts';

export const client: Said<typeof en> = {
  unreviewed: 'Nicht geprüft',
  vendor: 'Bekannte Anbindung',
  reviewed: 'Geprüft',
  namedByAddress: 'Nur an ihrer Webadresse zu erkennen; niemand hat geprüft, wer dahintersteht',
  madeBy: (school) => `Erstellt von ${school}`,
  madeBySchool: 'Erstellt von Ihrer Schule',
  registeredItself: 'Hat sich selbst eingetragen; niemand hat geprüft, wer dahintersteht',
  callsItself: (name) => `Nennt sich „${name}“`,
};
