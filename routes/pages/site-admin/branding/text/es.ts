import type { Said } from '../../../kit/text/said.ts';
import type { look as said } from './en.ts';

export const look: Said<typeof said> = {
  title: 'Nombre y colores',
  lead: 'Cómo se reconoce su escuela: al iniciar sesión, al conectar una aplicación, en los correos y en estas páginas.',
  nameTitle: 'Nombre',
  name: 'Nombre de la escuela',
  logoTitle: 'Logotipo',
  logoLead: 'Aparece junto al nombre de la escuela, en las páginas y en los correos.',
  logoNow: 'El logotipo actual',
  logoNotShown:
    'Hay un logotipo definido, pero no se puede mostrar: el archivo falta, es demasiado grande o no es una imagen. Las páginas muestran su inicial en su lugar. Vuelva a subir el logotipo o quítelo.',
  logoRemove: 'Quitar el logotipo',
  colorsTitle: 'Colores',
  colorsLead:
    'Los botones conservan el color elegido, con texto oscuro o claro. Solo los enlaces usan un tono más oscuro o más claro, para que se puedan leer.',
  theme: 'Color de marca',
  themeHint: 'Se muestra detrás de su inicial y como línea sobre los correos.',
  accent: 'Color de los botones y enlaces',
  invalid: 'Elija un color.',
  done: {
    name: 'Nombre guardado.',
    colors: 'Colores guardados.',
    logo: 'Logotipo guardado.',
    logo_removed: 'Logotipo quitado.',
  },
  preview: {
    title: 'Vista previa',
    button: 'Vista previa',
    saved: 'Así se ve su escuela ahora.',
    unsaved: 'Aún no se ha guardado: así se vería su escuela.',
    light: 'Claro',
    dark: 'Oscuro',
    signIn: 'Inicio de sesión',
    consent: 'Autorización',
    email: 'Correo (siempre claro)',
    admin: 'Páginas de administración',
    app: 'Planificador de clases',
  },
  elsewhere:
    'El menú, la página de inicio, el pie y la fuente de las páginas propias de la escuela no se configuran aquí: puede cambiarlos una aplicación conectada, un asistente de IA o quien programe.',
};
