import { groupedIn } from '../../../kit/text/grouped.ts';
import type { Said } from '../../../kit/text/said.ts';
import type { applications as said } from './en.ts';

const grouped = groupedIn('ja');

export const applications: Said<typeof said> = {
  kind: { public: 'パブリック', confidential: 'コンフィデンシャル' },
  state: { active: '有効', disabled: '無効' },
  list: {
    title: 'OAuthアプリケーション',
    lead: 'メンバーや運営者のためにスクールが作成するアプリです。受講生を含め、このスクールで役割を持つ人は誰でもアクセスを許可できます。',
    create: '新しいアプリケーション',
    empty: 'アプリケーションはまだありません',
    emptyText:
      'スクール向けのアプリを開発する人がいるときに作成してください。client_idと、お選びになったスコープが割り当てられます。',
    scopes: (count) => `スコープ${count}件`,
    grants: (count) => (count === 0 ? '接続なし' : `接続${grouped(count)}件`),
    lastUsed: '最終利用：',
  },
  form: {
    newTitle: '新しいアプリケーション',
    newLead: 'ここに入力した内容は、アプリがアクセスの許可を求めるときに表示されます。',
    editTitle: 'アプリケーションの変更',
    editLead: '変更は保存した時点から有効になります。client_idと種類は変わりません。',
    create: 'アプリケーションを作成',
    stale:
      'フォームを開いている間に、ほかの人がこのアプリケーションを変更しました。現在の内容を表示していますので、もう一度変更してください。',
    name: '名前',
    nameHint: '同意を求めるページに表示されます。',
    description: '説明（任意）',
    descriptionHint: 'スクールの運営者向けです。何のためのもので、誰が管理しているかを書いてください。',
    kind: '種類',
    kinds: {
      public:
        '利用者が中身を見られる場所で動くものです。コマンドラインツール、パソコンやスマートフォンのアプリ、ウェブページなど。シークレットはありません。',
      confidential: 'シークレットを安全に保管できるサーバーで動くものです。client_secretで本物であることを示します。',
    },
    redirectUris: 'リダイレクトURI（1行に1つ）',
    redirectUrisHint:
      '利用者が戻る先です。https://app.example/callback は 1 文字ずつ照合されます。利用者自身のパソコンでは http://127.0.0.1/callback、http://localhost/callback、http://[::1]/callback を使います。ポートを省くと、どのポートでも一致します。端末のアプリは com.example.app:/callback のような独自のスキームも使えます。最大 10 件です。',
    postLogoutRedirectUris: 'ログアウト後の戻り先（1行に1つ、任意）',
    postLogoutHint: 'ログアウトした利用者をアプリが送ってよい先です。同じ規則が適用されます。',
    scopes: {
      chosen: '選択：',
      title: 'スコープ',
      hint: 'アプリが求めることのできる上限です。各文は利用者が読むもので、アプリを許可する本人に向けて書かれています。',
      change:
        '外したスコープは、すべての接続からただちに取り除かれます。追加したスコープは、アプリが求めて本人が同意した後に使われます。',
    },
    defaultScope: '既定のスコープ（任意）',
    defaultScopeHint:
      'リクエストにスコープがないときにアプリが求めるものです。スコープを指定できないクライアントのための設定です。複数の場合は空白で区切り、上で選んだものだけを指定します。許可するかどうかは、これまでどおり本人が決めます。',
    introspection: 'トークンの照会',
    mayIntrospect: 'スクールのすべてのトークンを照会する',
    mayIntrospectHint:
      'ほかのアプリのトークンを受け取るスクールのサーバー向けです。トークンが有効か、誰のものかをここに問い合わせます。client_secretを持つ人は、スクールのどのトークンでも照会でき、その人のスコープと、スコープemailがあればメールアドレスを知ることができます。それ以外ではオフのままにしてください。',
    faults: {
      scopeNotChosen: '上で選ばれていないスコープがあります。',
      noKind: 'いずれかを選んでください。',
      noScope: 'スコープを1つ以上選んでください。',
      notYours: '存在しないスコープ、またはあなたの役割に含まれないスコープがあります。',
      tooMany: 'アドレスが10件を超えています。',
      address: (address, why) => `${address} – ${why}`,
      addresses: {
        too_long: '2,048文字を超えています。',
        fragment: '# 以降が含まれています。パスとクエリの後には何も付けられません。',
        characters: '空白など、アドレスに使えない文字が含まれています。',
        relative: '完全なアドレスではありません。https:// または http://127.0.0.1 で始めてください。',
        forbidden_scheme: '何かを実行するおそれがあるため、この種類のアドレスは使えません。',
        authority: 'ホスト名が正しくありません。',
        plain_http: 'http を使えるのは 127.0.0.1、localhost、[::1] だけです。それ以外は https にしてください。',
      },
    },
  },
  logo: {
    title: (name: string) => `${name}のロゴ`,
    lead: '同意画面と連携アプリの一覧に表示されます。利用者はロゴを見て信頼できる相手かどうかを判断しますので、必ずそのアプリ自身の画像を使ってください。',
    limits: (kilobytes: number, pixels: number) =>
      `PNG、JPEG、WebP（${kilobytes} KB 以下、${pixels} × ${pixels} ピクセル以下、アニメーションなし）。正方形の画像が最もきれいに表示されます。`,
    now: '現在のロゴです。',
    choose: '新しいロゴ',
    none: 'ロゴなし',
    upload: '画像をアップロード',
    submitUpload: 'アップロードして使う',
    faults: {
      too_large: 'このファイルは大きすぎます。',
      not_an_image: 'このファイルは削除されたか、PNG、JPEG、WebP の画像ではありません。',
      animated: 'この画像はアニメーションです。静止画を選んでください。',
      too_many_pixels: 'この画像はピクセル数が多すぎます。',
      too_few_pixels: 'この画像は 16 × 16 ピクセルより小さいです。',
      stale: 'ほかの人がロゴを変更しました。もう一度選んでください。',
    },
  },
  issued: {
    title: { created: 'アプリケーションを作成しました', rotated: '新しいシークレット' },
    once: 'client_secretが表示されるのは今回だけです。このページを離れる前に、アプリがシークレットを保管する場所に控えてください。',
    overlap: 'アプリを途切れなく切り替えられるように、以前のシークレットもあと24時間使えます。',
    noSecret: 'パブリックなアプリケーションですので、保管するシークレットはありません。',
    on: 'アプリケーションへ',
    again: {
      created: {
        title: 'このアプリケーションは作成済みです',
        text: 'フォームが2回送信されましたが、新しく作成されたものはありません。シークレットがある場合は一度だけ表示されました。控えていないときは、新しいシークレットを発行してください。',
      },
      rotated: {
        title: 'シークレットは変更済みです',
        text: 'フォームが2回送信されたか、ほかの人が先に変更しました。今回は何も変更されていません。新しいシークレットは一度だけ表示されました。控えていないときは、もう一度発行してください。',
      },
    },
  },
  developer: {
    title: '開発者向けの情報',
    lead: 'アプリに必要な情報です。client_secretがある場合は、別の方法で渡してください。',
    settings: '設定',
    command: 'Schoolgateのコピーで一連の流れを試す',
    walkthrough: '開発者とエージェントのための手引き（英語）',
  },
  one: {
    state: '状態',
    description: '説明',
    redirectUris: 'リダイレクトURI',
    postLogoutRedirectUris: 'ログアウト後の戻り先',
    made: '作成日',
    lastUsed: '最終利用',
    oldSecret: '以前のシークレット',
    oldSecretUntil: '有効期限：',
    disabledText: 'このアプリケーションは無効です。許可を求めることはできず、トークンは使えません。',
    grants: '接続',
    use: (grants, people) => `${grouped(people)}人、接続${grouped(grants)}件。`,
    noGrants: '接続している人はいません',
    noGrantsText: 'このアプリにアクセスを許可した人がここに表示されます。',
    since: '開始：',
    allGrants: 'すべての接続',
    edit: '変更',
    logo: 'ロゴ',
    rotate: '新しいシークレット',
    endOld: '以前のシークレットを今すぐ終了',
    disable: '無効にする',
    enable: '有効にする',
    remove: '削除',
  },
  danger: {
    change: {
      title: (name) => `${name}を変更しますか？`,
      added: '追加されるリダイレクトURI：',
      addedText:
        '今後はここにもコードが送られ、それを読み取れる者は、このアプリケーションの利用者に代わって操作できます。以前に許可した人には、もう一度確認します。',
      removed: '削除されるリダイレクトURI：',
      scopes: '追加されるスコープ：',
      introspects:
        '今後、このアプリケーションのclient_secretを持つ人は、スクールのすべてのトークンについて、誰のものか、どのアプリのものか、何ができるかを照会できます。',
    },
    rotate: {
      title: (name) => `${name}に新しいシークレットを発行しますか？`,
      text: '新しいシークレットは次のページで一度だけ表示されます。現在のシークレットはあと24時間使えます。さらに前のものはただちに使えなくなります。',
    },
    endOld: {
      title: (name) => `${name}の以前のシークレットを終了しますか？`,
      text: 'まだ使っているものは、今後トークンを取得できなくなります。新しいシークレットはそのまま使えます。',
    },
    disable: {
      title: (name) => `${name}を無効にしますか？`,
      text: 'トークンはただちに使えなくなり、接続は終了します。再び有効にした後は、全員があらためて許可する必要があります。',
    },
    remove: {
      title: (name) => `${name}を削除しますか？`,
      text: 'トークンはただちに使えなくなり、接続は終了し、このclient_idは二度と使われません。元に戻すことはできません。',
    },
  },
  done: {
    changed: '変更を保存しました。今から有効です。',
    secret_ended: '以前のシークレットは使えなくなりました。',
    disabled: 'アプリケーションを無効にしました。トークンは使えなくなり、接続は終了しました。',
    enabled: 'アプリケーションを有効にしました。利用者はあらためて許可する必要があります。',
    deleted: 'アプリケーションを削除しました。',
  },
};
