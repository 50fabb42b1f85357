/** Parses the settings for e-mail: the SMTP server and the sender. */
import addressparser from 'nodemailer/lib/addressparser';
import { emailKey, isEmail } from '../text/email.ts';
import { decodedPart, LOCAL_HOSTS } from '../text/url-host.ts';

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the start of the connection; otherwise STARTTLS. */
  readonly secure: boolean;
  /** Plain text is allowed only to a server on the local machine. */
  readonly requireTls: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
}

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

const MAX_NAME = 100;
const SUBMISSION_PORT = { 'smtp:': 587, 'smtps:': 465 } as const;

/**
 * Parses `smtps://user:password@host` or `smtp://…`, without a path or query.
 * @returns `undefined` for anything else
 */
export function parseSmtpUrl(value: string): SmtpServer | undefined {
  const url = URL.parse(value);
  if (url === null || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') || url.hostname === '') return undefined;
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '') return undefined;
  const [user, pass] = [decodedPart(url.username), decodedPart(url.password)];
  if (user === undefined || pass === undefined || (user === '') !== (pass === '')) return undefined;
  const secure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? SUBMISSION_PORT[url.protocol] : Number(url.port),
    secure,
    requireTls: !secure && !LOCAL_HOSTS.has(url.hostname),
    auth: user === '' ? undefined : { user, pass },
  };
}

const ENCODED_WORD = /=\?([^?\s*]+)(?:\*[^?\s]*)?\?([bq])\?([^?\s]*)\?=/gi;

/** Returns a name without encoded words (RFC 2047 §6.2: white space between two of them is not part of it). */
const decodedName = (name: string): string =>
  name
    .replaceAll(/(\?=)\s+(?==\?)/g, '$1')
    .replaceAll(ENCODED_WORD, (word, charset: string, encoding: string, text: string) => {
      const bytes = /b/i.test(encoding)
        ? Buffer.from(text, 'base64')
        : Buffer.from(
            text
              .replaceAll('_', ' ')
              .replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
            'latin1',
          );
      try {
        return new TextDecoder(charset, { fatal: true }).decode(bytes);
      } catch {
        return word;
      }
    })
    .trim();

/**
 * Parses a mailbox of RFC 5322 §3.4 (`address`, `Name <address>`, a name in quotation marks or encoded words, comments).
 * @returns for anything else, what it must be, in words that follow its name
 */
export function parseMailbox(value: string): Mailbox | string {
  const [first, ...others] = addressparser(value);
  if (first === undefined || others.length > 0) return 'must be one address';
  if ('group' in first) return 'must be one address, not a group (Name: address;)';
  const [name, address] = [decodedName(first.name), first.address];
  // The parser also takes what has the parts in another order.
  const rest = value.slice(value.lastIndexOf('>') + 1).trim();
  const isInOrder = value.includes('>') ? /^(?:\(.*\))?$/.test(rest) : rest.startsWith(address);
  if (!isInOrder || !isEmail(emailKey(address))) return 'must be an address or Name <address>';
  return name.length > MAX_NAME || /\p{Cc}/u.test(name)
    ? `must have a name of at most ${MAX_NAME} characters on one line`
    : { name, address };
}
