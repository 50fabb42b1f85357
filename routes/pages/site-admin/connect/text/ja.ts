import type { Said } from '../../../kit/text/said.ts';
import type { connect as said } from './en.ts';

export const connect: Said<typeof said> = {
  title: '接続方法',
  lead: 'このサーバーのアドレスとコマンドです。そのままコピーしてお使いください。',
  addressesTitle: 'アドレス',
  addresses: {
    issuer: '発行者（issuer）',
    mcp: 'MCPエンドポイント（公開ツールはログイン不要）',
    mcp_operators: 'MCPエンドポイント（すぐにログイン、スクールの運営者用）',
    mcp_members: 'MCPエンドポイント（すぐにログイン、メンバー本人のデータ用）',
    graphql: 'アカウントAPI（GraphQL）',
    openapi: 'OpenAPI',
    resource: 'リソースのメタデータ',
  },
  tools:
    '利用頻度の低いツールは一覧に表示されません。アシスタントは find_tools で見つけて呼び出せます。別の権限グループを一覧にするには、アドレスの末尾に &tools=courses,students（疑問符がない場合は ?tools=）を、すべてを一覧にするには tools=all を付けてください。',
  clientsTitle: '対応クライアント',
  clientsLead:
    '役割の範囲内でスクールを運営するためにログインします。メンバー本人のデータには、スクールのアプリケーション、または採用したアプリが必要です。',
  clients: {
    claude: 'ウェブ版とデスクトップ版：このアドレスでカスタムコネクタを追加し、接続してください。',
    claude_code: 'Claude Code のある環境で実行してから起動し、/mcp と入力してログインしてください。',
    chatgpt: 'このアドレスでコネクタを作成し、ログインの方法にOAuthを選んでください。',
    cursor: 'プロジェクトまたはアカウントのファイルに記述し、Cursorの設定でサーバーに接続してください。',
    vscode: 'ワークスペースのファイルに記述し、そこでサーバーを起動してください。VS Codeがログインを求めます。',
    inspector: '起動してStreamable HTTPを選び、アドレスを入力して接続してください。',
    mcp_remote: 'ローカルのサーバーしか起動できないプログラムのための橋渡しです。',
    curl: '公開ツールは誰にでも応答します。次の例はスクールのコースを検索します。',
  },
  admission: {
    by_name: () => 'このサーバーに登録されているため、設定は不要です。',
    by_address: (host) => `${host}のアドレスで識別されます。そのアドレスが承認されるまでは、読み取りだけができます：`,
    by_itself: () => '接続時に自動で登録されます。利用者には、提供元が未確認であることが表示されます。',
    only_as_application: () =>
      'このサーバーではクライアントの自動登録はできません。アプリケーションを作成し、求められた場所にそのclient_idを入力してください。',
  },
  notReachable:
    'このサーバーにはこのコンピューターからしか接続できません。オンラインのアプリには、公開されたhttpsのアドレスが必要です。',
  snippets: {
    address: 'アドレス',
    clientId: 'クライアントID',
    command: 'コマンド',
    cursorFile: '.cursor/mcp.json または ~/.cursor/mcp.json',
    vscodeFile: '.vscode/mcp.json',
    serversFile: 'ローカルのサーバーを使うプログラムの設定',
  },
  members: {
    title: 'メンバー自身のエージェント',
    lead: 'メンバー本人のコースを読むエージェントには、スクールがアプリケーションを一つ作成し、そのclient_idを渡します。',
    show: 'メンバーに必要な情報を表示',
    none: 'エージェントがメンバー本人のコースを読めるようにするには、スコープaccount:readを持つ公開アプリケーションをスクールで一つ作成します。すると、そのclient_idがここに表示され、そのまま渡せます。',
    ready: (application: string) =>
      `これをメンバーに渡してください。スクールのアプリケーション「${application}」を使います。メンバーがそれぞれサインインして許可し、エージェントは本人の情報だけを取得します。`,
    addressMissing:
      '先にこのリダイレクトURIをアプリケーションに追加してください。追加しないと、エージェントのサインインは拒否されます。',
    create: 'アプリケーションを作成',
  },
  own: {
    title: 'スクールのアプリケーション',
    text: 'スクール向けに開発するアプリは、ここでclient_idを取得します。account:readがあれば、メンバー本人のコース、注文、イベントを表示できます。リクエストには、発行者のアドレスをresourceとして付けます。',
  },
  offer: {
    title: '最初のクライアントを接続しましょう',
    text: 'AIアシスタントやスクール独自のアプリを受け入れることができます。何を見せ、何をさせるかは一人ひとりが決め、いつでも取り消せます。ベータ機能「MCP接続」をオンにすると、各クライアントのアドレスとコマンドが表示されます。',
    submit: 'MCP接続をオンにする',
  },
};
