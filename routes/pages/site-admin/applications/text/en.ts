import { groupedIn } from '../../../kit/text/grouped.ts';

const grouped = groupedIn('en');

/** OAuth applications that a school makes. */
export const applications = {
  kind: { public: 'Public', confidential: 'Confidential' },
  state: { active: 'Active', disabled: 'Disabled' },
  list: {
    title: 'OAuth applications',
    lead: 'Apps that your school makes for its members and operators. Whoever has a role here, students included, can let them in.',
    create: 'New application',
    empty: 'No applications yet',
    emptyText:
      'Make one when somebody builds an app for your school: it gets a client_id, and the scopes that you choose.',
    scopes: (count: number) => (count === 1 ? '1 scope' : `${count} scopes`),
    grants: (count: number) =>
      count === 0 ? 'no connections' : count === 1 ? '1 connection' : `${grouped(count)} connections`,
    lastUsed: 'last used:',
  },
  form: {
    newTitle: 'New application',
    newLead: 'What you enter here is what people read when the app asks them for access.',
    editTitle: 'Change the application',
    editLead: 'Changes hold from the moment you save them. The client_id and the kind stay as they are.',
    create: 'Create the application',
    stale:
      'Somebody else changed this application while the form was open. You see it as it is now; please make your changes again.',
    name: 'Name',
    nameHint: 'People see it on the consent page.',
    description: 'Description (optional)',
    descriptionHint: 'For the people who run your school: what it is for, and who looks after it.',
    kind: 'Kind',
    kinds: {
      public:
        'Runs where its users can look inside: command-line tools, desktop and phone apps, pages. It has no secret.',
      confidential: 'Runs on a server that can keep a secret. It proves who it is with a client_secret.',
    },
    redirectUris: 'Redirect URIs, one per line',
    redirectUrisHint:
      'Where people are sent back to. https://app.example/callback is compared character for character. On the person’s own computer, http://127.0.0.1/callback, http://localhost/callback or http://[::1]/callback: without a port, every port fits. Apps on a device may use a scheme of their own, such as com.example.app:/callback. At most ten.',
    postLogoutRedirectUris: 'After sign-out, one per line (optional)',
    postLogoutHint: 'Where the app may send people once they have signed out. The same rules.',
    scopes: {
      chosen: 'Chosen:',
      title: 'Scopes',
      hint: 'The most that the app may ever ask for. Each sentence is what people read; “you” in it is the person who allows the app.',
      change:
        'A scope that you take away is gone at once, from every connection there is. A scope that you add is used only once the app asks for it and the person agrees.',
    },
    defaultScope: 'Default scopes (optional)',
    defaultScopeHint:
      'What the app asks for when a request names no scope, for clients that cannot name one. Separate several with spaces; each must be chosen above. People still decide.',
    introspection: 'Introspection',
    mayIntrospect: 'Look up every token of the school',
    mayIntrospectHint:
      'For a server of yours that takes tokens of other apps: it asks here whether one is good, and whose it is. Whoever has its client_secret can do the same with any token of the school, and learns people’s scopes and, with the scope email, their addresses. Leave it off for everything else.',
    faults: {
      scopeNotChosen: 'There is a scope here that is not chosen above.',
      noKind: 'Please choose one.',
      noScope: 'Please choose at least one scope.',
      notYours: 'There is a scope here that does not exist, or that your own role does not include.',
      tooMany: 'There are more than ten addresses.',
      address: (address: string, why: string) => `${address} – ${why}`,
      addresses: {
        too_long: 'it is longer than 2,048 characters.',
        fragment: 'it has a # with something behind it; nothing may follow the path and the query.',
        characters: 'it holds characters that do not belong in an address, such as spaces.',
        relative: 'it is no whole address; it has to begin with https:// or http://127.0.0.1.',
        forbidden_scheme: 'addresses of this kind could run something, and are never allowed.',
        authority: 'it has no plain host name.',
        plain_http: 'http is for 127.0.0.1, localhost and [::1] only; everywhere else it has to be https.',
      },
    },
  },
  logo: {
    title: (name: string) => `Logo of ${name}`,
    lead: 'People see it on the consent page and among their connected apps. Use a picture that belongs to the app: people decide by it whom they trust.',
    limits: (kilobytes: number, pixels: number) =>
      `PNG, JPEG or WebP of at most ${kilobytes} KB and ${pixels} × ${pixels} pixels, not animated. Square pictures look best.`,
    now: 'This is the logo now.',
    choose: 'New logo',
    none: 'No logo',
    upload: 'Upload a picture',
    submitUpload: 'Upload and use',
    faults: {
      too_large: 'This file is too large.',
      not_an_image: 'This file is no longer there, or it is no PNG, JPEG or WebP picture.',
      animated: 'This picture is animated. Please choose one that stands still.',
      too_many_pixels: 'This picture has too many pixels.',
      too_few_pixels: 'This picture is smaller than 16 × 16 pixels.',
      stale: 'Somebody else changed the logo in the meantime. Please choose again.',
    },
  },
  issued: {
    title: { created: 'The application is made', rotated: 'The new secret' },
    once: 'This is the only time the client_secret is shown. Put it where the app keeps its secrets before you leave this page.',
    overlap: 'The secret before works for another 24 hours, so that the app can be changed over without a gap.',
    noSecret: 'It is a public application: there is no secret to keep.',
    on: 'Go to the application',
    again: {
      created: {
        title: 'This application was made already',
        text: 'The form was sent a second time, and nothing was made by that. Its secret, if it has one, was shown once; where it was not kept, give the application a new one.',
      },
      rotated: {
        title: 'The secret was changed already',
        text: 'The form was sent a second time, or somebody else was faster. Nothing was changed by it. The new secret was shown once; where it was not kept, give the application another.',
      },
    },
  },
  developer: {
    title: 'For the developer',
    lead: 'This is what an app needs to know. The client_secret, if there is one, goes to them another way.',
    settings: 'Settings',
    command: 'Try the whole flow, in a copy of Schoolgate',
    walkthrough: 'The walkthrough for developers and agents',
  },
  one: {
    state: 'State',
    description: 'Description',
    redirectUris: 'Redirect URIs',
    postLogoutRedirectUris: 'After sign-out',
    made: 'Made',
    lastUsed: 'Last used',
    oldSecret: 'Previous secret',
    oldSecretUntil: 'still works until',
    disabledText: 'This application is disabled: it can ask nobody, and its tokens are dead.',
    grants: 'Connections',
    use: (grants: number, people: number) =>
      `${grants === 1 ? '1 connection' : `${grouped(grants)} connections`} of ${people === 1 ? '1 person' : `${grouped(people)} people`}.`,
    noGrants: 'Nobody is connected',
    noGrantsText: 'Whoever lets this app in appears here.',
    since: 'since',
    allGrants: 'All connections',
    edit: 'Change',
    logo: 'Logo',
    rotate: 'New secret',
    endOld: 'End the secret before now',
    disable: 'Disable',
    enable: 'Enable',
    remove: 'Delete',
  },
  danger: {
    change: {
      title: (name: string) => `Change ${name}?`,
      added: 'Redirect URIs that are new:',
      addedText:
        'Codes are sent there from now on, and whoever reads them acts for the people who use the application. People who let it in before are asked once more.',
      removed: 'Redirect URIs that are gone:',
      scopes: 'Scopes that are new:',
      introspects:
        'From now on, whoever has the client_secret of this application can look up every token of the school: whose it is, for which app, and what it may do.',
    },
    rotate: {
      title: (name: string) => `Give ${name} a new secret?`,
      text: 'You see the new secret once, on the next page. The current secret works for another 24 hours; the one before it stops working at once.',
    },
    endOld: {
      title: (name: string) => `End the old secret of ${name}?`,
      text: 'Whatever still uses it can get no tokens from now on. The newer secret stays as it is.',
    },
    disable: {
      title: (name: string) => `Disable ${name}?`,
      text: 'Its tokens are dead at once and its connections end. After you enable it again, everybody has to let it in anew.',
    },
    remove: {
      title: (name: string) => `Delete ${name}?`,
      text: 'Its tokens are dead at once, its connections end, and its client_id is never used again. This cannot be undone.',
    },
  },
  done: {
    changed: 'Your changes are saved and hold from now on.',
    secret_ended: 'The old secret no longer works.',
    disabled: 'The application is disabled. Its tokens are dead and its connections have ended.',
    enabled: 'The application is enabled. People have to let it in anew.',
    deleted: 'The application is deleted.',
  },
};
