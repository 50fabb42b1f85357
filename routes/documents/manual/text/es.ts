import type { Said } from '../../../pages/kit/text/said.ts';
import type { manual as said } from './en.ts';

export const manual: Said<typeof said> = {
  name: 'Manual',
  contents: 'Contenido del manual',
  search: 'Buscar en el manual (en inglés)',
  submit: 'Buscar',
  found: (count) => (count === 1 ? '1 sección' : `${count} secciones`),
  none: 'Ninguna sección del manual contiene todas estas palabras.',
};
