/** Letters that the server wrote into files, read as a mail program would. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { textFor } from '../../routes/words/index.ts';
import { LANGUAGES } from '../../schema/text/language.ts';

export interface Email {
  /** Everything as it stands in the file. */
  raw: string;
  headers: ReadonlyMap<string, string>;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The last line that is an address. What follows it may name other addresses. */
  link: string;
}

const NEW_SIGN_INS = LANGUAGES.map((language) => textFor(language).mail.new_browser.subject);

const PATIENCE_MS = 60_000;

const quoted = (text: string): Buffer =>
  Buffer.from(
    text
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

/** RFC 2047 §2. */
const words = (value: string): string =>
  value
    .replace(/(\?=)\s+(=\?)/g, '$1$2')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      (kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64') : quoted(word.replaceAll('_', ' '))).toString('utf8'),
    );

/** The headers of a message or of one of its parts, and what follows them. */
function divided(raw: string) {
  const end = raw.indexOf('\r\n\r\n');
  const unfolded = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const headers = new Map(
    unfolded.split('\r\n').map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { headers, body: raw.slice(end + 4) };
}

function contentOf({ headers, body }: ReturnType<typeof divided>): string {
  const encoding = headers.get('content-transfer-encoding');
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? quoted(body)
        : Buffer.from(body);
  return bytes.toString('utf8').replaceAll('\r\n', '\n');
}

export function readEmail(raw: string): Email {
  const { headers, body } = divided(raw);
  const boundary = /^multipart\/alternative; boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  if (boundary === undefined) throw new Error(`a letter is text and a document: ${headers.get('content-type')}`);
  // The last part is the end of the message. A line break before the boundary belongs to the boundary.
  const parts = body.split(`--${boundary}`).slice(1, -1);
  const [text = '', html = ''] = parts.map((part) =>
    contentOf(divided(part.replace(/^\r\n/, '').replace(/\r\n$/, ''))),
  );
  const link = [...text.matchAll(/^https?:\/\/\S+$/gm)].at(-1)?.[0] ?? '';
  return { raw, headers, to: headers.get('to') ?? '', subject: words(headers.get('subject') ?? ''), text, html, link };
}

export interface MailboxOptions {
  /** The server, if it runs in this process: it sends what it has at once. */
  app?: Pick<FastifyInstance, 'outbox'>;
  /** Subjects; by default those of new sign-ins, as each browser of a test is a new one. */
  leavesOut?: Iterable<string>;
}

/** The letters of a server that keeps its data in a folder, in the order in which they were written. */
export class Mailbox {
  readonly #folder: string;
  readonly #read = new Set<string>();
  /** Letters that came together with one that was looked at. */
  readonly #more: Email[] = [];
  readonly #leavesOut: ReadonlySet<string>;
  readonly #app: MailboxOptions['app'];

  constructor(dataDir: string, { app, leavesOut = NEW_SIGN_INS }: MailboxOptions = {}) {
    this.#folder = join(dataDir, 'mail');
    this.#leavesOut = new Set(leavesOut);
    this.#app = app;
  }

  /** The letters that nobody has looked at yet. */
  take(): Email[] {
    const names = existsSync(this.#folder) ? readdirSync(this.#folder).sort() : [];
    const fresh = names.filter((name) => name.endsWith('.eml') && !this.#read.has(name));
    for (const name of fresh) this.#read.add(name);
    const more = this.#more.splice(0);
    const emails = fresh
      .map((name) => readEmail(readFileSync(join(this.#folder, name), 'utf8')))
      .filter(({ subject }) => !this.#leavesOut.has(subject));
    return [...more, ...emails];
  }

  /** Waits for so many letters. */
  async wait(count = 1): Promise<Email[]> {
    const emails: Email[] = [];
    for (const end = performance.now() + PATIENCE_MS; emails.length < count; await sleep(20)) {
      await this.#app?.outbox.sendDue();
      emails.push(...this.take());
      if (emails.length >= count) break;
      if (performance.now() > end) throw new Error(`${emails.length} of ${count} letters came`);
    }
    return emails;
  }

  /** Waits for a letter to somebody, and drops those to others that come before it. */
  async nextTo(address: string): Promise<Email> {
    for (;;) {
      const email = await this.next();
      if (email.to === address) return email;
    }
  }

  async next(): Promise<Email> {
    const [email, ...more] = await this.wait();
    if (email === undefined) throw new Error('no letter');
    this.#more.push(...more);
    return email;
  }
}
