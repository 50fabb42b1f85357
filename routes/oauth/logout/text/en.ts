export const signOut = {
  title: 'Sign out of Schoolgate?',
  lead: 'You will be signed out in this browser. Apps you have allowed stay connected until you take their access back.',
  submit: 'Sign out',
  stay: 'To stay signed in, simply close this page.',
};
