/** Pages that only tell something: what went wrong, or what is done. */
export const message = {
  bad_request: {
    title: 'This app’s request is invalid',
    text: 'The request doesn’t match what we know about this app, so we stopped here. The mistake is the app’s, not yours, and no one was signed in. Please tell the app’s developers; the details below help them.',
  },
  client_blocked: {
    title: 'This app is blocked here',
    text: 'The people who run this service don’t allow this app, so it can’t connect at any school here. You did nothing wrong, and nothing was shared. Only they can allow it again. If you need the app, ask your school to pass that on to them.',
  },
  client_disabled: {
    title: 'This app is turned off',
    text: 'The school that uses this app, or the people who run this service, have disabled it, so it can’t connect. You did nothing wrong, and nothing was shared. If you need the app, ask your school.',
  },
  client_host_not_allowed: {
    title: 'This app isn’t accepted here',
    text: 'This service knows apps of this kind by the web address at which they describe themselves, and accepts only some hosts. This app’s host isn’t one of them, so it can’t connect at any school here. You did nothing wrong, and nothing was shared. The people who run this service can accept it; the details below tell them how.',
  },
  expired: {
    title: 'This sign-in request has expired',
    text: 'For your safety, sign-in requests expire after 30 minutes. Nothing was shared. Go back to the app and start again from there.',
  },
  completed: {
    title: 'You’ve already answered this request',
    text: 'You may have double-clicked or used the back button. Your first answer counts. If the app is still waiting, start again from there.',
  },
  other_browser: {
    title: 'Please use the browser you started with',
    text: 'This request was started in another browser, or cookies are turned off here. Go back to the app, start again, and stay in one browser window with cookies turned on.',
  },
  school_ready: {
    title: 'Your school is ready',
    text: 'Sign in with the e-mail address and password you just chose. The setup link no longer works.',
  },
  session_changed: {
    title: 'Your sign-in has changed',
    text: 'Since you opened this page, someone signed in or out in this browser, perhaps you in another tab. Nothing was shared. Review the request again, or go back to the app and start over.',
  },
  school_closed: {
    title: 'This school is closed',
    text: 'The platform has closed this school. No one can sign in to it, and apps can’t access it. If you run the school, contact the platform’s operators.',
  },
  not_a_member: {
    title: 'You’re not a member of this school',
    text: 'You’re signed in, but this account doesn’t belong to the school that the app works with, or its access was suspended. If you have another account there, use that one; otherwise ask the school to invite you, or to restore your access.',
  },
  forbidden_origin: {
    title: 'This form didn’t come from us',
    text: 'The form was sent from another website, so nothing was done. If you were filling in one of our pages, open it again and retry.',
  },
  insecure_transport: {
    title: 'This address must be opened with https',
    text: 'The server can’t see that this page was opened with https, so it doesn’t show it. If the address begins with https://, please tell the people who run this service. If you run it: name the proxy in TRUST_PROXY, and let the proxy set X-Forwarded-Proto.',
  },
  throttled: {
    title: 'Too many requests',
    text: 'More requests came in a minute than we answer. Please wait a minute, go back and try again.',
  },
  too_large: {
    title: 'This is too large',
    text: 'What you sent is larger than we accept, so nothing was saved. Go back and choose a smaller file or shorten the text.',
  },
  not_found: {
    title: 'Page not found',
    text: 'The address may be mistyped, or the page has moved. Start from your school’s site or the app you were using.',
  },
  method_not_allowed: {
    title: 'This page can’t be opened this way',
    text: 'Start from your school’s site or the app you were using.',
  },
  server_error: {
    title: 'Something went wrong',
    text: 'It’s our fault, not yours. Please try again; if it happens again, give your school the request number below.',
  },
  unavailable: {
    title: 'We can’t answer right now',
    text: 'The service is starting, updating or very busy. Your account is safe. Please try again in a minute.',
  },
  signed_out: {
    title: 'You’re signed out',
    text: 'You’re no longer signed in to Schoolgate in this browser. Connected apps keep their access until you remove it.',
  },
  account_deleted: {
    title: 'Your account has been deleted',
    text: 'You’re signed out everywhere, and no one can sign in to this account again. If a school invites you, you can create a new one with the same e-mail address.',
  },
  client_error_redirect: {
    title: 'This app’s request has an error',
    text: 'Nothing was shared. This app hasn’t been reviewed, so we don’t return you automatically. If you trust it, go back to it; it will get the error.',
  },
  not_adopted: {
    title: 'Your school doesn’t offer this app to members',
    text: 'Nothing was shared. The app asks for your own data at the school, such as your courses, and can only get it once the school offers the app to its members. Send the second address below to the people who manage the school: they can turn this on under “App reviews”. Then start again from the app.',
  },
  page_too_old: {
    title: 'This page is out of date',
    text: 'You signed in or out since you opened it, so nothing was changed. Open it again and retry.',
  },
  no_operator: {
    title: 'You don’t manage this school',
    text: 'You’re signed in, but this account has no role that manages the school. If it should, ask an owner or administrator for one, or use another account.',
  },
  feature_off: {
    title: 'This page is turned off',
    text: 'It belongs to the beta feature “MCP connections”, which is off at your school. Connected apps stay connected; end connections under Active connections.',
  },
  managers_only: {
    title: 'Only owners and administrators can use this page',
    text: 'If you need something here, ask an owner or administrator: they can do it for you or change your role.',
  },
  not_in_role: {
    title: 'Your role doesn’t include this page',
    text: 'Owners and administrators of the school decide what staff can see. If you need this page, ask one of them.',
  },
  start: 'Home',
  toForm: 'Back to the form',
  details: 'Technical details',
  error: 'Error',
  description: 'Meaning',
  request: 'Request',
};
