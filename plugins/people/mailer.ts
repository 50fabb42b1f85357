/** Sends e-mails in the background, retries after failures, and finishes before the server stops. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { EmailMessage } from '../../schema/people/email-message.ts';
import type { SmtpServer } from '../../schema/people/mail-settings.ts';
import { offer } from '../offer.ts';
import { sendInTurn } from './letters-in-turn.ts';
import { keepInFolder, tidyMailFolder } from './mail-folder.ts';

export interface RenderedEmail {
  subject: string;
  /** Plain text. */
  text: string;
  /** BCP 47. */
  language: string;
  /** Where the recipient turns off e-mails of this kind, if that is possible. */
  unsubscribe?: string;
}

/** The priority of an e-mail. `bulk` is for e-mails that one person can have sent to very many people. */
export type MailRank = 'security' | 'bulk';

/** Renders an e-mail in a supported language. The locale is the preferred one (BCP 47). */
export type RenderEmail = (message: EmailMessage, locale: string | undefined) => RenderedEmail;

/** An e-mail with its recipient. */
export interface Letter {
  to: string;
  /** The preferred language (BCP 47). */
  locale: string | undefined;
  message: EmailMessage;
}

export interface Mailer {
  /** `false` if the server sends no mail at all. No files are written then, either. */
  readonly isOn: boolean;
  /** Returns immediately. The result of the delivery does not affect the caller's response. */
  send(to: string, locale: string | undefined, message: EmailMessage): void;
  /**
   * Sends e-mails to many people in the background, two at a time, so that only a page of them is in memory. It gives up
   * when the mail server has refused several in a row.
   */
  sendAll(letters: AsyncIterable<Letter>): void;
  /** Runs work in the background whose result and duration the response must not reveal. */
  afterwards(work: () => Promise<unknown>, rank?: MailRank): void;
  /** E-mails and tasks that are under way, and how many e-mails were given up since the start. */
  readonly load: { pending: number; lost: number };
}

declare module './stores.ts' {
  interface People {
    readonly mailer: Mailer;
  }
}

type Message = RenderedEmail & { to: string };
type Deliver = (message: Message) => Promise<void>;

const SECOND = 1000;
const RETRIES_AFTER_MS = [SECOND, 10 * SECOND, 60 * SECOND] as const;
const TIMEOUT_MS = 10 * SECOND;
/**
 * Maximum number of waiting e-mails and tasks. If it is reached, the mail server has a problem, and further ones are
 * dropped to limit the memory.
 */
const MAX_PENDING = 5000;
/** The remaining places are reserved for e-mails about security. */
const MAX_PENDING_BULK = 4000;
const BULK: ReadonlySet<EmailMessage['kind']> = new Set([
  'invitation',
  'event_cancelled',
  'event_moved',
  'event_seat',
  'course_enrolled',
  'role_changed',
]);
/**
 * Background work starts after a random delay up to this time. Otherwise, the duration of the caller's next request
 * could reveal it.
 */
const PAUSE_MS = SECOND / 4;

export default fp(
  async (app, { write }: { write: RenderEmail }) => {
    const { log } = app;
    const closing = new AbortController();
    const pending = new Set<Promise<void>>();
    const pendingBulk = new Set<Promise<void>>();
    let lost = 0;
    // Each priority has its own connections, so that a password reset does not wait for thousands of invitations.
    const security = delivery(app);
    const bulk = delivery(app);

    function begin(work: () => Promise<unknown>, rank: MailRank): void {
      if (pending.size >= MAX_PENDING || (rank === 'bulk' && pendingBulk.size >= MAX_PENDING_BULK)) {
        lost += 1;
        log.error('too many e-mails are waiting; one was dropped');
        return;
      }
      const done: Promise<void> = work()
        .catch((error: unknown) => log.error({ err: error }, 'background work for an e-mail failed'))
        .then(() => {
          pending.delete(done);
          pendingBulk.delete(done);
        });
      pending.add(done);
      if (rank === 'bulk') pendingBulk.add(done);
    }

    const postWithRetries = posting(log, closing.signal);
    const post: typeof postWithRetries = async (...letter) => {
      const isSent = await postWithRetries(...letter);
      if (!isSent) lost += 1;
      return isSent;
    };

    offer(app.people, 'mailer', {
      isOn: security !== undefined,
      send(to, locale, message) {
        const rank = BULK.has(message.kind) ? 'bulk' : 'security';
        const deliver = rank === 'bulk' ? bulk : security;
        if (deliver === undefined) return;
        begin(() => post(deliver, { to, ...write(message, locale) }, message.kind), rank);
      },
      sendAll(letters) {
        if (bulk === undefined) return;
        const sendOne = ({ to, locale, message }: Letter): Promise<boolean> =>
          post(bulk, { to, ...write(message, locale) }, message.kind);
        begin(async () => {
          if (await sendInTurn(letters, sendOne, closing.signal)) return;
          log.error('e-mails to many people were not all sent');
        }, 'bulk');
      },
      afterwards: (work, rank = 'security') =>
        begin(async () => {
          await wait(Math.random() * PAUSE_MS, closing.signal);
          await work();
        }, rank),
      get load() {
        return { pending: pending.size, lost };
      },
    } satisfies Mailer);

    tidyMailFolder(app);
    // Runs before the stores close, because the remaining work may need them.
    app.addHook('onClose', async () => {
      closing.abort();
      while (pending.size > 0) await Promise.all(pending);
    });
  },
  { name: 'mailer', dependencies: ['config', 'stores'] },
);

