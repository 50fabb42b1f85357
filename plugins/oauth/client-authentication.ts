/**
 * Authenticates clients at the token, introspection and revocation endpoints, by `none` or `client_secret_post` (RFC
 * 6749 §2.3).
 */
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { hashCredential, sameHash } from '../../schema/credential.ts';
import type { AuthenticatedClient, ClientCredentials } from '../../schema/oauth/client.ts';
import { isUrlClientId } from '../../schema/oauth/metadata-url.ts';
import { OAuthError, type RefusalReason } from '../../schema/oauth/oauth-error.ts';
import type { Parameters } from '../../schema/parameters.ts';
import { noteAttempt } from '../connection-attempts/notes.ts';
import { logCaller } from '../log-context.ts';
import { provide } from '../provide.ts';
import { unusableDocument } from './client-resolver.ts';

export type AuthenticateClient = (request: FastifyRequest, form: Parameters) => Promise<AuthenticatedClient>;

declare module './stores.ts' {
  interface OAuth {
    /** Authenticates the client of a request. @throws {OAuthError} `invalid_client` with status 401 */
    readonly authenticateClient: AuthenticateClient;
  }
}

const refuse = (description: string, reason: RefusalReason, headers: Record<string, string> = {}): OAuthError =>
  new OAuthError('invalid_client', description, { reason, headers });

export default fp(
  async (app) => {
    const { clock } = app;
    const { clients } = app.oauth;

    provide(app.oauth, 'authenticateClient', async (request: FastifyRequest, form: Parameters) => {
      // RFC 6749 §5.2: if the client used the Authorization header, the response must name the scheme.
      if (/^basic\b/i.test(request.headers.authorization ?? '')) {
        throw refuse(
          'HTTP Basic is not supported; send client_id and client_secret in the form body',
          'client_auth_method',
          {
            'www-authenticate': 'Basic realm="token"',
          },
        );
      }
      if (form.get('client_assertion') !== undefined || form.get('client_assertion_type') !== undefined) {
        throw refuse('client assertions are not supported; use none or client_secret_post', 'client_auth_method');
      }
      const id = form.get('client_id');
      if (id === undefined) throw refuse('client_id is required', 'missing_parameter');
      const client = await clients.findCredentials(id, clock());
      if (client === undefined) {
        if (isUrlClientId(id)) throw unusableDocument('unknown_client', 'this client has no grant here');
        throw refuse('unknown client_id', 'unknown_client');
      }
      // Only the id of a client that exists is logged, because anything else may be a secret at the wrong place.
      logCaller(request, { claimed_client_id: id });
      checkSecret(client, form.get('client_secret'));
      if (!client.active) throw refuse('this client is disabled or blocked', 'client_disabled');
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
    if (secret !== undefined)
      throw refuse('this is a public client, so client_secret must not be sent', 'client_secret_unexpected');
    return;
  }
  if (secret === undefined) throw refuse('client_secret is required for this client', 'client_secret_missing');
  const presented = hashCredential(secret);
  if (!client.secretHashes.some((hash) => sameHash(hash, presented))) {
    throw refuse('client_secret is wrong', 'client_secret_wrong');
  }
}
