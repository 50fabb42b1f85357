import type { Said } from '../../kit/text/said.ts';
import type { setup as en } from './en.ts';

export const setup: Said<typeof en> = {
  title: 'スクールの設定',
  lead: '初回の起動です。スクールの名前を決め、オーナーのアカウントを作成してください。このページは一度しか使えません。',
  school: 'スクール',
  owner: 'オーナー',
  schoolName: 'スクールの名前',
  schoolNameHint: 'ログイン時にメンバーに表示されます。',
  schoolSlug: 'アドレス用の短い名前',
  schoolSlugHint: '英小文字、数字、ハイフンが使えます。例：「north-school」',
  ownerName: 'お名前',
  ownerEmail: 'メールアドレス',
  ownerEmailHint: 'ログインに使います。',
  password: 'パスワード',
  passwordHint: '10文字以上です。ご自身にだけ意味のある、いくつかの言葉の組み合わせをおすすめします。',
  submit: 'スクールを設定する',
  problems: {
    required: '入力してください。',
    too_short: '短すぎます。',
    too_long: '長すぎます。',
    invalid: 'ここに示した形式になっていません。',
    taken: 'すでに使われています。別のものにしてください。',
    too_common: '多くの人が使うパスワードで、推測されやすくなっています。別のものにしてください。',
  },
};
