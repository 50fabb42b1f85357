import type { labels as en } from '../en/labels.ts';
import type { Said } from '../said.ts';

export const labels: Said<typeof en> = {
  switch: 'Anderes Konto verwenden',
  cancel: 'Abbrechen und zurück zur App',
  again: 'Anfrage noch einmal prüfen',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  showPassword: 'Passwort anzeigen',
  hidePassword: 'Passwort verbergen',
};
