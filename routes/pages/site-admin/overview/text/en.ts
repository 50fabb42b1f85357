/** The admin pages of a school. */
export const admin = {
  area: {
    developers: 'Developers',
    school: 'School',
    pages: {
      overview: 'Overview',
      members: 'Members',
      applications: 'OAuth applications',
      reviews: 'Reviews',
      connect: 'Connect',
      connections: 'Connections',
      audit: 'Audit log',
      look: 'Name and colours',
      settings: 'Settings',
    },
  },
  overview: {
    back: 'To the school admin',
    lead: (role: string) => `You run this school as: ${role}.`,
    switchOn: 'Apps of your own can be connected once the beta feature “MCP connections” is on.',
    members: 'who belongs to the school, and in which role',
    applications: 'apps that the school makes for its members and operators',
    reviews: 'apps known by their web address: approve, block, adopt',
    connect: 'addresses and commands for each known client',
    connections: 'which apps are connected, for whom; end one or all',
    connectionsLooking: 'which apps are connected, and for whom',
    audit: 'who did what, and when',
    look: 'what people see when they sign in',
    settings: 'second factor and beta features',
  },
};
