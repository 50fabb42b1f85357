/** The UserInfo endpoint (OpenID Connect Core §5.3): returns the claims of the ID token for an access token. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { REQUESTS_PER_MINUTE } from '../../schema/limits.ts';
import { personClaims } from '../../schema/oauth/claims.ts';
import { sendJson } from '../form.ts';

export default async function userinfoSurface(app: FastifyInstance): Promise<void> {
  const { bearer } = app.oauth;
  const limit = app.volumeLimit(REQUESTS_PER_MINUTE.userinfo, 60_000);
  const { persons: people } = app.people;

  // A body has no meaning here, and in chunks it can be empty without a content type.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null));
  app.route({
    method: ['GET', 'POST'],
    url: '/api/oauth/userinfo',
    config: { crossOrigin: 'oauth' },
    handler: userinfo,
  });

  async function userinfo(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { token, scopes } = await bearer.require(request, { scope: 'openid' });
    const { grant } = token;
    limit.take(String(grant.grantId), reply);
    const profile = await people.requireProfile(grant);
    return sendJson(reply, personClaims(grant, profile, scopes));
  }
}
