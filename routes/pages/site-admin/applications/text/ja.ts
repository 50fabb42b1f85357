import { groupedIn } from '../../../kit/text/grouped.ts';
import type { Said } from '../../../kit/text/said.ts';
import type { applications as said } from './en.ts';

const grouped = groupedIn('ja');

export const applications: Said<typeof said> = {
  kind: { public: 'パブリック', confidential: 'コンフィデンシャル' },
  state: { active: '有効', disabled: '無効' },
  list: {
    title: 'OAuthアプリケーション',
    lead: 'メンバーやスタッフのためにスクールが作成するアプリです。受講生を含め、スクールの誰でも接続できます。',
    create: '新しいアプリケーション',
    empty: 'アプリケーションはまだありません',
    emptyText: 'スクール向けに開発されるアプリごとに作成してください。アプリが求めてよい内容を選べます。',
    scopes: (count) => `スコープ${count}件`,
    grants: (count) => (count === 0 ? '接続なし' : `接続${grouped(count)}件`),
    lastUsed: '最終利用：',
    total: (count) => `アプリケーション${grouped(count)}件`,
    noneFound: 'アプリケーションが見つかりません',
    q: '名前またはクライアントID',
    sorts: { created: '新しい順', name: '名前', used: '最終利用' },
    selected: {
      title: '選択したアプリケーション',
      none: '何も変更していません。この操作ができるアプリケーションを一つ以上選択してください。',
      ask: {
        disable: (count) => `${count}件のアプリケーションを無効にしますか？`,
        remove: (count) => `${count}件のアプリケーションを削除しますか？`,
      },
      consequences: {
        disable:
          'トークンはすぐに使えなくなり、接続は終了します。再び有効にした場合は、全員が接続し直す必要があります。',
        remove:
          'トークンはすぐに使えなくなり、接続は終了し、クライアントIDは二度と使われません。元に戻すことはできません。',
      },
      already: 'すでに無効なもの：',
      done: {
        disable: (names) => `無効にしました：${names}`,
        remove: (names) => `削除しました：${names}`,
      },
    },
  },
  form: {
    newTitle: '新しいアプリケーション',
    newLead: 'アプリがアクセスを求めるとき、名前と権限が表示されます。',
    editTitle: 'アプリケーションの編集',
    editLead: '変更は保存すると反映されます。クライアントIDと種類は変更できません。',
    create: 'アプリケーションを作成',
    stale:
      'フォームを開いている間に、ほかの人がこのアプリケーションを変更しました。現在の内容を表示していますので、もう一度変更してください。',
    name: '名前',
    nameHint: 'アプリがアクセスを求めるときに表示されます。',
    description: '説明（任意）',
    descriptionHint: 'スクールの運営者だけに表示されます。用途と担当者を書いてください。',
    kind: '種類',
    kinds: {
      public: 'シークレットを安全に保管できないもの：コマンドライン、デスクトップ、モバイル、ブラウザのアプリ。',
      confidential: 'クライアントシークレットを保管するサーバーがあるもの。',
    },
    redirectUris: 'リダイレクトURI（1行に1つ）',
    redirectUrisHint:
      'https://app.example/callback のように、完全に一致する必要があります。利用者のコンピューターでは http://127.0.0.1/callback、http://localhost/callback、http://[::1]/callback を使います。ポートは問いません。モバイルやデスクトップのアプリは com.example.app:/callback のような独自のスキームも使えます。最大10件です。',
    postLogoutRedirectUris: 'ログアウト後のリダイレクトURI（任意、1行に1つ）',
    postLogoutHint: 'ログアウトした利用者をアプリが送ってよい先です。同じ規則が適用されます。',
    scopes: {
      chosen: '選択：',
      title: 'スコープ',
      hint: 'アプリがこれ以上を求めることはできません。利用者にはこの文がそのまま表示されます。',
      change:
        '外したスコープは、すべての接続からすぐに取り除かれます。追加したスコープは、アプリが求めて本人が同意した後に使われます。',
    },
    defaultScope: '既定のスコープ（任意）',
    defaultScopeHint:
      'リクエストにスコープがないときにアプリが求めるものです。スコープを指定できないクライアントのための設定です。複数の場合は空白で区切り、上で選んだものだけを指定します。許可するかどうかは、これまでどおり本人が決めます。',
    introspection: 'トークンの照会',
    mayIntrospect: 'スクールのすべてのトークンを照会する',
    mayIntrospectHint:
      'ほかのアプリのトークンを受け取るスクールのサーバー向けです。トークンが有効か、誰のものかをここに問い合わせます。client_secretを持つ人は、スクールのどのトークンでも照会でき、その人のスコープと、スコープemailがあればメールアドレスを知ることができます。それ以外ではオフのままにしてください。',
    faults: {
      scopeNotChosen: '上で選択されていないスコープが含まれています。',
      noKind: 'いずれかを選んでください。',
      noScope: 'スコープを1つ以上選んでください。',
      notYours: '存在しないスコープ、またはあなたの役割に含まれないスコープがあります。',
      tooMany: 'アドレスは10件までです。',
      address: (address, why) => `${address} – ${why}`,
      addresses: {
        too_long: '2,048文字以内にしてください。',
        fragment: '# とそれ以降を削除してください。',
        characters: '空白など、アドレスに使えない文字を削除してください。',
        relative: 'https:// または http://127.0.0.1 で始まる完全なアドレスを入力してください。',
        forbidden_scheme: 'コードを実行するおそれがあるため、この種類のアドレスは使えません。',
        authority: 'ホスト名が正しくありません。',
        plain_http: 'https を使ってください。http を使えるのは 127.0.0.1、localhost、[::1] だけです。',
        own_page: 'アプリケーションのアドレスを使ってください。これはこのサービスのアドレスです。',
      },
    },
  },
  logo: {
    title: (name: string) => `${name}のロゴ`,
    lead: 'アプリがアクセスを求めるときと、接続済みアプリの一覧に表示されます。利用者はロゴを見て信頼できる相手かどうかを判断しますので、必ずそのアプリ自身の画像を使ってください。',
    limits: (kilobytes: number, pixels: number) =>
      `PNG、JPEG、WebP（${kilobytes}KB以下、${pixels}×${pixels}ピクセル以下、アニメーションなし）。正方形の画像が最もきれいに表示されます。`,
    now: '現在のロゴです。',
    choose: '新しいロゴ',
    none: 'ロゴなし',
    upload: '画像をアップロード',
    submitUpload: 'アップロードして使う',
    faults: {
      too_large: 'このファイルは100 KBを超えています。',
      gone: 'このファイルは削除されました。',
      not_an_image: 'これはPNG、JPEG、WebPの画像ではありません。',
      animated: 'この画像はアニメーションです。静止画を選んでください。',
      too_many_pixels: 'この画像は1024×1024ピクセルを超えています。',
      too_few_pixels: 'この画像は16×16ピクセル未満です。',
      stale: 'ほかの人がロゴを変更しました。もう一度選んでください。',
    },
  },
  issued: {
    title: { created: 'アプリケーションを作成しました', rotated: '新しいクライアントシークレット' },
    once: 'クライアントシークレットを今すぐコピーしてください。再び表示されることはありません。',
    overlap: '切り替えられるように、以前のシークレットもあと24時間使えます。',
    noSecret: 'パブリックなアプリケーションのため、シークレットはありません。',
    on: 'アプリケーションへ',
    again: {
      created: {
        title: 'このアプリケーションは作成済みです',
        text: 'フォームが2回送信されましたが、2回目では何も作成されていません。シークレットがある場合は一度だけ表示されました。控えていないときは、更新してください。',
      },
      rotated: {
        title: 'シークレットは更新済みです',
        text: 'フォームが2回送信されたか、ほかの人が先に更新しました。今回は何も変更されていません。新しいシークレットは一度だけ表示されました。控えていないときは、もう一度更新してください。',
      },
    },
  },
  developer: {
    title: '開発者向けの情報',
    lead: 'アプリに必要な情報です。',
    sendSecret: 'クライアントシークレットは、安全な方法で別に送ってください。',
    noSecret: 'シークレットはありません。',
    settings: '設定',
    command: 'Schoolgateのソースコードで試す',
    walkthrough: '開発者とエージェントのための手引き（英語）',
  },
  one: {
    state: '状態',
    description: '説明',
    redirectUris: 'リダイレクトURI',
    postLogoutRedirectUris: 'ログアウト後のリダイレクトURI',
    made: '作成日',
    lastUsed: '最終利用',
    oldSecret: '以前のシークレット',
    oldSecretUntil: '有効期限：',
    disabledText: 'このアプリケーションは無効です。誰も接続できず、トークンは使えません。',
    grants: '接続',
    use: (grants, people) => `${grouped(people)}人、接続${grouped(grants)}件。`,
    noGrants: '接続している人はいません',
    noGrantsText: 'このアプリを接続した人がここに表示されます。',
    since: '開始：',
    allGrants: 'すべての接続',
    edit: '編集',
    logo: 'ロゴ',
    rotate: 'シークレットを更新',
    endOld: '以前のシークレットを取り消す',
    disable: '無効にする',
    enable: '有効にする',
    remove: '削除',
  },
  danger: {
    change: {
      title: (name) => `${name}の変更を保存しますか？`,
      added: '追加されるリダイレクトURI：',
      addedText:
        'ログイン用のコードがこれらのアドレスに送られます。アドレスを管理する人は、利用者として操作できます。接続している全員に、もう一度確認します。',
      removed: '削除されるリダイレクトURI：',
      scopes: '追加されるスコープ：',
      introspects:
        'このアプリケーションのclient_secretを持つ人は、スクールのすべてのトークンについて、誰のものか、どのアプリのものか、何ができるかを照会できるようになります。',
    },
    rotate: {
      title: (name) => `${name}のシークレットを更新しますか？`,
      text: '新しいシークレットは次のページで一度だけ表示されます。現在のシークレットはあと24時間使えます。さらに前のものはすぐに使えなくなります。',
    },
    endOld: {
      title: (name) => `${name}の以前のシークレットを取り消しますか？`,
      text: 'まだ使っているものは、トークンを取得できなくなります。新しいシークレットはそのまま使えます。',
    },
    disable: {
      title: (name) => `${name}を無効にしますか？`,
      text: 'トークンはすぐに使えなくなり、接続は終了します。再び有効にした場合は、全員が接続し直す必要があります。',
    },
    remove: {
      title: (name) => `${name}を削除しますか？`,
      text: 'トークンはすぐに使えなくなり、接続は終了し、このclient_idは二度と使われません。元に戻すことはできません。',
    },
  },
  done: {
    changed: '変更を保存しました。',
    secret_ended: '以前のシークレットを取り消しました。もう使えません。',
    disabled: 'アプリケーションを無効にしました。トークンは使えなくなり、接続は終了しました。',
    enabled: 'アプリケーションを有効にしました。全員が接続し直す必要があります。',
    links_full: 'このアプリケーションにはすでに10個のリンクがあります。先に一つ取り消してください。',
    link_revoked: 'リンクを取り消しました。もう使えません。',
    deleted: 'アプリケーションを削除しました。',
  },
};
