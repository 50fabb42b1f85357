/**
 * The token endpoint (RFC 6749 §3.2): parses the form, authenticates the client, and calls the handler of the grant
 * type.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Parameters } from '../../../schema/data/parameters.ts';
import { REQUESTS_PER_MINUTE } from '../../../schema/limits.ts';
import type { GrantType } from '../../../schema/oauth/capabilities.ts';
import { isNonceNeeded, isRefusal, OAuthError } from '../../../schema/oauth/oauth-error.ts';
import { readForm, requireParameter, sendJson } from '../../form.ts';
import { authorizationCodeGrant } from './authorization-code.ts';
import type { BeginGrant } from './grant.ts';
import { refreshTokenGrant } from './refresh-token.ts';

const PARAMETERS = [
  'grant_type',
  'client_id',
  'client_secret',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'scope',
] as const;
export default async function tokenSurface(app: FastifyInstance): Promise<void> {
  const { volumeLimit } = app;
  const { authenticateClient, capabilities, confirmMetadataClient, dpop } = app.oauth;
  const limit = volumeLimit(REQUESTS_PER_MINUTE.token, 60_000);
  // The limit is high, because many people may share an address.
  const failures = volumeLimit(REQUESTS_PER_MINUTE.failures, 60_000);
  const grants: Readonly<Record<GrantType, BeginGrant>> = {
    authorization_code: authorizationCodeGrant(app, limit),
    refresh_token: refreshTokenGrant(app, limit),
  };

  app.post('/api/oauth/token', { config: { crossOrigin: 'oauth' } }, async (request, reply): Promise<FastifyReply> => {
    const form = readForm(request, PARAMETERS);
    const begin = grants[readGrantType(form)];
    try {
      let redeem = begin(form);
      let client = await authenticateClient(request, form);
      if (client.origin === 'metadata_document') {
        await confirmMetadataClient(client.id);
        // Fetching the document takes time, in which what was presented may have ended, and the document may have changed the client.
        redeem = begin(form);
        client = await authenticateClient(request, form);
      }
      // A proof that is refused uses up nothing.
      const proof = await dpop.ofTokenRequest(request, client);
      return sendJson(reply, await redeem(client, request, reply, proof));
    } catch (error) {
      // A nonce is asked for of good clients too.
      if (isRefusal(error) && !isNonceNeeded(error)) failures.takeFrom(request, reply);
      throw error;
    }
  });

  function readGrantType(form: Parameters): GrantType {
    const value = requireParameter(form, 'grant_type');
    const known = capabilities.grantTypes.find((grantType) => grantType === value);
    if (known !== undefined) return known;
    throw new OAuthError('grant_type_unsupported', { types: capabilities.grantTypes.join(', ') });
  }
}
