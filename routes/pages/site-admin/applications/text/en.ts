import { groupedIn } from '../../../kit/text/grouped.ts';

const grouped = groupedIn('en');

/** OAuth applications that a school makes. */
export const applications = {
  kind: { public: 'Public', confidential: 'Confidential' },
  state: { active: 'Active', disabled: 'Disabled' },
  list: {
    title: 'OAuth applications',
    lead: 'Apps your school creates for its members and staff. Anyone at the school, students included, can connect them.',
    create: 'New application',
    empty: 'No applications yet',
    emptyText: 'Create one for each app built for your school. You choose what it may ask for.',
    scopes: (count: number) => (count === 1 ? '1 scope' : `${count} scopes`),
    grants: (count: number) =>
      count === 0 ? 'no connections' : count === 1 ? '1 connection' : `${grouped(count)} connections`,
    lastUsed: 'last used:',
    total: (count: number) => (count === 1 ? '1 application' : `${grouped(count)} applications`),
    noneFound: 'No applications found',
    q: 'Name or client ID',
    sorts: { created: 'Newest first', name: 'Name', used: 'Last used' },
    selected: {
      title: 'Selected applications',
      none: 'Nothing was changed: select at least one application that this fits.',
      ask: {
        disable: (count: number) => (count === 1 ? 'Disable 1 application?' : `Disable ${count} applications?`),
        remove: (count: number) => (count === 1 ? 'Delete 1 application?' : `Delete ${count} applications?`),
      },
      consequences: {
        disable:
          'Their tokens stop working immediately and their connections end. If you enable them again, everyone has to reconnect.',
        remove:
          'Their tokens stop working immediately, their connections end, and their client IDs are never used again. This can’t be undone.',
      },
      already: 'These are already disabled:',
      done: {
        disable: (names: string) => `Disabled: ${names}.`,
        remove: (names: string) => `Deleted: ${names}.`,
      },
    },
  },
  form: {
    newTitle: 'New application',
    newLead: 'People see the name and the permissions when the app asks for access.',
    editTitle: 'Edit application',
    editLead: 'Changes take effect when you save. Client ID and type can’t be changed.',
    create: 'Create application',
    stale:
      'Someone else changed this application while the form was open. This is how it is now; please make your changes again.',
    name: 'Name',
    nameHint: 'People see it when the app asks for access.',
    description: 'Description (optional)',
    descriptionHint: 'Only for people who manage your school: what it’s for, and who looks after it.',
    kind: 'Type',
    kinds: {
      public: 'Can’t keep a secret: command-line, desktop, mobile and browser apps.',
      confidential: 'Has a server that keeps a client secret.',
    },
    redirectUris: 'Redirect URIs, one per line',
    redirectUrisHint:
      'Must match exactly, such as https://app.example/callback. On the user’s computer use http://127.0.0.1/callback, http://localhost/callback or http://[::1]/callback; any port works. Mobile and desktop apps may use their own scheme, such as com.example.app:/callback. Up to ten.',
    postLogoutRedirectUris: 'Post-sign-out redirect URIs (optional), one per line',
    postLogoutHint: 'Where the app may send people after they sign out. The same rules apply.',
    scopes: {
      chosen: 'Chosen:',
      title: 'Scopes',
      hint: 'The app can never ask for more. People see these exact words.',
      change:
        'A scope you remove is removed from every connection immediately. A scope you add is used only after the app asks for it and the person agrees.',
    },
    defaultScope: 'Default scopes (optional)',
    defaultScopeHint:
      'What the app asks for when a request names no scope, for clients that can’t name one. Separate several with spaces; each must be selected above. People still decide.',
    introspection: 'Introspection',
    mayIntrospect: 'Look up any token of the school',
    mayIntrospectHint:
      'For your own server that accepts tokens of other apps: it asks here whether a token is valid and whose it is. Anyone with its client_secret can do the same with any token of the school, and learns people’s scopes and, with the scope email, their addresses. Leave it off for everything else.',
    faults: {
      scopeNotChosen: 'One of these scopes isn’t selected above.',
      noKind: 'Please choose one.',
      noScope: 'Please choose at least one scope.',
      notYours: 'One of these scopes doesn’t exist, or your own role doesn’t include it.',
      tooMany: 'Enter at most ten addresses.',
      address: (address: string, why: string) => `${address} – ${why}`,
      addresses: {
        too_long: 'use at most 2,048 characters.',
        fragment: 'remove the # and everything after it.',
        characters: 'remove characters that don’t belong in an address, such as spaces.',
        relative: 'enter the full address, starting with https:// or http://127.0.0.1.',
        forbidden_scheme: 'addresses of this kind could run code and are never allowed.',
        authority: 'it has no plain host name.',
        plain_http: 'use https; http is allowed only for 127.0.0.1, localhost and [::1].',
        own_page: 'use an address of the application; this one belongs to this service.',
      },
    },
  },
  logo: {
    title: (name: string) => `Logo of ${name}`,
    lead: 'People see it when the app asks for access, and among their connected apps. Use a picture that belongs to the app: people judge by it whom to trust.',
    limits: (kilobytes: number, pixels: number) =>
      `PNG, JPEG or WebP of at most ${kilobytes} KB and ${pixels} × ${pixels} pixels, not animated. Square pictures look best.`,
    now: 'Current logo.',
    choose: 'New logo',
    none: 'No logo',
    upload: 'Upload a picture',
    submitUpload: 'Upload and use',
    faults: {
      too_large: 'This file is larger than 100 KB.',
      gone: 'This file is no longer there.',
      not_an_image: 'This isn’t a PNG, JPEG or WebP picture.',
      animated: 'This picture is animated. Please choose a still one.',
      too_many_pixels: 'This picture is larger than 1024 × 1024 pixels.',
      too_few_pixels: 'This picture is smaller than 16 × 16 pixels.',
      stale: 'Someone else changed the logo in the meantime. Please choose again.',
    },
  },
  issued: {
    title: { created: 'Application created', rotated: 'New client secret' },
    once: 'Copy the client secret now. You won’t see it again.',
    overlap: 'The previous secret keeps working for 24 hours, so you can switch over.',
    noSecret: 'This is a public application: it has no secret.',
    on: 'Go to the application',
    again: {
      created: {
        title: 'This application was already created',
        text: 'The form was sent twice; nothing was created the second time. The secret, if there is one, was shown once. If you didn’t save it, rotate it.',
      },
      rotated: {
        title: 'The secret was already rotated',
        text: 'The form was sent twice, or someone else was faster. Nothing was changed this time. The new secret was shown once; if you didn’t save it, rotate it again.',
      },
    },
  },
  developer: {
    title: 'For the developer',
    lead: 'What an app needs to know.',
    sendSecret: 'Send the client secret separately, over a secure channel.',
    noSecret: 'It has no secret.',
    settings: 'Settings',
    command: 'Try it from a checkout of Schoolgate',
    walkthrough: 'The walkthrough for developers and agents',
  },
  one: {
    state: 'Status',
    description: 'Description',
    redirectUris: 'Redirect URIs',
    postLogoutRedirectUris: 'Post-sign-out redirect URIs',
    made: 'Created',
    lastUsed: 'Last used',
    oldSecret: 'Previous secret',
    oldSecretUntil: 'still works until',
    disabledText: 'This application is disabled: no one can connect it, and its tokens no longer work.',
    grants: 'Connections',
    use: (grants: number, people: number) =>
      `${grants === 1 ? '1 connection' : `${grouped(grants)} connections`} of ${people === 1 ? '1 person' : `${grouped(people)} people`}.`,
    noGrants: 'No one is connected',
    noGrantsText: 'People who connect this app appear here.',
    since: 'since',
    allGrants: 'All connections',
    edit: 'Edit',
    logo: 'Logo',
    rotate: 'Rotate secret',
    endOld: 'Revoke previous secret',
    disable: 'Disable',
    enable: 'Enable',
    remove: 'Delete',
  },
  danger: {
    change: {
      title: (name: string) => `Save these changes to ${name}?`,
      added: 'Added redirect URIs:',
      addedText:
        'Sign-in codes will go to these addresses. Whoever controls them can act as your users. Everyone connected will be asked again.',
      removed: 'Removed redirect URIs:',
      scopes: 'Added scopes:',
      introspects:
        'Anyone with this application’s client_secret will be able to look up any token of the school: whose it is, for which app, and what it may do.',
    },
    rotate: {
      title: (name: string) => `Rotate the secret of ${name}?`,
      text: 'You’ll see the new secret once, on the next page. The current secret keeps working for 24 hours; the one before it stops working immediately.',
    },
    endOld: {
      title: (name: string) => `Revoke the previous secret of ${name}?`,
      text: 'Anything still using it can no longer get tokens. The newer secret keeps working.',
    },
    disable: {
      title: (name: string) => `Disable ${name}?`,
      text: 'Its tokens stop working immediately and its connections end. If you enable it again, everyone has to reconnect.',
    },
    remove: {
      title: (name: string) => `Delete ${name}?`,
      text: 'Its tokens stop working immediately, its connections end, and its client_id is never used again. This can’t be undone.',
    },
  },
  done: {
    changed: 'Changes saved.',
    secret_ended: 'Previous secret revoked. It no longer works.',
    disabled: 'Application disabled. Its tokens no longer work and its connections have ended.',
    enabled: 'Application enabled. Everyone has to reconnect.',
    links_full: 'This application already has ten links. Revoke one first.',
    link_revoked: 'Link revoked. It no longer works.',
    deleted: 'Application deleted.',
  },
};
