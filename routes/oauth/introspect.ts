/** Introspection, RFC 7662: the state of a token and the resource it is bound to, for those it concerns. */
import type { FastifyInstance } from 'fastify';
import { REQUESTS_PER_MINUTE } from '../../schema/limits.ts';
import type { AuthenticatedClient } from '../../schema/oauth/client.ts';
import { type StoredToken, whyTokenIsDead } from '../../schema/oauth/token.ts';
import { introspectionResponse } from '../../schema/oauth/token-response.ts';
import { readForm, requireParameter, sendJson } from '../form.ts';

const PARAMETERS = ['token', 'token_type_hint', 'client_id', 'client_secret'] as const;

export default async function introspectSurface(app: FastifyInstance): Promise<void> {
  const { clock, config, volumeLimit } = app;
  const { authenticateClient, findPresentedToken } = app.oauth;
  const limit = volumeLimit(REQUESTS_PER_MINUTE.introspect, 60_000);

  app.post('/api/oauth/introspect', { config: { crossOrigin: 'oauth' } }, async (request, reply) => {
    const form = readForm(request, PARAMETERS);
    const client = await authenticateClient(request, form);
    limit.take(client.id, reply);
    const token = await findPresentedToken(requireParameter(form, 'token'));
    // RFC 7662 §2.2: unknown, dead, or none of the caller's business: the same answer.
    const visible =
      token !== undefined && maySee(client, token) && whyTokenIsDead(token, config.baseUrl, clock()) === undefined;
    return sendJson(reply, visible ? introspectionResponse(token, config.baseUrl) : { active: false });
  });
}

/** Its own tokens; a resource server of a school, every token of that school. */
const maySee = (client: AuthenticatedClient, { grant }: StoredToken): boolean =>
  grant.clientId === client.id || (client.mayIntrospect && client.siteId === grant.siteId);
