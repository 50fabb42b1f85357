/** The well-known documents: RFC 8414, OpenID Connect Discovery, RFC 9728 and RFC 7517. */
import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorizationServerMetadata, protectedResourceMetadata } from '../schema/server-metadata.ts';

const CACHE = 'public, max-age=300';

interface Document {
  body: Buffer;
  etag: string;
}

const documentOf = (value: object): Document => {
  const body = Buffer.from(JSON.stringify(value));
  return { body, etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"` };
};

export default async function metadataSurface(app: FastifyInstance): Promise<void> {
  const { capabilities, signer } = app;
  const config = { crossOrigin: 'document' } as const;

  const server = documentOf(authorizationServerMetadata(capabilities));
  serve('/.well-known/oauth-authorization-server', server);
  serve('/.well-known/openid-configuration', server);
  for (const path of capabilities.protectedResources) {
    serve(`/.well-known/oauth-protected-resource${path}`, documentOf(protectedResourceMetadata(capabilities, path)));
  }
  // Computed each time: another node may have made a key.
  app.get('/.well-known/jwks.json', { config }, async (request, reply) =>
    send(request, reply, documentOf(await signer.jwks())),
  );

  function serve(path: string, document: Document): void {
    app.get(path, { config }, (request, reply) => send(request, reply, document));
  }
}

function send(request: FastifyRequest, reply: FastifyReply, { body, etag }: Document): FastifyReply {
  reply.headers({ 'cache-control': CACHE, etag });
  // RFC 9110 §13.1.2
  const known = request.headers['if-none-match'];
  if (known !== undefined && matches(known, etag)) return reply.code(304).send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}

const matches = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
