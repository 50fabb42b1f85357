import type { Said } from '../../../kit/text/said.ts';
import type { look as said } from './en.ts';

export const look: Said<typeof said> = {
  title: 'Nombre y colores',
  lead: 'Cómo se reconoce su escuela al iniciar sesión y al conectar una aplicación. El resultado se ve también aquí.',
  nameTitle: 'Nombre',
  name: 'Nombre de la escuela',
  logoTitle: 'Logotipo',
  logoLead: 'Aparece junto al nombre de la escuela al iniciar sesión o conectar una aplicación.',
  logoNow: 'El logotipo actual',
  logoRemove: 'Quitar el logotipo',
  colorsTitle: 'Colores',
  colorsLead: 'Ajustamos los colores con los que el texto sería difícil de leer.',
  theme: 'Color de marca',
  themeHint: 'Se muestra detrás de su inicial.',
  accent: 'Color de los botones y enlaces',
  invalid: 'Elija un color.',
  done: {
    name: 'Nombre guardado.',
    colors: 'Colores guardados.',
    logo: 'Logotipo guardado.',
  },
  elsewhere: 'El resto de las páginas propias de la escuela se configura con la API de administración.',
};
