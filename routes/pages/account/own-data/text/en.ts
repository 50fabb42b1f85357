import { timeSpan } from '../../../kit/text/en/time-span.ts';

/** A copy of all that is stored about a person, and the end of the account. */
export const ownData = {
  title: 'Your data',
  lead: 'Download what we store about you, or delete your account at any time.',
  exportTitle: 'Download your data',
  export: 'Download your data',
  exportText:
    'You get one JSON file with your account, sign-ins, connected apps, schools, courses and progress, orders, registrations, comments and answers. It doesn’t contain passwords or other secrets.',
  exportCare: 'Keep the file somewhere only you can read it. You can download it five times a day.',
  exportedTooOften: (seconds: number) =>
    `You can download your data five times a day, and you’ve done that. Please try again in ${timeSpan(seconds)}.`,
  deleteTitle: 'Delete your account',
  delete: 'Delete your account',
  deleteText: 'Your account is deleted immediately. This can’t be undone.',
  gone: 'Your name, e-mail address, password, passkeys and codes are deleted. You’re signed out everywhere, and every app loses access.',
  noSchool: 'You don’t belong to a school.',
  schools: (names: string) => `You leave: ${names}. You can no longer open what you bought there.`,
  kept: 'Schools keep their records of orders, payments, courses and registrations under a number, without your name. The text of your comments and your form answers are deleted.',
  history:
    'The security log keeps what happened in your account, with its number and network addresses, for a little over a year. A page that a school wrote about you as a lecturer stays; ask the school.',
  exportFirst: 'You may want a copy first:',
  recentlyChanged: (until: string) =>
    `Your e-mail address was changed recently. Until ${until}, anyone who receives e-mail at the previous address can undo that, so the account can’t be deleted yet.`,
  toProfile: 'Go to your profile',
  onlyOwner:
    'You’re the only owner of a school, and it would have no one to run it. First make another member an owner, or ask the people who run the platform to close the school.',
};
