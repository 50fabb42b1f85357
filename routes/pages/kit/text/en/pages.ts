const minutes = (seconds: number): string => {
  if (seconds < 60) return seconds <= 1 ? 'one second' : `${Math.ceil(seconds)} seconds`;
  const count = Math.ceil(seconds / 60);
  return count === 1 ? 'one minute' : `${count} minutes`;
};

export const pages = {
  layout: {
    about: 'Schoolgate signs you in to your school.',
    poweredBy: 'Sign-in by Schoolgate',
    requestId: 'Request',
    /** Of a page whose form came back. */
    wrong: (title: string) => `Error: ${title}`,
  },
  roles: {
    owner: 'Owner',
    admin: 'Administrator',
    staff: 'Staff',
    instructor: 'Instructor',
    member: 'Member',
  },
  labels: {
    switch: 'Use another account',
    cancel: 'Cancel and go back to the app',
    again: 'Look at the request again',
    email: 'E-mail address',
    password: 'Password',
  },
  client: {
    unreviewed: 'Not reviewed',
    vendor: 'Known integration',
    reviewed: 'Reviewed',
    namedByAddress: 'Known by its web address only; nobody has checked who is behind it',
    madeBy: (school: string) => `Made by ${school}`,
    madeBySchool: 'Made by your school',
    registeredItself: 'Registered itself; nobody has checked who it is',
    callsItself: (name: string) => `Calls itself “${name}”`,
  },
  signIn: {
    title: 'Sign in',
    at: (school: string) => `Sign in to ${school}`,
    sentBy: (app: string) => `${app} sent you here to sign in. Your password stays here: the app never sees it.`,
    alone: 'Use the e-mail address your school knows you by.',
    submit: 'Sign in',
    wrongCredentials: 'This e-mail address and password do not go together. Check both and try again.',
    throttled:
      'There were too many attempts to sign in. Nothing is wrong with your account; please wait a little before the next try.',
    throttledFor: (seconds: number) =>
      `There were too many attempts to sign in. Nothing is wrong with your account; please try again in ${minutes(seconds)}.`,
    busy: 'Very many people are signing in at this moment, and your turn did not come. Please try again in a few seconds.',
    reauthenticate: 'To go on, please show once more that it is you. You stay in the same account.',
  },
  chooseAccount: {
    title: 'Choose an account',
    lead: (app: string) => `Which account do you want to use with ${app}?`,
    continueAs: (name: string) => `Continue as ${name}`,
  },
  chooseSite: {
    title: 'Choose a school',
    lead: (app: string) =>
      `You belong to more than one school. ${app} gets access to the one you choose here, and to no other.`,
    legend: 'Your schools',
    submit: 'Continue',
  },
  consent: {
    title: (app: string) => `Allow access for ${app}?`,
    asks: (school: string) => `asks for access to ${school} in your name`,
    warning: (app: string) =>
      `Only go on if you have just started this yourself and you know ${app}. If a message or another person led you here, do not allow it.`,
    signedInAs: 'Your account',
    atSchool: (role: string, school: string) => `${role} at ${school}`,
    groups: {
      identity: 'Who you are',
      own: 'Your own data',
      read: 'Running the school: read',
      write: 'Running the school: change',
    },
    choose: 'If you allow it, the app can do what is ticked here. You can untick what you do not want to share.',
    noChoice: 'If you allow it, the app can do the following.',
    before: 'you allowed this before',
    unavailable: 'Not available to you',
    unavailableWhy: 'The app asked for this too, but your role at the school does not include it. It will not get it.',
    goesTo: 'Where you go next',
    goesToWeb: (host: string) => `Back to ${host}`,
    goesToApp: (scheme: string) => `To the app on this device that answers to ${scheme}`,
    goesToLoopback: (host: string) => `To a program on this computer (${host})`,
    loopbackWarning:
      'We cannot tell which program on this computer will answer. Other programs running here could listen in its place, so allow this only on a computer you trust.',
    reaches: 'Works at',
    lasts: 'How long',
    lastsDays: (days: number) => `Until you take it back, at most ${days === 1 ? 'one day' : `${days} days`}`,
    undo: 'Changing your mind',
    undoHere: 'You can take it back at any time under',
    undoLink: 'connected apps',
    deny: 'Do not allow',
    allow: 'Allow',
  },
  goingOn: {
    approved: {
      title: 'You are on your way back',
      text: (app: string) => `Access is allowed. You are being taken back to ${app}.`,
    },
    denied: {
      title: 'You did not allow access',
      text: (app: string) => `Nothing was shared. You are being taken back to ${app}.`,
    },
    error: {
      title: 'This did not work',
      text: (app: string) => `Nothing was shared. You are being taken back to ${app}, which will say what went wrong.`,
    },
    signed_out: {
      title: 'You are signed out',
      text: (app: string) => `You are signed out of Schoolgate in this browser. You are being taken back to ${app}.`,
    },
    link: (app: string) => `Go on to ${app}`,
    hint: 'If nothing happens within a few seconds, use the button. You can close this page once the app has opened.',
  },
  message: {
    bad_request: {
      title: 'The app sent a request we cannot use',
      text: 'Something in the request does not fit what we know about this app, so we stopped here. The mistake is the app’s, not yours, and nobody was signed in. Please tell the people who make the app; the details below help them.',
    },
    expired: {
      title: 'This took too long',
      text: 'For your safety a request to sign in ends after 30 minutes. Nothing was shared. Go back to the app and start again from there.',
    },
    completed: {
      title: 'This is already done',
      text: 'You have answered this request before, perhaps with a double click or before using the back button. The answer you gave first counts. If the app is still waiting, start again from there.',
    },
    other_browser: {
      title: 'Please use the browser you started with',
      text: 'This request was opened in another browser, or cookies are turned off here. Go back to the app, start again, and stay in one browser window that accepts cookies.',
    },
    school_ready: {
      title: 'Your school is ready',
      text: 'The school and its owner are made, and this link is used up. Whoever opens an app of the school signs in here; you do so with the e-mail address and password you just chose.',
    },
    session_changed: {
      title: 'Your sign-in has changed',
      text: 'Since this page was opened, somebody signed in or out in this browser, perhaps you in another tab. Nothing was shared. Look at the request again, or go back to the app and start anew.',
    },
    not_a_member: {
      title: 'You are not a member of this school',
      text: 'You are signed in, but this account does not belong to the school the app works for. Perhaps you have another account there; otherwise ask the school to invite you.',
    },
    forbidden_origin: {
      title: 'This form did not come from us',
      text: 'The form was sent from another website, so we did not act on it. If you were filling in one of our pages, open it again and retry.',
    },
    throttled: {
      title: 'Too many requests',
      text: 'From here we received more requests than usual in a short time. Please wait a minute, then try again.',
    },
    not_found: {
      title: 'There is no page here',
      text: 'The address may be mistyped, or the page has moved. Start from your school’s site or from the app you were using.',
    },
    method_not_allowed: {
      title: 'This address works differently',
      text: 'The page exists but cannot be called up in this way. Start from your school’s site or from the app you were using.',
    },
    server_error: {
      title: 'Something went wrong on our side',
      text: 'It is not your mistake. Please try again; if it happens again, give your school the request number below.',
    },
    unavailable: {
      title: 'We cannot answer just now',
      text: 'The service is starting, being updated or very busy. Your account is safe. Please try again in a minute.',
    },
    signed_out: {
      title: 'You are signed out',
      text: 'You are no longer signed in to Schoolgate in this browser. Apps you have allowed stay connected until you take their access back.',
    },
    client_error_redirect: {
      title: 'The app’s request has a mistake',
      text: 'We stopped here and shared nothing. Nobody has reviewed this app, so we do not send you on to it by ourselves. If you know it, you can go back; it will be told what was wrong.',
    },
    page_too_old: {
      title: 'This page was too old',
      text: 'You signed in or out since it was opened, so nothing was changed. Open it again and retry.',
    },
    no_operator: {
      title: 'This page is for people who run the school',
      text: 'You are signed in, but your account does not run this school. If it should, ask its owner or an administrator to give you a role.',
    },
    managers_only: {
      title: 'This page is for owners and administrators',
      text: 'Your role lets you look at the school, not do what this page is for. If you need it, ask an owner or an administrator: they can do it for you, or give you another role.',
    },
    start: 'To the start page',
    details: 'Technical details',
    error: 'Error',
    description: 'Meaning',
    request: 'Request',
  },
  signOut: {
    title: 'Sign out of Schoolgate?',
    lead: 'You will be signed out in this browser. Apps you have allowed stay connected until you take their access back.',
    submit: 'Sign out',
    stay: 'To stay signed in, simply close this page.',
  },
  setup: {
    title: 'Set up your school',
    lead: 'This is the first start. Name the school and make the account of its owner. This page works only once.',
    school: 'The school',
    owner: 'The owner',
    schoolName: 'Name of the school',
    schoolNameHint: 'As members see it when they sign in.',
    schoolSlug: 'Short name for addresses',
    schoolSlugHint: 'Small letters, digits and hyphens, such as “north-school”.',
    ownerName: 'Your name',
    ownerEmail: 'Your e-mail address',
    ownerEmailHint: 'You sign in with it.',
    password: 'Password',
    passwordHint: 'At least 10 characters. A few words that belong together only for you make a good one.',
    submit: 'Set up the school',
    problems: {
      required: 'Please fill this in.',
      too_short: 'This is too short.',
      too_long: 'This is too long.',
      invalid: 'This does not have the form described here.',
      taken: 'This is already in use. Please choose another.',
      too_common: 'Many people use this password, so it is easy to guess. Please choose another.',
    },
  },
};
