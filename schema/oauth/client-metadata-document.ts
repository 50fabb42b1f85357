/** Parses the document behind a `client_id` URL (Client ID Metadata Documents §4), within the limits of this server. */
import { z } from 'zod';
import { shortened } from '../text/readable.ts';
import { clientName } from './client-name.ts';
import { type MetadataUrl, metadataHost } from './metadata-url.ts';
import { classifyRedirectUri } from './redirect-uri.ts';

/** The metadata that this server uses. */
export interface ClientMetadata {
  name: string;
  /** Redirect URIs on the document's own host or on a loopback address. */
  redirectUris: readonly string[];
  /** Redirect URIs on other hosts. They are shown to reviewers and never used. */
  droppedRedirectUris: readonly string[];
  postLogoutRedirectUris: readonly string[];
  /** Present if every token request of the client must have a proof of possession of a key (RFC 9449 §5.2). */
  demandsProof?: true;
}

/** A document that was just fetched. */
export interface FetchedMetadata {
  metadata: ClientMetadata;
  fetchedAt: number;
  /** Time until which the document need not be fetched again. */
  freshUntil: number;
}

export type ParsedDocument = { metadata: ClientMetadata; problem?: never } | { problem: string; metadata?: never };

const MAX_REDIRECT_URIS = 20;
const MAX_QUOTED = 200;
const SHARED_SECRET_METHODS: ReadonlySet<string> = new Set([
  'client_secret_post',
  'client_secret_basic',
  'client_secret_jwt',
]);
// RFC 7517 §9.3: members that only private or symmetric keys have.
const PRIVATE_KEY_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'];

const strings = z.array(z.string());

const documentShape = z.looseObject({
  client_id: z.string(),
  client_name: clientName,
  redirect_uris: strings.min(1).max(MAX_REDIRECT_URIS),
  post_logout_redirect_uris: strings.max(MAX_REDIRECT_URIS).default([]),
  token_endpoint_auth_method: z.string().optional(),
  token_endpoint_auth_methods_supported: strings.optional(),
  grant_types: strings.optional(),
  response_types: strings.optional(),
  dpop_bound_access_tokens: z.boolean().nullish(),
  jwks: z.looseObject({ keys: z.array(z.looseObject({})) }).optional(),
});

type Document = z.infer<typeof documentShape>;

/**
 * Parses a document.
 * @param text the body as served, without a byte order mark; the last one of repeated members counts
 */
export function parseClientMetadata(url: MetadataUrl, text: string): ParsedDocument {
  const json = parseJson(text);
  if (json === undefined) return { problem: 'the document is not valid JSON' };
  const parsed = documentShape.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { problem: `${issue?.path.join('.') || 'the document'}: ${issue?.message ?? 'is malformed'}` };
  }
  const document = parsed.data;
  // §4: simple string comparison.
  if (document.client_id !== url)
    return { problem: `client_id is ${shortened(document.client_id, MAX_QUOTED)}, not the URL of the document` };
  const problem = secretProblem(document) ?? authMethodProblem(document) ?? flowProblem(document);
  if (problem !== undefined) return { problem };
  const redirectUris = [...new Set(document.redirect_uris)];
  const uris = redirectUris.filter((uri) => belongsTo(url, uri));
  if (uris.length === 0) return { problem: 'no redirect URI is on the host of the document or on a loopback address' };
  return {
    metadata: {
      name: document.client_name,
      redirectUris: uris,
      droppedRedirectUris: redirectUris.filter((uri) => !uris.includes(uri)).map(showable),
      postLogoutRedirectUris: document.post_logout_redirect_uris.filter((uri) => belongsTo(url, uri)),
      ...(document.dpop_bound_access_tokens === true ? { demandsProof: true } : {}),
    },
  };
}

/** Returns whether a change of the metadata requires a new review of an approved client. */
export const isMaterialChange = (before: ClientMetadata, after: ClientMetadata): boolean =>
  before.name !== after.name ||
  !sameSet(before.redirectUris, after.redirectUris) ||
  (before.demandsProof === true && after.demandsProof !== true);

/** The material differences between two versions of the metadata. */
export interface MetadataDifference {
  /** The name before and after, if it changed. */
  name?: { before: string; after: string };
  gone: readonly string[];
  added: readonly string[];
}

export const metadataDifference = (before: ClientMetadata, after: ClientMetadata): MetadataDifference => ({
  ...(before.name === after.name ? {} : { name: { before: before.name, after: after.name } }),
  gone: before.redirectUris.filter((uri) => !after.redirectUris.includes(uri)),
  added: after.redirectUris.filter((uri) => !before.redirectUris.includes(uri)),
});

export const sameMetadata = (before: ClientMetadata, after: ClientMetadata): boolean =>
  !isMaterialChange(before, after) &&
  sameSet(before.droppedRedirectUris, after.droppedRedirectUris) &&
  sameSet(before.postLogoutRedirectUris, after.postLogoutRedirectUris) &&
  before.demandsProof === after.demandsProof;

const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((value) => b.includes(value));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns whether a URI is on the document's own host over https, with the same port, or on a loopback address. */
function belongsTo(url: MetadataUrl, uri: string): boolean {
  const { kind } = classifyRedirectUri(uri);
  if (kind === 'loopback') return true;
  return kind === 'https' && URL.parse(uri)?.host === metadataHost(url).host;
}

// §4.1: a document must not contain a client secret, nor private keys.
function secretProblem(document: Document): string | undefined {
  if ('client_secret' in document || 'client_secret_expires_at' in document)
    return 'the document contains a client_secret';
  const holdsPrivateKey = document.jwks?.keys.some((key) => PRIVATE_KEY_MEMBERS.some((member) => member in key));
  return holdsPrivateKey ? 'jwks contains a private key' : undefined;
}

/** §8.2: a document may name several authentication methods; here it must be `none`. */
function authMethodProblem(document: Document): string | undefined {
  const single = document.token_endpoint_auth_method;
  if (single !== undefined && SHARED_SECRET_METHODS.has(single)) {
    return `token_endpoint_auth_method ${single} requires a shared secret`;
  }
  const named = [single, ...(document.token_endpoint_auth_methods_supported ?? [])].filter(
    (method) => method !== undefined,
  );
  if (named.length === 0 || named.includes('none')) return undefined;
  return `token_endpoint_auth_method must be none here, not ${shortened(named.join(', '), MAX_QUOTED)}`;
}

function flowProblem({ grant_types, response_types }: Document): string | undefined {
  if (grant_types !== undefined && !grant_types.includes('authorization_code')) {
    return 'grant_types must include authorization_code';
  }
  return response_types !== undefined && !response_types.includes('code')
    ? 'response_types must include code'
    : undefined;
}

/** Cleans a URI from a document for display and storage: printable ASCII, with a maximum length. */
const showable = (uri: string): string => shortened(uri.replaceAll(/[^\x21-\x7e]/g, '?'), MAX_QUOTED);
