/** Rules that the addresses of a deployment impose on its settings: TLS, a proxy, and an origin to reach it by. */
import { isIP } from 'node:net';
import { withOddity } from '../../schema/data/plain-text.ts';
import { ConfigError, type Environment } from './environment.ts';

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1']);

/** @param host of a URL or a setting; an IPv6 address may be in brackets */
export const isLoopbackHost = (host: string): boolean => LOOPBACK_HOSTS.has(host.replace(/^\[|\]$/g, ''));

/**
 * With https there is a proxy in front, and people elsewhere: nothing about either is assumed.
 * @throws {ConfigError} in one line that names what is missing
 */
export function requireDeployment({ TRUST_PROXY, SMTP_URL, CIMD_ALLOW_LOOPBACK }: Environment): void {
  if (CIMD_ALLOW_LOOPBACK === 'on') {
    throw new ConfigError('CIMD_ALLOW_LOOPBACK is for development only and cannot be used with an https BASE_URL');
  }
  const missing = [
    TRUST_PROXY === undefined
      ? 'TRUST_PROXY is required with an https BASE_URL (the addresses of the TLS proxy, such as 127.0.0.1; none if no proxy sets X-Forwarded-For)'
      : undefined,
    SMTP_URL === undefined
      ? 'SMTP_URL is required with an https BASE_URL (the mail server, together with MAIL_FROM; off for a deployment without e-mail)'
      : undefined,
  ].filter((one) => one !== undefined);
  if (missing.length > 0) throw new ConfigError(missing.join('\n'));
}

interface Outgoing {
  setting: 'DATABASE_URL' | 'AUDIT_LOG';
  host: string;
  /** True if the connection is encrypted, and the other machine verified. */
  isSecure: boolean;
  /** How to make it so. */
  remedy: string;
  off: string;
  hint?: string;
}

/**
 * The rule for every address that the server connects to. `SMTP_URL` and `STORAGE_URL` have no form without TLS for
 * another machine.
 * @throws {ConfigError} if data would travel to another machine unencrypted, or to one that nobody has verified
 */
function requireTls({ setting, host, isSecure, remedy, off, hint = '' }: Outgoing): void {
  if (isSecure || host.startsWith('/') || isLoopbackHost(host)) return;
  throw new ConfigError(
    `${setting} names another machine: ${remedy}, or set ${off}=off for a network that nobody else reaches${hint}`,
  );
}

function requireAuditLogTls({ AUDIT_LOG, AUDIT_LOG_TLS }: Environment): void {
  if (AUDIT_LOG === undefined || !('host' in AUDIT_LOG) || AUDIT_LOG_TLS === 'off') return;
  const { host, secure: isSecure } = AUDIT_LOG;
  requireTls({ setting: 'AUDIT_LOG', host, isSecure, remedy: 'use tls://host:port', off: 'AUDIT_LOG_TLS' });
}

function requireDatabaseTls({ DATABASE_URL, DATABASE_TLS }: Environment): void {
  if (DATABASE_URL === undefined || DATABASE_URL.startsWith('file:') || DATABASE_TLS === 'off') return;
  // A URL without a host, as for a socket, has one in its query. The driver takes the last value of a parameter.
  const url = URL.parse(DATABASE_URL.replace('@/', '@no-host/'));
  const last = (name: string): string | undefined => url?.searchParams.getAll(name).at(-1);
  const host = last('host') ?? url?.hostname ?? '';
  const isSecure = last('sslmode') === 'verify-full';
  // A character of the password that ends the host, so that what follows is read as something else.
  const isCut = /^\w+:\/\/[^@/?#]*[/?#].*@/.test(DATABASE_URL);
  const hint = isCut ? '. If its password has / ? or #, write %2F %3F or %23 instead' : '';
  requireTls({ setting: 'DATABASE_URL', host, isSecure, remedy: 'add sslmode=verify-full', off: 'DATABASE_TLS', hint });
}

/** The checks of all addresses that the server connects to. */
export const outgoingTls = (env: Environment): readonly (() => void)[] => [
  () => requireDatabaseTls(env),
  () => requireAuditLogTls(env),
];

/** Returns why an address is no origin. Upper case, a default port and slashes at the end are other spellings of one. */
function originFault(text: string, url: URL | null): string | undefined {
  if (!/^https?:\/\//i.test(text)) return 'it does not begin with https://';
  if (url === null) return 'its host or port is invalid';
  if (url.username !== '' || url.password !== '') return 'it has a user name';
  if (/[?#]/.test(text)) return 'it has a query or a fragment';
  return /^\/*$/.test(url.pathname) ? undefined : `it has a path, and the server needs a host of its own`;
}

/** @throws {ConfigError} if it is no origin, not https, or missing where nobody could guess it */
export function parseBaseUrl(env: Environment): string {
  if (env.BASE_URL !== undefined) {
    const url = URL.parse(env.BASE_URL);
    const fault = originFault(env.BASE_URL, url);
    if (url === null || fault !== undefined) {
      throw new ConfigError(
        withOddity(`BASE_URL must be an origin such as https://id.example.com: ${fault}`, env.BASE_URL),
      );
    }
    if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
      throw new ConfigError('BASE_URL must be https, except on a loopback address (RFC 6749 §3.1)');
    }
    // Everything that clients compare is made of this one spelling.
    return url.origin;
  }
  if (!LOOPBACK_HOSTS.has(env.HOST)) {
    throw new ConfigError('BASE_URL is required when HOST is not a loopback address');
  }
  const host = isIP(env.HOST) === 6 ? `[${env.HOST}]` : env.HOST;
  return env.PORT === 80 ? `http://${host}` : `http://${host}:${env.PORT}`;
}

type Demands = Pick<Environment, 'AGENTS_ASK' | 'DPOP_NONCE' | 'SECOND_FACTOR' | 'SCHOOL_PROVIDERS'>;

/** Where people reach the service over the network, whoever runs a school needs two factors unless the platform decides otherwise. */
export const demandsOf = (
  {
    AGENTS_ASK: approvalPolicy,
    DPOP_NONCE: dpopNonce,
    SECOND_FACTOR,
    SCHOOL_PROVIDERS: schoolProviders = 'any',
  }: Demands,
  protocol: string,
) => ({
  secondFactor: SECOND_FACTOR ?? (protocol === 'https:' ? 'admins' : 'off'),
  approvalPolicy,
  dpopNonce,
  schoolProviders,
});
