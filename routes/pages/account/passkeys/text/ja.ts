import type { Said } from '../../../kit/text/said.ts';
import type { passkeys as en } from './en.ts';

export const passkeys: Said<typeof en> = {
  title: 'パスキー',
  lead: 'パスキーを使うと、指紋や顔、または端末のロックでログインできます。推測されることはなく、このアドレスでしか使えません。',
  signIn: 'パスキーでログイン',
  confirm: 'パスキーで確認',
  failed: 'パスキーは使われませんでした。もう一度試すか、パスワードをお使いください。',
  wrong: 'このパスキーは登録されていません。別のパスキーかパスワードをお使いください。',
  none: 'パスキーはまだありません',
  noneText: 'よくログインする端末ごとに追加してください。',
  name: 'このパスキーの名前',
  nameHint: 'たとえば、保存する端末の名前です。',
  suggestedName: '自分の端末',
  add: 'パスキーを追加',
  addText:
    'パスキーがあれば、パスワードを変えたあとでもアカウントにログインできます。ご自身の端末でだけ追加してください。',
  goOn: '続ける',
  needsScript: 'パスキーには、対応したブラウザとスクリプトの実行が必要です。パスワードはどこでも使えます。',
  unavailable: 'パスキーには http://localhost のような名前のあるアドレスが必要です。このアドレスは数字だけです。',
  added: (day) => `${day}に追加`,
  used: (day) => `最後に使った日：${day}`,
  neverUsed: '未使用',
  backedUp: 'パスキー管理サービスにも保存済み',
  removeTitle: (name) => `パスキー「${name}」を削除しますか？`,
  removeText: 'このパスキーではログインできなくなります。端末に表示されないよう、端末側でも削除してください。',
  remove: 'パスキーを削除',
  notices: {
    added: 'パスキーを追加しました。これからはこのパスキーでログインできます。',
    removed: 'パスキーを削除しました。',
    refused: 'パスキーを追加できませんでした。別の名前か別の端末でもう一度お試しください。',
  },
};
