import type { Said } from '../../pages/kit/text/said.ts';
import type { resets as en } from './en.ts';

export const resets: Said<typeof en> = {
  second_factor_reset: {
    subject: '您的雙重驗證即將重設',
    before: ({ school, from, until }) =>
      `${school} 的擁有者想重設您帳號的雙重驗證，通常是應遺失者的要求。在 ${from} 到 ${until} 之間以密碼登入時，就會移除雙重驗證。如果您沒有要求，請用這個連結阻止：`,
    after:
      '如果是您要求的，請在這段時間內以密碼登入；在此之前請勿使用驗證器應用程式或通行密鑰，否則重設會取消。逾期就必須再次請學校重設。',
  },
  second_factor_reset_withdrawn: {
    subject: '您的雙重驗證不會重設',
    before: (school, at) => `${school} 已於 ${at} 撤回重設您的雙重驗證。一切維持不變，請照常使用雙重驗證登入。`,
    after: '如果是因為遺失而要求重設，請再次聯絡學校。您帳號的所有活動紀錄：',
  },
  second_factor_kept: {
    subject: (person) => `${person} 保留了雙重驗證`,
    before: {
      used: (person, school, at) => `${person} 已於 ${at} 使用了雙重驗證，因此您在 ${school} 所要求的重設已取消。`,
      kept: (person, school, at) => `${person} 已於 ${at} 選擇保留雙重驗證，因此您在 ${school} 所要求的重設已取消。`,
    },
    after: '對方照常使用雙重驗證登入。若對方確實遺失，請當面或以電話確認，再於此頁面重新要求重設：',
  },
};
