/** The page that tells how to connect. */
export const connect = {
  title: 'Setup guides',
  lead: 'How to connect AI assistants and apps to this school, ready to copy.',
  commandFor: (application: string) => `Command for “${application}”, your newest public application`,
  addressesTitle: 'Addresses',
  addresses: {
    issuer: 'Issuer',
    mcp: 'MCP endpoint; public tools need no sign-in',
    mcp_operators: 'MCP endpoint for staff (asks to sign in)',
    mcp_members: 'MCP endpoint for members’ own data (asks to sign in)',
    graphql: 'Account API (GraphQL)',
    openapi: 'OpenAPI',
    resource: 'Resource metadata',
  },
  tools:
    'The tool list leaves out a school’s least-used tools, so that it is short enough for a language model; the assistant finds and calls them with find_tools. To list other groups of permissions, add &tools=courses,students to an address (or ?tools= if it has no question mark); tools=all lists everything.',
  clientsTitle: 'AI assistants and tools',
  install: (client: string) => `Add to ${client}`,
  switches: {
    lead: 'Turn on an assistant for the people who run the school, or for members who want to ask about their own courses, orders and events.',
    preview: 'See what members see',
    staff: 'Staff',
    members: 'Members',
    states: { on: 'On', reads: 'Read only', off: 'Off', blocked: 'Blocked' },
    turnOn: 'Turn on',
    unblock: 'Unblock and turn on',
    blockAll: 'Block at every school',
    turnOff: 'Turn off',
    toApplication: 'Open the application',
    uses: (name: string) => `Members are given the client ID of your application “${name}”.`,
    isDisabled: (name: string) => `Your application “${name}” is disabled.`,
    newestOf: (count: number) => `It is the newest of ${count} that fit. To give them another, disable it.`,
    why: {
      ready: 'Nothing to turn on: each person signs in and decides.',
      platform: 'The people who run the platform decide this, because it counts for every school.',
      blocked: 'Blocked on this platform. Only the people who run the platform can change that.',
      host: (host: string) =>
        `This server doesn’t accept apps from ${host}. Whoever runs the server can allow it with CIMD_ALLOWED_HOSTS.`,
      registration: 'Apps can’t register themselves at this server. Create an application for it.',
      application: (name: string) =>
        `Members use your application “${name}”, which other apps can use, too. Edit or disable it there.`,
    },
    ask: {
      staff: {
        on: (client: string) => `Let staff use ${client}?`,
        off: (client: string) => `Block ${client} at every school?`,
      },
      members: {
        on: (client: string) => `Let members use ${client}?`,
        off: (client: string) => `Turn off ${client} for members?`,
      },
    },
    does: {
      create: (client: string) =>
        `This creates an application “${client}” for your school that may read members’ own data, and nothing else. Members find its client ID on their page.`,
      enable: (name: string) => `This enables your application “${name}” again.`,
      disable: (name: string) => `This disables your application “${name}”: its connections end immediately.`,
      allowAgain: 'To allow it again later, approve it:',
      unblock: 'It is blocked at every school now. This unblocks it everywhere.',
      approve:
        'Turning it on also approves it: it may then ask for any permission a shared app may have, including changes, at every school on this platform.',
      alsoStaff:
        'The approval counts for staff too: this also turns on “Staff”, so that people who run a school can connect it, within their role.',
      feature: 'This also turns on the beta feature “MCP connections”.',
      still: 'Each member still signs in and decides, and can disconnect it at any time.',
    },
    unreadable: 'It can’t be turned on yet, because its metadata can’t be read.',
    unreachable: (host: string) =>
      `This server has to reach ${host}, and couldn’t just now. Try again in a few minutes. If that doesn’t help, ask whoever runs the server.`,
    meanwhile: (client: string) => `In the meantime, “${client}” can be turned on, which doesn’t need this.`,
    done: {
      staff: {
        on: (client: string) => `Staff can now use ${client}, within each person’s role.`,
        off: (client: string) =>
          `${client} is blocked at every school, and its connections have ended. You can allow it again under “App reviews”.`,
      },
      members: {
        on: (client: string) =>
          `Members can now use ${client}. They find out how under “AI assistants” in their account.`,
        off: (client: string) => `Members can no longer use ${client}. Its connections here have ended.`,
      },
    },
    undone: {
      changed: 'Its metadata has changed since you looked. Nothing was turned on; please check again.',
    },
  },
  programs: (client: string) => `Claude Desktop and other programs on your computer (${client})`,
  useInstead: (client: string) => `Until then, use “${client}”.`,
  clients: {
    claude: 'On the web or in the desktop app, add a custom connector with this address, then connect it.',
    claude_code: 'Run these where Claude Code is installed. The second opens your browser, where you sign in.',
    codex: 'Run this where Codex is installed. It opens your browser, where you sign in.',
    gemini_cli: 'Run these where Gemini CLI is installed. Confirm that it may open your browser, and sign in there.',
    qwen_code:
      'Run these where Qwen Code is installed. Choose the server, then Authenticate, and sign in in your browser.',
    copilot_cli: 'Run these where GitHub Copilot CLI is installed. Your browser opens, and you sign in there.',
    opencode: 'Run these where opencode is installed. Your browser opens, and you sign in there.',
    mcporter: 'Run these where mcporter is installed. Your browser opens, and you sign in there.',
    chatgpt: 'Create a connector with this address and choose OAuth as its authentication.',
    cursor: 'Press the button and confirm in Cursor, which asks you to sign in. Or add this to an MCP file by hand.',
    vscode:
      'Press the button and confirm in VS Code, which asks you to sign in. Or add this to your workspace’s MCP file by hand.',
    inspector: 'Start it, choose Streamable HTTP, enter the address and connect.',
    mcp_remote:
      'For programs that only start local MCP servers. In Claude Desktop, open Settings, Developer, Edit Config, add the block with “mcpServers” to the file claude_desktop_config.json, and restart the program. If the file already has “mcpServers”, add only the entry inside. Node.js must be installed.',
    curl: 'Public tools need no sign-in. This searches your school’s courses.',
  },
  admission: {
    by_name: (_host: string) => 'Ready to use.',
    by_address: (host: string) =>
      `It identifies itself by an address at ${host}. Until that address is approved, it can only read.`,
    by_itself: (_host: string) => 'It registers itself when it connects. People see a “Not reviewed” warning.',
    only_as_application: (_host: string) =>
      'Clients can’t register themselves at this server. Create an application for it, and enter its client_id where the client asks for one.',
  },
  addressApproved: (host: string) =>
    `It identifies itself by an address at ${host}, which is approved for every school on this platform.`,
  addressBlocked: (host: string) =>
    `It identifies itself by an address at ${host}, which is blocked at every school on this platform.`,
  notReachable:
    'This server can be reached only from this computer. A hosted app can connect once this server has a public https address.',
  snippets: {
    address: 'Address',
    clientId: 'Client ID',
    command: 'Command',
    typed: 'Type in the program',
    cursorFile: '.cursor/mcp.json, or ~/.cursor/mcp.json',
    vscodeFile: '.vscode/mcp.json',
    serversFile: 'claude_desktop_config.json, or the MCP file of another program',
    geminiFile: '~/.gemini/settings.json',
    opencodeFile: 'opencode.json, or ~/.config/opencode/opencode.json',
  },
  changes: {
    title: 'Choose what it may change',
    text: 'Without a choice, it asks to see everything that your role may see. With one, it asks to see and change only what is chosen.',
    all: (app: string) =>
      `Without a choice, ${app} asks to see and change everything that your role may: View only leaves the changes out when you allow it. With a choice, it asks for what is chosen, and nothing else.`,
    submit: 'Update the command',
  },
  own: {
    title: 'Your own applications',
    text: 'An app built for your school gets its client_id here. With account:read it can show members their own courses, orders and events. Developers find the settings on the page of the application.',
  },
  offer: {
    text: '“MCP connections” adds the pages OAuth applications, for your own apps, and App reviews. Assistants that need no approval work without it. The first switch that you turn on below turns it on too.',
    submit: 'Turn on MCP connections',
    done: 'MCP connections are turned on. The pages OAuth applications and App reviews are in the menu now.',
  },
};
