import type { Said } from '../../../kit/text/said.ts';
import type { ownership as en } from './en.ts';

export const ownership: Said<typeof en> = {
  kinds: {
    ownership_offered: 'オーナーの申し出',
    ownership_withdrawn: 'オーナーの申し出の取り下げ',
    ownership_declined: 'オーナーの辞退',
    ownership_shared: 'オーナーの追加',
    ownership_handed_over: 'オーナーの引き継ぎ',
    ownership_stepped_down: 'オーナーの退任',
  },
  events: {
    ownership_offered: ({ who, target }) => `${who}が${target}をオーナーにすると申し出ました。`,
    ownership_withdrawn: ({ who, target }) => `${who}が${target}へのオーナーの申し出を取り下げました。`,
    ownership_declined: ({ who, target }) => `${who}が${target}からのオーナーの申し出を辞退しました。`,
    ownership_shared: ({ who, target }) => `${who}が${target}の申し出を受け、${target}とともにオーナーになりました。`,
    ownership_handed_over: ({ who, target }) =>
      `${who}が${target}からオーナーを引き継ぎ、${target}は管理者になりました。`,
    ownership_stepped_down: ({ who }) => `${who}がオーナーを退任し、管理者になりました。`,
  },
  offers: {
    share: {
      ownership_offered: ({ who, target }) => `${who}が${target}をスクールのオーナーに加えると申し出ました。`,
      ownership_withdrawn: ({ who, target }) =>
        `${who}が、${target}をスクールのオーナーに加える申し出を取り下げました。`,
      ownership_declined: ({ who, target }) =>
        `${who}が、スクールのオーナーに加わってほしいという${target}の申し出を辞退しました。`,
    },
    handOver: {
      ownership_offered: ({ who, target }) => `${who}が${target}にスクールのオーナー権を譲ると申し出ました。`,
      ownership_withdrawn: ({ who, target }) =>
        `${who}が、${target}にスクールのオーナー権を譲る申し出を取り下げました。`,
      ownership_declined: ({ who, target }) =>
        `${who}が、スクールのオーナー権を譲るという${target}の申し出を辞退しました。`,
    },
  },
  handedOverFrom: ({ who, from }) => `このサービスの運営者がスクールを${from}から${who}に引き渡しました。`,
};
