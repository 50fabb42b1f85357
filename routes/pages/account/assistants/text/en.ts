/** How members connect an AI assistant to their own data. */
export const assistants = {
  title: (school: string) => `AI assistants at ${school}`,
  lead: (school: string) =>
    `Ask an AI assistant about your own courses, orders and events at ${school}. When you connect one, you sign in here and decide what it may see.`,
  choose: 'Choose the school whose courses, orders and events you want to ask about.',
  none: (school: string) => `${school} doesn’t offer an assistant to its members yet`,
  blocked: (apps: string, school: string) =>
    `The people who run this service have blocked ${apps}. ${school} offered it to its members, but no one can connect it now.`,
  noneText: 'Ask the people who run the school to turn one on under “Setup guides”.',
  contact: 'Contact of the school:',
  show: 'How to connect',
  asksAs: (name: string) => `When you connect, the page that asks for access calls it “${name}”.`,
  clientId: 'Enter the client ID where the assistant asks for one; it may be under advanced settings.',
  ask: 'What you can ask',
  connected: 'See connected apps, or disconnect one',
  questions: {
    progress: (title: string) => `How far am I in “${title}”?`,
    stopped: (title: string) => `Where did I stop watching in “${title}”?`,
    ends: (title: string) => `How long can I still open “${title}”?`,
    unfinished: 'Which of my courses haven’t I finished yet?',
    courses: 'Which courses can I open right now?',
    event: (title: string) => `When and where is “${title}”?`,
    order: (number: string) => `What did I buy with order ${number}?`,
  },
};
