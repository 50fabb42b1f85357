import type { Said } from '../../kit/text/said.ts';
import type { setup as en } from './en.ts';

export const setup: Said<typeof en> = {
  title: 'Configure su escuela',
  lead: 'Este es el primer arranque. Dé un nombre a la escuela y cree la cuenta de su propietario o propietaria. Esta página funciona una sola vez.',
  school: 'La escuela',
  owner: 'Propietario o propietaria',
  schoolName: 'Nombre de la escuela',
  schoolNameHint: 'Como lo ven los miembros al iniciar sesión.',
  schoolSlug: 'Nombre corto para direcciones',
  schoolSlugHint: 'Minúsculas, cifras y guiones, como «escuela-norte».',
  ownerName: 'Su nombre',
  ownerEmail: 'Su correo electrónico',
  ownerEmailHint: 'Con él iniciará sesión.',
  password: 'Contraseña',
  passwordHint:
    'Al menos 10 caracteres. Unas cuantas palabras que solo para usted van juntas son una buena contraseña.',
  submit: 'Configurar la escuela',
  problems: {
    required: 'Rellene este campo.',
    too_short: 'Es demasiado corto.',
    too_long: 'Es demasiado largo.',
    invalid: 'No tiene la forma que se describe aquí.',
    taken: 'Ya está en uso. Elija otro.',
    too_common: 'Mucha gente usa esta contraseña, así que es fácil de adivinar. Elija otra.',
  },
};
