import type { Said } from '../../pages/kit/text/said.ts';
import type { resets as en } from './en.ts';

export const resets: Said<typeof en> = {
  second_factor_reset: {
    subject: 'Su segundo factor se va a restablecer',
    before: ({ school, from, until }) =>
      `Una persona propietaria de ${school} quiere restablecer el segundo factor de su cuenta, como se hace cuando alguien lo ha perdido. Un inicio de sesión con su contraseña entre el ${from} y el ${until} lo eliminará. Si usted no lo ha pedido, impídalo con este enlace:`,
    after:
      'Si lo ha pedido, inicie sesión con su contraseña dentro de ese plazo, y no use antes la aplicación de autenticación ni una llave de acceso: eso lo cancela. Pasado el plazo, tendría que volver a pedírselo a la escuela.',
  },
  second_factor_reset_withdrawn: {
    subject: 'Su segundo factor no se va a restablecer',
    before: (school, at) =>
      `${school} retiró el ${at} el restablecimiento de su segundo factor. No ha cambiado nada: inicie sesión con él como siempre.`,
    after:
      'Si lo pidió porque ha perdido su segundo factor, vuelva a hablar con la escuela. Todo lo ocurrido con su cuenta está aquí:',
  },
  second_factor_kept: {
    subject: (person) => `${person} conserva su segundo factor`,
    before: {
      used: (person, school, at) =>
        `${person} usó su segundo factor el ${at}. Eso canceló el restablecimiento que usted ordenó en ${school}.`,
      kept: (person, school, at) =>
        `${person} conservó su segundo factor el ${at}. Eso canceló el restablecimiento que usted ordenó en ${school}.`,
    },
    after:
      'Inicia sesión con él como siempre. Si aun así lo ha perdido, pregúntele en persona o por teléfono y ordene otro restablecimiento en su página:',
  },
};
