import type { Said } from '../../../kit/text/said.ts';
import type { passkeys as en } from './en.ts';

export const passkeys: Said<typeof en> = {
  title: '通行密鑰',
  lead: '通行密鑰讓您用指紋、臉部或螢幕鎖定登入。它無法被猜到，而且只能用在這個網站。',
  signIn: '用通行密鑰登入',
  confirm: '用通行密鑰確認',
  failed: '沒有使用通行密鑰。您可以再試一次，或改用密碼。',
  wrong: '無法辨識這個通行密鑰。請改用其他通行密鑰或密碼。',
  none: '您還沒有通行密鑰',
  noneText: '請在您常用來登入的每一台裝置上各新增一個。',
  name: '通行密鑰名稱',
  nameHint: '例如它所在的裝置。',
  suggestedName: '我的裝置',
  add: '新增通行密鑰',
  addText: '能解鎖這台裝置的人，即使在密碼變更後，也能以您的身分登入。請只在您自己的裝置上新增通行密鑰。',
  goOn: '繼續',
  needsScript: '通行密鑰需要支援它並啟用 JavaScript 的瀏覽器。密碼則到處都能用。',
  unavailable: '這個網站的位址是 IP 位址時，無法使用通行密鑰。網站的營運者可以為它設定主機名稱。',
  byCommand: '在這台電腦上，請先停止伺服器，再用以下指令重新啟動；伺服器的其他設定（如 DATA_DIR）請加在指令前面：',
  added: (day) => `新增於 ${day}`,
  used: (day) => `上次使用：${day}`,
  neverUsed: '尚未使用',
  backedUp: '也存放在您的通行密鑰管理服務中',
  removeTitle: (name) => `要移除通行密鑰「${name}」嗎？`,
  removeText: '移除後就不能再用它登入。請也在裝置上移除，以免裝置繼續顯示它。',
  remove: '移除通行密鑰',
  notices: {
    added: '已新增通行密鑰，現在可以用它登入。',
    removed: '已移除通行密鑰。',
    refused: '無法新增通行密鑰，請換個名稱或裝置再試一次。',
  },
};
