import type { Said } from '../../../kit/text/said.ts';
import type { connectedApps as en } from './en.ts';

export const connectedApps: Said<typeof en> = {
  lead: 'アクセスを許可したアプリの一覧です。接続の解除はすぐに反映されます。',
  none: '接続しているアプリはありません',
  noneText: '接続したアプリがここに表示されます。',
  callsItself: (name) => `アプリの自称：「${name}」`,
  at: (school) => `スクール：${school}`,
  can: 'このアプリができること',
  more: (count) => `ほか${count}件を表示`,
  canNothing: '現在は何もできません。スクールへの所属、またはアプリ自体が無効になっています。',
  since: '接続開始',
  lastUsed: '最終利用',
  several: (count) => `${count}件の接続`,
  severalText: 'アプリのインストールごと、許可した端末ごとに、ひとつずつ表示しています。',
  one: (number, count) => `${count}件中${number}件目の接続`,
  listed: (listed, all) => `全${all}件のうち、新しい${listed}件を表示しています。`,
  endOne: (number) => `接続${number}を終了`,
  end: (app) => `${app}の接続を解除`,
  ending: {
    app: (app) => `${app}の接続を解除しますか？`,
    appText: (app, school) => `${app}は、すべての端末で、${school}のあなたのアカウントにアクセスできなくなります。`,
    one: (app) => `${app}のこの接続を終了しますか？`,
    oneText: (app, school) =>
      `この${app}は、${school}のあなたのアカウントにアクセスできなくなります。ほかのインストールは接続されたままです。`,
    kept: 'これまでに読み取られた内容や変更された内容は、そのまま残ります。もう一度使うには、再度接続してください。',
    submitApp: '接続を解除',
    submitOne: 'この接続を終了',
  },
  done: {
    app: 'アプリの接続を解除しました。そのスクールのあなたのアカウントには、もうアクセスできません。',
    one: '接続を終了しました。アプリのほかのインストールは接続されたままです。',
    gone: 'その接続はすでにありません。',
  },
};
