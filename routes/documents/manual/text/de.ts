import type { Said } from '../../../pages/kit/text/said.ts';
import type { manual as said } from './en.ts';

export const manual: Said<typeof said> = {
  name: 'Handbuch',
  contents: 'Inhalt des Handbuchs',
  search: 'Handbuch durchsuchen (englisch)',
  submit: 'Suchen',
  found: (count) => (count === 1 ? '1 Abschnitt' : `${count} Abschnitte`),
  none: 'Kein Abschnitt des Handbuchs enthält alle diese Wörter.',
};
