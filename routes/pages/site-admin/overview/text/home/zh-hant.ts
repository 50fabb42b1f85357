import type { Said } from '../../../../kit/text/said.ts';
import type { schoolHome as en } from './en.ts';

export const schoolHome: Said<typeof en> = {
  steps: {
    title: '開始使用',
    progress: (done, all) => `已完成 ${done} 項，共 ${all} 項`,
    done: '已完成',
    all: {
      email: '確認您的電子郵件地址',
      look: '選擇色彩或上傳標誌',
      invitation: '邀請第一位成員',
      app: '連線第一個應用程式',
      factor: '新增通行密鑰或驗證器應用程式',
    },
    also: { lead: '也請確認：', details: '語言、時區與貨幣', owner: '第二位擁有者' },
    hide: '隱藏這份清單',
  },
  needs: {
    title: '待辦事項',
    none: '目前沒有待辦事項。',
    bounced: (count, email) => (count === 1 ? `給 ${email} 的邀請無法送達。` : `有 ${count} 份邀請無法送達。`),
    delayed: (count, email) => (count === 1 ? `給 ${email} 的邀請尚未能寄出。` : `有 ${count} 份邀請尚未能寄出。`),
    unsent: (count, email) =>
      count === 1
        ? `給 ${email} 的邀請沒有寄出信件。請重新寄送邀請。`
        : `有 ${count} 份邀請沒有寄出信件。請重新寄送這些邀請。`,
    lapsing: (count, email) =>
      count === 1 ? `給 ${email} 的邀請將在兩天內到期。` : `有 ${count} 份邀請將在兩天內到期。`,
    lapsed: (count, email) =>
      count === 1 ? `給 ${email} 的邀請未獲回覆便已到期。` : `有 ${count} 份邀請未獲回覆便已到期。`,
    unlinked: (count, email) =>
      count === 1 ? `給 ${email} 的邀請需要連結。請建立連結並轉交。` : `有 ${count} 份邀請需要連結。請建立連結並轉交。`,
    inList: {
      unlinked: '需要連結',
      bounced: '信件無法送達',
      delayed: '信件尚未能寄出',
      unsent: '沒有寄出信件',
      lapsing: '將在兩天內到期',
      lapsed: '未獲回覆便已到期',
    },
    offered: {
      share: (name, day) => `您請 ${name} 一同擔任擁有者的提議有效至 ${day}。`,
      handOver: (name, day) => `您將擁有權移交給 ${name} 的提議有效至 ${day}。`,
    },
    failing: (app, times) => `${app} 因為重複使用授權碼或權杖，七天內被中斷連線 ${times} 次。`,
    stopped: (host) => `傳送至 ${host} 的 Webhook 已停用。`,
    undelivered: (host) => `訊息無法送達 ${host} 的 Webhook。`,
    failedEmails: (count) => `這台伺服器有 ${count} 封電子郵件無法送達。`,
    lateEmails: (count) => `這台伺服器有 ${count} 封電子郵件已等候超過一小時。`,
    oldBackup: (days) => (days === 1 ? '最近一次備份已超過一天。' : `最近一次備份是 ${days} 天前。`),
    noBackup: '備份資料夾中沒有任何備份。',
    reviews: (count) => `有 ${count} 個應用程式等待您審查。`,
    email: '您的電子郵件地址尚未確認。',
    factor: '您的帳號沒有通行密鑰，也沒有驗證器應用程式。',
  },
  figures: {
    title: '最近七天',
    members: '有效的成員',
    newMembers: '新成員',
    joined: (count) => `七天內新增 ${count} 位`,
    apps: '已連線的應用程式',
    consents: '允許應用程式的次數',
    allowed: (count) => `七天內允許 ${count} 次`,
    signIns: '登入應用程式',
    toolCalls: '工具呼叫',
    inWeek: '七天內',
    orMore: (count) => `${count} 以上`,
    perDay: (what, days) => `每日${what}。${days}`,
    onDay: (day, count) => `${day}：${count}`,
    separator: '、',
  },
  latest: {
    title: '最近的事件',
    none: '還沒有任何事件。',
    all: '查看完整的稽核紀錄',
  },
};
