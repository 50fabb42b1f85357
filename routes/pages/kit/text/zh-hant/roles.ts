import type { roles as en } from '../en/roles.ts';
import type { Said } from '../said.ts';

export const roles: Said<typeof en> = {
  owner: '擁有者',
  admin: '管理員',
  staff: '工作人員',
  instructor: '教師',
  member: '成員',
};
