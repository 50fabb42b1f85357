/** Serves the well-known documents of RFC 8414, OpenID Connect Discovery, RFC 9728 and RFC 7517. */
import type { FastifyInstance } from 'fastify';
import { authorizationServerMetadata, protectedResourceMetadata } from '../../schema/oauth/server-metadata.ts';
import { type CachedDocument, jsonDocument, sendDocument } from '../documents/cached-document.ts';

export default async function metadataSurface(app: FastifyInstance): Promise<void> {
  const { capabilities, signer } = app.oauth;
  const config = { crossOrigin: 'document' } as const;

  const server = jsonDocument(authorizationServerMetadata(capabilities));
  serve('/.well-known/oauth-authorization-server', server);
  serve('/.well-known/openid-configuration', server);
  for (const path of capabilities.protectedResources) {
    serve(`/.well-known/oauth-protected-resource${path}`, jsonDocument(protectedResourceMetadata(capabilities, path)));
  }
  // Built for each request, because another node may have added a key.
  app.get('/.well-known/jwks.json', { config }, async (request, reply) =>
    sendDocument(request, reply, jsonDocument(await signer.jwks())),
  );

  function serve(path: string, document: CachedDocument): void {
    app.get(path, { config }, (request, reply) => sendDocument(request, reply, document));
  }
}
