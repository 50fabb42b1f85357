/** Describes the public documents about the service. */
import { z } from 'zod';
import type { ZodOpenApiContentObject, ZodOpenApiPathsObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import type { Capabilities } from '../../schema/oauth/capabilities.ts';
import { authorizationServerMetadata, protectedResourceMetadata } from '../../schema/oauth/server-metadata.ts';
import { answer, content, json, textHeader } from './form.ts';

export const DOCUMENTS_TAG = 'Documents';
export const HEALTH_TAG = 'Health';

const keySet = z
  .object({ keys: z.array(z.object({ kty: z.string(), kid: z.string(), alg: z.string().optional() })) })
  .meta({ id: 'KeySet', description: 'RFC 7517' });
const ETAG = { ETag: textHeader('For If-None-Match') };
const status = z.object({ status: z.string() });
const notReady = status.extend({ failed: z.array(z.string()) });

/** Derives the schema of a document from this server's document. @param required members that every server has */
const typeOfAll = (document: object, required: readonly string[]) =>
  z.object(
    Object.fromEntries(
      Object.entries(document).map(([name, value]) => [
        name,
        required.includes(name) ? typeOf(value) : typeOf(value).optional(),
      ]),
    ),
  );

function typeOf(value: unknown): z.ZodType {
  if (Array.isArray(value)) return z.array(z.string());
  if (typeof value === 'string') return URL.canParse(value) ? z.url() : z.string();
  return z.unknown().meta({ type: typeof value });
}

export function documentPaths(capabilities: Capabilities): ZodOpenApiPathsObject {
  const metadata = authorizationServerMetadata(capabilities);
  const serverMetadata = typeOfAll(metadata, [
    'issuer',
    'authorization_endpoint',
    'token_endpoint',
    'jwks_uri',
    'response_types_supported',
  ]).meta({
    id: 'ServerMetadata',
    description: 'RFC 8414 and OpenID Connect Discovery. If any documentation differs, this document is authoritative',
  });
  const resourceMetadata = typeOfAll(protectedResourceMetadata(capabilities, ''), [
    'resource',
    'authorization_servers',
  ]).meta({ id: 'ResourceMetadata', description: 'RFC 9728' });
  const server = json(serverMetadata, metadata);
  const documents: [path: string, operationId: string, summary: string, body: ZodOpenApiContentObject][] = [
    ['/.well-known/oauth-authorization-server', 'server_metadata', 'Authorization server metadata', server],
    ['/.well-known/openid-configuration', 'openid_configuration', 'OpenID Provider metadata', server],
    ...capabilities.protectedResources.map((path): (typeof documents)[number] => [
      `/.well-known/oauth-protected-resource${path}`,
      `resource_metadata${path.replaceAll('/', '_')}`,
      `Protected resource metadata of ${path === '' ? 'the service' : path}`,
      json(resourceMetadata, protectedResourceMetadata(capabilities, path)),
    ]),
    ['/.well-known/jwks.json', 'keys', 'Public keys for verifying ID tokens', json(keySet)],
    ['/auth.md', 'auth_md', 'Step-by-step guide to getting and using a token', content('text/markdown', z.string())],
    ['/llms.txt', 'llms_txt', 'Overview of the documentation, for language models', content('text/plain', z.string())],
    ['/openapi.json', 'openapi', 'This OpenAPI description', json({ type: 'object' })],
  ];
  return {
    ...Object.fromEntries(
      documents.map(([path, operationId, summary, body]) => [
        path,
        get(DOCUMENTS_TAG, operationId, summary, {
          200: answer(summary, body, ETAG),
          304: answer('Not modified', undefined, ETAG),
        }),
      ]),
    ),
    '/healthz': get(HEALTH_TAG, 'healthz', 'Liveness check', {
      200: answer('The process is running', json(status, { status: 'ok' })),
    }),
    '/readyz': get(HEALTH_TAG, 'readyz', 'Readiness check', {
      200: answer('The service is ready', json(status, { status: 'ready' })),
      503: answer('The service is not ready', json(notReady, { status: 'not ready', failed: ['database'] })),
    }),
  };
}

const get = (tag: string, operationId: string, summary: string, responses: ZodOpenApiResponsesObject) => ({
  get: { operationId, summary, tags: [tag], security: [], responses },
});
