/** Hands an e-mail over to the mail server, or writes it to a file if there is none. */
import type { FastifyInstance } from 'fastify';
import { makeIdentifier } from '../../schema/credential.ts';
import type { Mailbox, SmtpServer } from '../../schema/people/mail-settings.ts';
import { keepInFolder } from './mail-folder.ts';

export interface RenderedEmail {
  subject: string;
  /** Plain text. */
  text: string;
  /** The same as a document, for mail programs that show one. */
  html: string;
  /** BCP 47. */
  language: string;
  /** Where answers go, instead of to the sender. */
  replyTo?: string | undefined;
}

/** An e-mail with its recipient, and an id that stays the same if it is sent again. */
type Message = RenderedEmail & {
  id: string;
  to: string;
  /** Where e-mails of this kind are turned off by a POST, if they can be. */
  unsubscribe?: string | undefined;
};

export interface Transport {
  /** @param options the signal ends the attempt, so that no e-mail is still sent of which it is said that it was not */
  send(message: Message, options: { signal: AbortSignal }): Promise<void>;
  /** Ends without an error if the mail server answers and would take e-mails from here. */
  reach(): Promise<unknown>;
}

const TIMEOUT_MS = 10_000;
/**
 * RFC 5321: a server that examines an e-mail before it takes it needs minutes. Whoever does not wait sends the
 * e-mail once more with each attempt.
 */
const ANSWER_MS = 60_000;
/** RFC 3834 §5, and the same for Exchange, so that absent people's programs do not answer. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' } as const;
/** Mail programs offer it beside the e-mail, and send the form themselves (RFC 8058 §3.1). */
const unsubscribing = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
const SAFE = { disableFileAccess: true, disableUrlAccess: true };
const FOLDER = { streamTransport: true, buffer: true, newline: 'windows' } as const;

/** @returns nothing if the server sends no mail */
export function mailTransport(app: FastifyInstance): Transport | undefined {
  const { server, from } = app.config.mail;
  if (server === 'off') return undefined;
  const envelope = (message: Message) => ({
    from: { ...from },
    // An object, so that the address is not parsed and cannot contain further recipients.
    to: { name: '', address: message.to },
    subject: message.subject,
    text: message.text,
    html: message.html,
    messageId: messageId(message.id, from),
    date: new Date(app.clock()),
    ...(message.replyTo === undefined ? {} : { replyTo: { name: '', address: message.replyTo } }),
    headers: {
      ...AUTOMATIC,
      'Content-Language': message.language,
      ...(message.unsubscribe === undefined ? {} : unsubscribing(message.unsubscribe)),
    },
  });
  // Loaded with the first e-mail, because many processes send none.
  const load = async () => (await import('nodemailer')).default;
  if (server === undefined) {
    return {
      async send(message) {
        const transport = (await load()).createTransport(FOLDER, SAFE);
        const readable = { text: asItIs('plain', message.text), html: asItIs('html', message.html) };
        const sent = await transport.sendMail({ ...envelope(message), ...readable });
        await keepInFolder(app, sent.message);
      },
      reach: async () => undefined,
    };
  }
  const open = async () =>
    (await load()).createTransport({ ...mailServerOptions(server), pool: true, maxConnections: 2 }, SAFE);
  let transport: ReturnType<typeof open> | undefined;
  app.addHook('onClose', async () => (await transport)?.close());
  const opened = () => (transport ??= open());
  return {
    async send(message, { signal }) {
      if (!/^\p{ASCII}*$/u.test(message.to)) await requireUnicode(server);
      await (await opened()).sendMail({ ...envelope(message), signal });
    },
    reach: async () => (await opened()).verify(),
  };
}

/**
 * RFC 6531 §3.2: an address that is not ASCII is sent only to a server that offers it. One that does not never will, so
 * that trying again would be of no use.
 * @throws {Error} a permanent refusal
 */
async function requireUnicode(server: SmtpServer): Promise<void> {
  const { default: SmtpConnection } = await import('nodemailer/lib/smtp-connection');
  const connection = new SmtpConnection(mailServerOptions(server));
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject);
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    if (/^250[ -]SMTPUTF8\b/im.test(String(connection.lastServerResponse))) return;
  } finally {
    connection.close();
  }
  const codes = { code: 'EENVELOPE', command: 'SMTPUTF8', responseCode: 553 };
  throw Object.assign(new Error('the mail server takes no address that is not ASCII'), codes);
}

const messageId = (id: string, { address }: Mailbox): string =>
  `<${id}@${address.slice(address.lastIndexOf('@') + 1)}>`;

/**
 * Sends one e-mail immediately, past the outbox, to see what the mail server does with it.
 * @returns what the mail server answered when it took the e-mail
 * @throws {Error} of nodemailer or the network, with the answer of the server in its message
 */
export async function sendPastOutbox(
  server: SmtpServer,
  from: Mailbox,
  { to, subject, text }: Pick<Message, 'to' | 'subject' | 'text'>,
): Promise<string> {
  const { default: nodemailer } = await import('nodemailer');
  const transport = nodemailer.createTransport(mailServerOptions(server), SAFE);
  try {
    const sent = await transport.sendMail({
      from: { ...from },
      to: { name: '', address: to },
      subject,
      text,
      messageId: messageId(makeIdentifier('out'), from),
      headers: { ...AUTOMATIC, 'Content-Language': 'en' },
    });
    return sent.response;
  } finally {
    transport.close();
  }
}

/** A part without a transfer encoding, which would divide the link between lines where the file is opened as text. */
const asItIs = (kind: 'plain' | 'html', content: string) => ({
  raw: `Content-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${content}`,
});

/** How the mail server is reached. */
export const mailServerOptions = ({ host, port, secure, requireTls, auth }: SmtpServer) => ({
  host,
  port,
  secure,
  requireTLS: requireTls,
  ...(auth === undefined ? {} : { auth: { ...auth } }),
  connectionTimeout: TIMEOUT_MS,
  greetingTimeout: TIMEOUT_MS,
  socketTimeout: ANSWER_MS,
});

/** The codes in an error of nodemailer or of the network. */
interface ErrorCodes {
  code?: unknown;
  command?: unknown;
  responseCode?: unknown;
  syscall?: unknown;
  /** Of the network or TLS. */
  originalCode?: unknown;
}

export interface MailFailure {
  /** Codes only, because the text of an error contains the recipient. */
  failure: string;
  /** RFC 5321 §4.2.1: a 5yz response about the e-mail itself is final. One about the sign-in to the server is not. */
  isForEver: boolean;
  /** True if it says nothing about the e-mail itself, so that others would fail as well. */
  isDown: boolean;
}

const ABOUT_THE_EMAIL: ReadonlySet<unknown> = new Set(['EENVELOPE', 'EMESSAGE']);

export function mailFailure(error: unknown): MailFailure {
  const codes: ErrorCodes = typeof error === 'object' && error !== null ? error : {};
  const { code, command, responseCode, syscall, originalCode } = codes;
  const isAbout = ABOUT_THE_EMAIL.has(code) && responseCode !== undefined;
  const failure = [code, command, responseCode, syscall ?? originalCode].filter((one) => one !== undefined).join(' ');
  return {
    failure: failure || 'unknown',
    isForEver: isAbout && Number(responseCode) >= 500,
    isDown: code !== undefined && !isAbout,
  };
}
