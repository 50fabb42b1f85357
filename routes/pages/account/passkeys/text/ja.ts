import type { Said } from '../../../kit/text/said.ts';
import type { passkeys as en } from './en.ts';

export const passkeys: Said<typeof en> = {
  title: 'パスキー',
  lead: 'パスキーを使うと、指紋や顔、または画面ロックでログインできます。推測されることはなく、このサイトでしか使えません。',
  signIn: 'パスキーでログイン',
  confirm: 'パスキーで確認',
  failed: 'パスキーは使われませんでした。もう一度試すか、パスワードをお使いください。',
  wrong: 'このパスキーは登録されていません。別のパスキーかパスワードをお使いください。',
  none: 'パスキーはまだありません',
  noneText: 'よくログインする端末ごとに追加してください。',
  name: 'パスキーの名前',
  nameHint: 'たとえば、保存する端末の名前です。',
  suggestedName: '自分の端末',
  add: 'パスキーを追加',
  addText:
    'この端末のロックを解除できる人は、パスワードを変更した後でも、あなたとしてログインできます。ご自身の端末でだけ追加してください。',
  goOn: '続ける',
  needsScript: 'パスキーには、対応したブラウザとJavaScriptが必要です。パスワードはどこでも使えます。',
  unavailable:
    'このサイトのアドレスがIPアドレスのままでは、パスキーは使えません。サイトの運営者がホスト名を設定できます。',
  added: (day) => `${day}に追加`,
  used: (day) => `最後に使った日：${day}`,
  neverUsed: '未使用',
  backedUp: 'パスキー管理サービスにも保存済み',
  removeTitle: (name) => `パスキー「${name}」を削除しますか？`,
  removeText: 'このパスキーではログインできなくなります。端末に表示されないよう、端末側でも削除してください。',
  remove: 'パスキーを削除',
  notices: {
    added: 'パスキーを追加しました。このパスキーでログインできます。',
    removed: 'パスキーを削除しました。',
    refused: 'パスキーを追加できませんでした。別の名前か別の端末でもう一度お試しください。',
  },
};
