import type { FastifyRequest } from 'fastify';
import type { AuthenticatedClient } from '../../../schema/oauth/client.ts';
import type { GrantContext } from '../../../schema/oauth/token.ts';
import type { TokenResponse } from '../../../schema/oauth/token-response.ts';
import type { Parameters } from '../../../schema/parameters.ts';

/**
 * Counts a request of a grant. Called once the credential is verified and bound to the client, so that nobody else can use
 * up what the grant may ask for.
 * @throws {OAuthError} `temporarily_unavailable` with status 429 if the grant has reached its limit
 */
export type CountRequest = (grant: Pick<GrantContext, 'grantId'>) => void;

/** Handles one grant type at the token endpoint. */
export type RedeemGrant = (
  form: Parameters,
  client: AuthenticatedClient,
  request: FastifyRequest,
  countRequest: CountRequest,
) => Promise<TokenResponse>;
