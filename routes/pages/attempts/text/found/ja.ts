import type { Said } from '../../../kit/text/said.ts';
import type { found as said } from './en.ts';
import { people } from './people/ja.ts';

export const found: Said<typeof said> = {
  parameter_missing: [(name) => `パラメーター${name}がありません。`, (name) => `${name}を送信します。`],
  format_nothing: [
    '何も届いていません。リクエストに本文もコンテンツタイプもありません。',
    (needed) => `データを${needed}で送信します。`,
  ],
  format_unnamed: [
    '本文がコンテンツタイプなしで届きました。',
    (needed) => `${needed}で送信し、content-typeヘッダーで示します。`,
  ],
  format_other: [
    (came) => `本文が${came}で届きましたが、この宛先では読み取れません。`,
    (_came, needed) => `${needed}で送信します。`,
  ],
  body_no_json: ['本文が正しいJSONではありません。', 'JSONライブラリが出力するとおりの、正しいJSONを送信します。'],
  method_other: [
    (came, right) => `リクエストは${came}で届きましたが、この宛先が受け付けるのは${right}だけです。`,
    (_came, right) =>
      `${right}で送信します。すでにそうしていれば、httpからhttpsなどのリダイレクトがリクエストを変えています。最初からhttpsのアドレスを使います。`,
  ],
  address_other: [
    (came, right) => `${came}には何もありません。正しいアドレスは${right}です。`,
    (_came, right) => `メタデータのとおり${right}を使います。`,
    'アプリがすでにそうしていれば、プロキシがパスを変えています。パスをそのまま渡すようにします。',
  ],
  host_internal: [
    (came, own) =>
      `リクエストが${own}（BASE_URL）ではなく、内部の名前${came}で届きました。プロキシがホストを渡していません。`,
    'プロキシがHostとX-Forwarded-Protoのヘッダーを渡すようにします。',
  ],
  host_public: [
    (came, own) => `リクエストは${came}で届きましたが、BASE_URLは${own}です。アプリはこの違いで止まります。`,
    (came, own) =>
      `公開しているアドレスが${came}なら、BASE_URLをそれにします。そうでなければ、アプリで${own}を使います。`,
  ],
  origin_page: [
    (page) => `ウェブページ${page}がツールを呼び出しましたが、許可されたページではありません。`,
    (page) => `許可する場合は、${page}をMCP_ALLOWED_ORIGINSに追加します。`,
  ],
  origin_form: [
    'このサーバーのフォームが、別のウェブサイトのページから送信されました。',
    'アプリで最初からやり直し、このサーバーのページで回答します。',
  ],
  origin_host: [
    (came, own) => `リクエストはホスト${came}宛てですが、このサーバーは${own}です。`,
    (_came, own) => `プロキシがホスト${own}を渡すようにするか、BASE_URLを公開しているアドレスにします。`,
  ],
  client_id_form: [
    (length) =>
      `このクライアントIDのアプリはなく、このサーバーの形式（c_と22文字）でもありません（${length}文字）。入力の誤りか、別のサーバーのものです。`,
    'このサーバーのクライアントIDをアプリにコピーするか、アプリをここで登録します。',
    'OAuthアプリケーションにあるクライアントIDを開発者に渡します。',
  ],
  client_id_gone: [
    'クライアントIDの形式は正しいのですが、そのアプリはもうありません。一度も使われなかった登録は7日後に削除されます。',
    'アプリをもう一度登録します。',
    '削除されたスクールのアプリケーションなら、新しく作成します。',
  ],
  document_name: [
    'アプリのメタデータ文書のホストに、公開されたアドレスが見つかりません。',
    'クライアントIDのホストを確認し、DNSで公開のアドレスを設定します。',
  ],
  document_late: [
    'アプリのメタデータ文書のホストが、時間内に応答しませんでした。',
    'サーバーに対しても3秒以内に応答するようにします。',
  ],
  document_closed: [
    'アプリのメタデータ文書のホストが、接続を拒否しました。',
    'クライアントIDのアドレスでウェブサーバーが応答するようにします。',
  ],
  document_broken_off: [
    'アプリのメタデータ文書のホストとの接続が、応答の前に切れました。',
    'クライアントIDのアドレスで、サーバーに対してもウェブサーバーが応答するようにします。',
  ],
  document_certificate: [
    (said) => `アプリのメタデータ文書のホストの証明書が無効です：「${said}」`,
    'このホストに、チェーン全体を含む有効な証明書を設定します。',
  ],
  document_forbidden: [
    (status) => `アプリのメタデータ文書のホストが、ボット対策のようにステータス${status}でこのサーバーを拒否しました。`,
    'そのような確認なしに、サーバーが文書を読めるようにします。',
  ],
  document_status: [
    (status) => `アプリのメタデータ文書の代わりに、ホストがステータス${status}を返しました。`,
    'クライアントIDとまったく同じアドレスで、ステータス200と文書を返します。',
  ],
  document_redirect: [
    (status) =>
      `アプリのメタデータ文書の代わりに、ホストがリダイレクト（ステータス${status}）を返しました。リダイレクトには従いません。`,
    'クライアントIDとまったく同じアドレスで文書を返すか、リダイレクト先のアドレスをクライアントIDにします。',
  ],
  document_type: [
    (type) => `アプリのメタデータ文書のコンテンツタイプが${type}で、JSONではありません。`,
    '文書をapplication/jsonで返します。',
  ],
  document_content: [(said) => `アプリのメタデータ文書が正しくありません：「${said}」`, '文書のこの点を修正します。'],
  secret_form: ['送信されたclient_secretはこのサーバーのものではありません。このサーバーのものはcs_と43文字です。'],
  secret_other: [
    '送信されたclient_secretの形は正しいのですが、このアプリケーションのものではありません。1日より前に更新されたか、別のアプリケーションのものです。',
  ],
  auth_basic: ['アプリがクライアントIDとシークレットをHTTP Basicのヘッダーで送信しました。これには対応していません。'],
  auth_assertion: [
    'アプリがシークレットの代わりに署名付きのアサーション（client_assertion）を送信しました。これには対応していません。',
  ],
  redirect_differs: [
    (first, second) => `リダイレクトURIは、認可リクエストでは${first}、トークンのリクエストでは${second}です。`,
  ],
  redirect_query: [(uri) => `リダイレクトURI ${uri} のクエリが、認可リクエストとトークンのリクエストで違います。`],
  redirect_registered: [
    (sent, registered) =>
      `アプリはリダイレクトURI ${sent} を要求しましたが、登録されていません。登録済み：${registered}`,
  ],
  grant_type_sent: [(type) => `アプリはグラントタイプ${type}を要求しましたが、対応していません。`],
  response_type_sent: [(type) => `アプリはresponse_type=${type}を要求しましたが、対応していません。`],
  challenge_missing: ['アプリがPKCEを使っていません。code_challengeが送信されていません。'],
  challenge_method: [
    (method) => `code_challengeが、S256ではなくcode_challenge_method=${method}で届きました。`,
    'verifierのSHA-256をcode_challengeとして、code_challenge_method=S256とともに送信します。',
  ],
  challenge_no_method: [
    'code_challengeがcode_challenge_methodなしで届きました。これは「plain」を意味します。',
    'code_challenge_method=S256を一緒に送信します。',
  ],
  challenge_form: [
    (is, must) => `code_challengeがbase64urlの${must}文字ではありません（${is}文字）。`,
    'verifierのSHA-256を、「=」のないbase64urlにします。',
  ],
  verifier_missing: [
    'トークンのリクエストにcode_verifierがありません。',
    'code_challengeの元になったverifierを送信します。',
  ],
  verifier_form: [
    (is) => `code_verifierの形式が正しくありません（${is}文字）。英数字と「-._~」の43〜128文字が必要です。`,
    'この形式でverifierを作り、変えずに送信します。',
  ],
  verifier_challenge: [
    'アプリがcode_challengeそのものをcode_verifierとして送信しました。',
    'code_challengeの元になったverifierを送信します。',
  ],
  verifier_other: [
    (is) =>
      `code_verifierの形式は正しい（${is}文字）のですが、このコードのcode_challengeは別のものから作られています。`,
    'リクエストごとのverifierをstateとともに保存し、それを送信します。',
  ],
  scope_named: [(scope) => `スコープ${scope}はありません。`, '省くか、メタデータにあるスコープを使います。'],
  scope_beyond: [
    (scope) => `アプリは${scope}を要求できません。`,
    (scope) => `${scope}を省きます。`,
    (scope) => `アプリに必要なら、アプリケーションに${scope}を追加します。`,
  ],
  scope_lacking: [
    (scope) => `この呼び出しに必要なスコープ${scope}がトークンにありません。`,
    (scope) => `${scope}も求める新しい認可リクエストを送信し、本人に判断してもらいます。`,
  ],
  resource_other: [
    (sent, own) => `アプリはresource ${sent} を要求しましたが、このサーバーは${own}です。`,
    (_sent, own) => `すべてのリクエストでresource=${own}を送信します。`,
  ],
  resource_not_sent: [
    'パラメーターresourceがありません。',
    (own) => `すべてのリクエストで同じresource=${own}を送信します。`,
  ],
  value_short: [
    (name, is, must) => `${name}として送信されたものが途中で切れています。点のあとは${must}文字のうち${is}文字です。`,
    '値の全体を送信します。短すぎる項目や変数がないか確認します。',
  ],
  value_long: [
    (name, is, must) => `${name}として送信されたものに何かが付いています。点のあとは${must}文字ではなく${is}文字です。`,
    '引用符や改行を付けずに、届いた値をそのまま送信します。',
  ],
  value_foreign: [
    (name) => `${name}として送信されたものはこのサーバーの形式ではなく、別のサーバーが発行したものです。`,
    '各サーバーには、それが発行したものだけを送信し、ここでは最初からやり直します。',
  ],
  value_unknown: [
    (name) =>
      `${name}として送信されたものは、形式と長さは正しいのですが、ここにはありません。文字が変わったか、別の環境が発行したものです。`,
    'このサーバーが発行したものを変えずに送信します。すでにそうしていれば、最初からやり直します。',
  ],
  code_age: [(late) => `認可コードの有効期間は1分ですが、${late}秒遅れて届きました。`],
  code_again: [
    (later) => `認可コードが、最初の使用から${later}秒後にもう一度使われたため、そのトークンは取り消されました。`,
  ],
  issued_to: [(name) => `コードまたはトークンは${name}に発行されましたが、別のクライアントIDが送信しました。`],
  refresh_unstored: [
    'リフレッシュトークンはずっと前に交換されましたが、アプリが新しいものを一度も使わなかったため、接続を終了しました。',
    '応答ごとのリフレッシュトークンを保存し、本人に接続し直してもらいます。',
  ],
  version_other: [
    (sent, supported) =>
      `アプリが送ったプロトコルのバージョンは${sent}ですが、サーバーが対応するのは${supported}です。`,
    'そのうちの1つをMCP-Protocol-Versionヘッダーで送信します。',
  ],
  accept_other: [
    (sent) => `Acceptヘッダーが「${sent}」で、応答のどの形式も許可していません。`,
    'Accept: application/json, text/event-streamを送信します。',
  ],
  message_no_json: ['本文が正しいJSONではありません。', 'POSTごとにJSON-RPCのメッセージを1つ、JSONで送信します。'],
  ...people,
};
