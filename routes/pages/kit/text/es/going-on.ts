import type { goingOn as en } from '../en/going-on.ts';
import type { Said } from '../said.ts';

export const goingOn: Said<typeof en> = {
  approved: {
    title: 'De vuelta a la aplicación',
    text: (app) => `El acceso está permitido. Le llevamos de vuelta a ${app}.`,
  },
  denied: {
    title: 'No ha permitido el acceso',
    text: (app) => `No se ha compartido nada. Le llevamos de vuelta a ${app}.`,
  },
  error: {
    title: 'Esto no ha funcionado',
    text: (app) => `No se ha compartido nada. Le llevamos de vuelta a ${app}, donde verá qué ha fallado.`,
  },
  signed_out: {
    title: 'Ha cerrado la sesión',
    text: (app) => `Su sesión de Schoolgate en este navegador está cerrada. Le llevamos de vuelta a ${app}.`,
  },
  link: (app) => `Continuar a ${app}`,
  hint: 'Si no ocurre nada en unos segundos, use el botón. Puede cerrar esta página cuando se haya abierto la aplicación.',
};
