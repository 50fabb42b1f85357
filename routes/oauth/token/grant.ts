import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Parameters } from '../../../schema/data/parameters.ts';
import type { AuthenticatedClient } from '../../../schema/oauth/client.ts';
import type { Proof } from '../../../schema/oauth/dpop.ts';
import type { TokenResponse } from '../../../schema/oauth/token-response.ts';

/** Verifies and redeems what was presented, for the client that has been authenticated meanwhile. */
export type RedeemGrant = (
  client: AuthenticatedClient,
  request: FastifyRequest,
  reply: FastifyReply,
  proof: Proof | undefined,
) => Promise<TokenResponse>;

/** Handles one grant type at the token endpoint. It begins to read what was presented, beside the client. */
export type BeginGrant = (form: Parameters) => RedeemGrant;

/** Limits the requests of one grant. Many people may share the id and the address of a client. */
export type GrantLimit = ReturnType<FastifyInstance['volumeLimit']>;
