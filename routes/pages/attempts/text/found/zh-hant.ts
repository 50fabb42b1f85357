import type { Said } from '../../../kit/text/said.ts';
import type { found as said } from './en.ts';
import { people } from './people/zh-hant.ts';

export const found: Said<typeof said> = {
  parameter_missing: [(name) => `缺少參數 ${name}。`, (name) => `傳送 ${name}。`],
  format_nothing: ['沒有收到任何內容：要求沒有內容，也沒有內容類型。', (needed) => `以 ${needed} 傳送資料。`],
  format_unnamed: ['內容沒有指明內容類型。', (needed) => `以 ${needed} 傳送，並在 content-type 標頭中指明。`],
  format_other: [(came) => `內容是 ${came}，這個網址無法讀取。`, (_came, needed) => `以 ${needed} 傳送。`],
  body_no_json: ['內容不是有效的 JSON。', '傳送有效的 JSON，用 JSON 函式庫產生即可。'],
  method_other: [
    (came, right) => `要求使用了 ${came}，這個網址只接受 ${right}。`,
    (_came, right) =>
      `使用 ${right}。如果應用程式已這麼做，就是重新導向（例如從 http 到 https）改了要求：請一開始就使用 https 網址。`,
  ],
  address_other: [
    (came, right) => `${came} 沒有任何內容。正確的網址是 ${right}。`,
    (_came, right) => `依中繼資料使用 ${right}。`,
    '如果應用程式已這麼做，就是代理伺服器改了路徑：請讓它原樣轉送路徑。',
  ],
  host_internal: [
    (came, own) => `要求以內部名稱 ${came} 送達，而不是 ${own}（BASE_URL）：代理伺服器沒有轉送主機名稱。`,
    '讓代理伺服器轉送 Host 與 X-Forwarded-Proto 標頭。',
  ],
  host_public: [
    (came, own) => `要求以 ${came} 送達，但 BASE_URL 是 ${own}，應用程式會因此停止。`,
    (came, own) => `如果 ${came} 是公開的網址，將 BASE_URL 設為它。否則，應用程式應使用 ${own}。`,
  ],
  origin_page: [
    (page) => `網頁 ${page} 呼叫了工具，但它不在允許之列。`,
    (page) => `如果允許，將 ${page} 加入 MCP_ALLOWED_ORIGINS。`,
  ],
  origin_form: ['此伺服器的表單是從其他網站的頁面傳送的。', '在應用程式中重新開始，並在此伺服器的頁面上回答。'],
  origin_host: [
    (came, own) => `要求的主機是 ${came}，但此伺服器是 ${own}。`,
    (_came, own) => `讓代理伺服器轉送主機名稱 ${own}，或將 BASE_URL 設為公開的網址。`,
  ],
  client_id_form: [
    (length) =>
      `沒有應用程式使用此用戶端 ID，它也不是此伺服器的格式：有 ${length} 個字元，而不是 c_ 與 22 個。可能輸入錯誤，或屬於其他伺服器。`,
    '將此伺服器的用戶端 ID 複製到應用程式，或讓應用程式在此註冊。',
    '將「OAuth 應用程式」中的用戶端 ID 交給開發者。',
  ],
  client_id_gone: [
    '用戶端 ID 的格式正確，但已沒有應用程式使用它：從未使用的註冊會在 7 天後刪除。',
    '讓應用程式重新註冊。',
    '如果是學校已移除的應用程式，請建立新的。',
  ],
  document_name: [
    '伺服器找不到應用程式中繼資料文件主機的公開位址。',
    '檢查用戶端 ID 中的主機，並在 DNS 中為它設定公開位址。',
  ],
  document_late: ['應用程式中繼資料文件的主機沒有及時回應。', '讓主機在 3 秒內回應，對伺服器也一樣。'],
  document_closed: ['應用程式中繼資料文件的主機拒絕了連線。', '讓網頁伺服器在用戶端 ID 的網址回應。'],
  document_broken_off: [
    '與應用程式中繼資料文件主機的連線在回應前中斷。',
    '讓網頁伺服器在用戶端 ID 的網址回應，對伺服器也一樣。',
  ],
  document_certificate: [
    (said) => `應用程式中繼資料文件主機的憑證無效：「${said}」。`,
    '為此主機安裝有效的憑證，包含完整的憑證鏈。',
  ],
  document_forbidden: [
    (status) => `應用程式中繼資料文件的主機以狀態 ${status} 拒絕了此伺服器，防機器人的保護會這麼做。`,
    '讓伺服器不經這種檢查就能讀取文件。',
  ],
  document_status: [
    (status) => `主機回應的不是應用程式的中繼資料文件，而是狀態 ${status}。`,
    '在與用戶端 ID 完全相同的網址，以狀態 200 與文件回應。',
  ],
  document_redirect: [
    (status) => `主機回應的不是應用程式的中繼資料文件，而是重新導向（狀態 ${status}），伺服器不會跟隨。`,
    '在與用戶端 ID 完全相同的網址提供文件，或以重新導向後的網址作為用戶端 ID。',
  ],
  document_type: [(type) => `應用程式中繼資料文件的內容類型是 ${type}，不是 JSON。`, '以 application/json 提供文件。'],
  document_content: [(said) => `應用程式的中繼資料文件無效：「${said}」。`, '在文件中修正這一點。'],
  secret_form: ['傳送的 client_secret 不是此伺服器的：此伺服器的密鑰是 cs_ 與 43 個字元。'],
  secret_other: ['傳送的 client_secret 格式完整，但不是此應用程式的：它在超過一天前被取代，或屬於其他應用程式。'],
  auth_basic: ['應用程式以 HTTP Basic 在標頭中傳送用戶端 ID 與密鑰，這不受支援。'],
  auth_assertion: ['應用程式傳送了簽署的 assertion（client_assertion）而不是密鑰，這不受支援。'],
  redirect_differs: [(first, second) => `重新導向 URI 在授權要求中是 ${first}，在權杖要求中是 ${second}。`],
  redirect_query: [(uri) => `重新導向 URI ${uri} 在權杖要求中的查詢字串與授權要求中的不同。`],
  redirect_registered: [
    (sent, registered) => `應用程式要求重新導向 URI ${sent}，但沒有註冊。已註冊的是：${registered}`,
  ],
  grant_type_sent: [(type) => `應用程式要求授與類型 ${type}，這不受支援。`],
  response_type_sent: [(type) => `應用程式要求 response_type=${type}，這不受支援。`],
  challenge_missing: ['應用程式沒有使用 PKCE：沒有傳送 code_challenge。'],
  challenge_method: [
    (method) => `code_challenge 附帶 code_challenge_method=${method}，而不是 S256。`,
    '以 verifier 的 SHA-256 作為 code_challenge，並傳送 code_challenge_method=S256。',
  ],
  challenge_no_method: [
    'code_challenge 沒有附帶 code_challenge_method，這表示「plain」。',
    '一起傳送 code_challenge_method=S256。',
  ],
  challenge_form: [
    (is, must) => `code_challenge 不是 ${must} 個 base64url 字元：它有 ${is} 個。`,
    '將 verifier 的 SHA-256 以不含「=」的 base64url 編碼。',
  ],
  verifier_missing: ['權杖要求沒有 code_verifier。', '傳送產生 code_challenge 的 verifier。'],
  verifier_form: [
    (is) => `code_verifier 的格式不正確：它有 ${is} 個字元，必須是 43 到 128 個字母、數字與「-._~」。`,
    '以這種格式產生 verifier，並原樣傳送。',
  ],
  verifier_challenge: [
    '應用程式將 code_challenge 本身當成 code_verifier 傳送。',
    '傳送產生 code_challenge 的 verifier。',
  ],
  verifier_other: [
    (is) => `code_verifier 的格式正確（${is} 個字元），但此授權碼的 code_challenge 是由另一個產生的。`,
    '將每個要求的 verifier 與其 state 一起保存，並傳送那一個。',
  ],
  scope_named: [(scope) => `沒有權限範圍 ${scope}。`, '省略它，或使用中繼資料中的權限範圍。'],
  scope_beyond: [
    (scope) => `應用程式不得要求 ${scope}。`,
    (scope) => `省略 ${scope}。`,
    (scope) => `如果應用程式需要，將 ${scope} 加入應用程式。`,
  ],
  scope_lacking: [
    (scope) => `權杖缺少此呼叫所需的權限範圍 ${scope}。`,
    (scope) => `傳送也要求 ${scope} 的新授權要求，由本人決定。`,
  ],
  resource_other: [
    (sent, own) => `應用程式要求的 resource 是 ${sent}，但此伺服器是 ${own}。`,
    (_sent, own) => `每次都傳送 resource=${own}。`,
  ],
  resource_not_sent: ['缺少參數 resource。', (own) => `每次都傳送相同的 resource=${own}。`],
  value_short: [
    (name, is, must) => `作為 ${name} 傳送的內容不完整：點之後有 ${must} 個字元中的 ${is} 個。`,
    '傳送完整的值，並找出對它來說太短的欄位或變數。',
  ],
  value_long: [
    (name, is, must) => `作為 ${name} 傳送的內容多了東西：點之後有 ${is} 個字元，而不是 ${must} 個。`,
    '原樣傳送收到的值，不加引號或換行。',
  ],
  value_foreign: [
    (name) => `作為 ${name} 傳送的內容不是此伺服器的格式，因此是其他伺服器發出的。`,
    '只將每個伺服器發出的內容傳送給它，並在此重新開始。',
  ],
  value_unknown: [
    (name) => `作為 ${name} 傳送的內容格式與長度正確，但這裡沒有：某個字元被改變，或由其他安裝發出。`,
    '原樣傳送此伺服器發出的內容。如果應用程式已這麼做，請重新開始。',
  ],
  code_age: [(late) => `授權碼有效一分鐘，它晚了 ${late} 秒。`],
  code_again: [(later) => `授權碼在第一次使用後 ${later} 秒再次被使用，因此其權杖已撤銷。`],
  issued_to: [(name) => `授權碼或權杖是發給 ${name} 的，卻由另一個用戶端 ID 傳送。`],
  refresh_unstored: [
    '更新權杖早已被取代，而應用程式從未使用新的，因此連線已結束。',
    '保存每個回應中的更新權杖，並讓本人重新連線。',
  ],
  version_other: [
    (sent, supported) => `應用程式傳送的協定版本是 ${sent}，但伺服器支援 ${supported}。`,
    '在 MCP-Protocol-Version 標頭中傳送其中之一。',
  ],
  accept_other: [
    (sent) => `Accept 標頭是「${sent}」，不允許回應的任何格式。`,
    '傳送 Accept: application/json, text/event-stream。',
  ],
  message_no_json: ['內容不是有效的 JSON。', '每次 POST 以 JSON 傳送一則 JSON-RPC 訊息。'],
  ...people,
};
