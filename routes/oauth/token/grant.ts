import type { FastifyRequest } from 'fastify';
import type { AuthenticatedClient } from '../../../schema/oauth/client.ts';
import type { TokenResponse } from '../../../schema/oauth/token-response.ts';
import type { Parameters } from '../../../schema/parameters.ts';

/** A grant fills in the part of the endpoint that is its own. */
export type RedeemGrant = (
  form: Parameters,
  client: AuthenticatedClient,
  request: FastifyRequest,
) => Promise<TokenResponse>;
