import type { goingOn as en } from '../en/going-on.ts';
import type { Said } from '../said.ts';

export const goingOn: Said<typeof en> = {
  approved: {
    title: 'Acceso permitido',
    text: (app) => `Le llevamos de vuelta a ${app}.`,
  },
  denied: {
    title: 'Acceso no permitido',
    text: (app) => `No se ha compartido nada. Le llevamos de vuelta a ${app}.`,
  },
  error: {
    title: 'No ha funcionado',
    text: (app) => `No se ha compartido nada. Le llevamos de vuelta a ${app}, donde verá qué ha fallado.`,
  },
  signed_out: {
    title: 'Ha cerrado la sesión',
    text: (app) => `Su sesión de Schoolgate en este navegador está cerrada. Le llevamos de vuelta a ${app}.`,
  },
  link: (app) => `Continuar a ${app}`,
  without: (app) => `Volver a ${app} sin iniciar sesión`,
  hint: 'Si no ocurre nada en unos segundos, use el botón. Cuando la aplicación esté abierta, puede cerrar esta página.',
};
