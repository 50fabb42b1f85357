/** The page that tells how to connect. */
export const connect = {
  title: 'Connect',
  lead: 'Addresses and commands for this server, ready to copy.',
  addressesTitle: 'Addresses',
  addresses: {
    issuer: 'Issuer',
    mcp: 'MCP endpoint; public tools need no sign-in',
    mcp_operators: 'MCP endpoint with sign-in at once, for people who run the school',
    mcp_members: 'MCP endpoint with sign-in at once, for members’ own data',
    graphql: 'Account API (GraphQL)',
    openapi: 'OpenAPI',
    resource: 'Resource metadata',
  },
  tools:
    'To keep lists short enough for a language model, the tools of a school that are used least are left out; the assistant finds and calls them with find_tools. Add &tools=courses,students to an address (or ?tools= where it has no question mark) to list other families of permissions, or tools=all to list everything.',
  clientsTitle: 'Known clients',
  clientsLead:
    'These sign people in to run the school, as far as their role goes. Members’ own data needs an application of your school, or an app that you adopt.',
  clients: {
    claude: 'On the web and in the desktop app: add a custom connector with this address, then connect it.',
    claude_code: 'Run this where Claude Code is installed. Then start it, enter /mcp and sign in.',
    chatgpt: 'Create a connector with this address, and choose OAuth for how it signs in.',
    cursor:
      'Put this into the file of your project or of your account, then connect the server in the settings of Cursor.',
    vscode: 'Put this into the file of your workspace and start the server there; VS Code asks for the sign-in.',
    inspector: 'Start it, choose Streamable HTTP, enter the address and connect.',
    mcp_remote:
      'A bridge for programs that can only start local servers. Run it alone, or let such a program start it.',
    curl: 'Public tools answer anybody. This searches the courses of your school.',
  },
  admission: {
    by_name: (_host: string) => 'This server knows it: there is nothing to set up.',
    by_address: (host: string) =>
      `It names itself by an address at ${host}. Until somebody has approved that address, it can read and nothing more:`,
    by_itself: (_host: string) =>
      'It registers itself when it connects. People are told that nobody has checked who it is.',
    only_as_application: (_host: string) =>
      'Clients cannot register themselves at this server. Make an application for it, and enter its client_id where it asks for one.',
  },
  notReachable:
    'This server is reachable from this computer only. A hosted app can connect once it has a public https address.',
  snippets: {
    address: 'Address',
    clientId: 'Client ID',
    command: 'Command',
    cursorFile: '.cursor/mcp.json, or ~/.cursor/mcp.json',
    vscodeFile: '.vscode/mcp.json',
    serversFile: 'Configuration of a program with local servers',
  },
  members: {
    title: 'Members’ own agents',
    lead: 'For an agent that reads a member’s own courses, the school makes one application and passes its client_id on.',
    show: 'Show what members need',
    none: 'To let an agent read a member’s own courses, the school makes one public application with the scope account:read. Its client_id then appears here, ready to pass on.',
    ready: (application: string) =>
      `Pass these on to your members. They use your application ${application}: each member signs in and decides, and the agent gets what is their own.`,
    addressMissing: 'First add this redirect URI to the application, or the agent’s sign-in is refused:',
    create: 'Make an application',
  },
  own: {
    title: 'Your own applications',
    text: 'An app that somebody builds for your school gets its client_id here. With account:read it can show members their own courses, orders and events; its requests carry resource with the issuer’s address.',
  },
  offer: {
    title: 'Connect your first client',
    text: 'Your school can let AI assistants and apps of its own in: each person allows what it may see and do, and can take it back. Switch on the beta feature “MCP connections” to see addresses and commands for each known client.',
    submit: 'Switch on MCP connections',
  },
};
