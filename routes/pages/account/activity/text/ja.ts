import type { Said } from '../../../kit/text/said.ts';
import type { activity as en } from './en.ts';

export const activity: Said<typeof en> = {
  title: 'アカウントの履歴',
  lead: '過去400日間のログインと変更です（新しい順）。お心当たりのないものがあれば、新しいパスワードを設定し、覚えのないアクセスを解除してください。',
  none: 'まだ記録はありません',
  older: '以前のものを表示',
  newBrowser: '新しいブラウザ',
  network: (network) => `ネットワーク：${network}`,
  methods: {
    password: 'パスワードを使用',
    passkey: 'パスキーを使用',
    totp: 'パスワードと認証アプリのコードを使用',
    recovery_code: 'パスワードとリカバリーコードを使用',
  },
  failedMethods: {
    password: '誤ったパスワード',
    passkey: 'パスキーが受け付けられませんでした',
    totp: '誤ったコード',
    recovery_code: '誤ったリカバリーコード',
  },
  by: { operator: 'このサービスの運営者による操作', school: 'スクールによる操作' },
  bySchool: ({ school }) => `${school}による操作`,
  otherSignOut: {
    one: '別のブラウザをログアウトしました',
    others: 'ほかのすべてのブラウザをログアウトしました',
    you: 'ログアウトされました',
  },
  otherBrowser: (browser) => `別のブラウザをログアウトしました：${browser}`,
  confirmationFailed: '変更の確認で誤ったパスワードが入力されました',
  signedInSince: (at) => `（ログイン：${at}）`,
  doneIn: (browser) => `操作したブラウザ：${browser}`,
  ownEnd: 'アプリの接続を解除しました',
  ownEndOf: ({ app, count, since }) => `「${app}」との${count}件の接続のうち1件を終了しました（接続日時：${since}）`,
  endedOf: ({ app, school, count, since }) =>
    `${school}が「${app}」との${count}件の接続のうち1件を終了しました（接続日時：${since}）`,
  ended: {
    school: ({ app, school, count }) =>
      `${school}が「${app}」との接続${count === 1 ? '' : `（${count}件）`}を終了しました`,
    platform: ({ app, count }) =>
      `このサービスの運営者が「${app}」との接続${count === 1 ? '' : `（${count}件）`}を終了しました`,
    block: ({ app, count }) =>
      `このサービスの運営者が「${app}」をブロックし、接続${count === 1 ? '' : `（${count}件）`}が終了しました`,
    client: ({ app, count }) => `「${app}」が自ら接続${count === 1 ? '' : `（${count}件）`}を終了しました`,
  },
  allowedAgain: '再び使えるようになりました。「AIアシスタント」から接続できます。',
  formerMember: '以前のメンバー',
  roleChanged: ({ school, was, is }) => `${school}での役割が「${was}」から「${is}」に変更されました`,
  roleChangedBy: ({ person, school, was, is }) =>
    `${person}が${school}でのあなたの役割を「${was}」から「${is}」に変更しました`,
  allowed: ({ app, school }) => `${school}で「${app}」のアクセスを許可しました`,
  joined: ({ school }) => `${school}に参加しました`,
  access: {
    member_suspended: ({ school }) => `${school}へのアクセスが停止されました`,
    member_reinstated: ({ school }) => `${school}へのアクセスが復元されました`,
    member_removed: ({ school }) => `${school}のメンバーから外されました`,
  },
  secondFactorReset: {
    second_factor_reset_approved: ({ school }) => `${school}があなたの2要素認証のリセットを指示しました`,
    second_factor_reset_cancelled: ({ school }) => `${school}があなたの2要素認証のリセットを取り下げました`,
  },
  secondFactorKept: {
    byUse: '2要素認証を使ったため、リセットが取り消されました',
    asked: '2要素認証をそのままにしたため、リセットが取り消されました',
  },
  secondFactorResetDone: ({ school }) => `${school}が指示した2要素認証のリセットが行われました`,
  byPerson: (person) => `操作した人：${person}`,
  ownership: {
    own: {
      ownership_offered: ({ person, school }) => `${person}に${school}のオーナー権を申し出ました`,
      ownership_withdrawn: ({ person, school }) => `${person}への${school}のオーナー権の申し出を取り下げました`,
      ownership_declined: ({ person, school }) => `${person}からの${school}のオーナー権の申し出を辞退しました`,
      ownership_shared: ({ person, school }) => `${person}とともに${school}のオーナーになりました`,
      ownership_handed_over: ({ person, school }) => `${person}から${school}のオーナー権を引き継ぎました`,
      ownership_stepped_down: ({ school }) => `${school}のオーナーを退任し、管理者になりました`,
    },
    ofOther: {
      ownership_offered: ({ person, school }) => `${person}から${school}のオーナー権の申し出がありました`,
      ownership_withdrawn: ({ person, school }) => `${person}が${school}のオーナー権の申し出を取り下げました`,
      ownership_declined: ({ person, school }) => `${person}が${school}のオーナー権の申し出を辞退しました`,
      ownership_shared: ({ person, school }) => `${person}が申し出を承諾し、${school}のオーナーに加わりました`,
      ownership_handed_over: ({ person, school }) =>
        `${person}が申し出を承諾して${school}のオーナーになり、あなたは管理者になりました`,
      ownership_stepped_down: ({ person, school }) => `${person}が${school}のオーナーを退任し、管理者になりました`,
    },
  },
  offers: {
    own: {
      share: {
        ownership_offered: ({ person, school }) => `${person}を${school}のオーナーに加えることを申し出ました`,
        ownership_withdrawn: ({ person, school }) => `${person}を${school}のオーナーに加える申し出を取り下げました`,
        ownership_declined: ({ person, school }) =>
          `${school}のオーナーに加わってほしいという${person}の申し出を辞退しました`,
      },
      handOver: {
        ownership_offered: ({ person, school }) => `${person}に${school}のオーナー権を譲ることを申し出ました`,
        ownership_withdrawn: ({ person, school }) => `${person}に${school}のオーナー権を譲る申し出を取り下げました`,
        ownership_declined: ({ person, school }) => `${school}のオーナー権を譲るという${person}の申し出を辞退しました`,
      },
    },
    ofOther: {
      share: {
        ownership_offered: ({ person, school }) =>
          `${person}から、${school}のオーナーに加わってほしいとの申し出がありました`,
        ownership_withdrawn: ({ person, school }) =>
          `${person}が、あなたを${school}のオーナーに加える申し出を取り下げました`,
        ownership_declined: ({ person, school }) => `${person}が、${school}のオーナーに加える申し出を辞退しました`,
      },
      handOver: {
        ownership_offered: ({ person, school }) => `${person}から、${school}のオーナー権を譲る申し出がありました`,
        ownership_withdrawn: ({ person, school }) =>
          `${person}が、あなたに${school}のオーナー権を譲る申し出を取り下げました`,
        ownership_declined: ({ person, school }) => `${person}が、${school}のオーナー権を譲る申し出を辞退しました`,
      },
    },
  },
  help: 'お心当たりがない場合',
  events: {
    sign_in: 'ログインしました',
    sign_in_failed: 'ログインに失敗しました',
    sign_out: 'ログアウトしました',
    new_browser: '新しいブラウザでログインしました',
    passkey_added: 'パスキーが追加されました',
    passkey_removed: 'パスキーが削除されました',
    second_factor_added: '2要素認証が有効になり、ほかのブラウザーはログアウトされました',
    second_factor_removed: '2要素認証が無効になりました',
    second_factor_reset_cancelled: '2要素認証のリセットが取り消されました',
    recovery_codes_replaced: '新しいリカバリーコードが作成されました',
    recovery_code_used: 'リカバリーコードが使われました',
    password_changed: 'パスワードが変更されました',
    password_reset: 'リンクからパスワードが再設定されました',
    password_reset_asked: 'パスワード再設定のリンクがリクエストされました',
    email_verified: 'メールアドレスが確認されました',
    email_changed: 'メールアドレスが変更されました',
    email_change_asked: 'メールアドレスの変更がリクエストされました',
    email_restored: '以前のメールアドレスに戻されました',
    account_disabled: 'アカウントが無効になりました',
    account_enabled: 'アカウントが有効になりました',
    account_secured: '「私ではありません」が押され、すべての端末でログアウトしました',
    account_exported: 'アカウントの全データがダウンロードされました',
    account_imported: 'アカウントがインポートされました',
    invitation_accepted: 'スクールに参加しました',
    consent_given: 'アプリのアクセスが許可されました',
    address_shown: 'アプリの接続用アドレスが表示されました',
    grant_revoked: '接続が終了しました',
    code_replay: 'コードが二度使われたため、接続が終了しました',
    refresh_reuse: '古い鍵が使われたため、接続が終了しました',
    refresh_repeated: 'アプリが古い鍵を再び使いましたが、接続は続いています',
  },
};
