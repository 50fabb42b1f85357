/**
 * Sends a request to an https URL that a stranger chose. The host name is resolved once, all of its addresses must be
 * public, and the connection is made to one of those that were checked. Redirects are not followed.
 */
import { Resolver } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import ipaddr from 'ipaddr.js';
import type { buildConnector, Dispatcher } from 'undici';
import type { Timer } from '../settings/timer.ts';
import { outsideTraces } from './tracing.ts';

/** The network functions that this module uses. Tests replace them. */
export interface Network {
  /** Returns all addresses of a host. @throws if there are none, or no name server responds */
  resolve(hostname: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Connects to the first of the addresses that answers. */
  dial(addresses: readonly string[], port: number): Socket;
}

export interface GuardedRequest {
  /** An https URL without user information or fragment, as its parser in `schema` accepts it. */
  url: string;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** For development: whether `localhost` and `127.0.0.1` are allowed. */
  mayBeLoopback: boolean;
  /** Whether the addresses of the host may be private, because the platform names it. */
  mayBePrivate?: boolean;
  /** The time for everything, from the name to the last byte that is read, in milliseconds. */
  withinMs: number;
  /** Of all headers of the response together; a response with more counts as none. */
  maxHeaderBytes?: number;
}

/** The reason why there is no response that can be used, for the log of the operator. */
export class GuardedRequestError extends Error {
  override readonly name: string = 'GuardedRequestError';
  /** True if the host is unavailable, which says nothing about what it has. */
  readonly isOutage: boolean;
  /** True if no name server said whether there is such a host, which is not the fault of who named it. */
  readonly isUnresolved: boolean;

  constructor(message: string, { isOutage, isUnresolved = false, cause }: Circumstances) {
    super(message, { cause });
    this.isOutage = isOutage;
    this.isUnresolved = isUnresolved;
  }
}

interface Circumstances {
  isOutage: boolean;
  isUnresolved?: boolean;
  cause?: unknown;
}

const CONNECT_MS = 3000;
/** As many as can be tried within that time. */
const MAX_ADDRESSES = 8;
const MAX_HEADER_BYTES = 8 * 1024;
const MAX_REASON = 300;
const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1']);

const refuse = (message: string, cause?: unknown): GuardedRequestError =>
  new GuardedRequestError(message, { isOutage: false, cause });
/** Of c-ares and of the system: there was no answer, or the name server could not find one. */
const NO_ANSWER: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECANCELLED',
  'ECONNREFUSED',
  'EREFUSED',
  'ESERVFAIL',
  'ETIMEDOUT',
  'ETIMEOUT',
]);
const isUnanswered = (error: unknown): boolean =>
  error instanceof GuardedRequestError || (error instanceof Error && 'code' in error && NO_ANSWER.has(error.code));

const outage = (message: string, cause?: unknown): GuardedRequestError =>
  new GuardedRequestError(message, { isOutage: true, cause });

/**
 * Sends a request, without the trace of the visitor: strangers need not know which of their requests belong together.
 * @param read reads the response, whose body it has to limit
 * @throws {GuardedRequestError} what `read` throws of this class is passed on
 */
export async function guardedRequest<Result>(
  network: Network,
  request: GuardedRequest,
  timer: Timer,
  read: (response: Dispatcher.ResponseData) => Promise<Result>,
): Promise<Result> {
  const { withinMs } = request;
  const late = new AbortController();
  const cancel = timer(() => late.abort(outage(`no response within ${withinMs} ms`)), withinMs);
  try {
    return await outsideTraces(() => requestUntil({ signal: late.signal, timer }, network, request, read));
  } finally {
    cancel();
  }
}

interface Limits {
  /** Aborts when the time for the whole request is over. */
  signal: AbortSignal;
  timer: Timer;
}

async function requestUntil<Result>(
  limits: Limits,
  network: Network,
  request: GuardedRequest,
  read: (response: Dispatcher.ResponseData) => Promise<Result>,
): Promise<Result> {
  const { url, method, headers, body, mayBeLoopback, mayBePrivate, maxHeaderBytes = MAX_HEADER_BYTES } = request;
  const { signal } = limits;
  const { origin, hostname, port, pathname, search } = new URL(url);
  const addresses =
    mayBeLoopback && LOOPBACK_NAMES.has(hostname)
      ? ['127.0.0.1']
      : await addressesOf(network, hostname, signal, mayBePrivate);
  // Loaded with the first request, because it is large.
  const { default: undici } = await import('undici');
  const dial = (): Socket => network.dial(addresses, port === '' ? 443 : Number(port));
  const client = new undici.Client(origin, {
    connect: connectorTo(dial, hostname, limits),
    maxHeaderSize: maxHeaderBytes,
    pipelining: 0,
  });
  try {
    const response = await client.request({
      method,
      path: pathname + search,
      headers: { ...headers, 'user-agent': 'Schoolgate', connection: 'close' },
      ...(body === undefined ? {} : { body }),
      signal,
    });
    return await read(response);
  } catch (error) {
    if (error instanceof GuardedRequestError) throw error;
    throw outage(reasonOf(error), error);
  } finally {
    client.destroy().catch(() => {});
  }
}

