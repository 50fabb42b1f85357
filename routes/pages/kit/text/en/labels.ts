/** Fields and buttons that several pages have. */
export const labels = {
  switch: 'Use another account',
  cancel: 'Cancel and go back to the app',
  again: 'Review the request again',
  email: 'E-mail address',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
};
