import type { shell as en } from '../en/shell.ts';
import type { Said } from '../said.ts';
import { timeSpan } from './time-span.ts';

export const shell: Said<typeof en> = {
  areas: {
    account: 'Su cuenta',
    admin: 'Administración de la escuela',
    platform: 'Plataforma',
  },
  skip: 'Ir al contenido',
  schools: 'Sus escuelas',
  signOut: 'Cerrar sesión',
  signedInAs: (name) => `Sesión iniciada como ${name}`,
  back: 'Volver',
  cancel: 'Cancelar',
  save: 'Guardar',
  remove: 'Quitar',
  never: 'nunca',
  none: 'Ninguno',
  copy: 'Copiar',
  copied: 'Copiado',
  next: 'Página siguiente',
  first: 'Primera página',
  required: 'Rellene este campo.',
  tooLong: 'Es demasiado largo.',
  invalid: 'Compruebe el formato.',
  summary: 'Corrija lo siguiente:',
  confirm: {
    password: 'Confirme su contraseña',
    passwordHint: 'La pedimos antes de los cambios delicados.',
    wrong_code:
      'El código no es correcto o ya se ha usado. No se ha cambiado nada; espere al siguiente o use otro código de recuperación.',
    codes_ended:
      'Se han introducido códigos incorrectos demasiadas veces, así que aquí no se acepta ninguno. No se ha cambiado nada; use una llave de acceso o un código de recuperación.',
    needs_passkey: 'Se necesitan dos factores: use su llave de acceso o primero inicie sesión de nuevo con ella.',
    wrong: 'Contraseña incorrecta. No se ha cambiado nada.',
    throttled: (seconds) =>
      `Demasiados intentos. No se ha cambiado nada; inténtelo de nuevo dentro de ${timeSpan(seconds)}.`,
  },
};
