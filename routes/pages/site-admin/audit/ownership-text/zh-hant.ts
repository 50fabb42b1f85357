import type { Said } from '../../../kit/text/said.ts';
import type { ownership as en } from './en.ts';

export const ownership: Said<typeof en> = {
  kinds: {
    ownership_offered: '提議擁有權',
    ownership_withdrawn: '撤回擁有權提議',
    ownership_declined: '婉拒擁有權',
    ownership_shared: '共有擁有權',
    ownership_handed_over: '移交擁有權',
    ownership_stepped_down: '卸任擁有者',
  },
  events: {
    ownership_offered: ({ who, target }) => `${who} 邀請 ${target} 擔任學校的擁有者。`,
    ownership_withdrawn: ({ who, target }) => `${who} 撤回了請 ${target} 擔任擁有者的提議。`,
    ownership_declined: ({ who, target }) => `${who} 婉拒了 ${target} 提議的擁有權。`,
    ownership_shared: ({ who, target }) => `${who} 接受 ${target} 的提議，與 ${target} 同為擁有者。`,
    ownership_handed_over: ({ who, target }) => `${who} 從 ${target} 接手擁有權，${target} 改任管理員。`,
    ownership_stepped_down: ({ who }) => `${who} 卸任擁有者，改任管理員。`,
  },
  offers: {
    share: {
      ownership_offered: ({ who, target }) => `${who} 邀請 ${target} 一同擔任學校的擁有者。`,
      ownership_withdrawn: ({ who, target }) => `${who} 撤回了請 ${target} 一同擔任學校擁有者的提議。`,
      ownership_declined: ({ who, target }) => `${who} 婉拒了 ${target} 請其一同擔任學校擁有者的提議。`,
    },
    handOver: {
      ownership_offered: ({ who, target }) => `${who} 提議將學校的擁有權移交給 ${target}。`,
      ownership_withdrawn: ({ who, target }) => `${who} 撤回了將學校擁有權移交給 ${target} 的提議。`,
      ownership_declined: ({ who, target }) => `${who} 婉拒了 ${target} 移交學校擁有權的提議。`,
    },
  },
  handedOverFrom: ({ who, from }) => `本服務的營運者將學校從 ${from} 移交給 ${who}。`,
};
