import type { Said } from '../../pages/kit/text/said.ts';
import type { resets as en } from './en.ts';

export const resets: Said<typeof en> = {
  second_factor_reset: {
    subject: '2要素認証がリセットされます',
    before: ({ school, from, until }) =>
      `${school}のオーナーが、あなたのアカウントの2要素認証をリセットしようとしています。通常は、紛失した本人の依頼で行われます。${from}から${until}までの間にパスワードでログインすると、2要素認証が解除されます。依頼していない場合は、このリンクから取り消してください。`,
    after:
      '依頼した場合は、この期間にパスワードでログインしてください。その前に認証アプリやパスキーを使うと、リセットは取り消されます。期間を過ぎると、もう一度スクールに依頼する必要があります。',
  },
  second_factor_reset_withdrawn: {
    subject: '2要素認証はリセットされません',
    before: (school, at) =>
      `${school}が、2要素認証のリセットを${at}に取り下げました。何も変わっていません。これまでどおり2要素認証でログインしてください。`,
    after: '失くしたためにリセットを依頼した場合は、もう一度スクールにご相談ください。アカウントの履歴はこちら：',
  },
  second_factor_kept: {
    subject: (person) => `${person}さんの2要素認証はリセットされません`,
    before: {
      used: (person, school, at) =>
        `${person}さんが${at}に2要素認証を使いました。これにより、${school}で指示されたリセットは取り消されました。`,
      kept: (person, school, at) =>
        `${person}さんが${at}に2要素認証を維持することを選びました。これにより、${school}で指示されたリセットは取り消されました。`,
    },
    after:
      'これまでどおり2要素認証でログインします。それでも失くしている場合は、対面か電話で本人に確認し、もう一度リセットを指示してください：',
  },
};
