/** The settings of a school. */
export const settings = {
  title: 'Settings',
  lead: 'New features your school can try early.',
  details: {
    title: 'The school',
    lead: 'Each field says where it is used.',
    locale: 'Language',
    localeHint: 'The language of the school’s own pages, and of e-mails to members who have chosen none.',
    timezone: 'Time zone',
    timezoneHint:
      'A name such as Europe/Berlin or America/New_York. Times on these pages are shown in it, and days begin and end in it, also the last day of a course.',
    currency: 'Currency',
    currencyHint:
      'A code such as EUR or USD. New prices and reports use it; existing prices and orders keep their own.',
    contactEmail: 'Contact e-mail (optional)',
    contactHint:
      'Members see it under “AI assistants” while your school offers them none. Connected apps that may see the school’s settings can read it.',
    supportUrl: 'Support page (optional)',
    supportHint:
      'A full address, starting with https://. Shown beside the contact e-mail, and to people who forgot their password where the server sends no e-mail.',
    termsUrl: 'Terms of use (optional)',
    privacyUrl: 'Privacy policy (optional)',
    legalHint:
      'A full address, starting with https://. Linked on sign-in, consent and other pages of the school, and in its e-mails.',
    done: 'Changes saved.',
    problems: {
      locale: 'Choose a language.',
      timezone: 'Enter a time zone such as Europe/Berlin.',
      currency: 'Enter a currency code such as EUR.',
      contactEmail: 'Enter a valid e-mail address.',
      supportUrl:
        'Enter a full address that starts with https://. Of this service, only the public pages of schools can be linked.',
      termsUrl:
        'Enter a full address that starts with https://. Of this service, only the public pages of schools can be linked.',
      privacyUrl:
        'Enter a full address that starts with https://. Of this service, only the public pages of schools can be linked.',
    },
  },
  beta: 'Beta features',
  on: 'On',
  off: 'Off',
  switchOn: (feature: string) => `Turn on ${feature}`,
  switchOff: (feature: string) => `Turn off ${feature}`,
  done: {
    on: (feature: string) => `${feature}: turned on.`,
    off: (feature: string) => `${feature}: turned off.`,
  },
  features: {
    mcp_connections: {
      name: 'MCP connections',
      what: 'Your school can create OAuth applications for its members and staff, and review apps identified by a web address.',
      whenOff:
        'Off hides the pages OAuth applications and App reviews, and ends hand-over links. Connected apps stay connected, and people can still connect apps; you can still end connections and stop offering assistants. To disable an application, do it first.',
      isOff: 'The pages OAuth applications and App reviews are hidden, and hand-over links no longer work.',
      whileOff:
        'Connected apps stay connected, and people can still connect apps. To stop one, end its connections under Active connections, or stop offering it under Setup guides. To disable an application, turn this on.',
    },
    chatgpt_sign_in: { name: 'Sign-in prompts for ChatGPT' },
    status_sign_in: { name: 'Sign-in prompts by refusal' },
  },
  signIn: {
    name: 'Sign-in prompts at tools',
    what: 'ChatGPT offers to sign in where the result of a tool asks for it, most other clients only where the call is refused. Automatic serves both: ChatGPT is recognized by its requests. Where results ask, the list of tools says what each needs, too.',
    label: 'Ask for sign-in',
    choices: {
      auto: 'Automatic',
      chatgpt_sign_in: 'In the result of the tool, as ChatGPT expects',
      status_sign_in: 'By refusing the call, as most clients expect',
    },
    change: 'Change',
    done: 'The way in which tools ask for sign-in has been saved.',
  },
};
