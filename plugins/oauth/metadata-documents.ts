/**
 * Fetches and caches metadata documents. Concurrent requests for a document share one fetch, and the number of fetches
 * is limited, separately for documents that proved usable and for URLs that anyone can make up.
 */
import fp from 'fastify-plugin';
import { boundedMap } from '../../schema/data/bounded-map.ts';
import { type FetchedMetadata, parseClientMetadata } from '../../schema/oauth/client-metadata-document.ts';
import { isListed, type MetadataUrl, metadataHost } from '../../schema/oauth/metadata-url.ts';
import { fetchSlots } from '../http/fetch-slots.ts';
import type { Network } from '../http/guarded-request.ts';
import { provide } from '../provide.ts';
import { DocumentFetchError, fetchDocument } from './guarded-fetch.ts';

/** Too many fetches are running. It says nothing about the document. */
export class DocumentsBusyError extends Error {
  override readonly name = 'DocumentsBusyError';
}

export interface DocumentOptions {
  /** True if the client is stored, so that a person has consented to it. */
  isKept: boolean;
  /** Copies fetched at or before this time are ignored, because another node has seen a newer one. */
  after?: number;
  /** Called before a document is fetched that never proved usable; it may throw. */
  onUnknown?: (() => void) | undefined;
}

export interface MetadataDocuments {
  /**
   * Returns a document from the cache, or fetches it.
   * @throws {DocumentFetchError | DocumentsBusyError}
   */
  get(url: MetadataUrl, options: DocumentOptions): Promise<FetchedMetadata>;
  /** Returns what the host said last, however old, if this node still has it. */
  lastSeen(url: MetadataUrl): FetchedMetadata | undefined;
  /** When the host said that there is no usable document, if it has only been silent since. */
  withdrawnAt(url: MetadataUrl): number | undefined;
  /** Fetches since the start, by outcome. */
  readonly fetches: Readonly<Record<'usable' | 'unusable' | 'unavailable', number>>;
  /** How many hosts did not answer in the last 15 minutes, and have not since. */
  hostsUnavailable(): number;
  /** Number of cached entries. */
  readonly size: { documents: number; failures: number };
}

declare module './stores.ts' {
  interface OAuth {
    readonly metadataDocuments: MetadataDocuments;
  }
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const FRESH = { least: 5 * MINUTE, default: HOUR, most: 24 * HOUR } as const;
const FAILURE_REMEMBERED_MS = 30_000;
const MAX_DOCUMENTS = 100;
const MAX_FAILURES = 1000;
/** Fetches of usable documents, and as many of unknown ones. */
const LIMITS = { atOnce: { host: 2, all: 8 }, perMinute: { host: 15, all: 60 } } as const;

export default fp(
  async (app, { network }: { network: Network }) => {
    const { clock, config, timer } = app;
    const documents = boundedMap<FetchedMetadata>(MAX_DOCUMENTS);
    const failures = boundedMap<{ error: DocumentFetchError; until: number }>(MAX_FAILURES);
    /** When a host has withdrawn or broken its document, until it is read again. */
    const withdrawn = boundedMap<number>(MAX_FAILURES);
    const outcomes = fetchOutcomes();
    const underWay = new Map<MetadataUrl, Promise<FetchedMetadata>>();
    const slots = { usable: fetchSlots(config, LIMITS), unknown: fetchSlots(config, LIMITS) };

    async function get(
      url: MetadataUrl,
      { isKept, after = Number.NEGATIVE_INFINITY, onUnknown }: DocumentOptions,
    ): Promise<FetchedMetadata> {
      const now = clock();
      const known = documents.get(url);
      if (known !== undefined && now < known.freshUntil && known.fetchedAt > after) return known;
      const failure = failures.get(url);
      if (failure !== undefined && now < failure.until) throw failure.error;
      const running = underWay.get(url);
      if (running !== undefined) return running;
      // A copy in memory proves nothing on a host that nobody listed, because its owner can make any number of them.
      const isUsable = isKept || (known !== undefined && isListed(config.cimd.hosts, url));
      if (!isUsable) onUnknown?.();
      const release = slotAt(slots[isUsable ? 'usable' : 'unknown'], metadataHost(url).host, now);
      const fetching = fetchAnew(url).finally(() => {
        underWay.delete(url);
        release();
      });
      underWay.set(url, fetching);
      return fetching;
    }

    async function fetchAnew(url: MetadataUrl): Promise<FetchedMetadata> {
      try {
        const { text, freshFor = FRESH.default } = await fetchDocument(network, url, mayBeLoopback(url), timer);
        const { metadata, problem } = parseClientMetadata(url, text);
        if (metadata === undefined) throw new DocumentFetchError(problem, 'invalid', { isOutage: false });
        const { droppedRedirectUris } = metadata;
        if (droppedRedirectUris.length > 0)
          app.log.info({ url, droppedRedirectUris }, 'redirect URIs on other hosts were ignored');
        const fetchedAt = clock();
        const freshUntil = fetchedAt + Math.min(Math.max(freshFor, FRESH.least), FRESH.most);
        const fetched = { metadata, fetchedAt, freshUntil };
        documents.set(url, fetched);
        withdrawn.delete(url);
        outcomes.note(url, 'usable', fetchedAt);
        return fetched;
      } catch (error) {
        if (error instanceof DocumentFetchError) noteFailure(url, error);
        throw error;
      }
    }

    /** A host that does not answer says nothing about the document that it served before. */
    function noteFailure(url: MetadataUrl, { message, fault, isOutage }: DocumentFetchError): void {
      if (!isOutage) {
        documents.delete(url);
        withdrawn.set(url, clock());
      }
      outcomes.note(url, isOutage ? 'unavailable' : 'unusable', clock());
      // Without its cause, which may contain everything that the host sent.
      const error = new DocumentFetchError(message, fault, { isOutage });
      failures.set(url, { error, until: clock() + FAILURE_REMEMBERED_MS });
    }

    const mayBeLoopback = (url: MetadataUrl): boolean => config.cimd.allowLoopback && isListed(config.cimd.hosts, url);

    provide(app.oauth, 'metadataDocuments', {
      get,
      lastSeen: (url: MetadataUrl) => documents.get(url),
      withdrawnAt: (url: MetadataUrl) => withdrawn.get(url),
      fetches: outcomes.counts,
      hostsUnavailable: () => outcomes.silentSince(clock() - HOUR / 4),
      get size() {
        return { documents: documents.size, failures: failures.size };
      },
    });
  },
  { name: 'metadata-documents', dependencies: ['config'] },
);

/** Counts fetches, and knows when hosts did not answer, until they do. */
function fetchOutcomes() {
  const counts = { usable: 0, unusable: 0, unavailable: 0 };
  const silent = boundedMap<number>(MAX_FAILURES);
  return {
    counts,
    note(url: MetadataUrl, outcome: keyof typeof counts, now: number): void {
      const { host } = metadataHost(url);
      counts[outcome] += 1;
      if (outcome === 'unavailable') silent.set(host, now);
      else silent.delete(host);
    },
    silentSince: (time: number): number => [...silent.values()].filter((at) => at > time).length,
  };
}

/** @throws {DocumentsBusyError} */
function slotAt(slots: ReturnType<typeof fetchSlots>, host: string, now: number): () => void {
  const release = slots.take(host, now);
  if (release === undefined)
    throw new DocumentsBusyError(`too many documents are being fetched from ${host} or in total`);
  return release;
}
