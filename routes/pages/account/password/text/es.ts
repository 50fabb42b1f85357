import type { Said } from '../../../kit/text/said.ts';
import type { password as en } from './en.ts';

export const password: Said<typeof en> = {
  title: 'Contraseña y llaves de acceso',
  lead: 'Cómo inicia sesión.',
  change: 'Cambiar la contraseña',
  current: 'Contraseña actual',
  new: 'Contraseña nueva',
  hint: 'De 10 a 128 caracteres. Varias palabras al azar forman una buena contraseña.',
  submit: 'Cambiar la contraseña',
  others:
    'Esto cierra su sesión en todos los demás navegadores. Las aplicaciones conectadas y las llaves de acceso se mantienen: compruebe que las reconoce.',
  done: 'Contraseña cambiada. Se ha cerrado su sesión en todos los demás navegadores.',
  forgot: '¿Ha olvidado su contraseña?',
  problems: {
    unchanged: 'Esta ya es su contraseña. Elija otra o siga usándola.',
    required: 'Rellene este campo.',
    too_short: 'Demasiado corta: use al menos 10 caracteres.',
    too_long: 'Demasiado larga: use como máximo 128 caracteres.',
    too_common: 'Esta contraseña, o una parecida, es muy común y fácil de adivinar. Elija otra.',
    too_close: 'Se compone casi solo de su nombre, dirección o escuela, así que es fácil de adivinar. Elija otra.',
  },
};
