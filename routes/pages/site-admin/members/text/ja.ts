import { groupedIn } from '../../../kit/text/grouped.ts';
import type { Said } from '../../../kit/text/said.ts';
import type { members as en } from './en.ts';

const grouped = groupedIn('ja');

export const members: Said<typeof en> = {
  lead: 'スクールに所属する全員です。変更はすぐに反映されます。',
  invite: '招待する',
  statuses: { invited: '招待中', active: '有効', suspended: '停止中' },
  filter: {
    q: '名前またはメールアドレス',
    name: '名前',
    role: '役割',
    status: '状態',
    sort: '並べ替え',
    any: 'すべて',
    submit: '絞り込む',
    reset: '絞り込みを解除',
  },
  sorts: { joined: '新しい順', name: '名前順', seen: '最終アクセス順' },
  totalText: '招待中と停止中の人を含みます。',
  total: (count) => `メンバー${grouped(count)}人`,
  selected: {
    title: '選択したメンバー',
    column: '選択',
    select: (name) => `${name}を選択`,
    actions: { suspend: '停止する', reinstate: 'アクセスを復元' },
    submit: '続ける',
    ask: {
      suspend: (count) => `${count}人のメンバーを停止しますか？`,
      reinstate: (count) => `${count}人のメンバーのアクセスを復元しますか？`,
    },
    others: '次のメンバーは、あなたの役割またはメンバーの状態のため変更されません。',
    done: { suspend: (names) => `停止しました：${names}`, reinstate: (names) => `アクセスを復元しました：${names}` },
    refused: (names) => `変更できませんでした：${names}`,
  },
  empty: 'メンバーが見つかりません',
  emptyText: '名前やアドレスの一部で探すか、条件を減らしてお試しください。',
  unnamed: '名前はまだ分かりません',
  unnamedText: '招待が承諾されると、ここに名前が表示されます。',
  member: {
    role: '役割',
    status: '状態',
    since: '参加日',
    invitedOn: '招待日',
    seen: '最終アクセス',
    notSeen: 'まだありません（アプリと管理ページの利用が対象です）',
    note: 'メモ',
    tags: 'タグ',
    self: '自分の役割は変更できません。ほかのオーナーまたは管理者に依頼してください。',
    above: 'このメンバーの役割はあなたより上位のため、ここでは何も変更できません。',
    lookOnly: '閲覧のみできます。変更はオーナーと管理者が行います。',
    changeRole: '役割を変更する',
    newRole: '新しい役割',
    roleText: 'より上位の役割にするときは、パスワードの入力が必要です。',
    saveRole: '役割を変更',
    inviteAgain: '招待をもう一度送る',
    inviteAgainText: '新しいリンクを送ります。以前のリンクは使えなくなります。',
    inviteAgainKept: 'メールサーバーが設定されていません。メールの保存先はサーバーのログに記録されます。',
    reinstate: 'アクセスを復元',
    reinstateText: 'このメンバーは停止中で、スクールにアクセスできません。アクセスを復元すると、以前の役割に戻ります。',
    suspend: '停止する',
    dangerZone: '注意が必要な操作',
    suspendText: '復元するまで、アクセスできなくなります。',
    endConnections: 'すべての接続を終了',
    endConnectionsText:
      'このスクールでのこのメンバーのアプリの接続をすべて解除します。ログインは続き、再び接続できます。',
    signOut: 'すべてのブラウザからログアウトさせる',
    signOutText:
      'このスクールだけに所属するメンバーが対象です。ほかのスクールにも所属する人のログインは続き、本人が終了できます。',
    sendReset: 'パスワード再設定のリンクを送る',
    sendResetText:
      'リンクはメンバーのメールアドレスに届きます。あなたには表示されず、リンクが使われるまでパスワードはそのままです。',
    resetTitle: 'パスワード再設定のリンク',
    resetByOthers: (address) =>
      `このサーバーはメールを送りません。また、アカウントを開けるリンクはスクールには表示されません。サーバーの運営者が${address === undefined ? '' : ` ${address} で、または`}サーバーの設定（DATA_DIR、BASE_URL、SMTP_URL）を付けて次のコマンドで、リンクを作成します。`,
    connections: '接続を見る',
    remove: 'スクールから外す',
    removeText: 'スクールへの所属を終了します。購入、学習、投稿の内容は残ります。',
  },
  confirm: {
    suspend: (name) => `${name}を停止しますか？`,
    suspendText:
      'このスクールでのメンバーのアプリはすぐに止まり、アクセスを復元するまでスクールに入れなくなります。プラットフォームへのログインとほかのスクールはそのままです。',
    remove: (name) => `${name}をスクールから外しますか？`,
    removeText:
      'このスクールでのメンバーのアプリはすぐに止まり、メンバーではなくなります。購入、学習、投稿の内容は残ります。招待すれば戻れます。',
    role: (name, role) => `${name}の役割を「${role}」にしますか？`,
    roleText: 'このメンバーは、アプリ経由も含めて、この役割でできることがすぐにできるようになります。',
    ownerText: 'スクールのオーナーではなくなります。オーナーからもう一度申し出ることができます。',
    reinstate: (name, role) => `${name}のアクセスを「${role}」の役割で復元しますか？`,
    invite: (email, role) => `${email}を「${role}」として招待しますか？`,
    inviteText: '招待を受けると、アプリ経由も含めて、この役割でできることがすべてできるようになります。',
    signOut: (name) => `${name}をすべてのブラウザからログアウトさせますか？`,
    signOutText:
      'ほかのスクールに所属していない場合、すべてのブラウザからログアウトします。所属しているかどうかは表示されません。アプリの接続は続きますが、別に終了できます。',
    sendReset: (name) => `${name}にパスワード再設定のリンクを送りますか？`,
    sendResetText:
      'リンクを記したメールがメンバーのアドレスに届きます。リンクは30分間、1回だけ使えます。使うと、すべての端末でログアウトします。',
    endConnections: (name) => `${name}のすべての接続を終了しますか？`,
    endConnectionsText:
      'このスクールでのメンバーのアプリはすぐに止まります。メンバーのままで、アプリを再び接続できます。',
  },
  roleGuide: {
    title: '各役割でできること',
    what: '対象',
    abilities: { view: '閲覧', edit: '編集', none: '–' },
    adminPages: 'スクール管理',
    ownership: 'オーナーの変更と2要素認証の必須設定',
    note: 'インストラクターが閲覧・編集できるのは、自分が担当するコースだけです。編集には作成と削除も含まれます。接続したアプリでも、同じ権限が適用されます。',
    subjects: {
      courses: 'コース',
      students: '受講者と受講登録',
      members: 'メンバー',
      analytics: '統計',
      curriculum: 'セクションとレッスン',
      orders: '注文',
      school: 'スクールの設定',
      appearance: 'サイトのデザイン',
      events: 'イベント',
      membership_plans: '会員プラン',
      coupons: 'クーポン',
      posts: '記事',
      subscriptions: '会員プランの利用者',
      digital_products: 'デジタル商品',
      comments: 'コメント',
      lecturers: '講師のプロフィール',
      storage: 'ファイル',
      forms: 'フォームと回答',
      pages: 'サイトのページ',
      account: '自分のプロフィール、コース、注文',
    },
  },
  ownership: {
    title: 'オーナー',
    share: 'オーナーに加える',
    shareText: '相手が承諾すると、二人ともオーナーになります。',
    handOver: 'オーナー権を譲る',
    handOverText: '相手が承諾すると、このメンバーがオーナーに、あなたは管理者になります。',
    openUntil: '申し出の期限：',
    withdraw: '申し出を取り下げる',
    ask: {
      share: (name) => `${name}をオーナーに加えることを申し出ますか？`,
      handOver: (name) => `${name}にオーナー権を譲ることを申し出ますか？`,
    },
    askText: {
      share: 'オーナーはスクールのすべての操作ができます。ほかのオーナーの変更もでき、あなたを外すこともできます。',
      handOver:
        'あなたは管理者になり、オーナーの変更はできなくなります。オーナーに戻せるのは、オーナーかプラットフォームだけです。',
    },
    howItGoesOn:
      '相手が7日以内にパスワードまたはパスキーで承諾するまで、何も変わりません。それまでは取り下げられます。',
    toldByEmail: '二人とほかのオーナーにはメールでお知らせします。',
    tellYourself:
      'このサーバーはメールを送りません。申し出は相手のアカウントに表示されるので、ご自身でお伝えください。',
    submit: '申し出る',
    offers: {
      share: (by) => `${by}から、オーナーに加えたいとの申し出がありました。`,
      handOver: (by) => `${by}から、オーナー権を譲る申し出がありました。`,
    },
    accept: '承諾する',
    decline: '辞退する',
    accepting: {
      title: (school) => `${school}のオーナーになりますか？`,
      text: 'オーナーはスクールのすべての操作ができ、ほかのオーナーの変更もできます。スクールがオーナーに2要素認証を求めている場合は、続けて設定します。',
      share: (by) => `${by}もオーナーのままです。`,
      handOver: (by) => `${by}は管理者になります。`,
    },
    answers: {
      accepted: 'スクールのオーナーになりました。',
      declined: '申し出を辞退しました。何も変更されていません。',
      gone: 'この申し出は終了しています。何も変更されていません。',
    },
  },
  invitation: {
    title: '招待する',
    lead: '招待を受けるとメンバーになります。それまではアクセスできません。',
    email: 'メールアドレス',
    name: '名前',
    nameHint: '新しいアカウントにだけ使われます。本人が変更できます。',
    role: '役割',
    submit: '招待する',
    taken: 'この方はすでにスクールに所属しているか、招待中です。',
  },
  letters: {
    sent: (email) =>
      `リンクを記載したメールを${email}に送信中です。届けられなかった場合は、このページに表示されます。リンクは7日間使えます。`,
    kept: (email) =>
      `メールサーバーが設定されていないため、${email}宛てのメールはファイルに保存されます。保存先はサーバーのログに記録されます。メールには7日間使えるリンクがあります。`,
    none: (email) =>
      `このサーバーはメールを送りません。${email}に直接お知らせください。アカウントがある人は、その中で招待を確認できます。`,
    link: (email) => `このサーバーはメールを送りません。ここで招待リンクを作成し、${email}に直接渡してください。`,
  },
  /** What became of the e-mail of an invitation. */
  delivery: {
    title: '招待メール',
    states: {
      waiting: '送信待ちです。',
      delayed: 'まだ送信されていません。メールサーバーに接続できないか、拒否されました。2日間、再試行します。',
      failed: '届けられませんでした。アドレスを確認し、招待をもう一度送ってください。',
      sent: 'メールサーバーに渡しました。届かない場合は、招待をもう一度送ってください。',
    },
  },
  /** The link of an invitation, where no e-mails are sent. */
  invitationLink: {
    created: '招待を作成しました。',
    make: '招待リンクを作成',
    makeText: 'このサーバーはメールを送らないため、リンクは直接渡してください。以前のリンクは使えなくなります。',
    ask: (name) => `${name}の招待リンクを作成しますか？`,
    askText: (role) =>
      `最初にリンクを使った人がアカウントの名前とパスワードを決め、次の役割で参加します：${role}。メールアドレスは未確認のままです。`,
    title: '招待リンクを作成しました',
    label: 'リンク',
    text: '今すぐリンクをコピーし、対面や暗号化されたメッセージなど安全な方法で本人に渡してください。リンクは1回だけ、7日間使えます。二度と表示されません。',
    back: 'メンバーへ',
  },
  done: {
    invited: '招待を送りました。',
    sent: '招待をもう一度送りました。以前のリンクは使えません。',
    role: '役割を変更しました。',
    suspended: 'メンバーを停止しました。アプリはすべて止まりました。',
    reinstated: 'アクセスを復元しました。',
    removed: 'メンバーをスクールから外しました。アプリはすべて止まりました。',
    signedOut: 'ほかのスクールに所属していない場合、すべてのブラウザからログアウトしました。',
    resetSent: 'パスワード再設定のリンクを、メンバーにメールで送りました。',
    ended: '接続を終了しました。',
    offered: 'オーナーになるよう申し出ました。相手は7日間、アカウントのページで承諾できます。',
    withdrawn: '申し出を取り下げました。',
    none: 'まず、この操作ができるメンバーを選択してください。何も変更されていません。',
  },
  problems: {
    role: 'あなたの役割では行えません。何も変更されていません。',
    conflict:
      '今は行えません。ほかの人がこのメンバーを変更したか、最後のオーナーである可能性があります。最後のオーナーは必ず残ります。何も変更されていません。',
    invalid: 'フォームの内容が正しくありません。何も変更されていません。',
    resetThrottled:
      'このメンバーには短い時間に何通もメールが送られたため、リンクは送られていません。1時間ほどお待ちください。',
    throttled: '短い時間に多くの招待が送られたため、今回は送られていません。明日もう一度お試しください。',
  },
};
