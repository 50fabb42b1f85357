/** The page on which an application is handed over to whoever builds it, and the links to it. */
export const handOver = {
  title: (app: string) => `Set up ${app}`,
  lead: (school: string) =>
    `${school} sends you this page so that you can connect your app. Keep the link to yourself.`,
  until: 'You can open it until',
  settings: 'Settings',
  settingsText: 'What the app needs to know',
  secret: {
    title: 'Client secret',
    text: 'Reveal it when you’re ready to store it: it’s shown once. If the app already has a secret, that one keeps working for 24 hours.',
    reveal: 'Reveal the client secret',
    shown: 'Copy the client secret now. You won’t see it again.',
    used: 'The client secret was revealed on this page:',
    usedText: 'If that wasn’t you, tell the school immediately. It can rotate the secret and send you a new link.',
    none: 'This app has no client secret. It proves with PKCE that it started the sign-in.',
  },
  code: {
    title: 'Try it',
    text: 'Each program prints an address. Open it, sign in, and paste the address at which the browser ends, even if that page doesn’t load. Then the program calls the school on your behalf.',
    save: (file: string) => `Save as ${file}`,
    run: 'Run',
  },
  gone: {
    title: 'This link no longer works',
    text: 'It has expired, was revoked, or isn’t complete. Ask the school that sent it for a new one.',
  },
  admin: {
    title: 'Hand over to a developer',
    lead: 'A link for whoever builds this app: the settings, code that runs, and a client secret that is revealed once. It needs no account.',
    create: 'Create a hand-over link',
    confirm: {
      title: (app: string) => `Create a hand-over link for ${app}?`,
      text: 'For 7 days, anyone with the link sees the settings and can once create a new client secret. The current secret then keeps working for 24 hours. Disabling the application or revoking the link ends it.',
      noSecret:
        'For 7 days, anyone with the link sees the settings of this application. Disabling the application or revoking the link ends it.',
    },
    made: {
      title: 'Hand-over link created',
      text: 'Copy the link now and send it to the developer. You won’t see it again.',
      label: 'Link',
    },
    by: (name: string) => `Created by ${name}`,
    expires: 'expires',
    opened: 'opened',
    notOpened: 'not opened yet',
    revealed: 'secret revealed',
    revoked: 'Revoked',
    revoke: 'Revoke link',
  },
};
