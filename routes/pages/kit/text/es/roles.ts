import type { roles as en } from '../en/roles.ts';
import type { Said } from '../said.ts';

export const roles: Said<typeof en> = {
  owner: 'Propietario/a',
  admin: 'Administrador/a',
  staff: 'Personal',
  instructor: 'Docente',
  member: 'Miembro',
};
