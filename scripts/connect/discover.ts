/** Step 1: learn from the server's own documents where everything is. */

import { ConnectError } from './errors.ts';
import { type Http, type JsonObject, optionalText, requireText, textList } from './http.ts';

export interface Server {
  readonly issuer: string;
  /** The resource indicator (RFC 8707) that tokens are to be bound to. */
  readonly resource: string;
  readonly resourceMetadataUrl: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly registrationEndpoint: string | undefined;
  readonly revocationEndpoint: string | undefined;
  readonly userinfoEndpoint: string | undefined;
  readonly jwksUri: string | undefined;
  /** The whole server metadata, for what only some clients look at. */
  readonly metadata: JsonObject;
  /** What the resource metadata says that every client may ask for. */
  readonly resourceScopes: readonly string[];
}

export async function discover(http: Http, origin: string): Promise<Server> {
  const resourceMetadataUrl = `${origin}/.well-known/oauth-protected-resource`;
  const protectedResource = await http.call({ method: 'GET', url: resourceMetadataUrl }, [
    'resource',
    'authorization_servers',
    'scopes_supported',
  ]);
  const resource = requireText(protectedResource, 'resource', 'The resource metadata');
  // RFC 9728 §3.3: a document that names another resource than the one asked about must not be used.
  if (resource !== origin) {
    throw new ConnectError(`The server at ${origin} calls itself ${resource}: use --server ${resource}`);
  }

  const issuer = textList(protectedResource, 'authorization_servers')[0];
  if (issuer === undefined) throw new ConnectError('The resource metadata lists no authorization server.');
  const metadata = await http.call({ method: 'GET', url: metadataUrl(issuer) }, [
    'issuer',
    'authorization_endpoint',
    'token_endpoint',
    'registration_endpoint',
    'code_challenge_methods_supported',
  ]);
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

/** RFC 8414 §3.1: the well-known part goes between the host and the path of the issuer. */
function metadataUrl(issuer: string): string {
  const { origin, pathname } = new URL(requireHttpUrl(issuer, 'authorization_servers'));
  return `${origin}/.well-known/oauth-authorization-server${pathname === '/' ? '' : pathname}`;
}

function checkMetadata(metadata: JsonObject, issuer: string): void {
  const claimed = requireText(metadata, 'issuer', 'The server metadata');
  // RFC 8414 §3.3: `issuer` is identical to the identifier the document was asked for, or nothing in it counts.
  if (claimed !== issuer) throw new ConnectError(`The metadata is of issuer ${claimed}, but ${issuer} was asked for.`);

  // RFC 9700 §2.1.1: PKCE, and the metadata is where a client learns that the server supports it.
  if (!textList(metadata, 'code_challenge_methods_supported').includes('S256')) {
    throw new ConnectError('The server does not offer PKCE with S256; this client does not go without it.');
  }

  // Codes and tokens go only where the issuer itself lives, and only plain web addresses ever reach the browser.
  for (const [name, value] of Object.entries(metadata)) {
    if (!name.endsWith('_endpoint') && name !== 'jwks_uri') continue;
    const url = requireHttpUrl(value, name);
    if (new URL(url).origin !== new URL(issuer).origin) {
      throw new ConnectError(`${name} is ${url}, which is not on the issuer's origin.`);
    }
  }
}

function requireHttpUrl(value: unknown, name: string): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  const plain =
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    url.hash === '';
  if (!plain) throw new ConnectError(`${name} is not a plain http(s) address: ${JSON.stringify(value)}`);
  return String(value);
}
