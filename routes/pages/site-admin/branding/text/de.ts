import type { Said } from '../../../kit/text/said.ts';
import type { look as said } from './en.ts';

export const look: Said<typeof said> = {
  title: 'Name und Farben',
  lead: 'Woran man Ihre Schule beim Anmelden und beim Verbinden einer App erkennt. Das Ergebnis sehen Sie auch hier.',
  nameTitle: 'Name',
  name: 'Name der Schule',
  logoTitle: 'Logo',
  logoLead: 'Erscheint neben dem Schulnamen, wenn sich jemand anmeldet oder eine App verbindet.',
  logoNow: 'Das aktuelle Logo',
  logoRemove: 'Logo entfernen',
  colorsTitle: 'Farben',
  colorsLead: 'Farben, auf denen Text schlecht lesbar wäre, passen wir an.',
  theme: 'Markenfarbe',
  themeHint: 'Erscheint hinter Ihrem Anfangsbuchstaben.',
  accent: 'Farbe von Schaltflächen und Links',
  invalid: 'Bitte wählen Sie eine Farbe.',
  done: {
    name: 'Name gespeichert.',
    colors: 'Farben gespeichert.',
    logo: 'Logo gespeichert.',
  },
  elsewhere: 'Alles Weitere auf den eigenen Seiten der Schule stellen Sie mit der Admin-API ein.',
};
