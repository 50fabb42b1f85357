import type { Said } from '../../../kit/text/said.ts';
import type { registrations as en } from './en.ts';

export const registrations: Said<typeof en> = {
  title: '登録されたクライアント',
  lead: '自らをクライアントとして登録したプログラムです。新しいプログラムはメタデータのWebアドレスで自身を示すため、登録は必要ありません。',
  modes: {
    loopback_and_vendors: '既知の連携サービスと、個人のコンピューターで動くすべてのプログラムが登録できます。',
    vendors_only: '既知の連携サービスだけが登録できます。',
    off: '登録はオフになっています。新しく登録することはできません。',
  },
  howTo: 'サーバーの管理者は、REGISTRATIONをvendors_onlyまたはoffにして再起動すると、登録をオフにできます。',
  others: '個人のコンピューターのプログラム',
  integrations: '既知の連携サービス',
  columns: {
    name: '自称',
    registered: (days) => `過去${days}日間の登録`,
    used: (days) => `過去${days}日間の使用`,
    clients: 'クライアントの総数',
    lastRegistered: '最後の登録',
    lastUsed: '最後の使用',
  },
  never: 'なし',
  always: '常に同じクライアントを使用',
  empty: '登録されたクライアントはありません',
  emptyText: 'プログラムが登録するとここに表示され、使われないクライアントが削除されると表示されなくなります。',
  off: {
    title: '登録をオフにすると',
    existing: '登録済みのクライアントは残ります。接続は続き、再び接続することもできます。',
    unused: '使われていないクライアントは、これまでどおり一定期間後に削除されます。',
    refused:
      '登録しようとするプログラムは拒否され、代わりの方法が示されます。メタデータのWebアドレスをclient_idとして使うか、スクールにOAuthアプリケーションを依頼します。',
  },
};
