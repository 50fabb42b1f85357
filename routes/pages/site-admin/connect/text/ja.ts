import type { Said } from '../../../kit/text/said.ts';
import type { connect as said } from './en.ts';

export const connect: Said<typeof said> = {
  title: '設定ガイド',
  lead: 'AIアシスタントやアプリをこのスクールに接続する方法です。',
  commandFor: (application) => `最も新しい公開アプリケーション「${application}」のコマンド`,
  addressesTitle: 'アドレス',
  addresses: {
    issuer: '発行者（issuer）',
    mcp: 'MCPエンドポイント（公開ツールはログイン不要）',
    mcp_operators: 'MCPエンドポイント（スタッフ用、ログインが必要）',
    mcp_members: 'MCPエンドポイント（メンバー本人のデータ用、ログインが必要）',
    graphql: 'アカウントAPI（GraphQL）',
    openapi: 'OpenAPI',
    resource: 'リソースのメタデータ',
  },
  tools:
    '利用頻度の低いツールは一覧に表示されません。アシスタントは find_tools で見つけて呼び出せます。別の権限グループを一覧にするには、アドレスの末尾に &tools=courses,students（疑問符がない場合は ?tools=）を、すべてを一覧にするには tools=all を付けてください。',
  clientsTitle: 'AIアシスタントとツール',
  install: (client) => `${client}に追加`,
  switches: {
    lead: 'スクールの運営者や、自分のコースなどについて質問したいメンバーのために、アシスタントをオンにします。',
    preview: 'メンバー向けの表示を見る',
    staff: 'スタッフ',
    members: 'メンバー',
    states: { on: 'オン', reads: '読み取りのみ', off: 'オフ', blocked: 'ブロック中' },
    turnOn: 'オンにする',
    unblock: 'ブロックを解除してオンにする',
    blockAll: 'すべてのスクールでブロック',
    turnOff: 'オフにする',
    toApplication: 'アプリケーションを開く',
    uses: (name) => `メンバーには、アプリケーション「${name}」のクライアントIDが表示されます。`,
    isDisabled: (name) => `アプリケーション「${name}」は無効です。`,
    newestOf: (count) =>
      `条件に合う${count}件のうち、最も新しいものです。別のものにするには、これを無効にしてください。`,
    why: {
      ready: '設定不要です。各自がログインして許可します。',
      platform: 'プラットフォームの運営者が決めます。',
      blocked: 'このプラットフォームではブロックされています。変更できるのはプラットフォームの運営者だけです。',
      host: (host) =>
        `このサーバーは${host}のアプリを受け付けていません。サーバーの管理者がCIMD_ALLOWED_HOSTSで許可できます。`,
      registration: 'このサーバーではアプリの自動登録はできません。アプリケーションを作成してください。',
      application: (name) =>
        `メンバーは、ほかのアプリも使えるアプリケーション「${name}」を使っています。そのページで編集または無効にしてください。`,
    },
    ask: {
      staff: {
        on: (client) => `スタッフ用に${client}をオンにしますか？`,
        off: (client) => `すべてのスクールで${client}をブロックしますか？`,
      },
      members: {
        on: (client) => `メンバー用に${client}をオンにしますか？`,
        off: (client) => `メンバー用の${client}をオフにしますか？`,
      },
    },
    does: {
      create: (client) =>
        `メンバー本人のデータの読み取りだけができるアプリケーション「${client}」を作成します。クライアントIDはメンバーのページに表示されます。`,
      enable: (name) => `アプリケーション「${name}」を再び有効にします。`,
      disable: (name) => `アプリケーション「${name}」を無効にします。その接続はすぐに終了します。`,
      allowAgain: '後で再び許可するには、承認してください：',
      unblock: '現在、すべてのスクールでブロックされています。これにより、すべてのスクールでブロックが解除されます。',
      approve:
        'オンにすると承認もされます。このプラットフォームのすべてのスクールで、変更を含め、共有アプリに認められるすべての権限を要求できるようになります。',
      alsoStaff:
        '承認はスタッフにも適用されます。「スタッフ」もオンになり、スクールの運営者が自分の役割の範囲で接続できるようになります。',
      feature: 'ベータ機能「MCP接続」もオンにします。',
      still: 'メンバーがそれぞれログインして許可し、いつでも接続を解除できます。',
    },
    unreadable: 'メタデータを読み取れないため、まだオンにできません。',
    unreachable: (host) =>
      `このサーバーから${host}に接続する必要がありますが、今は接続できませんでした。数分後にもう一度お試しください。それでも接続できない場合は、サーバーの管理者に問い合わせてください。`,
    meanwhile: (client) => `それまでは、この接続を必要としない「${client}」をオンにできます。`,
    done: {
      staff: {
        on: (client) => `スタッフは、各自の役割の範囲内で${client}を使えるようになりました。`,
        off: (client) =>
          `${client}をすべてのスクールでブロックし、接続を終了しました。「アプリの審査」で再び許可できます。`,
      },
      members: {
        on: (client) =>
          `メンバーが${client}を使えるようになりました。方法は、アカウントの「AIアシスタント」に表示されます。`,
        off: (client) => `メンバーは${client}を使えなくなりました。このスクールでの接続は終了しています。`,
      },
    },
    undone: {
      changed: '確認した後にメタデータが変わりました。何もオンにしていません。もう一度確認してください。',
    },
  },
  programs: (client) => `Claude Desktopなどのプログラム（${client}）`,
  useInstead: (client) => `「${client}」は使えます。`,
  clients: {
    claude: 'ウェブ版とデスクトップ版：このアドレスでカスタムコネクタを追加してください。',
    claude_code: 'Claude Codeのある環境で実行してください。2行目でブラウザが開くので、ログインしてください。',
    codex: 'Codexのある環境で実行してください。ブラウザが開くので、ログインしてください。',
    gemini_cli: 'Gemini CLIのある環境で実行してください。ブラウザを開くことを許可し、ログインしてください。',
    qwen_code:
      'Qwen Codeのある環境で実行してください。サーバーを選び、Authenticateを選んで、ブラウザでログインしてください。',
    copilot_cli: 'GitHub Copilot CLIのある環境で実行してください。ブラウザが開くので、ログインしてください。',
    opencode: 'opencodeのある環境で実行してください。ブラウザが開くので、ログインしてください。',
    mcporter: 'mcporterのある環境で実行してください。ブラウザが開くので、ログインしてください。',
    chatgpt: 'このアドレスでコネクタを作成し、認証にOAuthを選んでください。',
    cursor: 'ボタンを押し、Cursorで確認してログインしてください。MCPファイルへの追加もできます。',
    vscode: 'ボタンを押し、VS Codeで確認してログインしてください。MCPファイルへの追加もできます。',
    inspector: 'Streamable HTTPを選び、アドレスを入力して接続してください。',
    mcp_remote:
      'ローカルのMCPサーバーしか起動できないプログラム用です。Claude Desktopでは「設定」「開発者」「設定を編集」でclaude_desktop_config.jsonを開き、「mcpServers」を追加して（すでにあれば中の項目だけ）再起動してください。Node.jsが必要です。',
    curl: '公開ツールにログインは不要です。コースの検索例：',
  },
  admission: {
    by_name: () => 'すぐに使えます。',
    by_address: (host) => `${host}のアドレスで識別され、承認までは読み取り専用です。`,
    by_itself: () => '接続時に自動登録され、「未審査」と警告されます。',
    only_as_application: () =>
      'このサーバーではクライアントの自動登録はできません。アプリケーションを作成し、求められた場所にそのclient_idを入力してください。',
  },
  addressApproved: (host) => `${host}のアドレスで識別され、このプラットフォームのすべてのスクールで承認されています。`,
  addressBlocked: (host) =>
    `${host}のアドレスで識別されますが、このプラットフォームのすべてのスクールでブロックされています。`,
  notReachable: 'このサーバーにはこのコンピューターからしか接続できません。公開httpsアドレスが必要です。',
  snippets: {
    address: 'アドレス',
    clientId: 'クライアントID',
    command: 'コマンド',
    typed: 'プログラムに入力',
    cursorFile: '.cursor/mcp.json または ~/.cursor/mcp.json',
    vscodeFile: '.vscode/mcp.json',
    serversFile: 'claude_desktop_config.jsonなどのMCPファイル',
    geminiFile: '~/.gemini/settings.json',
    opencodeFile: 'opencode.json または ~/.config/opencode/opencode.json',
  },
  changes: {
    title: '変更できるものを選ぶ',
    text: '何も選ばなければ、あなたの役割で見られるものすべての閲覧を求めます。選ぶと、選んだものの閲覧と変更だけを求めます。',
    all: (app: string) =>
      `何も選ばなければ、${app} はあなたの役割でできる閲覧と変更をすべて求めます。許可するときに「閲覧のみ」を押すと変更は除かれます。選ぶと、選んだものだけを求めます。`,
    submit: 'コマンドを更新',
  },
  own: {
    title: 'スクールのアプリケーション',
    text: 'スクール向けのアプリはここでclient_idを得ます。account:readがあれば、メンバー本人のコースや注文などを表示できます。設定はアプリケーションのページにあります。',
  },
  offer: {
    text: '「MCP接続」をオンにすると、スクール独自のアプリのための「OAuthアプリケーション」と、「アプリの審査」のページが追加されます。承認が不要なアシスタントは、オフのままでも使えます。下のスイッチを最初にオンにしたときも、一緒にオンになります。',
    submit: 'MCP接続をオンにする',
    done: 'MCP接続をオンにしました。「OAuthアプリケーション」と「アプリの審査」のページがメニューに追加されました。',
  },
};
