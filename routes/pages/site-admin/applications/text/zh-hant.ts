import { groupedIn } from '../../../kit/text/grouped.ts';
import type { Said } from '../../../kit/text/said.ts';
import type { applications as said } from './en.ts';

const grouped = groupedIn('zh-Hant');

export const applications: Said<typeof said> = {
  kind: { public: '公開型', confidential: '機密型' },
  state: { active: '啟用中', disabled: '已停用' },
  list: {
    title: 'OAuth 應用程式',
    lead: '貴校為成員與工作人員建立的應用程式。學校的任何人（包括學員）都可以連線。',
    create: '新增應用程式',
    empty: '還沒有應用程式',
    emptyText: '請為每個替貴校開發的應用程式建立一個。您可以選擇它能要求什麼。',
    scopes: (count) => `${count} 項權限範圍`,
    grants: (count) => (count === 0 ? '沒有連線' : `${grouped(count)} 個連線`),
    lastUsed: '上次使用：',
  },
  form: {
    newTitle: '新增應用程式',
    newLead: '應用程式要求存取權時，使用者會看到名稱與權限。',
    editTitle: '編輯應用程式',
    editLead: '儲存後即生效。用戶端 ID 與類型無法變更。',
    create: '建立應用程式',
    stale: '表單開啟期間，已有其他人變更了這個應用程式。現在顯示的是目前的內容，請重新進行您的變更。',
    name: '名稱',
    nameHint: '應用程式要求存取權時，使用者會看到。',
    description: '說明（選填）',
    descriptionHint: '只有貴校的管理人員看得到：用途為何、由誰負責。',
    kind: '類型',
    kinds: {
      public: '無法保管密鑰：命令列、桌面、行動與瀏覽器應用程式。',
      confidential: '有伺服器可以保管用戶端密鑰。',
    },
    redirectUris: '重新導向 URI，每行一個',
    redirectUrisHint:
      '必須完全相符，例如 https://app.example/callback。在使用者的電腦上可用 http://127.0.0.1/callback、http://localhost/callback 或 http://[::1]/callback，任何連接埠都可以。行動與桌面應用程式可以使用自訂的配置，例如 com.example.app:/callback。最多十個。',
    postLogoutRedirectUris: '登出後的重新導向 URI（選填），每行一個',
    postLogoutHint: '使用者登出後，應用程式可以將其送往的位址。規則相同。',
    scopes: {
      chosen: '已選：',
      title: '權限範圍',
      hint: '應用程式無法要求更多。使用者看到的就是這些文字。',
      change: '您移除的權限範圍會立即從所有連線中移除。您新增的權限範圍，要等應用程式提出要求且本人同意後才會使用。',
    },
    defaultScope: '預設範圍（選填）',
    defaultScopeHint:
      '請求未指定範圍時，應用程式所要求的內容，供無法指定範圍的用戶端使用。多個範圍以空格分隔，且每個都必須在上方選取。仍由本人決定是否允許。',
    introspection: '權杖查詢',
    mayIntrospect: '查詢學校的所有權杖',
    mayIntrospectHint:
      '適用於貴校會收到其他應用程式權杖的伺服器：它在此詢問權杖是否有效、屬於誰。擁有其 client_secret 的人可以查詢學校的任何權杖，得知使用者的範圍，若有 email 範圍還能得知其電子郵件地址。其他情況請保持關閉。',
    faults: {
      scopeNotChosen: '其中有上方未選取的權限範圍。',
      noKind: '請選擇一項。',
      noScope: '請至少選擇一項權限範圍。',
      notYours: '其中有不存在的權限範圍，或您的角色並未包含的權限範圍。',
      tooMany: '最多可輸入十個位址。',
      address: (address, why) => `${address} – ${why}`,
      addresses: {
        too_long: '請勿超過 2,048 個字元。',
        fragment: '請移除 # 及其後的所有內容。',
        characters: '請移除不能用於位址的字元，例如空格。',
        relative: '請輸入完整的位址，以 https:// 或 http://127.0.0.1 開頭。',
        forbidden_scheme: '這類位址可能會執行程式，一律不允許。',
        authority: '沒有正確的主機名稱。',
        plain_http: '請使用 https；http 只能用於 127.0.0.1、localhost 和 [::1]。',
      },
    },
  },
  logo: {
    title: (name: string) => `${name} 的標誌`,
    lead: '標誌會在應用程式要求存取權時，以及已連線的應用程式清單中顯示。大家會憑它判斷是否信任，因此請使用確實屬於該應用程式的圖片。',
    limits: (kilobytes: number, pixels: number) =>
      `PNG、JPEG 或 WebP，最大 ${kilobytes} KB、${pixels} × ${pixels} 像素，不可為動畫。正方形圖片的效果最好。`,
    now: '這是目前的標誌。',
    choose: '新的標誌',
    none: '不使用標誌',
    upload: '上傳圖片',
    submitUpload: '上傳並使用',
    faults: {
      too_large: '這個檔案太大。',
      not_an_image: '這個檔案已不存在，或不是 PNG、JPEG、WebP 圖片。',
      animated: '這張圖片是動畫，請選擇靜態圖片。',
      too_many_pixels: '這張圖片的像素太多。',
      too_few_pixels: '這張圖片小於 16 × 16 像素。',
      stale: '其他人已在此期間更改了標誌，請重新選擇。',
    },
  },
  issued: {
    title: { created: '應用程式已建立', rotated: '新的用戶端密鑰' },
    once: '請立即複製用戶端密鑰。它不會再次顯示。',
    overlap: '先前的密鑰還可以使用 24 小時，讓您能夠切換。',
    noSecret: '這是公開型應用程式，沒有密鑰。',
    on: '前往應用程式',
    again: {
      created: {
        title: '這個應用程式已經建立',
        text: '表單送出了兩次，第二次沒有建立任何項目。若有密鑰，已顯示過一次；如未留存，請輪替密鑰。',
      },
      rotated: {
        title: '密鑰已經輪替',
        text: '表單送出了兩次，或已有其他人先輪替。這次沒有任何變更。新的密鑰已顯示過一次；如未留存，請再輪替一次。',
      },
    },
  },
  developer: {
    title: '給開發人員',
    lead: '應用程式需要知道的資訊。用戶端密鑰請透過安全的管道另外傳送。',
    settings: '設定',
    command: '在 Schoolgate 的原始碼副本中試用',
    walkthrough: '給開發人員與代理程式的指南（英文）',
  },
  one: {
    state: '狀態',
    description: '說明',
    redirectUris: '重新導向 URI',
    postLogoutRedirectUris: '登出後的重新導向 URI',
    made: '建立日期',
    lastUsed: '上次使用',
    oldSecret: '先前的密鑰',
    oldSecretUntil: '有效至',
    disabledText: '這個應用程式已停用：沒有人能連線，其權杖也已失效。',
    grants: '連線',
    use: (grants, people) => `${grouped(people)} 人，共 ${grouped(grants)} 個連線。`,
    noGrants: '沒有人連線',
    noGrantsText: '連線這個應用程式的人會顯示在這裡。',
    since: '開始於',
    allGrants: '所有連線',
    edit: '編輯',
    logo: '標誌',
    rotate: '輪替密鑰',
    endOld: '撤銷先前的密鑰',
    disable: '停用',
    enable: '啟用',
    remove: '刪除',
  },
  danger: {
    change: {
      title: (name) => `要儲存對「${name}」的變更嗎？`,
      added: '新增的重新導向 URI：',
      addedText: '登入授權碼會傳送到這些位址。掌控這些位址的人可以代表您的使用者操作。所有已連線的人都會再次收到詢問。',
      removed: '移除的重新導向 URI：',
      scopes: '新增的權限範圍：',
      introspects:
        '擁有此應用程式 client_secret 的人將可以查詢學校的任何權杖：屬於誰、供哪個應用程式使用、可以做什麼。',
    },
    rotate: {
      title: (name) => `要輪替「${name}」的密鑰嗎？`,
      text: '新的密鑰只會在下一頁顯示一次。目前的密鑰還可以使用 24 小時；更早的密鑰會立即失效。',
    },
    endOld: {
      title: (name) => `要撤銷「${name}」先前的密鑰嗎？`,
      text: '仍在使用它的程式將無法再取得權杖。較新的密鑰仍可使用。',
    },
    disable: {
      title: (name) => `要停用「${name}」嗎？`,
      text: '它的權杖會立即失效，連線也會結束。重新啟用之後，每個人都必須重新連線。',
    },
    remove: {
      title: (name) => `要刪除「${name}」嗎？`,
      text: '它的權杖會立即失效、連線會結束，client_id 也不會再被使用。此操作無法復原。',
    },
  },
  done: {
    changed: '變更已儲存。',
    secret_ended: '已撤銷先前的密鑰，它已失效。',
    disabled: '應用程式已停用，權杖已失效，連線已結束。',
    enabled: '應用程式已啟用。每個人都必須重新連線。',
    deleted: '應用程式已刪除。',
  },
};
