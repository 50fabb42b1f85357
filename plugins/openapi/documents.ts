/** What the service says of itself: documents that anybody may read. */
import type { Capabilities } from '../../schema/oauth/capabilities.ts';
import { authorizationServerMetadata, protectedResourceMetadata } from '../../schema/oauth/server-metadata.ts';
import { answer, content, type Endpoint, type Json } from './form.ts';
import type { Schemas } from './schemas.ts';

export const DOCUMENTS_TAG = 'Documents';
export const HEALTH_TAG = 'Health';

const uri = { type: 'string', format: 'uri' };
const strings = { type: 'array', items: { type: 'string' } };

/** A schema of what a document holds in this deployment. @param required what a client may rely on everywhere */
const schemaOf = (document: Json, description: string, required: readonly string[]): Json => ({
  type: 'object',
  description,
  properties: Object.fromEntries(Object.entries(document).map(([name, value]) => [name, typeOf(value)])),
  required,
});

function typeOf(value: unknown): Json {
  if (Array.isArray(value)) return strings;
  if (typeof value === 'string') return URL.canParse(value) ? uri : { type: 'string' };
  return { type: typeof value };
}

const KEYS: Json = {
  type: 'object',
  description: 'RFC 7517',
  properties: {
    keys: {
      type: 'array',
      items: {
        type: 'object',
        properties: { kty: { type: 'string' }, kid: { type: 'string' }, alg: { type: 'string' } },
        required: ['kty', 'kid'],
      },
    },
  },
  required: ['keys'],
};
const STATUS: Json = { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] };

export function documentEndpoints(capabilities: Capabilities, schemas: Schemas): Endpoint[] {
  const metadata = authorizationServerMetadata(capabilities);
  Object.assign(schemas.components, {
    ServerMetadata: schemaOf(
      metadata,
      'RFC 8414 and OpenID Connect Discovery. If any documentation differs, this document is authoritative',
      ['issuer', 'authorization_endpoint', 'token_endpoint', 'jwks_uri', 'response_types_supported'],
    ),
    ResourceMetadata: schemaOf(protectedResourceMetadata(capabilities, ''), 'RFC 9728', [
      'resource',
      'authorization_servers',
    ]),
    KeySet: KEYS,
  });
  const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
  const server = content('application/json', refTo('ServerMetadata'), metadata);
  const text = (type: string): Json => content(type, { type: 'string' });
  const health = content('application/json', STATUS, { status: 'ok' });
  return [
    document('/.well-known/oauth-authorization-server', 'server_metadata', 'Authorization server metadata', server),
    document('/.well-known/openid-configuration', 'openid_configuration', 'OpenID Provider metadata', server),
    ...capabilities.protectedResources.map((path) =>
      document(
        `/.well-known/oauth-protected-resource${path}`,
        `resource_metadata${path.replaceAll('/', '_')}`,
        `Protected resource metadata of ${path === '' ? 'the service' : path}`,
        content('application/json', refTo('ResourceMetadata'), protectedResourceMetadata(capabilities, path)),
      ),
    ),
    document(
      '/.well-known/jwks.json',
      'keys',
      'Public keys for verifying ID tokens',
      content('application/json', refTo('KeySet')),
    ),
    document('/auth.md', 'auth_md', 'Step-by-step guide to getting and using a token', text('text/markdown')),
    document('/llms.txt', 'llms_txt', 'Overview of the documentation, for language models', text('text/plain')),
    document('/openapi.json', 'openapi', 'This OpenAPI description', content('application/json', { type: 'object' })),
    plain('/healthz', 'healthz', 'Liveness check', { 200: answer('The process is running', health) }),
    plain('/readyz', 'readyz', 'Readiness check', {
      200: answer('The service is ready', content('application/json', STATUS, { status: 'ready' })),
      503: answer('The service is not ready', content('application/json', STATUS, { status: 'no signing key' })),
    }),
  ];
}

function document(path: string, operationId: string, summary: string, body: Json): Endpoint {
  const etag = { ETag: { description: 'For If-None-Match', schema: { type: 'string' } } };
  return {
    method: 'get',
    path,
    operation: {
      operationId,
      summary,
      tags: [DOCUMENTS_TAG],
      security: [],
      responses: { 200: answer(summary, body, etag), 304: answer('Not modified', undefined, etag) },
    },
  };
}

const plain = (path: string, operationId: string, summary: string, responses: Json): Endpoint => ({
  method: 'get',
  path,
  operation: { operationId, summary, tags: [HEALTH_TAG], security: [], responses },
});
