import type { Said } from '../../../kit/text/said.ts';
import type { invitation as en } from './en.ts';

export const invitation: Said<typeof en> = {
  title: '招待する',
  lead: '招待を受けるとメンバーになります。それまではアクセスできません。',
  email: 'メールアドレス',
  name: '名前',
  nameHint: '新しいアカウントにだけ使われます。本人が変更できます。',
  role: '役割',
  submit: '招待する',
  taken: {
    active: 'この方はすでにスクールに所属しています。',
    invited: 'この方はすでに招待中です。招待はこの方のページで確認できます。',
    suspended: 'この方は停止中です。この方のページでアクセスを復元してください。',
  },
  open: (name) => `${name}のページを開く`,
  withdraw: {
    title: '招待を取り消す',
    text: '招待のリンクは使えなくなり、参加できなくなります。',
    ask: (name) => `${name}への招待を取り消しますか？`,
    consequences: '招待のリンクは使えなくなり、参加できなくなります。いつでももう一度招待できます。',
    done: '招待を取り消しました。',
  },
};
