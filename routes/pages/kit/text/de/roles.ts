import type { roles as en } from '../en/roles.ts';
import type { Said } from '../said.ts';

export const roles: Said<typeof en> = {
  owner: 'Inhaber/in',
  admin: 'Verwaltung',
  staff: 'Team',
  instructor: 'Lehrkraft',
  member: 'Mitglied',
};
