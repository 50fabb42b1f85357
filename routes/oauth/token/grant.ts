import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuthenticatedClient } from '../../../schema/oauth/client.ts';
import type { TokenResponse } from '../../../schema/oauth/token-response.ts';
import type { Parameters } from '../../../schema/parameters.ts';

/** Handles one grant type at the token endpoint. */
export type RedeemGrant = (
  form: Parameters,
  client: AuthenticatedClient,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<TokenResponse>;

/** Limits the requests of one grant. Many people may share the id and the address of a client. */
export type GrantLimit = ReturnType<FastifyInstance['volumeLimit']>;
