/** The introspection endpoint (RFC 7662): returns the state of a token and the resource that it is bound to. */
import type { FastifyInstance } from 'fastify';
import { REQUESTS_PER_MINUTE } from '../../schema/limits.ts';
import type { AuthenticatedClient } from '../../schema/oauth/client.ts';
import { isRefusal } from '../../schema/oauth/oauth-error.ts';
import { type StoredToken, whyTokenIsDead } from '../../schema/oauth/token.ts';
import { introspectionResponse } from '../../schema/oauth/token-response.ts';
import { readForm, requireParameter, sendJson } from '../form.ts';
import { startEarly } from './start-early.ts';

const PARAMETERS = ['token', 'token_type_hint', 'client_id', 'client_secret'] as const;

export default async function introspectSurface(app: FastifyInstance): Promise<void> {
  const { clock, config, networkOf, volumeLimit } = app;
  const { authenticateClient, findPresentedToken } = app.oauth;
  const limit = volumeLimit(REQUESTS_PER_MINUTE.introspect, 60_000);
  const publicLimit = volumeLimit(REQUESTS_PER_MINUTE.introspectPublic, 60_000);
  const failures = volumeLimit(REQUESTS_PER_MINUTE.failures, 60_000);

  app.post('/api/oauth/introspect', { config: { crossOrigin: 'oauth' } }, async (request, reply) => {
    const form = readForm(request, PARAMETERS);
    const finding = startEarly(async () => findPresentedToken(requireParameter(form, 'token')));
    const client = await authenticateClient(request, form).catch((error: unknown) => {
      if (isRefusal(error)) failures.takeFrom(request, reply);
      throw error;
    });
    if (client.authMethod === 'none') publicLimit.take(`${client.id} ${networkOf(request)}`, reply);
    else limit.take(client.id, reply);
    const token = await finding;
    // RFC 7662 §2.2: the response is the same whether the token is unknown, no longer valid, or not the caller's
    // business.
    const now = clock();
    const visible =
      token !== undefined && maySee(client, token) && whyTokenIsDead(token, config.baseUrl, now) === undefined;
    return sendJson(
      reply,
      visible ? introspectionResponse(token, config.baseUrl, config.secondFactor, now) : { active: false },
    );
  });
}

/** A client may see its own tokens. The resource server of a school may see every token of that school. */
const maySee = (client: AuthenticatedClient, { grant }: StoredToken): boolean =>
  grant.clientId === client.id || (client.mayIntrospect && client.siteId === grant.siteId);
