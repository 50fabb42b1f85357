import type { Said } from '../../pages/kit/text/said.ts';
import { resets } from '../reset-text/ja.ts';
import type { mail as en } from './en.ts';

/** What to do about something that was done by somebody else. */
const notYou =
  'お心当たりがない場合は、次のリンクを開き、ボタンを押してください。すべての端末でログアウトされ、新しいパスワードを設定できます。リンクは7日間、1回だけ使えます。';

export const mail: Said<typeof en> = {
  greeting: 'いつもご利用いただき、ありがとうございます。',
  signature: 'Schoolgate',
  open: 'ページを開く',
  reset_password: {
    subject: '新しいパスワードの設定',
    before:
      'パスワードの再設定のリクエストを受け付けました。新しいパスワードを設定するには、次のリンクを開いてください。',
    after:
      'リンクは30分間、1回だけ使えます。お心当たりがない場合は、このメールを無視してください。パスワードは変わりません。',
    sent: {
      byPlatform:
        'このサービスの運営者からリンクが送られました。新しいパスワードを設定するには、次のリンクを開いてください。',
      bySchool: (school) =>
        `${school}からリンクが送られました。新しいパスワードを設定するには、次のリンクを開いてください。`,
      after:
        'リンクは30分間、1回だけ使えます。新しいパスワードが必要なければ、このメールを無視してください。パスワードは変わりません。',
    },
  },
  password_changed: {
    subject: 'パスワードが変更されました',
    before: (at) =>
      `${at}に、アカウントのパスワードが変更され、ほかのブラウザからログアウトされました。パスキーでは引き続きログインできることがあります。「パスワードとパスキー」のページで、すべてご自身のものかご確認ください。`,
    after: notYou,
  },
  passkey_added: {
    subject: 'パスキーが追加されました',
    before: (passkey, at) =>
      `${at}に、あなたのアカウントにパスキー「${passkey}」が追加されました。このパスキーがあればログインできます。`,
    after: notYou,
  },
  passkey_removed: {
    subject: 'パスキーが削除されました',
    before: (passkey, at) =>
      `${at}に、あなたのアカウントからパスキー「${passkey}」が削除されました。このパスキーではもうログインできません。`,
    after: notYou,
  },
  second_factor_added: {
    subject: '2要素認証が有効になりました',
    before: (at) => `${at}に、アカウントの2要素認証が有効になり、ほかのブラウザからログアウトされました。`,
    after: notYou,
  },
  second_factor_removed: {
    subject: '2要素認証が無効になりました',
    before: (at) => `${at}に、あなたのアカウントの2要素認証が無効になりました。パスワードだけでログインできます。`,
    after: notYou,
  },
  recovery_codes_replaced: {
    subject: '新しいリカバリーコードが作成されました',
    before: (at) => `${at}に、あなたのアカウントの新しいリカバリーコードが作成されました。以前のものは使えません。`,
    after: notYou,
  },
  recovery_code_used: {
    subject: 'リカバリーコードが使われました',
    before: (at, left) =>
      `${at}に、あなたのアカウントにリカバリーコードでログインがありました。リカバリーコードは残り${left}個です。`,
    after: notYou,
  },
  ...resets,
  second_factor_reset_done: {
    subject: '2要素認証がリセットされました',
    before: (school, at) =>
      `${school}が指示していたあなたの2要素認証のリセットが、${at}のパスワードによるログインで行われました。認証アプリ、リカバリーコード、すべてのパスキーは使えなくなり、パスワードだけでログインできます。`,
    after: notYou,
  },
  account_deleted: {
    subject: 'アカウントが削除されました',
    before: (at) =>
      `${at}に、あなたのアカウントが削除されました。今後は誰もログインできず、元に戻すこともできません。このアカウントに関するメールはこれが最後です。`,
    after:
      'お心当たりがない場合は、プラットフォームの運営者にお知らせください。同じパスワードをほかでもお使いの場合は、すべて変更してください。',
  },
  verify_email: {
    subject: 'メールアドレスの確認',
    before:
      'このアドレスは、このサービスのアカウントに登録されています。ご自身のアドレスであることを確認するには、次のリンクを開き、ボタンを押してください。',
    after: 'リンクは24時間、1回だけ使えます。お心当たりがない場合は、このメールを無視してください。',
  },
  new_email: {
    subject: '新しいメールアドレスの確認',
    before:
      'このサービスのアカウントで、今のアドレスをこのアドレスに変える手続きが行われました。ご自身のアカウントであれば、次のリンクを開き、ボタンを押してください。',
    after:
      'リンクは24時間、1回だけ使えます。それまでは今のアドレスでログインします。お心当たりがない場合は、このメールを無視してください。',
  },
  email_changing: {
    subject: 'メールアドレスが変更されようとしています',
    before: (email, at) =>
      `${at}に、あなたのアカウントにログインしている人が、アカウントのアドレスをこのアドレスから${email}に変えるよう求めました。`,
    after: `ご自身で行った場合は、何もする必要はありません。${notYou}`,
  },
  email_changed: {
    subject: 'メールアドレスが変更されました',
    before: (email, at) => `${at}に、あなたのアカウントのアドレスがこのアドレスから${email}に変更されました。`,
    after:
      'お心当たりがない場合は、次のリンクを開き、ボタンを押してください。アカウントはこのアドレスに戻り、すべての端末でログアウトされ、新しいパスワードを設定できます。リンクは7日間、1回だけ使えます。その間、このアドレスをほかの人が使うことはできません。',
  },
  email_restored: {
    subject: 'メールアドレスが元に戻されました',
    before: (email, at) =>
      `${at}に、このアドレスのアカウントが以前のアドレス${email}に戻されました。以前のアドレスに送られたリンク、またはこのサービスの運営者によるものです。`,
    after: 'お心当たりがない場合は、スクールまたはこのサービスの運営者にご連絡ください。',
  },
  new_browser: {
    subject: 'アカウントへの新しいログイン',
    before: (browser, network, at) =>
      `${at}に、これまで使われたことのないブラウザであなたのアカウントへのログインがありました。ブラウザ：${browser}、ネットワーク：${network}`,
    after: notYou,
  },
  wrong_codes: {
    subject: 'パスワードが他人に知られている可能性があります',
    before: (browser, network, at) =>
      `あなたのアカウントに正しいパスワードが入力された後、2要素認証の誤ったコードが続けて何度も入力されました。最後の入力は${at}です。ブラウザ：${browser}、ネットワーク：${network}。いずれもログインには至っていません。ご本人の場合は、スマートフォンの日付と時刻が正しいか確認するか、リカバリーコードをお使いください。`,
    after: notYou,
  },
  email_taken: {
    subject: 'このアドレスを使おうとした人がいます',
    before:
      '別のアカウントでこのアドレスを使う手続きが行われました。このアドレスはすでにあなたのアカウントのものなので、何も変更していません。',
    after:
      'ご自身で行った場合は、このアドレスのアカウントでログインしてください。パスワードをお忘れの場合は、こちらで再設定できます。',
  },
  invitation: {
    subject: (school) => `${school}からの招待`,
    before: (school, role) =>
      `${school}から、「${role}」としての招待が届いています。招待を確認し、受けるか断るかを決めるには、次のリンクを開いてください。`,
    after: 'リンクは7日間使えます。このスクールにお心当たりがない場合は、このメールを無視してください。',
  },
  event_cancelled: {
    subject: (event) => `中止のお知らせ：${event}`,
    before: (event, school, at) =>
      `${school}は、${at}に始まる予定だったイベント「${event}」を中止しました。お申し込みは取り消されましたので、お手続きは必要ありません。`,
    after: 'イベントのページ：',
  },
  event_moved: {
    subject: (event) => `変更のお知らせ：${event}`,
    before: (event, school, at) =>
      `${school}は、イベント「${event}」の日時または場所を変更しました。新しい開始日時は${at}です。`,
    where: (location) => `場所：${location}`,
    after:
      'お申し込みは有効なままです。オンライン参加用のリンクが変わっている場合がありますので、イベントの前にもう一度ご確認ください。\n\nイベントのページ：',
  },
  event_seat: {
    subject: (event) => `お席をご用意しました：${event}`,
    before: (event, school, at) =>
      `${school}のイベント「${event}」に空きが出たため、キャンセル待ちから参加に切り替わりました。開始日時は${at}です。`,
    after: '参加できない場合は、ほかの方のためにお申し込みを取り消してください。\n\nイベントのページ：',
  },
  course_enrolled: {
    subject: (course) => `受講できます：${course}`,
    before: (course, school) => `${school}が、あなたをコース「${course}」に登録しました。`,
    until: (day) => `受講できるのは${day}までです。`,
    after: '新しいコースのお知らせが不要な場合は、こちらで停止できます。',
  },
  subscription_opened: {
    subject: (plan) => `ご利用いただけます：${plan}`,
    all: (plan, school) => `会員プラン「${plan}」により、${school}のすべてのコースを受講できます。`,
    some: (plan, school) => `会員プラン「${plan}」により、${school}の次のコースを受講できます。`,
    others: (count) => `ほか${count}コース`,
  },
  role_changed: {
    subject: (school) => `${school}での役割が変わりました`,
    before: (school, role) => `${school}が、あなたの役割を変更しました。新しい役割：${role}。`,
    after: 'お心当たりがない場合は、スクールにお問い合わせください。あなたのアカウント：',
    byPlatform: {
      before: (school, role) =>
        `このサービスの運営者が、${school}でのあなたの役割を変更しました。新しい役割：${role}。`,
      after: 'お心当たりがない場合は、このサービスの運営者にお問い合わせください。あなたのアカウント：',
    },
  },
  ownership: {
    subject: (school) => `${school}のオーナーについて`,
    before: {
      offered: (school, by, to, at) =>
        `${by}が${to}を${school}のオーナーに加えると申し出ました。申し出の期限は${at}です。`,
      offered_instead: (school, by, to, at) =>
        `${by}が${school}のオーナー権を${to}に譲り、自分は管理者になることを申し出ました。申し出の期限は${at}です。`,
      shared: (school, by, to) => `${to}が${by}とともに${school}のオーナーになりました。`,
      handed_over: (school, by, to) =>
        `${to}が${by}に代わって${school}のオーナーになりました。${by}は管理者になりました。`,
      withdrawn: (school, by, to) =>
        `${to}を${school}のオーナーに加えるという${by}の申し出は取り下げられました。何も変わっていません。`,
      withdrawn_instead: (school, by, to) =>
        `${school}のオーナー権を${to}に譲るという${by}の申し出は取り下げられました。何も変わっていません。`,
      declined: (school, by, to) =>
        `${to}を${school}のオーナーに加えるという${by}の申し出は辞退されました。何も変わっていません。`,
      declined_instead: (school, by, to) =>
        `${school}のオーナー権を${to}に譲るという${by}の申し出は辞退されました。何も変わっていません。`,
    },
    after: 'お心当たりがない場合は、すぐにスクールのオーナーにお問い合わせください。詳しくはこちら：',
    yours: {
      offered: (school, by, at) =>
        `${by}から、${school}のオーナーに加わってほしいとの申し出がありました。承諾の期限は${at}です。`,
      offered_instead: (school, by, at) =>
        `${by}から、${school}のオーナー権をあなたに譲り、自分は管理者になるとの申し出がありました。承諾の期限は${at}です。`,
      shared: (school, by) => `あなたは${by}とともに${school}のオーナーになりました。`,
      handed_over: (school, by) =>
        `あなたは${by}に代わって${school}のオーナーになりました。${by}は管理者になりました。`,
      withdrawn: (school, by) =>
        `あなたを${school}のオーナーに加えるという${by}の申し出は取り下げられました。何も変わっていません。`,
      withdrawn_instead: (school, by) =>
        `${school}のオーナー権をあなたに譲るという${by}の申し出は取り下げられました。何も変わっていません。`,
      declined: (school, by) =>
        `あなたは${school}のオーナーに加わってほしいという${by}の申し出を辞退しました。何も変わっていません。`,
      declined_instead: (school, by) =>
        `あなたは${school}のオーナー権を譲るという${by}の申し出を辞退しました。何も変わっていません。`,
      after: 'お心当たりがない場合は、先にスクールにお問い合わせください。承諾または辞退はこちら：',
      afterAnswer:
        'お心当たりがない場合は、すぐにパスワードを変更し、スクールにお知らせください。アカウントの履歴はこちら：',
      afterWithdrawal: '理由についてはスクールにお問い合わせください。アカウントの履歴はこちら：',
    },
    giver: {
      offered: (school, to, at) =>
        `あなたは${to}を${school}のオーナーに加えることを申し出ました。申し出の期限は${at}です。`,
      offered_instead: (school, to, at) =>
        `あなたは${school}のオーナー権を${to}に譲り、自分は管理者になることを申し出ました。申し出の期限は${at}です。`,
      shared: (school, to) => `${to}があなたの申し出を承諾し、あなたとともに${school}のオーナーになりました。`,
      handed_over: (school, to) =>
        `${to}があなたの申し出を承諾し、あなたに代わって${school}のオーナーになりました。あなたは管理者になりました。`,
      withdrawn: (school, to) =>
        `${to}を${school}のオーナーに加えるというあなたの申し出は取り下げられました。何も変わっていません。`,
      withdrawn_instead: (school, to) =>
        `${school}のオーナー権を${to}に譲るというあなたの申し出は取り下げられました。何も変わっていません。`,
      declined: (school, to) =>
        `${school}のオーナーに加えるというあなたの申し出は、${to}に辞退されました。何も変わっていません。`,
      declined_instead: (school, to) =>
        `${school}のオーナー権を譲るというあなたの申し出は、${to}に辞退されました。何も変わっていません。`,
      after: 'お心当たりがない場合は、申し出を取り下げ、すぐにパスワードを変更してください。取り下げはこちら：',
      afterAnswer:
        'このような申し出をしていない場合は、すぐにパスワードを変更し、このサービスの運営者にご相談ください。詳しくはこちら：',
    },
  },
  owner_stepped_down: {
    subject: (school) => `${school}のオーナーの退任`,
    before: (school, by) => `${by}が${school}のオーナーを退任し、管理者になりました。あなたは引き続きオーナーです。`,
    after: 'お心当たりがない場合は、ご本人にお問い合わせください。詳しくはこちら：',
    yours: {
      before: (school) => `あなたは${school}のオーナーを退任し、管理者になりました。`,
      after:
        'お心当たりがない場合は、すぐにパスワードを変更し、スクールのオーナーにご相談ください。アカウントの履歴はこちら：',
    },
  },
  webhook_stopped: {
    subject: (school: string) => `${school}のWebhookがオフになりました`,
    before: {
      gone: (school: string, host: string) =>
        `${school}は${host}にWebhookのエンドポイントを登録しています。そのエンドポイントが、今後メッセージを必要としないことを示す410を返したため、オフにしました。`,
      failing: (school: string, host: string) =>
        `${school}は${host}にWebhookのエンドポイントを登録しています。5日間、メッセージを1件も配信できなかったため、オフにしました。`,
    },
    after:
      '配信できなかったメッセージは、2週間、送信の記録に残ります。受信側が復旧したら、こちらでエンドポイントをオンにして、もう一度送信してください。',
  },
  address_shown: {
    subject: (app) => `${app}の接続用アドレスが表示されました`,
    before: (app, school, at) =>
      `${at}に、別のコンピューターのプログラムが${school}でのあなたのアカウントにアクセスするためのアドレスが、ページに表示されました。プログラムの名乗る名前は${app}です。ご自身で起動したプログラムに貼り付けた場合は、問題ありません。`,
    after:
      '誰かにアドレスを尋ねられた場合は、その人が今あなたのアカウントを使っているおそれがあります。こちらでアプリを解除してください：',
  },
  refresh_reuse: {
    subject: (app) => `安全のため${app}の接続を解除しました`,
    before: (app, school, at) =>
      `${at}に、${school}でのあなたのアカウントについて、${app}がすでに使い終えた鍵が提示されました。アプリの誤りか、誰かが鍵をコピーしたかのどちらかです。そのため、この接続を終了しました。もう誰も使えません。`,
    after:
      'このアプリをお使いの場合は、もう一度接続してください。アカウントに接続しているものは、こちらですべて見られます。',
  },
};
