import type { Said } from '../../../kit/text/said.ts';
import type { explorer as said } from './en.ts';

export const explorer: Said<typeof said> = {
  title: 'Account APIエクスプローラー',
  lead: 'スクールにあるご自分のデータにGraphQLでクエリを実行し、アプリが受け取る内容を確認できます。',
  signedOut:
    'はじめるにはログインしてください。エクスプローラーはほかのアプリと同じようにアクセスを求め、何を許可するかは自分で決められます。',
  signIn: 'ログイン',
  connect:
    'エクスプローラーはほかのアプリと同じようにアクセスを求めます。トークンはこのページのメモリーにだけ置かれ、ページを離れると返却されます。',
  at: (school) => `${school}でログイン`,
  none: 'このスクールではエクスプローラーが設定されていません',
  noneText: 'オーナーまたは管理者が、スクールのOAuthアプリケーションとして設定します。',
  setUp: (school) => `${school}に設定する`,
  noScript: 'エクスプローラーにはJavaScriptが必要です。使えない場合は、下のガイドのとおりにAPIを呼び出してください。',
  connected: (person, school) => `${school}に${person}としてログイン中`,
  signOut: '接続を終了する',
  example: '例からはじめる',
  examples: {
    courses: '自分のコース',
    orders: '自分の注文',
    events: '自分のイベント',
    files: '自分のファイル',
    language: '言語を変更する',
  },
  query: 'クエリ',
  queryHint: 'Ctrl+Enterで実行します。',
  fields: (type) => `${type}のフィールド`,
  variables: '変数',
  variablesLabel: '変数(JSON)',
  run: '実行',
  running: '実行中…',
  result: '結果',
  empty: 'クエリを実行すると結果が表示されます。',
  done: (status, milliseconds) => `ステータス${status}、${milliseconds}ミリ秒`,
  schema: 'Account APIのスキーマ',
  howTo: 'アプリがトークンを取得する方法',
  problems: {
    ended: '接続が終了しました。続けるには、もう一度ログインしてください。',
    refused: (why) => `エクスプローラーは接続されませんでした: ${why}。もう一度試すには、ログインしなおしてください。`,
    foreign: 'このページは、このブラウザではじまったものではないログインから開かれました。ここでログインしてください。',
    silent: 'サーバーから応答がありません。接続を確認して、もう一度お試しください。',
    variables: '変数が正しいJSONではありません。{"first": 5}のようなオブジェクトを入力してください。',
  },
};
