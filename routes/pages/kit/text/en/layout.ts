/** The frame of every page. */
export const layout = {
  about: 'Powered by Schoolgate',
  poweredBy: 'Sign-in by Schoolgate',
  requestId: 'Request',
  language: 'Language',
  legal: { terms: 'Terms of use', privacy: 'Privacy policy' },
  /** Of a page whose form came back. */
  wrong: (title: string) => `Error: ${title}`,
};
