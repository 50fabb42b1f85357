/** Recognizes a database with the demo platform, which people try out on their own machine. */

/** The ids of the schools of the demo. */
export const DEMO_SITE = { riverside: 'site_demo_riverside', harbour: 'site_demo_harbour' } as const;

/** The fault of the demo on a server for others. */
export const DEMO_IS_KNOWN =
  'the database has the demo platform (…@riverside.example), whose password was printed at its first start';
