import type { Said } from '../../kit/text/said.ts';
import type { setup as en } from './en.ts';

export const setup: Said<typeof en> = {
  title: 'Configure su escuela',
  lead: 'Dé un nombre a su escuela y cree la cuenta de su propietario o propietaria. Esta página funciona una sola vez.',
  school: 'La escuela',
  owner: 'Propietario o propietaria',
  schoolName: 'Nombre de la escuela',
  schoolNameHint: 'Los miembros lo ven al iniciar sesión.',
  schoolSlug: 'Identificador (para las direcciones web)',
  schoolSlugHint: 'Minúsculas, cifras y guiones, como «escuela-norte».',
  ownerName: 'Su nombre',
  ownerEmail: 'Su correo electrónico',
  ownerEmailHint: 'Con él iniciará sesión.',
  password: 'Contraseña',
  passwordHint: 'Al menos 10 caracteres. Varias palabras al azar forman una buena contraseña.',
  submit: 'Configurar la escuela',
  waiting: {
    title: 'Este servidor todavía no tiene ninguna escuela',
    text: 'Para crear una, abra el enlace de configuración que el servidor mostró al arrancar. Cada enlace sirve durante 30 minutos, y cada reinicio muestra uno nuevo.',
    again: 'Si la escuela todavía no está configurada, reinicie el servidor: mostrará un enlace nuevo.',
  },
  /** A setup link is opened, and there is a school. */
  done: {
    text: 'Este servidor ya tiene una escuela, y un enlace de configuración solo crea la primera. No se ha cambiado nada.',
    owner:
      'Si la escuela es suya, inicie sesión. Si le invitaron como propietario o propietaria, abra antes el enlace de la invitación.',
    more: 'Otra escuela',
    command: 'Quienes gestionan este servicio crean más escuelas con este comando:',
  },
  problems: {
    required: 'Rellene este campo.',
    too_short: 'Es demasiado corto.',
    too_long: 'Es demasiado largo.',
    invalid: 'Compruebe el formato.',
    taken: 'Ya está en uso. Elija otro.',
    too_common: 'Esta contraseña es muy común y fácil de adivinar. Elija otra.',
  },
};
