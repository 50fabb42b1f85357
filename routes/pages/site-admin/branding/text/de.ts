import type { Said } from '../../../kit/text/said.ts';
import type { look as said } from './en.ts';

export const look: Said<typeof said> = {
  title: 'Name und Farben',
  lead: 'Woran man Ihre Schule erkennt, wenn man sich bei ihr anmeldet oder einer App etwas erlaubt. Auch diese Seite zeigt sich so.',
  nameTitle: 'Name',
  name: 'Name der Schule',
  colorsTitle: 'Farben',
  colorsLead: 'Wo Text schlecht zu lesen wäre, wird eine Farbe heller oder dunkler gemacht, bis er es nicht mehr ist.',
  theme: 'Farbe der Schule',
  themeHint: 'Sie steht hinter dem Anfangsbuchstaben des Namens.',
  accent: 'Farbe von Knöpfen und Links',
  invalid: 'Bitte wählen Sie eine Farbe.',
  done: {
    name: 'Der neue Name ist gespeichert.',
    colors: 'Die neuen Farben sind gespeichert.',
  },
  elsewhere: 'Das Logo und alles andere, was die eigenen Seiten der Schule zeigen, wird mit der Admin-API eingestellt.',
};
