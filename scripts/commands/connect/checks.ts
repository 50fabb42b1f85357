/** Checks of this client that its library does not make. The doctor uses them too. */
import { createHash } from 'node:crypto';
import { ConnectError } from './errors.ts';

/**
 * Checks that the metadata belongs to the requested issuer, offers PKCE, and has all endpoints on the issuer's origin.
 */
export function checkMetadata(metadata: Readonly<Record<string, unknown>>, issuer: string): void {
  // RFC 8414 §3.3: `issuer` must equal the requested identifier, or the document must not be used.
  if (metadata.issuer !== issuer) {
    throw new ConnectError(`The metadata is of issuer ${String(metadata.issuer)}, but ${issuer} was asked for.`);
  }
  // RFC 9700 §2.1.1: PKCE is required, and clients learn from the metadata whether the server supports it.
  const methods = metadata.code_challenge_methods_supported;
  if (!Array.isArray(methods) || !methods.includes('S256')) {
    throw new ConnectError('The server does not offer PKCE with S256; this client does not go without it.');
  }
  // Codes and tokens are sent only to the origin of the issuer, and the browser opens only http and https URLs.
  for (const [name, value] of Object.entries(metadata)) {
    if (!name.endsWith('_endpoint') && name !== 'jwks_uri') continue;
    const url = requireHttpUrl(value, name);
    if (new URL(url).origin !== new URL(issuer).origin) {
      throw new ConnectError(`${name} is ${url}, which is not on the issuer's origin.`);
    }
  }
}

export function requireHttpUrl(value: unknown, name: string): string {
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

/**
 * RFC 6750 §3, RFC 9728 §5.1: an invalid token is answered by 401 and a challenge with the URL of the resource
 * metadata.
 */
export function checkChallenge(resourceMetadataUrl: string, { status, headers }: Pick<Response, 'status' | 'headers'>) {
  if (status !== 401) throw new ConnectError(`The access token still works after its grant was revoked (${status}).`);
  const challenge = headers.get('www-authenticate') ?? '';
  if (!/^Bearer /i.test(challenge) || !challenge.includes('error="invalid_token"')) {
    throw new ConnectError(
      `The 401 carries no Bearer challenge with invalid_token: ${challenge || 'no WWW-Authenticate'}`,
    );
  }
  const pointer = /resource_metadata="([^"]*)"/.exec(challenge)?.[1];
  if (pointer !== resourceMetadataUrl) {
    throw new ConnectError(
      `The challenge points to ${pointer ?? 'no resource metadata'}, not to ${resourceMetadataUrl}.`,
    );
  }
}

/** OpenID Connect Core §3.1.3.8: at_hash binds the access token to the ID token. It is optional in the code flow. */
export function checkAccessTokenHash(hash: unknown, accessToken: string): void {
  // §3.1.3.6: the left half of the SHA-256 hash, as for ES256.
  const expected = createHash('sha256').update(accessToken, 'ascii').digest().subarray(0, 16).toString('base64url');
  if (hash !== undefined && hash !== expected) {
    throw new ConnectError('The at_hash of the ID token belongs to another access token.');
  }
}
