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
      reviews: 'Reviews',
      connect: 'Connect',
      connections: 'Connections',
      webhooks: 'Webhooks',
      audit: 'Audit log',
      look: 'Name and colours',
      settings: 'Settings',
      accounts: 'Accounts',
    },
  },
  overview: {
    back: 'To the school admin',
    lead: (role: string) => `You run this school as: ${role}.`,
  },
};
