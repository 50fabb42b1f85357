export const otherComputer = {
  /** The link on the page that leads back to the program, and where a person comes back. */
  link: 'My program runs on another computer',
  /** Above that link. */
  unanswered: 'Did the program not answer?',
  /** On the consent page, which is where the browser goes back to. */
  back: 'If your browser then says that it can’t connect, go back one page.',
  title: 'Is your program on another computer?',
  lead: (app: string) =>
    `${app} hasn’t received its access yet. If it runs in a container or on another computer (over SSH, in WSL), this browser can’t reach it. You can copy the address it’s waiting for and paste it into the program.`,
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
    text: 'The address is shown only once, in the minutes after you chose Allow, and only while the program is waiting for it. If it still is, start again from the program.',
  },
  withheld: {
    title: 'We don’t show the address',
    text: 'A link on another website brought you here, so someone else may have started this. If it was you, start again from your program, and type or paste its link into the address bar of your browser.',
  },
};
