/** Reads the metadata documents, from which clients learn every endpoint. */
import { checkMetadata, requireHttpUrl } from '../connect/checks.ts';
import { ConnectError } from '../connect/errors.ts';
import { type Http, type JsonObject, optionalText, requireText, textList } from './http.ts';

export interface Server {
  readonly issuer: string;
  /** The resource indicator (RFC 8707) that tokens are bound to. */
  readonly resource: string;
  readonly resourceMetadataUrl: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly registrationEndpoint: string | undefined;
  readonly revocationEndpoint: string | undefined;
  readonly userinfoEndpoint: string | undefined;
  readonly jwksUri: string | undefined;
  /** The complete server metadata, for checks of individual clients. */
  readonly metadata: JsonObject;
  /** The scopes that the resource metadata lists for every client. */
  readonly resourceScopes: readonly string[];
}

export async function discover(http: Http, origin: string): Promise<Server> {
  const resourceMetadataUrl = `${origin}/.well-known/oauth-protected-resource`;
  const protectedResource = await http.call({ method: 'GET', url: resourceMetadataUrl });
  const resource = requireText(protectedResource, 'resource', 'The resource metadata');
  // RFC 9728 §3.3: a document that names another resource must not be used.
  if (resource !== origin) {
    throw new ConnectError(`The server at ${origin} identifies itself as ${resource}: use --server ${resource}`);
  }

  const issuer = textList(protectedResource, 'authorization_servers')[0];
  if (issuer === undefined) throw new ConnectError('The resource metadata lists no authorization server.');
  const metadata = await http.call({ method: 'GET', url: metadataUrl(issuer) });
  checkMetadata(metadata, issuer);
  return {
    issuer,
    resource,
    resourceMetadataUrl,
    authorizationEndpoint: requireText(metadata, 'authorization_endpoint', 'The server metadata'),
    tokenEndpoint: requireText(metadata, 'token_endpoint', 'The server metadata'),
    registrationEndpoint: optionalText(metadata, 'registration_endpoint'),
    revocationEndpoint: optionalText(metadata, 'revocation_endpoint'),
    userinfoEndpoint: optionalText(metadata, 'userinfo_endpoint'),
    jwksUri: optionalText(metadata, 'jwks_uri'),
    metadata,
    resourceScopes: textList(protectedResource, 'scopes_supported'),
  };
}

/** RFC 8414 §3.1: the well-known path is inserted between the host and the path of the issuer. */
function metadataUrl(issuer: string): string {
  const { origin, pathname } = new URL(requireHttpUrl(issuer, 'authorization_servers'));
  return `${origin}/.well-known/oauth-authorization-server${pathname === '/' ? '' : pathname}`;
}
