/** Finds the client with a `client_id`, which is one of our ids or the URL of a metadata document. */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { bundledDocument, isAsBundled } from '../../schema/clients/vendor-documents.ts';
import { type Client, type MetadataDocumentClient, newMetadataClient } from '../../schema/oauth/client.ts';
import { type FetchedMetadata, sameMetadata } from '../../schema/oauth/client-metadata-document.ts';
import {
  isAllowedDocument,
  isUrlClientId,
  type MetadataUrl,
  metadataHost,
  parseMetadataUrl,
} from '../../schema/oauth/metadata-url.ts';
import { OAuthError } from '../../schema/oauth/oauth-error.ts';
import { provide } from '../provide.ts';
import { DocumentFetchError } from './guarded-fetch.ts';
import { type DocumentOptions, DocumentsBusyError } from './metadata-documents.ts';

declare module './stores.ts' {
  interface OAuth {
    /**
     * Finds the client of a new authorization request.
     * @param onUnknown called before the document of a client that is not stored is fetched; it may throw
     * @returns `undefined` if no client has this id
     * @throws {OAuthError} `invalid_client` if the metadata document cannot be used
     */
    readonly resolveClient: (clientId: string, onUnknown?: () => void) => Promise<Client | undefined>;
    /**
     * Checks that the metadata document of a client that redeems a code or token is still valid. If the host is down, a
     * recent copy suffices, unless the host had withdrawn it.
     * @throws {OAuthError} `invalid_client`
     */
    readonly confirmMetadataClient: (clientId: string) => Promise<void>;
  }
}

const RETRY_AFTER_SECONDS = 10;
const STALE_MS = 24 * 3_600_000;

export default fp(
  async (app) => {
    const { clock, config } = app;
    const { clients, metadataClients, metadataDocuments } = app.oauth;

    provide(app.oauth, 'resolveClient', async (clientId: string, onUnknown?: () => void) => {
      if (!isUrlClientId(clientId)) return clients.find(clientId);
      const url = requireUsableUrl(config, clientId);
      const known = await metadataClients.find(url);
      if (known === undefined) {
        return unreviewedClient(url, await fetched(url, undefined, { isKept: false, onUnknown }));
      }
      requireUnblocked(known);
      return clock() < known.freshUntil
        ? known
        : refresh(url, known, await fetched(url, known, { isKept: true, after: known.fetchedAt }));
    });

    provide(app.oauth, 'confirmMetadataClient', async (clientId: string) => {
      const url = requireUsableUrl(config, clientId);
      const known = await metadataClients.find(url);
      if (known === undefined)
        throw new OAuthError('unknown_client.document', {}, { detail: `${url} has no grant here` });
      requireUnblocked(known);
      const now = clock();
      if (now < known.freshUntil) return;
      try {
        await refresh(url, known, await metadataDocuments.get(url, { isKept: true, after: known.fetchedAt }));
      } catch (error) {
        const saysNothing = error instanceof DocumentsBusyError || isSilent(error);
        if (saysNothing && known.withdrawnAt === undefined && now < known.freshUntil + STALE_MS) return;
        await refresh(url, known, await bundledInstead(url, known, error));
      }
    });

    /** A client that nobody has decided about. */
    function unreviewedClient(url: MetadataUrl, document: FetchedMetadata): MetadataDocumentClient {
      const isReviewed = config.cimd.reviewsBundled && isAsBundled(url, document.metadata);
      return { ...newMetadataClient(url, document, isReviewed ? 'by_default' : 'unreviewed'), createdAt: clock() };
    }

    const fetched = (url: MetadataUrl, known: MetadataDocumentClient | undefined, options: DocumentOptions) =>
      metadataDocuments.get(url, options).catch((error: unknown) => bundledInstead(url, known, error));

    /**
     * Returns the copy that is part of the program, while the host does not answer. What the host said last is kept with
     * the client, so that neither a restart nor another node forgets that there is no document. @throws the refusal otherwise
     */
    async function bundledInstead(
      url: MetadataUrl,
      known: MetadataDocumentClient | undefined,
      error: unknown,
    ): Promise<FetchedMetadata> {
      const last = known ?? metadataDocuments.lastSeen(url);
      const at = metadataDocuments.withdrawnAt(url) ?? Number.NEGATIVE_INFINITY;
      // Another node may have fetched a document since this one was told that there is none.
      const isWithdrawn = at >= (last?.fetchedAt ?? 0);
      if (isWithdrawn && known !== undefined && known.withdrawnAt === undefined)
        await metadataClients.withdraw(url, at);
      const mayStandIn = isSilent(error) && !isWithdrawn && known?.withdrawnAt === undefined;
      const copy = mayStandIn ? bundledDocument(url, last, clock()) : undefined;
      if (copy === undefined) throw refusalOf(url, error);
      app.log.info({ url, cause: error }, 'the bundled copy of a metadata document was used');
      return copy;
    }

    /** Updates the stored client to match its document. */
    async function refresh(
      url: MetadataUrl,
      known: MetadataDocumentClient,
      document: FetchedMetadata,
    ): Promise<MetadataDocumentClient> {
      if (document.fetchedAt <= known.fetchedAt) return known;
      if (sameMetadata(known.metadata, document.metadata)) await metadataClients.confirm(known, document);
      else await metadataClients.change(known, document, clock());
      return (await metadataClients.find(url)) ?? unreviewedClient(url, document);
    }
  },
  { name: 'client-resolver', dependencies: ['stores', 'metadata-documents'] },
);

function requireUsableUrl({ cimd }: Pick<FastifyInstance['config'], 'cimd'>, clientId: string): MetadataUrl {
  const url = parseMetadataUrl(clientId);
  if (url === undefined) throw new OAuthError('client_url_malformed');
  const { enabled, hosts } = cimd;
  if (enabled && isAllowedDocument(hosts, url)) return url;
  const detail = enabled
    ? `${metadataHost(url).host} is not among CIMD_ALLOWED_HOSTS`
    : 'metadata documents are turned off (CIMD)';
  throw new OAuthError('client_host_not_allowed', {}, { detail });
}

const isSilent = (error: unknown): boolean => error instanceof DocumentFetchError && error.isOutage;

function requireUnblocked({ id, host, name, review }: MetadataDocumentClient): void {
  if (review !== 'blocked') return;
  throw new OAuthError('client_blocked', {}, { detail: `${id} was blocked by an operator`, app: { host, name } });
}

function refusalOf(url: MetadataUrl, error: unknown): unknown {
  if (error instanceof DocumentFetchError) {
    const detail = `${url}: ${error.message}`;
    const wait = error.fault === 'unresolved' ? { retryAfterSeconds: RETRY_AFTER_SECONDS } : {};
    return new OAuthError(`client_document_${error.fault}`, {}, { detail, ...wait });
  }
  if (!(error instanceof DocumentsBusyError)) return error;
  return new OAuthError('client_documents_busy', {}, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
