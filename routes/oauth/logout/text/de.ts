import type { Said } from '../../../pages/kit/text/said.ts';
import type { signOut as en } from './en.ts';

export const signOut: Said<typeof en> = {
  title: 'Bei Schoolgate abmelden?',
  lead: 'Sie werden in diesem Browser abgemeldet. Verbundene Apps behalten ihren Zugriff, bis Sie ihn entziehen.',
  submit: 'Abmelden',
  stay: 'Um angemeldet zu bleiben, schließen Sie diese Seite.',
};
