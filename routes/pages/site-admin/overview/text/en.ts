/** The admin pages of a school. */
export const admin = {
  area: {
    developers: 'Developers',
    school: 'School',
    platform: 'Platform',
    pages: {
      overview: 'Overview',
      members: 'Members',
      applications: 'OAuth applications',
      reviews: 'App reviews',
      connect: 'Setup guides',
      connections: 'Active connections',
      webhooks: 'Webhooks',
      audit: 'Audit log',
      look: 'Name and colours',
      settings: 'Settings',
      accounts: 'Accounts',
    },
  },
  overview: {
    back: 'Go to school admin',
    lead: (role: string) => `Your role: ${role}`,
  },
};
