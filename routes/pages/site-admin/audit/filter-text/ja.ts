import type { Said } from '../../../kit/text/said.ts';
import type { filter as en } from './en.ts';

export const filter: Said<typeof en> = {
  event: 'イベント',
  every: 'すべてのイベント',
  person: '利用者',
  from: '開始日',
  to: '終了日',
  submit: '絞り込む',
  reset: '絞り込みを解除',
  deletedApp: ({ app }) => `${app}（削除済み）`,
  badDay: '正しい日付を入力してください。',
  personHint: 'メールアドレス全体を入力します。その人がしたことと、その人に対して行われたことを表示します。',
  schoolEdited: 'スクールの設定またはデザインの編集',
  invited: 'メンバーの招待',
  withdrawn: '招待の取り消し',
  failedSignIns: 'アプリへのログインの失敗',
  groups: {
    people: 'メンバーとアクセス',
    ownership: 'オーナー',
    connections: 'アプリの接続',
    apps: 'アプリ',
    content: 'コンテンツとデータ',
    school: 'スクール',
    webhooks: 'Webhook',
  },
};
