/**
 * Copies of the metadata documents of known vendors, as they served them or, of command-line agents, as their developers
 * and others published them. The protection of some hosts against bots refuses servers in data centres, so that a document
 * which everybody can read with a browser cannot be fetched.
 *
 * A copy is used only while the host cannot be asked, never in place of what it said: `bundledDocument` returns none if
 * another document was fetched since, and none that is too old.
 */
import {
  type ClientMetadata,
  type FetchedMetadata,
  isMaterialChange,
  parseClientMetadata,
  sameMetadata,
} from '../oauth/client-metadata-document.ts';
import { type MetadataUrl, parseMetadataUrl } from '../oauth/metadata-url.ts';

const DAY = 86_400_000;
/** A release that is older says nothing any more about the redirect URIs that a vendor uses. */
const USABLE_FOR = 365 * DAY;

const CODE = { response_types: ['code'], token_endpoint_auth_method: 'none' };

/** When a copy was last compared with what its host serves, or was published, and the copy. */
const COPIES = [
  {
    readOn: '2026-09-29',
    document: {
      client_id: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
      client_name: 'Claude',
      client_uri: 'https://claude.ai',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
      ...CODE,
    },
  },
  {
    readOn: '2026-09-08',
    document: {
      client_id: 'https://claude.ai/oauth/claude-code-client-metadata',
      client_name: 'Claude Code',
      client_uri: 'https://claude.ai',
      redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      ...CODE,
    },
  },
  {
    readOn: '2026-10-03',
    document: {
      client_id: 'https://chatgpt.com/oauth/client.json',
      client_name: 'ChatGPT',
      client_uri: 'https://chatgpt.com/',
      redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
      grant_types: ['authorization_code', 'refresh_token'],
      ...CODE,
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    },
  },
  {
    readOn: '2026-10-03',
    document: {
      client_id: 'https://chatgpt.com/oauth/codex/client.json',
      client_name: 'Codex',
      redirect_uris: ['http://127.0.0.1/callback', 'http://localhost/callback'],
      ...CODE,
    },
  },
  {
    readOn: '2026-09-08',
    document: {
      client_id: 'https://vscode.dev/oauth/client-metadata.json',
      client_name: 'Visual Studio Code',
      client_uri: 'https://vscode.dev/product',
      redirect_uris: ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      ...CODE,
    },
  },
  {
    readOn: '2026-11-29',
    document: {
      client_id: 'https://github.com/copilot/cli/client-metadata.json',
      client_name: 'GitHub Copilot CLI',
      // The program itself comes back to the second one since version 1.0.102.
      redirect_uris: ['http://127.0.0.1:33418/', 'http://127.0.0.1/callback'],
      ...CODE,
    },
  },
  {
    readOn: '2026-09-07',
    document: {
      client_id: 'https://opencode.ai/oauth/opencode/client.json',
      client_name: 'opencode',
      client_uri: 'https://opencode.ai',
      redirect_uris: ['http://127.0.0.1/callback', 'http://localhost/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      ...CODE,
    },
  },
] as const;

/** A copy passes the same checks as a document that is fetched, and is never fresh, so that its host is asked again. */
function parsedCopy({ readOn, document }: (typeof COPIES)[number]): [MetadataUrl, FetchedMetadata] {
  const url = parseMetadataUrl(document.client_id);
  const { metadata } = url === undefined ? {} : parseClientMetadata(url, JSON.stringify(document));
  if (url === undefined || metadata === undefined) throw new Error(`the copy of ${document.client_id} is no document`);
  const readAt = Date.parse(readOn);
  return [url, { metadata, fetchedAt: readAt, freshUntil: readAt }];
}

const DOCUMENTS = COPIES.map(parsedCopy);
const BUNDLED: ReadonlyMap<string, FetchedMetadata> = new Map(DOCUMENTS);

/** The documents that are bundled, and the names of their clients. */
export const bundledDocuments = (): readonly { url: MetadataUrl; name: string }[] =>
  DOCUMENTS.map(([url, { metadata }]) => ({ url, name: metadata.name }));

/** Returns whether the document of a client is bundled, whatever its host says by now. */
export const hasBundledDocument = (clientId: string | undefined): boolean =>
  clientId !== undefined && BUNDLED.has(clientId);

/** Returns whether a document says of the client what its copy says. */
export function isAsBundled(url: string, metadata: ClientMetadata): boolean {
  const copy = BUNDLED.get(url);
  return copy !== undefined && !isMaterialChange(copy.metadata, metadata);
}

/** Returns whether metadata are those of a copy: what was fetched is fresh for some minutes at least. */
export const isBundled = ({ fetchedAt, freshUntil }: Pick<FetchedMetadata, 'fetchedAt' | 'freshUntil'>): boolean =>
  freshUntil <= fetchedAt;

/**
 * Returns the copy of a document whose host cannot be asked, if it is young enough.
 * @param last what is known of the client: no copy takes the place of another document that was fetched
 */
export function bundledDocument(
  url: string,
  last: FetchedMetadata | undefined,
  now: number,
): FetchedMetadata | undefined {
  const copy = BUNDLED.get(url);
  if (copy === undefined || now >= copy.fetchedAt + USABLE_FOR) return undefined;
  return last === undefined || isBundled(last) || sameMetadata(last.metadata, copy.metadata) ? copy : undefined;
}
