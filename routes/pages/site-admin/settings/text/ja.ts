import type { Said } from '../../../kit/text/said.ts';
import type { settings as said } from './en.ts';

export const settings: Said<typeof said> = {
  title: '設定',
  lead: 'スクールが先行して試せる新機能です。',
  details: {
    title: 'スクール',
    lead: '用途は各項目に記載しています。',
    locale: '言語',
    localeHint: 'スクール自身のページと、言語を選んでいないメンバーへのメールの言語です。',
    timezone: 'タイムゾーン',
    timezoneHint:
      'Asia/Tokyo や America/New_York のような名前です。コースの最終日を含め、1日の始まりと終わりはこれに従います。',
    currency: '通貨',
    currencyHint: 'JPY や USD のような3文字です。レポートで使用され、過去の注文の通貨は変わりません。',
    contactEmail: '連絡先メールアドレス（任意）',
    contactHint:
      'スクールがアシスタントを提供していない間、「AIアシスタント」でメンバーに表示されます。スクールの設定を閲覧できる接続済みアプリも読み取れます。',
    supportUrl: 'サポートページ（任意）',
    supportHint:
      'https:// で始まる完全なアドレス。連絡先メールアドレスと一緒に表示されるほか、サーバーがメールを送信しない場合に、パスワードを忘れた人に表示されます。',
    termsUrl: '利用規約（任意）',
    privacyUrl: 'プライバシーポリシー（任意）',
    legalHint:
      'https:// で始まる完全なアドレス。ログインや許可のページなどスクールのページとメールからリンクされます。',
    done: '変更を保存しました。',
    problems: {
      locale: '言語を選択してください。',
      timezone: 'Asia/Tokyo のようなタイムゾーンを入力してください。',
      currency: 'JPY のような通貨コードを入力してください。',
      contactEmail: '有効なメールアドレスを入力してください。',
      supportUrl: 'https:// で始まる完全なアドレスを入力してください。',
      termsUrl: 'https:// で始まる完全なアドレスを入力してください。',
      privacyUrl: 'https:// で始まる完全なアドレスを入力してください。',
    },
  },
  beta: 'ベータ機能',
  on: 'オン',
  off: 'オフ',
  switchOn: (feature) => `${feature}をオンにする`,
  switchOff: (feature) => `${feature}をオフにする`,
  done: {
    on: (feature) => `${feature}をオンにしました。`,
    off: (feature) => `${feature}をオフにしました。`,
  },
  features: {
    mcp_connections: {
      name: 'MCP接続',
      what: 'メンバーやスタッフのためのOAuthアプリケーションの作成と、ウェブアドレスで識別されるアプリの審査ができるようになります。',
      whenOff:
        'オフにすると「OAuthアプリケーション」と「アプリの審査」のページが表示されなくなります。接続済みのアプリは接続されたままで、新しいアプリも引き続き接続できます。アプリを止めるには、先に無効化またはブロックしてください。',
      isOff:
        '「OAuthアプリケーション」と「アプリの審査」のページは表示されません。接続済みのアプリは接続されたままで、新しいアプリも引き続き接続できます。アプリを止めるには、もう一度オンにして、そのアプリを無効化またはブロックしてください。',
    },
    chatgpt_sign_in: {
      name: 'ChatGPT向けのログイン案内',
      what: 'ログインが必要なツールは、呼び出しを拒否する代わりに、そのことを結果で知らせます。ツールの一覧にも、それぞれに必要な権限が示されます。ChatGPTに適した方法ですが、ほかのクライアントでは結果がエラーとして表示されることがあります。',
      whenOff:
        'オフにすると、このような呼び出しは通常どおり拒否されます。ほとんどのクライアントはこの動作を想定しています。',
      isOff: 'このような呼び出しは再び拒否されます。',
    },
  },
};
