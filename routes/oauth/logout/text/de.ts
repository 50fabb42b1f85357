import type { Said } from '../../../pages/kit/text/said.ts';
import type { signOut as en } from './en.ts';

export const signOut: Said<typeof en> = {
  title: 'Bei Schoolgate abmelden?',
  lead: 'Sie werden in diesem Browser abgemeldet. Apps, die Sie erlaubt haben, bleiben verbunden, bis Sie die Erlaubnis zurücknehmen.',
  submit: 'Abmelden',
  stay: 'Wenn Sie angemeldet bleiben möchten, schließen Sie einfach diese Seite.',
};
