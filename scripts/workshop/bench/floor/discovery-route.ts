import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ENDPOINTS, SCOPE } from '../fixtures.ts';

/** A constant document: rendered once, and sent as bytes with its ETag. */
export function discoveryHandler(issuer: string) {
  const document = Buffer.from(JSON.stringify(metadata(issuer)));
  const etag = `"${hash('sha256', document, 'base64url')}"`;

  return function discovery(request: FastifyRequest, reply: FastifyReply): void {
    reply.header('etag', etag).header('cache-control', 'public, max-age=3600');
    if (request.headers['if-none-match'] === etag) reply.code(304).send();
    else reply.type('application/json').send(document);
  };
}

function metadata(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: issuer + ENDPOINTS.authorize,
    token_endpoint: issuer + ENDPOINTS.token,
    introspection_endpoint: issuer + ENDPOINTS.introspect,
    userinfo_endpoint: issuer + ENDPOINTS.userinfo,
    revocation_endpoint: `${issuer}/api/oauth/revoke`,
    registration_endpoint: `${issuer}/api/oauth/register`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    scopes_supported: SCOPE.split(' '),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    claims_supported: ['sub', 'email', 'name', 'org_id', 'roles'],
    authorization_response_iss_parameter_supported: true,
  };
}
