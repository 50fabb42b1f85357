/**
 * Authenticates clients at the token, introspection and revocation endpoints, by `none` or `client_secret_post` (RFC
 * 6749 §2.3).
 */
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { hashCredential, sameHash } from '../../schema/credential.ts';
import type { Parameters } from '../../schema/data/parameters.ts';
import type { AuthenticatedClient, ClientCredentials } from '../../schema/oauth/client.ts';
import { isUrlClientId } from '../../schema/oauth/metadata-url.ts';
import { OAuthError } from '../../schema/oauth/oauth-error.ts';
import { noteAttempt } from '../connection-attempts/notes.ts';
import { logCaller } from '../http/log-context.ts';
import { provide } from '../provide.ts';

export type AuthenticateClient = (request: FastifyRequest, form: Parameters) => Promise<AuthenticatedClient>;

declare module './stores.ts' {
  interface OAuth {
    /** Authenticates the client of a request. @throws {OAuthError} `invalid_client` with status 401 */
    readonly authenticateClient: AuthenticateClient;
  }
}

export default fp(
  async (app) => {
    const { clock } = app;
    const { clients } = app.oauth;

    provide(app.oauth, 'authenticateClient', async (request: FastifyRequest, form: Parameters) => {
      // RFC 6749 §5.2: if the client used the Authorization header, the response must name the scheme.
      if (/^basic\b/i.test(request.headers.authorization ?? '')) {
        const headers = { 'www-authenticate': 'Basic realm="token"' };
        throw new OAuthError('client_auth_method.basic', {}, { headers });
      }
      if (form.get('client_assertion') !== undefined || form.get('client_assertion_type') !== undefined) {
        throw new OAuthError('client_auth_method.assertion');
      }
      const id = form.get('client_id');
      if (id === undefined)
        throw new OAuthError('missing_parameter.named', { name: 'client_id' }, { code: 'invalid_client' });
      const client = await clients.findCredentials(id, clock());
      if (client === undefined) {
        if (isUrlClientId(id))
          throw new OAuthError('unknown_client.document', {}, { detail: 'this client has no grant here' });
        throw new OAuthError('unknown_client.id');
      }
      // Only the id of a client that exists is logged, because anything else may be a secret at the wrong place.
      logCaller(request, { claimed_client_id: id });
      checkSecret(client, form.get('client_secret'));
      if (!client.active) throw new OAuthError('client_disabled');
      logCaller(request, { client_id: id, claimed_client_id: undefined });
      noteProof(request, client);
      // Nothing else creates an `AuthenticatedClient`: every check above has passed.
      return client as AuthenticatedClient;
    });
  },
  { name: 'client-authentication', dependencies: ['stores'] },
);

/** Anyone can send the id of a client without a secret. */
function noteProof(request: FastifyRequest, { authMethod, siteId }: ClientCredentials): void {
  if (authMethod !== 'none' && siteId !== undefined) noteAttempt(request, { siteId, isProven: true });
}

function checkSecret(client: ClientCredentials, secret: string | undefined): void {
  if (client.authMethod === 'none') {
    if (secret !== undefined) throw new OAuthError('client_secret_unexpected');
    return;
  }
  if (secret === undefined) throw new OAuthError('client_secret_missing');
  const presented = hashCredential(secret);
  if (!client.secretHashes.some((hash) => sameHash(hash, presented))) throw new OAuthError('client_secret_wrong');
}
