import type { Said } from '../../../kit/text/said.ts';
import type { profile as en } from './en.ts';

export const profile: Said<typeof en> = {
  title: 'Perfil',
  lead: 'Su nombre y su correo electrónico en todas sus escuelas.',
  nameTitle: 'Su nombre',
  name: 'Nombre',
  nameHint: 'Lo ven las escuelas y sus miembros. Hasta 100 caracteres.',
  nameInvalid: 'Contiene caracteres que no se pueden mostrar.',
  emailTitle: 'Su dirección de correo',
  emailLead: 'Con ella inicia sesión y en ella recibe los correos.',
  emailLeadAlone: 'Con ella inicia sesión.',
  confirmed: 'Confirmada',
  unconfirmed: 'Sin confirmar',
  confirmLead: 'Las aplicaciones pueden ignorar una dirección sin confirmar.',
  confirm: 'Enviar enlace de confirmación',
  changeTitle: 'Usar otra dirección',
  newEmail: 'Dirección de correo nueva',
  newEmailHint: 'Enviaremos allí un enlace. Su dirección actual se mantiene hasta que lo abra.',
  change: 'Enviar un enlace a la dirección nueva',
  invalid: 'Esto no parece una dirección de correo.',
  same: 'Ya tiene esta dirección.',
  courseEmailsTitle: 'Correos sobre cursos',
  courseEmailsLead:
    'Las escuelas le avisan si le matriculan en un curso o le abren cursos con un plan de membresía. Los correos sobre su cuenta, su rol y los eventos en los que se inscribió le llegan siempre.',
  courseEmails: 'Recibir correos sobre cursos nuevos',
  done: {
    emails: 'Preferencias de correo guardadas.',
    name: 'Nombre cambiado.',
    confirm: 'Le hemos enviado un correo con un enlace. El enlace sirve una sola vez y durante 24 horas.',
    change:
      'Hemos enviado un correo con un enlace a la dirección nueva. El enlace sirve una sola vez y durante 24 horas.',
    throttled: 'Ha pedido varios correos. Espere una hora.',
  },
};
