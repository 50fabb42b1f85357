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
    text: 'Create it when you’re ready to store it: it’s shown once, and the present one works for 24 more hours.',
    reveal: 'Create a new client secret',
    shown: 'Copy the client secret now. You won’t see it again.',
    used: 'A new client secret was created on this page:',
    usedText: 'If that wasn’t you, tell the school immediately. It can rotate the secret and send you a new link.',
    none: 'This app has no client secret. It proves with PKCE that it started the sign-in.',
  },
  code: {
    title: 'Try it',
    text: 'Each program prints an address. Open it, sign in, and paste the address at which the browser ends, even if that page doesn’t load, within a minute: a code lasts no longer. Then the program calls the school on your behalf.',
    account: (school: string) =>
      `To sign in you need an account at ${school}. If you have none, ask the school to invite you.`,
    save: (file: string) => `Save as ${file}`,
    run: 'Run',
  },
  test: {
    title: 'Test it here',
    text: 'The server checks this application and says what a sign-in of your app would get. It opens none of your addresses.',
    run: 'Run the checks',
    again: 'Run the checks again',
    address: 'Address from your app (optional)',
    addressHint:
      'The address at which your app starts a sign-in, or the one at which the browser ended. It is read, not opened.',
    tryIt: 'Try signing in',
    tryText:
      '“Try signing in” opens a real sign-in in a new tab. It ends at the first redirect URI, even if no app listens there yet: paste the address you end at above.',
    results: 'Results',
    outcome: { held: 'OK', failed: 'Problem', noted: 'Note' },
    metadata: {
      title: 'Issuer and metadata',
      held: (issuer: string) => `The metadata names the issuer ${issuer}, and you opened this page there.`,
      elsewhere: (host: string, issuer: string) =>
        `You opened this page at ${host}, but the issuer is ${issuer}. Use ${issuer} in your app.`,
      failed: 'The metadata could not be read. Try again later, and tell the school if it stays so.',
    },
    settings: {
      title: 'Application',
      public: 'It is enabled. It has no secret: send client_id alone to the token endpoint.',
      confidential: 'It is enabled. Send its secret as client_secret in the form to the token endpoint.',
    },
    redirect: {
      title: (uri: string) => `Sign-in that returns to ${uri}`,
      refused: 'The authorization endpoint refuses it. Ask the school to correct the application.',
      accepted: {
        https: 'A request with PKCE is accepted. Your app has to answer at exactly this address.',
        loopback: 'A request with PKCE is accepted, with any port. Your app has to listen on the person’s computer.',
        app: 'A request with PKCE is accepted. The system has to know that your app opens addresses of this kind.',
        http: 'A request with PKCE is accepted.',
      },
    },
    scopes: {
      title: 'Scopes',
      anyone: 'Every member of the school can allow all of them.',
      account: 'Every member can allow all of them. Account scopes also need the parameter resource in each request.',
      staff: (scopes: string) =>
        `Only people with a role that runs the school can allow these: ${scopes}. Test with such an account.`,
    },
    use: {
      title: 'Real connections',
      none: 'No one is connected yet. Try signing in.',
      some: (people: string) => `People who are connected now: ${people}. Your app has signed someone in.`,
    },
    pasted: {
      request: 'Your request',
      answer: 'Your address',
      accepted: 'The authorization endpoint accepts this request, and the person can sign in.',
      refused: 'The authorization endpoint refuses this request. Correct it as described:',
      otherClient: (clientId: string) => `It has another client_id. Send ${clientId}.`,
      error: 'The sign-in ended with an error:',
      issuer: (issuer: string) =>
        `The answer does not come from this server: its iss is not ${issuer}. Do not use its code.`,
      code: {
        unknown: 'This server issued no such code to this application. Paste the whole address.',
        used: 'Your app has exchanged this code for tokens. Signing in works.',
        late: 'This code is no longer valid: it lasts one minute. Exchange it as soon as it arrives.',
        good: 'The sign-in worked. Your app has to exchange this code within a minute, with its code_verifier and the same redirect_uri.',
      },
      neither: (endpoint: string) =>
        `This is neither a request nor an answer. A request begins with ${endpoint}; an answer has code or error in it.`,
    },
  },
  gone: {
    title: 'This link no longer works',
    text: 'It has expired, was revoked, or isn’t complete. Ask the school that sent it for a new one.',
  },
  admin: {
    title: 'Hand over to a developer',
    lead: 'A link for whoever builds this app: the settings, code that runs, and a client secret that is revealed once. It needs no account.',
    leadPublic:
      'A link for whoever builds this app: the settings, and code that runs. The app has no secret, and the link needs no account.',
    disabled: 'The application is disabled. Enable it to create a link.',
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
