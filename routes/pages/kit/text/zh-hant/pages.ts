import type { pages as en } from '../en/pages.ts';
import type { Said } from '../said.ts';

const minutes = (seconds: number): string =>
  seconds < 60 ? `${Math.max(1, Math.ceil(seconds))} 秒` : `${Math.ceil(seconds / 60)} 分鐘`;

export const pages: Said<typeof en> = {
  layout: {
    about: 'Schoolgate 讓您登入所屬的學校。',
    poweredBy: '由 Schoolgate 提供登入服務',
    requestId: '要求',
    wrong: (title) => `錯誤：${title}`,
  },
  roles: {
    owner: '擁有者',
    admin: '管理員',
    staff: '工作人員',
    instructor: '教師',
    member: '成員',
  },
  labels: {
    switch: '使用其他帳號',
    cancel: '取消並返回應用程式',
    again: '再看一次這項要求',
    email: '電子郵件地址',
    password: '密碼',
  },
  client: {
    unreviewed: '未審查',
    vendor: '已知的整合服務',
    reviewed: '已審查',
    namedByAddress: '僅能以網址識別；沒有人確認過背後是誰',
    madeBy: (school) => `由 ${school} 建立`,
    madeBySchool: '由您的學校建立',
    registeredItself: '自行註冊；沒有人確認過它的身分',
    callsItself: (name) => `自稱「${name}」`,
  },
  signIn: {
    title: '登入',
    at: (school) => `登入 ${school}`,
    sentBy: (app) => `${app} 將您帶到這裡登入。您的密碼只留在這裡，應用程式絕不會看到。`,
    alone: '請使用您在學校登記的電子郵件地址。',
    submit: '登入',
    wrongCredentials: '電子郵件地址與密碼不相符。請檢查後再試一次。',
    throttled: '嘗試登入的次數太多。您的帳號沒有問題，請稍候再試。',
    throttledFor: (seconds) => `嘗試登入的次數太多。您的帳號沒有問題，請在 ${minutes(seconds)}後再試。`,
    busy: '目前登入的人非常多，還沒有輪到您。請在幾秒後再試一次。',
    reauthenticate: '若要繼續，請再次證明是您本人。您會留在同一個帳號。',
  },
  chooseAccount: {
    title: '選擇帳號',
    lead: (app) => `您想用哪個帳號使用 ${app}？`,
    continueAs: (name) => `以 ${name} 的身分繼續`,
  },
  chooseSite: {
    title: '選擇學校',
    lead: (app) => `您屬於多所學校。${app} 只能存取您在這裡選擇的學校。`,
    legend: '您的學校',
    submit: '繼續',
  },
  consent: {
    title: (app) => `要允許 ${app} 存取嗎？`,
    asks: (school) => `要求以您的名義存取 ${school}`,
    warning: (app) =>
      `只有在這是您自己剛開始的操作，而且您認得 ${app} 時，才繼續進行。如果是訊息或其他人引導您到這裡，請不要允許。`,
    signedInAs: '您的帳號',
    atSchool: (role, school) => `${school}：${role}`,
    groups: {
      identity: '您的身分',
      own: '您自己的資料',
      read: '學校管理：查看',
      write: '學校管理：變更',
    },
    choose: '如果您允許，應用程式就能做這裡勾選的事。不想分享的項目，請取消勾選。',
    noChoice: '如果您允許，應用程式就能做以下的事。',
    before: '您先前允許過',
    unavailable: '您無法提供的項目',
    unavailableWhy: '應用程式也要求了這些，但您在學校的角色不包含，因此它不會取得。',
    goesTo: '接下來前往',
    goesToWeb: (host) => `返回 ${host}`,
    goesToApp: (scheme) => `這部裝置上回應 ${scheme} 的應用程式`,
    goesToLoopback: (host) => `這部電腦上的程式（${host}）`,
    loopbackWarning:
      '我們無法得知這部電腦上哪個程式會回應。其他執行中的程式可能會代為接收，因此請只在您信任的電腦上允許。',
    reaches: '適用於',
    lasts: '期限',
    lastsDays: (days) => `到您收回為止，最長 ${days} 天`,
    undo: '若您改變心意',
    undoHere: '您可以隨時在這裡收回：',
    undoLink: '已連線的應用程式',
    deny: '拒絕',
    allow: '允許',
  },
  goingOn: {
    approved: {
      title: '正在返回應用程式',
      text: (app) => `已允許存取。正在帶您返回 ${app}。`,
    },
    denied: {
      title: '您沒有允許存取',
      text: (app) => `沒有分享任何資料。正在帶您返回 ${app}。`,
    },
    error: {
      title: '沒有成功',
      text: (app) => `沒有分享任何資料。正在帶您返回 ${app}，它會說明出了什麼問題。`,
    },
    signed_out: {
      title: '您已登出',
      text: (app) => `您已在這個瀏覽器登出 Schoolgate。正在帶您返回 ${app}。`,
    },
    link: (app) => `前往 ${app}`,
    hint: '如果幾秒內沒有任何反應，請使用這個按鈕。應用程式開啟後，就可以關閉這個頁面。',
  },
  message: {
    bad_request: {
      title: '應用程式送出了無法使用的要求',
      text: '要求的內容與我們對這個應用程式的了解不符，因此在此停止。錯誤出在應用程式，不是您的問題，也沒有人登入。請通知應用程式的開發者；下方的詳細資料會有幫助。',
    },
    expired: {
      title: '時間過久',
      text: '為了您的安全，登入要求會在 30 分鐘後結束。沒有分享任何資料。請回到應用程式，從那裡重新開始。',
    },
    completed: {
      title: '這已經完成了',
      text: '您先前已回覆這項要求，可能是按了兩下，或之後按了返回鍵。以您第一次的回覆為準。如果應用程式仍在等待，請從那裡重新開始。',
    },
    other_browser: {
      title: '請使用一開始的瀏覽器',
      text: '這項要求是在其他瀏覽器開啟的，或是這裡停用了 Cookie。請回到應用程式重新開始，並全程使用同一個接受 Cookie 的瀏覽器。',
    },
    school_ready: {
      title: '您的學校已準備就緒',
      text: '學校與擁有者的帳號已建立，這個連結也已用過。開啟學校應用程式的人都在這裡登入；請您使用剛才設定的電子郵件地址與密碼。',
    },
    session_changed: {
      title: '您的登入狀態已改變',
      text: '開啟這個頁面之後，有人在這個瀏覽器登入或登出，可能是您在其他分頁的操作。沒有分享任何資料。請再看一次這項要求，或回到應用程式重新開始。',
    },
    not_a_member: {
      title: '您不是這所學校的成員',
      text: '您已登入，但這個帳號不屬於該應用程式所服務的學校。您在那裡可能有其他帳號；如果沒有，請向學校索取邀請。',
    },
    forbidden_origin: {
      title: '這份表單不是來自我們的網站',
      text: '這份表單是從其他網站送出的，因此我們沒有處理。如果您正在填寫我們的頁面，請重新開啟後再試一次。',
    },
    throttled: {
      title: '要求太多',
      text: '我們在短時間內從您這裡收到的要求比平常多。請等一分鐘後再試。',
    },
    not_found: {
      title: '這裡沒有頁面',
      text: '網址可能有誤，或頁面已移動。請從學校的網站或您正在使用的應用程式重新開始。',
    },
    method_not_allowed: {
      title: '這個網址的使用方式不同',
      text: '頁面存在，但無法以這種方式開啟。請從學校的網站或您正在使用的應用程式重新開始。',
    },
    server_error: {
      title: '我們這邊發生了問題',
      text: '這不是您的錯。請再試一次；如果再次發生，請將下方的要求編號告訴學校。',
    },
    unavailable: {
      title: '目前無法回應',
      text: '服務正在啟動、更新，或非常忙碌。您的帳號很安全。請等一分鐘後再試。',
    },
    signed_out: {
      title: '您已登出',
      text: '您在這個瀏覽器已不再登入 Schoolgate。您允許的應用程式會保持連線，直到您收回存取權。',
    },
    client_error_redirect: {
      title: '應用程式的要求有誤',
      text: '我們在此停止，沒有分享任何資料。這個應用程式未經審查，因此我們不會自動帶您過去。如果您認得它，可以返回；它會得知哪裡有誤。',
    },
    page_too_old: {
      title: '這個頁面已過時',
      text: '開啟頁面之後，您曾登入或登出，因此沒有任何變更。請重新開啟頁面後再試一次。',
    },
    no_operator: {
      title: '這個頁面供學校的管理人員使用',
      text: '您已登入，但您的帳號不是這所學校的管理人員。如果應該是，請向擁有者或管理員要求角色。',
    },
    managers_only: {
      title: '這個頁面供擁有者與管理員使用',
      text: '您的角色可以查看學校，但不能進行這個頁面的操作。如有需要，請洽擁有者或管理員：他們可以代您處理，或給您其他角色。',
    },
    start: '前往首頁',
    details: '技術細節',
    error: '錯誤',
    description: '意義',
    request: '要求',
  },
  signOut: {
    title: '要登出 Schoolgate 嗎？',
    lead: '您將在這個瀏覽器登出。您允許的應用程式會保持連線，直到您收回存取權。',
    submit: '登出',
    stay: '若要保持登入，只要關閉這個頁面即可。',
  },
  setup: {
    title: '設定您的學校',
    lead: '這是第一次啟動。請為學校命名，並建立擁有者的帳號。這個頁面只能使用一次。',
    school: '學校',
    owner: '擁有者',
    schoolName: '學校名稱',
    schoolNameHint: '成員登入時看到的名稱。',
    schoolSlug: '網址用的簡短名稱',
    schoolSlugHint: '小寫英文字母、數字與連字號，例如「north-school」。',
    ownerName: '您的姓名',
    ownerEmail: '您的電子郵件地址',
    ownerEmailHint: '您用它登入。',
    password: '密碼',
    passwordHint: '至少 10 個字元。幾個只有對您才有關聯的詞，就是好密碼。',
    submit: '設定學校',
    problems: {
      required: '請填寫此欄。',
      too_short: '太短了。',
      too_long: '太長了。',
      invalid: '格式與這裡的說明不符。',
      taken: '已有人使用，請換一個。',
      too_common: '很多人使用這個密碼，容易被猜到。請換一個。',
    },
  },
};
