import type { Said } from '../../../kit/text/said.ts';
import type { look as said } from './en.ts';

export const look: Said<typeof said> = {
  title: 'Nombre y colores',
  lead: 'Cómo se reconoce su escuela al iniciar sesión en ella y al permitir una aplicación. Esta página también se muestra así.',
  nameTitle: 'Nombre',
  name: 'Nombre de la escuela',
  colorsTitle: 'Colores',
  colorsLead: 'Donde el texto costaría de leer, el color se aclara o se oscurece hasta que se lee bien.',
  theme: 'Color de la escuela',
  themeHint: 'Aparece detrás de la inicial del nombre.',
  accent: 'Color de los botones y enlaces',
  invalid: 'Elija un color.',
  done: {
    name: 'El nuevo nombre se ha guardado.',
    colors: 'Los nuevos colores se han guardado.',
  },
  elsewhere:
    'El logotipo, y todo lo demás que muestran las páginas propias de la escuela, se define con la API de administración.',
};
