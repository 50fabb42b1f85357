export const otherComputer = {
  /** The link on the page that leads back to the program, and where a person comes back. */
  link: 'My program runs on another computer',
  /** Above that link. */
  unanswered: 'Did the program not answer?',
  /** On the consent page, which is where the browser goes back to. */
  back: 'If your browser then says that it can’t connect, go back one page.',
  title: 'Is your program on another computer?',
  lead: (app: string) =>
    `${app} hasn’t picked up its access. If it runs in a container or on a computer that you use over the network (SSH, WSL), this browser can’t reach it. Then you can copy the address that it’s waiting for and paste it there.`,
  beware: {
    paste:
      'Paste the address only into a program that you started yourself, in a window that you typed in. Whoever gets it can use your account as that program.',
    never:
      'We never ask for this address, and neither does your school: not on the phone, in a chat, by e-mail, with a QR code or on a shared screen.',
    stop: 'Did someone send you a link or tell you what to click? Then stop. Nothing happens if you close this page.',
  },
  show: 'Show the address',
  stop: 'I didn’t start a program',
  copy: (app: string) => `Paste this address into ${app}`,
  once: (seconds: number) => `It works once, for ${seconds} seconds. This page can’t show it again.`,
  address: 'Address',
  gone: {
    title: 'There is no address to show',
    text: 'It can be shown once, in the minutes after you clicked Allow, and only until the program has answered. If the program is still waiting, start again from there.',
  },
  withheld: {
    title: 'We don’t show the address',
    text: 'A link on another website brought you here, so someone else may have started this. If it was you, start again from your program, and type or paste its link into the address bar of your browser.',
  },
};
