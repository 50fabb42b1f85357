import type { Said } from '../../../pages/kit/text/said.ts';
import type { signOut as en } from './en.ts';

export const signOut: Said<typeof en> = {
  title: '¿Cerrar la sesión de Schoolgate?',
  lead: 'Se cerrará su sesión en este navegador. Las aplicaciones que ha permitido siguen conectadas hasta que les retire el acceso.',
  submit: 'Cerrar sesión',
  stay: 'Para mantener la sesión iniciada, basta con cerrar esta página.',
};
