import type { Said } from '../../../kit/text/said.ts';
import type { connectedApps as en } from './en.ts';

export const connectedApps: Said<typeof en> = {
  lead: 'あなたに代わって操作することを許可したアプリの一覧です。接続を解除すると、その瞬間からアプリは何もできなくなります。',
  none: '接続しているアプリはありません',
  noneText: 'アプリに許可を与えると、ここに表示されます。許可の取り消しもここで行えます。',
  callsItself: (name) => `アプリの自称：「${name}」`,
  at: (school) => `スクール：${school}`,
  can: 'このアプリができること',
  more: (count) => `ほか${count}件を表示`,
  canNothing: '現在は何もできません。スクールでのあなたの在籍、またはアプリ自体が無効になっています。',
  since: '接続開始',
  lastUsed: '最終利用',
  several: (count) => `${count}件の接続`,
  severalText: 'アプリのインストールごと、許可した端末ごとに、ひとつずつ表示しています。',
  one: (number) => `接続${number}`,
  listed: (listed, all) => `全${all}件のうち、新しい${listed}件を表示しています。`,
  endOne: (number) => `接続${number}を終了`,
  end: (app) => `${app}の接続を解除`,
  ending: {
    app: (app) => `${app}の接続を解除しますか？`,
    appText: (app, school) =>
      `この瞬間から、${app}は${school}であなたに代わって何もできなくなります。すべての端末が対象です。`,
    one: (app) => `${app}のこの接続を終了しますか？`,
    oneText: (app, school) =>
      `この${app}は、${school}であなたに代わって何もできなくなります。ほかのインストールはそのまま使えます。`,
    kept: 'これまでに読み取られた内容や変更された内容は、そのまま残ります。もう一度使うには、改めて許可してください。',
    submitApp: '接続を解除',
    submitOne: 'この接続を終了',
  },
  done: {
    app: 'アプリの接続を解除しました。そのスクールでは、あなたに代わって何もできなくなりました。',
    one: 'この接続を終了しました。アプリのほかのインストールはそのまま使えます。',
    gone: 'その接続はすでにありません。',
  },
};
