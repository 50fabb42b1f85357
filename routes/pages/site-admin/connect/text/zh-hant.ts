import type { Said } from '../../../kit/text/said.ts';
import type { connect as said } from './en.ts';

export const connect: Said<typeof said> = {
  title: '設定指南',
  lead: '將 AI 助理與應用程式連線到這所學校的方法，可直接複製使用。',
  commandFor: (application) => `您最新的公開應用程式「${application}」的指令`,
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
  install: (client) => `加入 ${client}`,
  switches: {
    lead: '為學校的管理人員開啟助理，或讓成員能詢問自己的課程、訂單與活動。',
    preview: '查看成員看到的內容',
    staff: '工作人員',
    members: '成員',
    states: { on: '已開啟', reads: '僅可讀取', off: '已關閉', blocked: '已封鎖' },
    turnOn: '開啟',
    unblock: '解除封鎖並開啟',
    blockAll: '在所有學校封鎖',
    turnOff: '關閉',
    toApplication: '開啟應用程式頁面',
    uses: (name) => `成員會看到您的應用程式「${name}」的用戶端 ID。`,
    isDisabled: (name) => `您的應用程式「${name}」已停用。`,
    newestOf: (count) => `它是 ${count} 個合適的應用程式中最新的。若要改用其他的，請停用它。`,
    why: {
      ready: '不需開啟：每個人自行登入並決定。',
      platform: '這會影響所有學校，因此由平台的營運者決定。',
      blocked: '已在此平台封鎖，只有平台的營運者可以變更。',
      host: (host) => `本伺服器不接受來自 ${host} 的應用程式。伺服器的管理者可以用 CIMD_ALLOWED_HOSTS 允許。`,
      registration: '應用程式無法在本伺服器自行註冊。請為它建立應用程式。',
      application: (name) => `成員使用貴校的應用程式「${name}」，其他程式也能使用它。請在該頁面編輯或停用。`,
    },
    ask: {
      staff: { on: (client) => `要為工作人員開啟 ${client} 嗎？`, off: (client) => `要在所有學校封鎖 ${client} 嗎？` },
      members: { on: (client) => `要為成員開啟 ${client} 嗎？`, off: (client) => `要為成員關閉 ${client} 嗎？` },
    },
    does: {
      create: (client) =>
        `這會為貴校建立應用程式「${client}」，只能讀取成員自己的資料。成員會在自己的頁面看到它的用戶端 ID。`,
      enable: (name) => `這會重新啟用貴校的應用程式「${name}」。`,
      disable: (name) => `這會停用貴校的應用程式「${name}」，其連線會立即結束。`,
      allowAgain: '若之後要再次允許，請核准它：',
      unblock: '目前在所有學校都已封鎖。這會在所有學校解除封鎖。',
      approve: '開啟的同時也會核准：它在這個平台的每所學校都可以要求共用應用程式可擁有的任何權限，包括變更。',
      alsoStaff: '核准也適用於工作人員：這也會開啟「工作人員」，學校的管理人員可在自己的角色範圍內連線。',
      feature: '這也會開啟測試版功能「MCP 連線」。',
      still: '每位成員仍需自行登入並決定，也可以隨時中斷連線。',
    },
    unreadable: '還不能開啟，因為無法讀取其中繼資料。',
    unreachable: (host) =>
      `本伺服器必須能連到 ${host}，但目前無法連線。請過幾分鐘再試一次；若仍無法連線，請洽伺服器的管理者。`,
    meanwhile: (client) => `在此之前，可以開啟「${client}」，它不需要這項連線。`,
    done: {
      staff: {
        on: (client) => `工作人員現在可以在各自的角色範圍內使用 ${client}。`,
        off: (client) => `已在所有學校封鎖 ${client}，其連線已結束。您可以在「應用程式審查」再次允許它。`,
      },
      members: {
        on: (client) => `成員現在可以使用 ${client}。方法列在他們帳號的「AI 助理」頁面。`,
        off: (client) => `成員無法再使用 ${client}，其在本校的連線已結束。`,
      },
    },
    undone: {
      changed: '您查看之後，其中繼資料已變更。沒有開啟任何項目，請再確認一次。',
    },
  },
  programs: (client) => `Claude Desktop 與電腦上的其他程式（${client}）`,
  useInstead: (client) => `在此之前，請使用下方的「${client}」。`,
  clients: {
    claude: '網頁版與桌面版：以此位址新增自訂連接器，然後進行連線。',
    claude_code: '請在已安裝 Claude Code 的環境執行，接著啟動它，輸入 /mcp 並登入。',
    chatgpt: '以此位址建立連接器，並選擇 OAuth 驗證。',
    cursor: '請按下按鈕，在 Cursor 中確認後登入。您也可以自行加入 MCP 檔案。',
    vscode: '請按下按鈕，在 VS Code 中確認後登入。您也可以自行加入工作區的 MCP 檔案。',
    inspector: '啟動後選擇 Streamable HTTP，輸入位址並連線。',
    mcp_remote:
      '供只能啟動本機 MCP 伺服器的程式使用。在 Claude Desktop 中，依序開啟「設定」、「開發人員」、「編輯設定」（Settings、Developer、Edit Config），將含「mcpServers」的區塊加入檔案 claude_desktop_config.json，再重新啟動程式。如果檔案中已有「mcpServers」，只要加入其中的項目。必須先安裝 Node.js。',
    curl: '公開工具不需登入。以下指令會搜尋貴校的課程。',
  },
  admission: {
    by_name: () => '可直接使用。',
    by_address: (host) => `它以 ${host} 上的網址識別自己。在該網址獲得核准之前，它只能讀取。`,
    by_itself: () => '它會在連線時自行註冊。使用者會看到「未審查」的警告。',
    only_as_application: () => '用戶端無法在本伺服器自行註冊。請為它建立應用程式，並在它詢問時輸入 client_id。',
  },
  addressApproved: (host) => `它以 ${host} 上的網址識別自己，該網址已在此平台的所有學校獲得核准。`,
  addressBlocked: (host) => `它以 ${host} 上的網址識別自己，該網址在此平台的所有學校都已封鎖。`,
  notReachable: '目前只有這台電腦可以連到本伺服器。待本伺服器有公開的 https 位址後，雲端應用程式即可連線。',
  snippets: {
    address: '位址',
    clientId: '用戶端 ID',
    command: '指令',
    cursorFile: '.cursor/mcp.json 或 ~/.cursor/mcp.json',
    vscodeFile: '.vscode/mcp.json',
    serversFile: 'claude_desktop_config.json，或其他程式的 MCP 檔案',
  },
  own: {
    title: '貴校自己的應用程式',
    text: '為貴校開發的應用程式在此取得 client_id。有了 account:read，它就能向成員顯示本人的課程、訂單與活動。開發人員可在應用程式的頁面找到設定。',
  },
  offer: {
    text: '「MCP 連線」會新增供您自己的應用程式使用的「OAuth 應用程式」頁面，以及「應用程式審查」頁面。不需核准的助理不開啟也能使用。您在下方開啟第一個開關時，也會一併開啟。',
    submit: '開啟 MCP 連線',
    done: '已開啟 MCP 連線。選單中現在有「OAuth 應用程式」與「應用程式審查」頁面。',
  },
};
