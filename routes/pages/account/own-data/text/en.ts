/** A copy of all that is stored about a person, and the end of the account. */
export const ownData = {
  title: 'Your data',
  lead: 'What is stored about you is yours to take along, and you can end your account at any time.',
  exportTitle: 'Download your data',
  export: 'Download your data',
  exportText:
    'You get one file in the format JSON with your account, your sign-ins, the apps you have connected, your schools, courses and progress, orders, registrations, comments and answers. Passwords and other secrets are not in it.',
  exportCare: 'Keep the file where only you can read it. You can download it five times a day.',
  deleteTitle: 'Delete your account',
  delete: 'Delete your account',
  deleteText: 'This happens at once, and nobody can undo it.',
  gone: 'Your name, e-mail address, password, passkeys and codes are deleted. You are signed out everywhere, and every app loses its access.',
  noSchool: 'You belong to no school.',
  schools: (names: string) => `You lose your place at: ${names}. What you have bought there cannot be opened any more.`,
  kept: 'Schools keep their records of orders, payments, courses and registrations under a number, without your name. The text of your comments and your answers to forms are deleted.',
  history:
    'The security log keeps what happened in your account, with its number and network addresses, until it is a little over a year old. A page that a school wrote about you as a lecturer stays; ask the school.',
  exportFirst: 'You may want a copy first:',
  recentlyChanged: (until: string) =>
    `Your e-mail address was changed within the last days. Until ${until}, whoever receives e-mail at the former address can undo that, so the account cannot be deleted yet.`,
  toProfile: 'To your profile',
  onlyOwner:
    'You are the only owner of a school, which would then have nobody to run it. First make another member an owner, or ask the people who run the platform to close the school.',
};
