import type { labels as en } from '../en/labels.ts';
import type { Said } from '../said.ts';

export const labels: Said<typeof en> = {
  switch: 'Usar otra cuenta',
  cancel: 'Cancelar y volver a la aplicación',
  again: 'Revisar de nuevo la solicitud',
  email: 'Correo electrónico',
  password: 'Contraseña',
  showPassword: 'Mostrar la contraseña',
  hidePassword: 'Ocultar la contraseña',
};