async function addressesOf(
  network: Network,
  hostname: string,
  signal: AbortSignal,
  mayBePrivate = false,
): Promise<readonly string[]> {
  if (isIP(hostname) !== 0) throw refuse(`${hostname} is an IP address, not a host name`);
  const addresses = await Promise.race([network.resolve(hostname, signal), aborted(signal)]).catch((error: unknown) => {
    const reason = `${hostname} cannot be resolved: ${reasonOf(error)}`;
    if (!isUnanswered(error)) throw outage(reason, error);
    const message = `${reason} (no name server answered)`;
    throw new GuardedRequestError(message, { isOutage: true, isUnresolved: true, cause: error });
  });
  // One address that is not public is enough to refuse, because the host could change the order of its addresses.
  const inside = mayBePrivate ? undefined : addresses.find((address) => !isPublicAddress(address));
  if (inside !== undefined) throw refuse(`${hostname} resolves to ${inside}, which is not a public address`);
  if (addresses.length === 0) throw outage(`${hostname} has no address`);
  // IPv4 first: a server without a way to IPv6 need not find that out each time.
  return [...addresses].sort((one, other) => isIP(one) - isIP(other)).slice(0, MAX_ADDRESSES);
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** A service of Azure for the machines in it, at an address that is public by its range. */
const PLATFORM_SERVICES: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Returns whether an address is public. RFC 6890 §2.2 lists the addresses for special purposes, which are excluded. Of
 * IPv6, only global unicast addresses are allowed. IPv4 addresses inside IPv6 ones (mapped, translated, 6to4) are
 * excluded in every form.
 */
function isPublicAddress(address: string): boolean {
  // A zone identifies a link of this machine, whatever the address is.
  if (!ipaddr.isValid(address) || isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || PLATFORM_SERVICES.has(parsed.toString())) return false;
  return parsed.kind() === 'ipv4' || parsed.match(ipaddr.parseCIDR('2000::/3'));
}

/**
 * Connects to an address that was checked, even if the name now resolves to another one. The certificate must match
 * the name. The connection is closed if it takes too long.
 */
function connectorTo(dial: () => Socket, hostname: string, { signal, timer }: Limits): buildConnector.connector {
  return (_options, callback) => {
    const socket: TLSSocket = connectTls({
      socket: dial(),
      host: hostname,
      // RFC 6066 §3: a server name must not be an IP address.
      ...(isIP(hostname) === 0 ? { servername: hostname } : {}),
      ALPNProtocols: ['http/1.1'],
      // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn verification off.
      rejectUnauthorized: true,
    });
    const settle = (): void => {
      cancel();
      signal.removeEventListener('abort', giveUp);
      socket.removeListener('error', fail).removeListener('secureConnect', succeed);
    };
    const succeed = (): void => {
      settle();
      callback(null, socket);
    };
    const fail = (error: Error): void => {
      settle();
      socket.on('error', () => {}).destroy();
      callback(error, null);
    };
    const giveUp = (): void => fail(signal.reason);
    const cancel = timer(() => fail(outage(`no connection within ${CONNECT_MS} ms`)), CONNECT_MS);
    signal.addEventListener('abort', giveUp, { once: true });
    socket.once('error', fail).once('secureConnect', succeed);
  };
}

export const JSON_TYPE = /^application\/(?:json|[!#$&^_.+a-z0-9-]+\+json)\s*(?:;|$)/i;

/**
 * Reads the body of a response to the end.
 * @param refuse makes the error for a body that is too long or not UTF-8
 */
export async function readText(
  body: AsyncIterable<Buffer>,
  maxBytes: number,
  refuse: (message: string, cause?: unknown) => GuardedRequestError,
): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) throw refuse(`the document is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    throw refuse('the document is not UTF-8', error);
  }
}

/** Shortened, because some errors quote what the host sent, such as all names in its certificate. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error)).slice(0, MAX_REASON);

const RESOLVER = { timeout: 1500, tries: 2 };

/**
 * The real network. It does not use `dns.lookup`, because a slow name server would then occupy the threads that hash
 * passwords.
 */
export const internet: Network = {
  async resolve(hostname, signal) {
    const resolver = new Resolver(RESOLVER);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
      if (addresses.length === 0 && failures.length > 0) throw failures.find(isUnanswered) ?? failures[0];
      return addresses;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  },
  // RFC 8305: an address that does not answer soon is followed by the next one.
  dial: (addresses, port) =>
    connect({
      // Not an address, because those are not looked up.
      host: 'checked',
      port,
      autoSelectFamily: true,
      lookup: (_hostname, _options, callback) =>
        callback(
          null,
          addresses.map((address) => ({ address, family: isIP(address) })),
        ),
    }),
};
