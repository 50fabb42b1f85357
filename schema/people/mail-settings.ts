/** Parses the settings for e-mail: the SMTP server and the sender. */

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

/**
 * Parses `address` or `Name <address>`.
 * @returns `undefined` for anything else
 */
export function parseMailbox(value: string): Mailbox | undefined {
  const match = /^(?:([^<>"\p{Cc}]{0,100}?) *<([^<>]+)>|([^<>]+))$/u.exec(value.trim());
  const address = match?.[2] ?? match?.[3] ?? '';
  return isEmail(emailKey(address)) ? { name: match?.[1] ?? '', address } : undefined;
}
