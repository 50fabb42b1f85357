/** Fetches a client metadata document from a URL that a stranger chose (CIMD §5, §8.6, §8.7). */
import type { Dispatcher } from 'undici';
import type { MetadataUrl } from '../../schema/oauth/metadata-url.ts';
import { GuardedRequestError, guardedRequest, JSON_TYPE, type Network, readText } from '../http/guarded-request.ts';
import type { Timer } from '../settings/timer.ts';

export interface FetchedDocument {
  text: string;
  /**
   * How long the response may be cached according to its headers, in milliseconds (RFC 9111 §4.2.1); `undefined` if
   * they do not say.
   */
  freshFor: number | undefined;
}

/**
 * The fault of a document. A host that may not be reached counts as one that cannot be, so that nobody learns from
 * it what there is in our network.
 */
export type DocumentFault = 'unreachable' | 'unresolved' | 'refused' | 'missing' | 'invalid';

/** The reason why a document could not be fetched, for the log of the operator. */
export class DocumentFetchError extends GuardedRequestError {
  override readonly name = 'DocumentFetchError';
  readonly fault: DocumentFault;

  constructor(message: string, fault: DocumentFault, { isOutage, cause }: { isOutage: boolean; cause?: unknown }) {
    super(message, { isOutage, cause });
    this.fault = fault;
  }
}

const WHOLE_FETCH_MS = 5000;
const MAX_BODY = 5 * 1024;
// With these, the host does not answer us, and the document may be unchanged.
const SILENT_STATUSES: ReadonlySet<number> = new Set([403, 408, 429]);

const refuse = (message: string, cause?: unknown): DocumentFetchError =>
  new DocumentFetchError(message, 'invalid', { isOutage: false, cause });

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
  const headers = { accept: 'application/json' };
  const request = { url, method: 'GET', headers, mayBeLoopback, withinMs: WHOLE_FETCH_MS } as const;
  try {
    return await guardedRequest(network, request, timer, async (response) => {
      requireDocument(response);
      return { text: await readText(response.body, MAX_BODY, refuse), freshFor: freshnessOf(response.headers) };
    });
  } catch (error) {
    if (error instanceof DocumentFetchError || !(error instanceof GuardedRequestError)) throw error;
    const { message, isOutage, isUnresolved, cause } = error;
    throw new DocumentFetchError(message, isUnresolved ? 'unresolved' : 'unreachable', { isOutage, cause });
  }
}

function requireDocument({ statusCode, headers }: Dispatcher.ResponseData): void {
  // CIMD §5: only status 200 is accepted, and redirects are not followed.
  if (statusCode !== 200) {
    const isOutage = statusCode >= 500 || SILENT_STATUSES.has(statusCode);
    // Usually the protection of the host against bots, which addresses of data centres do not pass.
    const fault = statusCode === 403 ? 'refused' : isOutage ? 'unreachable' : 'missing';
    throw new DocumentFetchError(`the host responded with status ${statusCode}`, fault, { isOutage });
  }
  const type = String(headers['content-type'] ?? '');
  if (!JSON_TYPE.test(type)) throw refuse(`the content type is ${JSON.stringify(type.slice(0, 100))}, not JSON`);
  if (headers['content-encoding'] !== undefined) throw refuse('the response has a content encoding');
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
