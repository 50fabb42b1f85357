import type { Said } from '../../../pages/kit/text/said.ts';
import type { signOut as en } from './en.ts';

export const signOut: Said<typeof en> = {
  title: '¿Cerrar la sesión de Schoolgate?',
  lead: 'Se cerrará su sesión en este navegador. Las aplicaciones conectadas conservan su acceso hasta que usted lo retire.',
  submit: 'Cerrar sesión',
  stay: 'Para seguir con la sesión iniciada, cierre esta página.',
};
