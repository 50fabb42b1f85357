/**
 * Fetches a document from a URL that a stranger chose (CIMD §5, §8.6, §8.7). The host name is resolved once, all of its
 * addresses must be public, and the connection is made to the address that was checked.
 */
import { Resolver } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import ipaddr from 'ipaddr.js';
import type { buildConnector, Dispatcher } from 'undici';
import { type MetadataUrl, metadataHost } from '../../schema/oauth/metadata-url.ts';
import type { Timer } from '../timer.ts';

/** The network functions that this module uses. Tests replace them. */
export interface Network {
  /** Returns all addresses of a host. @throws if there are none, or no name server responds */
  resolve(hostname: string, signal: AbortSignal): Promise<readonly string[]>;
  dial(address: string, port: number): Socket;
}

export interface FetchedDocument {
  text: string;
  /**
   * How long the response may be cached according to its headers, in milliseconds (RFC 9111 §4.2.1); `undefined` if
   * they do not say.
   */
  freshFor: number | undefined;
}

/** The reason why a document could not be fetched, for the log of the operator. */
export class DocumentFetchError extends Error {
  override readonly name = 'DocumentFetchError';
  /** Whether the host is unavailable, which says nothing about the document. */
  readonly isOutage: boolean;

  constructor(message: string, { isOutage, cause }: { isOutage: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isOutage = isOutage;
  }
}

const WHOLE_FETCH_MS = 5000;
const CONNECT_MS = 3000;
const MAX_BODY = 5 * 1024;
const MAX_HEADERS = 8 * 1024;
const MAX_REASON = 300;
const JSON_TYPE = /^application\/(?:json|[!#$&^_.+a-z0-9-]+\+json)\s*(?:;|$)/i;
// RFC 9110 §15.5.9 and RFC 6585 §4: the host is overloaded, and the document may be unchanged.
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 429]);
const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1']);

const refuse = (message: string, cause?: unknown): DocumentFetchError =>
  new DocumentFetchError(message, { isOutage: false, cause });
const outage = (message: string, cause?: unknown): DocumentFetchError =>
  new DocumentFetchError(message, { isOutage: true, cause });

/**
 * Fetches a document.
 * @param mayBeLoopback for development: whether `localhost` and `127.0.0.1` are allowed
 * @throws {DocumentFetchError}
 */
export async function fetchDocument(
  network: Network,
  url: MetadataUrl,
  mayBeLoopback: boolean,
  timer: Timer,
): Promise<FetchedDocument> {
  const late = new AbortController();
  const cancel = timer(() => late.abort(outage(`no response within ${WHOLE_FETCH_MS} ms`)), WHOLE_FETCH_MS);
  try {
    return await fetchUntil({ signal: late.signal, timer }, network, url, mayBeLoopback);
  } finally {
    cancel();
  }
}

interface Limits {
  /** Aborts when the time for the whole fetch is over. */
  signal: AbortSignal;
  timer: Timer;
}

async function fetchUntil(
  limits: Limits,
  network: Network,
  url: MetadataUrl,
  mayBeLoopback: boolean,
): Promise<FetchedDocument> {
  const { signal } = limits;
  const { hostname, port } = metadataHost(url);
  const { origin, pathname, search } = new URL(url);
  const address =
    mayBeLoopback && LOOPBACK_NAMES.has(hostname) ? '127.0.0.1' : await publicAddress(network, hostname, signal);
  // Loaded with the first document, because it is large.
  const { default: undici } = await import('undici');
  const client = new undici.Client(origin, {
    connect: connectorTo(() => network.dial(address, port), hostname, limits),
    maxHeaderSize: MAX_HEADERS,
    pipelining: 0,
  });
  try {
    const response = await client.request({
      method: 'GET',
      path: pathname + search,
      headers: { accept: 'application/json', 'user-agent': 'Schoolgate', connection: 'close' },
      signal,
    });
    requireDocument(response);
    return { text: await readText(response.body), freshFor: freshnessOf(response.headers) };
  } catch (error) {
    if (error instanceof DocumentFetchError) throw error;
    throw outage(reasonOf(error), error);
  } finally {
    client.destroy().catch(() => {});
  }
}

async function publicAddress(network: Network, hostname: string, signal: AbortSignal): Promise<string> {
  if (isIP(hostname) !== 0) throw refuse(`${hostname} is an IP address, not a host name`);
  const addresses = await Promise.race([network.resolve(hostname, signal), aborted(signal)]).catch((error: unknown) => {
    if (error instanceof DocumentFetchError) throw error;
    throw outage(`${hostname} cannot be resolved: ${reasonOf(error)}`, error);
  });
  // One address that is not public is enough to refuse, because the host could change the order of its addresses.
  const inside = addresses.find((address) => !isPublicAddress(address));
  if (inside !== undefined) throw refuse(`${hostname} resolves to ${inside}, which is not a public address`);
  const address = addresses.find((candidate) => isIP(candidate) === 4) ?? addresses[0];
  if (address === undefined) throw outage(`${hostname} has no address`);
  return address;
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/**
 * Whether an address is public. RFC 6890 §2.2 lists the addresses for special purposes, which are excluded. Of IPv6,
 * only global unicast addresses are allowed. IPv4 addresses inside IPv6 ones (mapped, translated, 6to4) are excluded in
 * every form.
 */
export function isPublicAddress(address: string): boolean {
  // A zone identifies a link of this machine, whatever the address is.
  if (!ipaddr.isValid(address) || isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(ipaddr.parseCIDR('2000::/3'));
}

/**
 * Connects to the address that was checked, even if the name now resolves to another one. The certificate must match
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

function requireDocument({ statusCode, headers }: Dispatcher.ResponseData): void {
  // CIMD §5: only status 200 is accepted, and redirects are not followed.
  if (statusCode !== 200) {
    const isOutage = statusCode >= 500 || PASSING_STATUSES.has(statusCode);
    throw new DocumentFetchError(`the host responded with status ${statusCode}`, { isOutage });
  }
  const type = String(headers['content-type'] ?? '');
  if (!JSON_TYPE.test(type)) throw refuse(`the content type is ${JSON.stringify(type.slice(0, 100))}, not JSON`);
  if (headers['content-encoding'] !== undefined) throw refuse('the response has a content encoding');
}

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > MAX_BODY) throw refuse(`the document is longer than ${MAX_BODY} bytes`);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    throw refuse('the document is not UTF-8', error);
  }
}

/**
 * The lifetime of a response according to RFC 9111 §4.2.1, as far as needed here: `max-age`, or zero with `no-store` or
 * `no-cache`.
 */
function freshnessOf(headers: Dispatcher.ResponseData['headers']): number | undefined {
  const control = [headers['cache-control'] ?? ''].flat().join(',');
  if (/(?:^|[,\s])no-(?:store|cache)\b/i.test(control)) return 0;
  const seconds = /(?:^|[,\s])max-age="?([0-9]{1,10})/i.exec(control)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
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
      const [failure] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
      if (addresses.length === 0 && failure !== undefined) throw failure;
      return addresses;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  },
  dial: (address, port) => connect({ host: address, port, family: isIP(address) }),
};
