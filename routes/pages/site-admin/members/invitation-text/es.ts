import type { Said } from '../../../kit/text/said.ts';
import type { invitation as en } from './en.ts';

export const invitation: Said<typeof en> = {
  title: 'Invitar a alguien',
  lead: 'Se une cuando acepta. Hasta entonces no tiene acceso.',
  email: 'Correo electrónico',
  name: 'Nombre',
  nameHint: 'Solo se usa para cuentas nuevas; cada persona puede cambiarlo.',
  role: 'Rol',
  submit: 'Invitar',
  taken: {
    active: 'Esta persona ya está en la escuela.',
    invited: 'Esta persona ya tiene una invitación; la encontrará en su página.',
    suspended: 'Esta persona está suspendida. Restaure el acceso en su página.',
  },
  open: (name) => `Abrir la página de ${name}`,
  withdraw: {
    title: 'Retirar la invitación',
    text: 'El enlace de la invitación deja de funcionar y la persona no puede unirse.',
    ask: (name) => `¿Retirar la invitación de ${name}?`,
    consequences:
      'El enlace de la invitación deja de funcionar y la persona no puede unirse. Puede volver a invitarla en cualquier momento.',
    done: 'Invitación retirada.',
  },
};
