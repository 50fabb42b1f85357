import type { Said } from '../../../../kit/text/said.ts';
import type { schoolHome as en } from './en.ts';

export const schoolHome: Said<typeof en> = {
  steps: {
    title: '最初の設定',
    progress: (done, all) => `${all}件中${done}件完了`,
    done: '完了',
    all: {
      email: 'メールアドレスを確認する',
      look: '色を選ぶ、またはロゴをアップロードする',
      invitation: 'メンバーを招待する',
      app: '最初のアプリを接続する',
      factor: 'パスキーまたは認証アプリを追加する',
    },
    also: { lead: 'こちらもご確認ください：', details: '言語・タイムゾーン・通貨', owner: '2人目のオーナー' },
    hide: 'このリストを隠す',
  },
  needs: {
    title: '対応が必要なこと',
    none: '現在、対応が必要なことはありません。',
    bounced: (count, email) =>
      count === 1 ? `${email}への招待を配信できませんでした。` : `${count}件の招待を配信できませんでした。`,
    delayed: (count, email) =>
      count === 1 ? `${email}への招待をまだ送信できていません。` : `${count}件の招待をまだ送信できていません。`,
    unsent: (count, email) =>
      count === 1
        ? `${email}への招待のメールが送信されていません。招待をもう一度送ってください。`
        : `${count}件の招待のメールが送信されていません。招待をもう一度送ってください。`,
    lapsing: (count, email) =>
      count === 1
        ? `${email}への招待が2日以内に期限切れになります。`
        : `${count}件の招待が2日以内に期限切れになります。`,
    lapsed: (count, email) =>
      count === 1
        ? `${email}への招待が回答のないまま期限切れになりました。`
        : `${count}件の招待が回答のないまま期限切れになりました。`,
    unlinked: (count, email) =>
      count === 1
        ? `${email}への招待にはリンクが必要です。リンクを作成して伝えてください。`
        : `${count}件の招待にはリンクが必要です。リンクを作成して伝えてください。`,
    inList: {
      unlinked: 'リンクが必要です',
      bounced: 'メールを配信できませんでした',
      delayed: 'メールをまだ送信できていません',
      unsent: 'メールが送信されていません',
      lapsing: '2日以内に期限切れになります',
      lapsed: '回答のないまま期限切れになりました',
    },
    offered: {
      share: (name, day) => `${name}をオーナーに加える申し出の期限は${day}です。`,
      handOver: (name, day) => `${name}にオーナー権を譲る申し出の期限は${day}です。`,
    },
    failing: (app, times) => `${app}は、コードまたはトークンを2回使用したため、7日間に${times}回接続が解除されました。`,
    stopped: (host) => `${host}へのWebhookがオフになりました。`,
    undelivered: (host) => `${host}のWebhookにメッセージを配信できません。`,
    failedEmails: (count) => `このサーバーのメール${count}通を配信できませんでした。`,
    lateEmails: (count) => `このサーバーのメール${count}通が1時間以上送信を待っています。`,
    oldBackup: (days) =>
      days === 1 ? '最新のバックアップから1日以上たっています。' : `最新のバックアップから${days}日たっています。`,
    noBackup: 'バックアップ用のフォルダーにバックアップがありません。',
    reviews: (count) => `${count}件のアプリが審査を待っています。`,
    email: 'メールアドレスが確認されていません。',
    factor: 'アカウントにパスキーも認証アプリも設定されていません。',
  },
  figures: {
    title: '過去7日間',
    members: '有効なメンバー',
    newMembers: '新しいメンバー',
    joined: (count) => `7日間に新規${count}人`,
    apps: '接続済みアプリ',
    consents: 'アプリを許可した回数',
    allowed: (count) => `7日間に許可${count}回`,
    signIns: 'アプリへのログイン',
    toolCalls: 'ツールの呼び出し',
    inWeek: '7日間の合計',
    orMore: (count) => `${count}以上`,
    perDay: (what, days) => `1日ごとの${what}。${days}`,
    onDay: (day, count) => `${day}は${count}`,
    separator: '、',
  },
  latest: {
    title: '最近の出来事',
    none: 'まだ何も起きていません。',
    all: '監査ログをすべて見る',
  },
};
