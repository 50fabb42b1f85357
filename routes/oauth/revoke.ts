/** The revocation endpoint (RFC 7009). */
import type { FastifyInstance } from 'fastify';
import { ACCESS_TOKEN_ONLY, type AuditEvent, fieldValues } from '../../schema/audit/audit-event.ts';
import { REQUESTS_PER_MINUTE } from '../../schema/limits.ts';
import { isRefusal } from '../../schema/oauth/oauth-error.ts';
import type { StoredToken } from '../../schema/oauth/token.ts';
import { readForm, requireParameter, sendJson } from '../form.ts';

const PARAMETERS = ['token', 'token_type_hint', 'client_id', 'client_secret'] as const;

export default async function revokeSurface(app: FastifyInstance): Promise<void> {
  const { clock, originOf } = app;
  const { authenticateClient, findPresentedToken, tokens } = app.oauth;
  const limit = app.volumeLimit(REQUESTS_PER_MINUTE.token, 60_000);
  const failures = app.volumeLimit(REQUESTS_PER_MINUTE.failures, 60_000);

  app.post('/api/oauth/revoke', { config: { crossOrigin: 'oauth' } }, async (request, reply) => {
    // 1. Authenticate the client.
    const form = readForm(request, PARAMETERS);
    const client = await authenticateClient(request, form).catch((error: unknown) => {
      if (isRefusal(error)) failures.takeFrom(request, reply);
      throw error;
    });
    // 2. Find the token, of either type.
    const token = await findPresentedToken(requireParameter(form, 'token'));
    // 3. Revoke it if it belongs to this client. RFC 7009 §2.1, §2.2: the response for the token of another client is
    // the same as for an unknown one.
    if (token === undefined || token.grant.clientId !== client.id) failures.takeFrom(request, reply);
    else {
      limit.take(String(token.grant.grantId), reply);
      const now = clock();
      await revoke(token, now, {
        ...originOf(request),
        event: 'token_revoked',
        at: now,
        siteId: token.grant.siteId,
        personId: token.grant.personId,
        clientId: client.id,
        target: String(token.grant.grantId),
        ...(token.kind === 'access' ? { after: fieldValues({ [ACCESS_TOKEN_ONLY]: true }) } : {}),
      });
    }
    return sendJson(reply, {});
  });

  /** Revoking a refresh token ends its grant; revoking an access token ends that token only. */
  async function revoke(token: StoredToken, now: number, event: AuditEvent): Promise<void> {
    if (token.kind === 'refresh') await tokens.revokeGrant(token.grant, 'client', now, event);
    else await tokens.revoke(token.id, now, event);
  }
}