/** The wait ends early when the server stops. */
const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);

/** Returns a function that delivers a message, with retries, and tells whether the mail server has taken it. */
const posting =
  (log: FastifyInstance['log'], closing: AbortSignal) =>
  async (deliver: Deliver, message: Message, kind: EmailMessage['kind']): Promise<boolean> => {
    for (let attempt = 0; ; attempt += 1) {
      const pause = RETRIES_AFTER_MS[attempt];
      try {
        await deliver(message);
        return true;
      } catch (error) {
        const codes = codesOf(error);
        if (closing.aborted || pause === undefined || isForEver(codes)) {
          log.error({ kind, attempt, ...codes }, 'an e-mail could not be delivered');
          return false;
        }
        log.warn({ kind, attempt, ...codes }, 'an e-mail could not be sent; it will be retried');
      }
      await wait(pause, closing);
    }
  };

/** The codes in an error of nodemailer or of the network. */
interface ErrorCodes {
  code?: unknown;
  command?: unknown;
  responseCode?: unknown;
  syscall?: unknown;
}

/** Returns the codes only, because the text of an error contains the recipient. */
function codesOf(error: unknown): ErrorCodes {
  const codes: ErrorCodes = typeof error === 'object' && error !== null ? error : {};
  const { code, command, responseCode, syscall } = codes;
  return { code, command, responseCode, syscall };
}

/** RFC 5321 §4.2.1: a 5yz response is final. */
const isForEver = ({ responseCode }: ErrorCodes): boolean => Number(responseCode) >= 500;

function delivery(app: FastifyInstance): Deliver | undefined {
  const { server, from } = app.config.mail;
  if (server === 'off') return undefined;
  const envelope = (message: Message) => ({
    from: { ...from },
    // An object, so that the address is not parsed and cannot contain further recipients.
    to: { name: '', address: message.to },
    subject: message.subject,
    text: message.text,
    date: new Date(app.clock()),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': message.language,
      // Mail programs offer it beside the e-mail.
      ...(message.unsubscribe === undefined ? {} : { 'List-Unsubscribe': `<${message.unsubscribe}>` }),
    },
  });
  // Loaded with the first e-mail, because many processes send none.
  const load = async () => (await import('nodemailer')).default;
  if (server === undefined) {
    return async (message) => {
      const transport = (await load()).createTransport(FOLDER, SAFE);
      await keepInFolder(app, (await transport.sendMail(envelope(message))).message);
    };
  }
  const open = async () => (await load()).createTransport(optionsOf(server), SAFE);
  let transport: ReturnType<typeof open> | undefined;
  app.addHook('onClose', async () => (await transport)?.close());
  return async (message) => {
    transport ??= open();
    await (await transport).sendMail(envelope(message));
  };
}

const SAFE = { disableFileAccess: true, disableUrlAccess: true };

const FOLDER = { streamTransport: true, buffer: true, newline: 'windows' } as const;

const optionsOf = ({ host, port, secure, requireTls, auth }: SmtpServer) => ({
  host,
  port,
  secure,
  requireTLS: requireTls,
  ...(auth === undefined ? {} : { auth: { ...auth } }),
  pool: true as const,
  maxConnections: 2,
  connectionTimeout: TIMEOUT_MS,
  greetingTimeout: TIMEOUT_MS,
  socketTimeout: TIMEOUT_MS,
});
