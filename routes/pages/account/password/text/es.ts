import type { Said } from '../../../kit/text/said.ts';
import type { password as en } from './en.ts';

export const password: Said<typeof en> = {
  title: 'Contraseña y llaves de acceso',
  lead: 'Cómo demuestra que es usted.',
  change: 'Cambiar la contraseña',
  current: 'Contraseña actual',
  new: 'Contraseña nueva',
  hint: 'De 10 a 128 caracteres. Unas cuantas palabras que solo para usted van juntas son una buena contraseña.',
  submit: 'Cambiar la contraseña',
  others:
    'Se cerrará su sesión en todos los demás navegadores. Las aplicaciones conectadas siguen conectadas, y las llaves de acceso de abajo siguen valiendo: compruebe que todas son suyas.',
  done: 'Su contraseña ha cambiado y su sesión está cerrada en todos los demás navegadores.',
  forgot: '¿Ha olvidado su contraseña?',
  problems: {
    required: 'Rellene este campo.',
    too_short: 'Es demasiado corta: al menos 10 caracteres.',
    too_long: 'Es demasiado larga: como máximo 128 caracteres.',
    too_common:
      'Mucha gente usa esta contraseña o una muy parecida, así que es fácil de adivinar. Elija otra, por favor.',
    too_close:
      'Casi toda es su nombre, su dirección o su escuela, así que es fácil de adivinar. Elija otra, por favor.',
  },
};
