import type { roles as en } from '../en/roles.ts';
import type { Said } from '../said.ts';

export const roles: Said<typeof en> = {
  owner: 'オーナー',
  admin: '管理者',
  staff: 'スタッフ',
  instructor: 'インストラクター',
  member: 'メンバー',
};
