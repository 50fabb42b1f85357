/** A mail server that takes what it is told to take, on this computer. */
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import type { Test } from 'tap';

export interface SmtpServer {
  url: string;
  /** The messages that were taken. */
  messages: string[];
  /** The recipients of the envelopes, also of those that were refused. */
  recipients: string[];
  /** The senders of the envelopes, with what follows them. */
  senders: string[];
}

/**
 * @param answers to the recipients in turn; what comes after them is taken
 * @param takesMs how long it takes to confirm a message that was taken
 * @param signIn the answer to a password; without it, none is asked for
 * @param port of a mail server that is started again
 * @param extensions that it offers, such as SMTPUTF8
 */
export async function smtpServer(
  t: Pick<Test, 'teardown'>,
  answers: readonly string[] = [],
  takesMs = 0,
  signIn?: string,
  port = 0,
  extensions: readonly string[] = [],
): Promise<SmtpServer> {
  const messages: string[] = [];
  const recipients: string[] = [];
  const senders: string[] = [];
  const pending = [...answers];
  const server = createServer((socket) =>
    converse(socket, { messages, recipients, senders, answers: pending, takesMs, signIn, extensions }),
  );
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  t.teardown(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, messages, recipients, senders };
}

/** A mail server whose port begins with TLS, and that is busy. @returns its URL */
export async function tlsServer(t: Pick<Test, 'teardown'>, secureContext: SecureContext): Promise<string> {
  const server = createServer((socket) => {
    const secure = new TLSSocket(socket, { isServer: true, secureContext });
    for (const one of [socket, secure]) one.on('error', () => socket.destroy());
    secure.once('secure', () => secure.end('421 busy\r\n'));
    t.teardown(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  return `smtps://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Conversation {
  messages: string[];
  recipients: string[];
  answers: string[];
  takesMs: number;
  signIn: string | undefined;
  senders: string[];
  extensions: readonly string[];
}

function converse(
  socket: Socket,
  { messages, recipients, senders, answers, takesMs, signIn, extensions }: Conversation,
): void {
  let text = '';
  let inData = false;
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  socket.on('error', () => socket.destroy());
  say('220 test');
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    for (;;) {
      const mark = inData ? '\r\n.\r\n' : '\r\n';
      const end = text.indexOf(mark);
      if (end < 0) return;
      const part = text.slice(0, end);
      text = text.slice(end + mark.length);
      if (inData) {
        inData = false;
        messages.push(part.replace(/^\.\./gm, '.'));
        setTimeout(() => say('250 taken'), takesMs);
      } else if (/^RCPT/i.test(part)) {
        recipients.push(part.replace(/^RCPT TO:/i, ''));
        say(answers.shift() ?? '250 ok');
      } else if (/^MAIL/i.test(part)) {
        senders.push(part.replace(/^MAIL FROM:/i, ''));
        say('250 ok');
      } else if (/^EHLO/i.test(part) && extensions.length > 0) {
        say(
          ['250-test', ...extensions.map((one, at) => `250${at + 1 < extensions.length ? '-' : ' '}${one}`)].join(
            '\r\n',
          ),
        );
      } else if (/^EHLO/i.test(part) && signIn !== undefined) {
        say('250-test');
        say('250 AUTH PLAIN');
      } else if (/^AUTH/i.test(part)) {
        say(signIn ?? '250 ok');
      } else if (/^DATA/i.test(part)) {
        inData = true;
        say('354 go on');
      } else if (/^QUIT/i.test(part)) {
        say('221 bye');
        socket.end();
      } else say('250 ok');
    }
  });
}
