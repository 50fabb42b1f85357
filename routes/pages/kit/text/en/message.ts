/** Pages that only tell something: what went wrong, or what is done. */
export const message = {
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
  school_closed: {
    title: 'This school is closed',
    text: 'The platform has closed this school. Nobody can sign in for it, and apps have no access to it. If you run the school, ask the people who run the platform.',
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
  account_deleted: {
    title: 'Your account is deleted',
    text: 'You are signed out everywhere, and nobody can sign in to this account again. You can open a new one with the same e-mail address if a school invites you.',
  },
  client_error_redirect: {
    title: 'The app’s request has a mistake',
    text: 'We stopped here and shared nothing. Nobody has reviewed this app, so we do not send you on to it by ourselves. If you know it, you can go back; it will be told what was wrong.',
  },
  not_adopted: {
    title: 'Your school has not adopted this app',
    text: 'Nothing was shared. The app asks for what is your own at the school, such as your courses, and it can get that only after the school has adopted it. Send those who run the school the second address below: they adopt the app there, under “Reviews”. Then start again from the app.',
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
};
