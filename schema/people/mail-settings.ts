/** Where mail is handed over, and from whom it is. */
import { emailKey, isEmail } from './email.ts';

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte on; otherwise the connection is raised to it. */
  readonly secure: boolean;
  /** Only a server on this computer may be spoken to in the clear. */
  readonly requireTls: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
}

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

const LOCAL: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const SUBMISSION_PORT = { 'smtp:': 587, 'smtps:': 465 } as const;

/** `smtps://user:password@host` or `smtp://…`, with nothing behind the host. @returns `undefined` for anything else */
export function parseSmtpUrl(value: string): SmtpServer | undefined {
  const url = URL.parse(value);
  if (url === null || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') || url.hostname === '') return undefined;
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '') return undefined;
  const [user, pass] = [decoded(url.username), decoded(url.password)];
  if (user === undefined || pass === undefined || (user === '') !== (pass === '')) return undefined;
  const secure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? SUBMISSION_PORT[url.protocol] : Number(url.port),
    secure,
    requireTls: !secure && !LOCAL.has(url.hostname),
    auth: user === '' ? undefined : { user, pass },
  };
}

const decoded = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
};

/** `address` or `Name <address>`. @returns `undefined` for anything else */
export function parseMailbox(value: string): Mailbox | undefined {
  const match = /^(?:([^<>"\p{Cc}]{0,100}?) *<([^<>]+)>|([^<>]+))$/u.exec(value.trim());
  const address = match?.[2] ?? match?.[3] ?? '';
  return isEmail(emailKey(address)) ? { name: match?.[1] ?? '', address } : undefined;
}
