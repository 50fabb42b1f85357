import type { Said } from '../../kit/text/said.ts';
import type { invitation as en } from './en.ts';

export const invitation: Said<typeof en> = {
  title: (school) => `${school} le invita`,
  lead: (role) => `Le invitan a unirse con el rol: ${role}.`,
  newAccount: 'Su cuenta',
  newAccountLead: (email) => `Iniciará sesión con ${email} y la contraseña que elija aquí.`,
  name: 'Su nombre',
  nameHint: 'Lo verán la escuela y sus miembros.',
  accept: 'Aceptar la invitación',
  decline: 'Rechazar',
  hasAccount: 'Ya tiene una cuenta aquí. Inicie sesión y acepte la invitación en su cuenta.',
  signIn: 'Iniciar sesión',
  otherAccount: (name) =>
    `La invitación es para otra cuenta, no para la que tiene abierta (${name}). Cierre la sesión y abra de nuevo el enlace.`,
  besideAccount: (name) => `Ha iniciado sesión como ${name}. Esta invitación crea otra cuenta.`,
  ready: 'Ya forma parte de la escuela. Inicie sesión.',
  declinedTitle: 'Ha rechazado la invitación',
  declined: 'La escuela no sabrá su nombre. Si cambia de opinión, pídale una invitación nueva.',
  open: 'Invitaciones',
  openLead: 'Se unirá a estas escuelas cuando acepte.',
  done: {
    accepted: 'Ya forma parte de la escuela.',
    declined: 'Ha rechazado la invitación.',
    gone: 'Esta invitación ya no es válida.',
    unproven: 'Confirme primero su dirección de correo en la página «Perfil».',
    unprovable:
      'Su dirección de correo no está confirmada y este servidor no envía correos. Pida a quienes administran la plataforma un enlace para restablecer la contraseña: al usarlo, la dirección queda confirmada.',
  },
};
