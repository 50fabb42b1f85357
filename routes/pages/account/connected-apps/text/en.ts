/** What a person has connected, and how it ends. */
export const connectedApps = {
  lead: 'What you allowed apps to do in your name. An app that you disconnect can do nothing more from that moment on.',
  none: 'No app is connected',
  noneText: 'When you allow an app something, it appears here, and here you take it back.',
  callsItself: (name: string) => `Calls itself “${name}”`,
  at: (school: string) => `At ${school}`,
  can: 'What it can do',
  more: (count: number) => `Show ${count} more`,
  canNothing: 'Nothing at the moment: your place at the school or the app itself is switched off.',
  since: 'Connected since',
  lastUsed: 'Last used',
  several: (count: number) => `Connected ${count} times`,
  severalText: 'Every installation of the app, and every device on which you allowed it, stands here by itself.',
  one: (number: number) => `Connection ${number}`,
  listed: (listed: number, all: number) => `The newest ${listed} of ${all} are listed.`,
  endOne: (number: number) => `End connection ${number}`,
  end: (app: string) => `Disconnect ${app}`,
  ending: {
    app: (app: string) => `Disconnect ${app}?`,
    appText: (app: string, school: string) =>
      `From this moment on ${app} can do nothing more in your name at ${school}, on any device.`,
    one: (app: string) => `End this connection of ${app}?`,
    oneText: (app: string, school: string) =>
      `This installation of ${app} can do nothing more in your name at ${school}. Its other installations go on.`,
    kept: 'What it read or changed until now stays as it is. To use it again, you allow it anew.',
    submitApp: 'Disconnect',
    submitOne: 'End this connection',
  },
  done: {
    app: 'The app is disconnected. It can do nothing more in your name at that school.',
    one: 'This connection has ended. Other installations of the app go on.',
    gone: 'There is no such connection any more.',
  },
};
