import type { Said } from '../../../kit/text/said.ts';
import type { look as said } from './en.ts';

export const look: Said<typeof said> = {
  title: 'Name und Farben',
  lead: 'Woran man Ihre Schule erkennt: beim Anmelden, beim Verbinden einer App, in E-Mails und auf diesen Seiten.',
  nameTitle: 'Name',
  name: 'Name der Schule',
  logoTitle: 'Logo',
  logoLead: 'Erscheint neben dem Schulnamen, auf Seiten und in E-Mails.',
  logoNow: 'Das aktuelle Logo',
  logoNotShown:
    'Ein Logo ist festgelegt, lässt sich aber nicht anzeigen: Die Datei fehlt, ist zu groß oder kein Bild. Die Seiten zeigen stattdessen Ihren Anfangsbuchstaben. Laden Sie das Logo noch einmal hoch, oder entfernen Sie es.',
  logoRemove: 'Logo entfernen',
  colorsTitle: 'Farben',
  colorsLead:
    'Schaltflächen behalten die gewählte Farbe, mit dunkler oder heller Schrift darauf. Nur Links bekommen einen dunkleren oder helleren Ton, damit man sie lesen kann.',
  theme: 'Markenfarbe',
  themeHint: 'Erscheint hinter Ihrem Anfangsbuchstaben und als Linie über E-Mails.',
  accent: 'Farbe von Schaltflächen und Links',
  invalid: 'Bitte wählen Sie eine Farbe.',
  done: {
    name: 'Name gespeichert.',
    colors: 'Farben gespeichert.',
    logo: 'Logo gespeichert.',
    logo_removed: 'Logo entfernt.',
  },
  preview: {
    title: 'Vorschau',
    button: 'Vorschau',
    saved: 'So sieht Ihre Schule jetzt aus.',
    unsaved: 'Noch nicht gespeichert: So würde Ihre Schule aussehen.',
    light: 'Hell',
    dark: 'Dunkel',
    signIn: 'Anmeldung',
    consent: 'Zustimmung',
    email: 'E-Mail (immer hell)',
    admin: 'Schulverwaltung',
    app: 'Stundenplaner',
  },
  elsewhere:
    'Menü, Startseite, Fußzeile und Schrift der eigenen Seiten der Schule werden nicht hier eingestellt: Eine verbundene App, ein KI-Assistent oder jemand, der programmiert, kann sie ändern.',
};
