/** What a person has connected, and how it ends. */
export const connectedApps = {
  lead: 'Apps you’ve given access to. Disconnecting takes effect immediately.',
  none: 'No apps connected',
  noneText: 'Apps you connect appear here.',
  callsItself: (name: string) => `Calls itself “${name}”`,
  at: (school: string) => `At ${school}`,
  can: 'What it can do',
  more: (count: number) => `Show ${count} more`,
  canNothing: 'Nothing right now: your membership at the school or the app itself is turned off.',
  since: 'Connected since',
  lastUsed: 'Last used',
  several: (count: number) => `Connected ${count} times`,
  severalText: 'Each installation of the app and each device you connected it on is listed separately.',
  one: (number: number, count: number) => `Connection ${number} of ${count}`,
  listed: (listed: number, all: number) => `Showing the newest ${listed} of ${all}.`,
  endOne: (number: number) => `End connection ${number}`,
  end: (app: string) => `Disconnect ${app}`,
  ending: {
    app: (app: string) => `Disconnect ${app}?`,
    appText: (app: string, school: string) => `${app} loses access to your account at ${school}, on every device.`,
    one: (app: string) => `End this connection of ${app}?`,
    oneText: (app: string, school: string) =>
      `This installation of ${app} loses access to your account at ${school}. Its other installations stay connected.`,
    kept: 'Anything it has read or changed stays as it is. To use it again, connect it again.',
    submitApp: 'Disconnect',
    submitOne: 'End this connection',
  },
  done: {
    app: 'App disconnected. It no longer has access to your account at that school.',
    one: 'Connection ended. Other installations of the app stay connected.',
    gone: 'This connection no longer exists.',
  },
};
