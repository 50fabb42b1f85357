import type { Said } from '../../kit/text/said.ts';
import type { invitation as en } from './en.ts';

export const invitation: Said<typeof en> = {
  title: (school) => `${school} le invita`,
  lead: (role) => `Tendrá allí una plaza con este rol: ${role}.`,
  newAccount: 'Su cuenta',
  newAccountLead: (email) => `Iniciará sesión con ${email} y la contraseña que elija aquí.`,
  name: 'Su nombre',
  nameHint: 'Como lo verán la escuela y sus miembros.',
  accept: 'Aceptar la invitación',
  decline: 'Rechazar',
  hasAccount: 'Ya tiene una cuenta aquí. Inicie sesión y acepte la invitación en su cuenta.',
  signIn: 'Iniciar sesión',
  otherAccount: (name) =>
    `La invitación es para otra cuenta, no para aquella con la que ha iniciado sesión (${name}). Cierre la sesión y abra de nuevo el enlace del mensaje.`,
  ready: 'Su cuenta está lista y la plaza es suya. Inicie sesión, por favor.',
  declinedTitle: 'Ha rechazado la invitación',
  declined: 'La escuela no llega a saber su nombre. Si cambia de opinión, pídale una invitación nueva.',
  open: 'Invitaciones',
  openLead: 'Solo pertenecerá a estas escuelas cuando acepte.',
  done: {
    accepted: 'Ahora pertenece a la escuela.',
    declined: 'Ha rechazado la invitación.',
    gone: 'Esta invitación ya no está abierta.',
    unproven: 'Confirme primero su dirección de correo en la página «Perfil».',
  },
};
