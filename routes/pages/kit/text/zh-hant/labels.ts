import type { labels as en } from '../en/labels.ts';
import type { Said } from '../said.ts';

export const labels: Said<typeof en> = {
  switch: '使用其他帳號',
  cancel: '取消並返回應用程式',
  again: '再次檢視要求',
  email: '電子郵件地址',
  password: '密碼',
  showPassword: '顯示密碼',
  hidePassword: '隱藏密碼',
};
