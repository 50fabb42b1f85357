import type { Said } from '../../../kit/text/said.ts';
import type { profile as en } from './en.ts';

export const profile: Said<typeof en> = {
  title: 'Perfil',
  lead: 'Quién es usted en cada escuela de esta plataforma.',
  nameTitle: 'Su nombre',
  name: 'Nombre',
  nameHint: 'Como lo ven las escuelas y sus miembros, 100 caracteres como máximo.',
  nameInvalid: 'Contiene caracteres que no se pueden mostrar.',
  emailTitle: 'Su dirección de correo',
  emailLead: 'Con ella inicia sesión y a ella llegan los mensajes.',
  confirmed: 'Confirmada',
  unconfirmed: 'Sin confirmar',
  confirmLead: 'Las aplicaciones pueden tratar como desconocida una dirección sin confirmar.',
  confirm: 'Enviar un enlace para confirmarla',
  changeTitle: 'Usar otra dirección',
  newEmail: 'Dirección de correo nueva',
  newEmailHint: 'Enviaremos allí un enlace. Hasta que lo abra, se mantiene la dirección que tiene.',
  change: 'Enviar un enlace a la dirección nueva',
  invalid: 'Esto no parece una dirección de correo.',
  same: 'Ya tiene esta dirección.',
  courseEmailsTitle: 'Correos sobre cursos',
  courseEmailsLead:
    'Las escuelas le avisan cuando le matriculan en un curso o le abren cursos con un plan de membresía. Los correos sobre su cuenta, su rol y los eventos en los que tiene plaza le llegan siempre.',
  courseEmails: 'Recibir correos sobre cursos nuevos',
  done: {
    emails: 'Su elección se ha guardado.',
    name: 'Su nombre ha cambiado.',
    confirm: 'Un mensaje con un enlace va de camino. El enlace sirve una sola vez y durante 24 horas.',
    change:
      'Un mensaje con un enlace va de camino a la dirección nueva. El enlace sirve una sola vez y durante 24 horas.',
    throttled: 'Ha pedido varios mensajes en poco tiempo. Espere una hora antes del siguiente.',
  },
};
