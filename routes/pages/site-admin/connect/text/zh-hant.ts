import type { Said } from '../../../kit/text/said.ts';
import type { connect as said } from './en.ts';

export const connect: Said<typeof said> = {
  title: '設定指南',
  lead: '將 AI 助理與應用程式連線到這所學校的方法，可直接複製使用。',
  addressesTitle: '位址',
  addresses: {
    issuer: '簽發者（issuer）',
    mcp: 'MCP 端點；公開工具不需登入',
    mcp_operators: 'MCP 端點，供工作人員使用（要求登入）',
    mcp_members: 'MCP 端點，供成員存取自己的資料（要求登入）',
    graphql: '帳號 API（GraphQL）',
    openapi: 'OpenAPI',
    resource: '資源的中繼資料',
  },
  tools:
    '為了讓清單短到語言模型能夠處理，較少使用的工具不會列出；助理可以透過 find_tools 找到並呼叫它們。若要列出其他權限群組，請在位址後加上 &tools=courses,students（位址中沒有問號時則用 ?tools=）；要列出全部，請加上 tools=all。',
  clientsTitle: 'AI 助理與工具',
  clientsLead:
    '這些助理可以在每個人的角色範圍內管理學校。成員自己的資料則需要貴校的應用程式，或您提供給成員的應用程式。',
  clients: {
    claude: '網頁版與桌面版：以此位址新增自訂連接器，然後進行連線。',
    claude_code: '請在已安裝 Claude Code 的環境執行，接著啟動它，輸入 /mcp 並登入。',
    chatgpt: '以此位址建立連接器，並選擇 OAuth 驗證。',
    cursor: '請加入專案或您自己的 MCP 檔案，然後在 Cursor 的設定中開啟伺服器。',
    vscode: '請加入工作區的 MCP 檔案，並在其中啟動伺服器；VS Code 會要求您登入。',
    inspector: '啟動後選擇 Streamable HTTP，輸入位址並連線。',
    mcp_remote: '供只能啟動本機伺服器的程式使用的橋接工具。可單獨執行，或由這類程式啟動。',
    curl: '公開工具不需登入。以下指令會搜尋貴校的課程。',
  },
  admission: {
    by_name: () => '可直接使用。',
    by_address: (host) => `它以 ${host} 上的網址識別自己。在該網址獲得核准之前，它只能讀取：`,
    by_itself: () => '它會在連線時自行註冊。使用者會看到「未審查」的警告。',
    only_as_application: () => '用戶端無法在本伺服器自行註冊。請為它建立應用程式，並在它詢問時輸入 client_id。',
  },
  notReachable: '目前只有這台電腦可以連到本伺服器。待伺服器有公開的 https 位址後，雲端應用程式即可連線。',
  snippets: {
    address: '位址',
    clientId: '用戶端 ID',
    command: '指令',
    cursorFile: '.cursor/mcp.json 或 ~/.cursor/mcp.json',
    vscodeFile: '.vscode/mcp.json',
    serversFile: '使用本機伺服器之程式的設定',
  },
  members: {
    title: '成員自己的助理',
    lead: '若要讓助理讀取成員本人的課程，請建立一個應用程式，並分享其 client_id。',
    show: '顯示成員需要的內容',
    none: '若要讓助理讀取成員本人的課程，請建立一個具有 account:read 範圍的公開應用程式。其 client_id 會顯示在這裡，可直接分享。',
    ready: (application: string) =>
      `請將這些內容分享給成員。它們使用貴校的應用程式「${application}」：每位成員自行登入並決定，助理只會取得本人的資料。`,
    addressMissing: '請先將這個重新導向 URI 加入應用程式，否則助理的登入會遭拒絕：',
    create: '建立應用程式',
  },
  own: {
    title: '貴校自己的應用程式',
    text: '為貴校開發的應用程式在此取得 client_id。有了 account:read，它就能向成員顯示本人的課程、訂單與活動；其請求會帶有 resource，值為簽發者的位址。',
  },
  offer: {
    title: '連線您的第一個用戶端',
    text: '讓 AI 助理和您自己的應用程式連線到學校：每個人自行決定它們可以看到和執行的內容，並可移除存取權。開啟測試版功能「MCP 連線」，即可查看設定指南。',
    submit: '開啟 MCP 連線',
  },
};
