import type { Said } from '../../../kit/text/said.ts';
import type { staffRights as en } from './en.ts';

export const staffRights: Said<typeof en> = {
  title: 'Rechte des Teams',
  lead: 'Wählen Sie, was alle mit der Rolle Team in Apps und in dieser Schulverwaltung sehen und bearbeiten können. Änderungen gelten sofort, auch für bereits verbundene Apps.',
  abilities: { none: 'Kein Zugriff', view: 'Sehen', edit: 'Bearbeiten' },
  isDefault: 'Ihre Schule verwendet den Standard: alles, was das Team haben kann.',
  isOwn: 'Ihre Schule hat eine eigene Auswahl getroffen.',
  note: 'Wer bearbeitet, kann auch sehen, erstellen und löschen. Was hier nicht steht, etwa Rollen, Einstellungen und die Preise von Mitgliedschaftsmodellen, bleibt bei Inhaber/innen und Verwaltung. Bringt ein Update neue Bereiche, bekommt das Team sie nur, wenn Ihre Schule den Standard verwendet.',
  people:
    'Ohne Zugriff auf „Mitglieder“ kann das Team die Seiten Mitglieder und Aktive Verbindungen nicht öffnen, denn sie zeigen Namen und E-Mail-Adressen.',
  reset: 'Standard verwenden',
  edit: 'Rechte des Teams bearbeiten',
  confirm: {
    title: 'Dem Team mehr Rechte geben?',
    text: 'Das gilt sofort für alle mit der Rolle Team, auch über Apps.',
  },
  done: 'Gespeichert. Die Änderungen gelten bereits.',
  stale:
    'Jemand anderes hat diese Rechte geändert, seit Sie die Seite geöffnet haben. Es wurde nichts gespeichert. Sie sehen jetzt die aktuellen Rechte; bitte nehmen Sie Ihre Änderungen noch einmal vor.',
};
