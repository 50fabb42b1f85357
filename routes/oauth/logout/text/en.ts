export const signOut = {
  title: 'Sign out of Schoolgate?',
  lead: 'You will be signed out in this browser. Connected apps keep their access until you remove it.',
  submit: 'Sign out',
  stay: 'To stay signed in, close this page.',
};
