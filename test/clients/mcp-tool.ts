/** What a program around the MCP SDK has to bring: a place for what the SDK saves, and a way to the person's browser. */
import { randomUUID } from 'node:crypto';
import type {
  OAuthClientMetadata,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';

interface Kept {
  client?: StoredOAuthClientInformation;
  tokens?: StoredOAuthTokens;
  verifier?: string;
  discovery?: OAuthDiscoveryState;
}

type Metadata = OAuthClientMetadata & { application_type?: 'native' | 'web' };

export interface ToolOptions {
  /** Beside the name and the callback. */
  metadata?: Partial<Metadata>;
  /** An id it was given, instead of registering. */
  client?: StoredOAuthClientInformation;
  /** Where its Client ID Metadata Document is. */
  documentUrl?: string;
  /** Where it listens for the answer. */
  redirectUrl?: string;
  keepsRefreshTokens?: boolean;
  sendsState?: boolean;
}

/** An `OAuthClientProvider` of both versions of the SDK, and of the AI SDK. */
export class McpTool {
  readonly redirectUrl: string;
  readonly clientMetadata: Metadata;
  readonly clientMetadataUrl?: string;
  readonly state?: () => string;
  /** What the SDK said is no good any more, in its words. */
  readonly forgotten: string[] = [];
  readonly #keepsRefreshTokens: boolean;
  #kept: Kept = {};
  #sentState: string | undefined;
  #askedAt: URL | undefined;

  constructor(options: ToolOptions = {}) {
    const { metadata, client, documentUrl, keepsRefreshTokens = true, sendsState = true } = options;
    this.redirectUrl = options.redirectUrl ?? 'http://127.0.0.1:49154/callback';
    this.clientMetadata = { client_name: 'Course helper', redirect_uris: [this.redirectUrl], ...metadata };
    this.#keepsRefreshTokens = keepsRefreshTokens;
    if (client !== undefined) this.#kept.client = client;
    if (documentUrl !== undefined) this.clientMetadataUrl = documentUrl;
    if (sendsState) this.state = () => (this.#sentState = randomUUID());
  }

  /** A second process of the same program, on the same stored credentials. */
  twin(): McpTool {
    const twin = new McpTool();
    twin.#kept = { ...this.#kept };
    return twin;
  }

  /** The authorization request that the SDK made last. */
  get askedAt(): URL {
    if (this.#askedAt === undefined) throw new Error('the SDK has not asked the person');
    return this.#askedAt;
  }

  get clientId(): string {
    if (this.#kept.client === undefined) throw new Error('the SDK has no client');
    return this.#kept.client.client_id;
  }

  get held(): StoredOAuthTokens {
    if (this.#kept.tokens === undefined) throw new Error('the SDK has no tokens');
    return this.#kept.tokens;
  }

  get sentState(): string | undefined {
    return this.#sentState;
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.#kept.client;
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#kept.client = client;
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.#kept.tokens;
  }

  saveTokens({ refresh_token, ...tokens }: StoredOAuthTokens): void {
    const keeps = this.#keepsRefreshTokens && refresh_token !== undefined;
    this.#kept.tokens = keeps ? { ...tokens, refresh_token } : tokens;
  }

  redirectToAuthorization(url: URL): void {
    this.#askedAt = url;
  }

  saveCodeVerifier(verifier: string): void {
    this.#kept.verifier = verifier;
  }

  codeVerifier(): string {
    return this.#kept.verifier ?? '';
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#kept.discovery = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#kept.discovery;
  }

  invalidateCredentials(what: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    this.forgotten.push(what);
    if (what === 'all') this.#kept = {};
    else delete this.#kept[what];
  }
}
