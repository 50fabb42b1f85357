/** The settings of a school. */
export const settings = {
  title: 'Settings',
  lead: 'What your school tries out before every school has it.',
  beta: 'Beta features',
  on: 'On',
  off: 'Off',
  switchOn: (feature: string) => `Switch on ${feature}`,
  switchOff: (feature: string) => `Switch off ${feature}`,
  done: {
    on: (feature: string) => `${feature} is switched on.`,
    off: (feature: string) => `${feature} is switched off.`,
  },
  features: {
    mcp_connections: {
      name: 'MCP connections',
      what: 'Your school can make OAuth applications for its members and operators, review apps that are known by their web address, and see how each known client connects.',
      whenOff:
        'When you switch it off, those pages go away and nobody can make new applications. The ones that exist keep working, and Connections stays where it is.',
    },
    chatgpt_sign_in: {
      name: 'Sign-in by tool result',
      what: 'A tool that needs a sign-in says so in its result instead of refusing the call. ChatGPT wants it this way; other clients may show the result as an error.',
      whenOff: 'When you switch it off, such calls are refused as usual, which is what most clients expect.',
    },
  },
};
