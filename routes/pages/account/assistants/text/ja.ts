import type { Said } from '../../../kit/text/said.ts';
import type { assistants as said } from './en.ts';

export const assistants: Said<typeof said> = {
  title: (school) => `${school}のAIアシスタント`,
  lead: (school) =>
    `${school}でのご自身のコース、注文、イベントについて、AIアシスタントに質問できます。接続するときにここでログインし、何を見せるかを決めます。`,
  choose: 'コース、注文、イベントについて質問したいスクールを選んでください。',
  none: (school) => `${school}はまだメンバーにアシスタントを提供していません`,
  blocked: (apps, school) =>
    `このサービスの運営者が${apps}をブロックしました。${school}はメンバーに提供していましたが、現在は誰も接続できません。`,
  noneText: 'スクールの運営者に、「設定ガイド」でオンにするよう依頼してください。',
  contact: 'スクールの連絡先：',
  show: '接続方法',
  asksAs: (name) => `接続するとき、アクセスを求めるページには「${name}」という名前で表示されます。`,
  clientId: 'アシスタントに求められた場所にクライアントIDを入力してください。詳細設定の中にある場合もあります。',
  ask: '質問の例',
  connected: '接続済みアプリを確認、または接続を解除',
  questions: {
    progress: (title) => `「${title}」はどこまで進んでいますか？`,
    stopped: (title) => `「${title}」はどこまで見ましたか？`,
    ends: (title) => `「${title}」はいつまで開けますか？`,
    unfinished: 'まだ修了していないコースはどれですか？',
    courses: '今開けるコースはどれですか？',
    event: (title) => `「${title}」はいつ、どこで開催されますか？`,
    order: (number) => `注文${number}では何を購入しましたか？`,
  },
};
